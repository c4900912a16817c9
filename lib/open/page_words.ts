import type { WayOut } from "../core/source/diagnostic.ts";
import { quotedWord } from "../core/source/quoted_word.ts";
import {
  commonText,
  declaredIn,
  declaringHost,
  isShellName,
  type WayOutWords,
} from "../core/source/way_out.ts";
import { flagOf } from "../tools/report/text/flag_words.ts";

/**
 * What a person at the page can do: there is a button for it, or `brace open`
 * is started with a flag, or else `brace run` has it.
 */
export const PAGE_WORDS: WayOutWords = { text: pageText };

const ASKS = '"Send" asks for it';
/** Where something else is wrong, it asks once that is mended. */
const RUNS_IT = 'answer "Yes" when "Send" asks';

function pageText(way: WayOut): ReturnType<WayOutWords["text"]> {
  const { kind, names } = way;
  const [name] = names;
  switch (kind) {
    case "define-variable":
      return 'define it in the tab "Variables" of the collection';
    case "define-in-environment":
      return `define it in ${names[1] ?? "an environment"}`;
    case "declare-secret":
      return `${declaredIn(names, ["save"])}: ${ASKS}`;
    case "give-row":
      return `run it with data that has a column "${name}"`;
    case "give-variable":
      if (names[1] === "own") return '"Send" runs it first';
      return names[1] === "local" ? RUNS_IT : `send it first, or ${RUNS_IT}`;
    case "give-secret":
    case "answer-secret":
    case "answer-prompt":
      return ASKS;
    case "select-environment":
      return names.length === 1
        ? `choose "${name}" in Environment`
        : `choose one in Environment: ${names.join(" or ")}`;
    case "give-globals":
      return `start brace open with --global-env ${quotedWord(name)}`;
    case "run-needed":
      return names.length > 1 ? RUNS_IT : `send it first, or ${RUNS_IT}`;
    case "set-secret":
      if (!isShellName(name)) {
        return "start brace open with --secrets-file FILE";
      }
      return names[1] === undefined
        ? `start brace open with BRACE_SECRET_${name} set`
        : `start brace open with BRACE_SECRET_${name} set, and Deno with ${
          names[1]
        }`;
    case "keep-undefined":
      return undefined;
    case "allow-host":
      return [
        `${
          name ? "send it again" : "send it"
        } and answer "Once" or "For this session"`,
        declaringHost(names) === undefined
          ? []
          : "add it to extensions.brace.hosts in the collection's Source",
      ].flat();
    case "restart-with-host":
      return `a person can restart it with brace open --allow-net=${name}`;
    case "stop-denying":
      return "start brace open without it in --deny-net";
    case "allow-env":
      return `start brace open with --allow-env=${name}, or list it in ${
        names[1] ?? "the collection's .env"
      }`;
    case "take-env":
      return `start brace open with --allow-env=${
        names.join(",")
      }, which gives ${names.length > 1 ? "them" : "it"}`;
    case "allow-read":
      return `copy it into the collection, or send it with brace run --allow-read=${
        quotedWord(name)
      }`;
    case "raise-limit":
      return `brace run raises the limit with ${
        names.map(flagOf).join(" or ")
      }`;
    case "raise-default":
      return "that is the default, raise Timeout in Settings";
    case "raise-setting":
      return name === "settings.timeout"
        ? "raise Timeout in Settings"
        : commonText(way);
    case "accept-certificate":
      return "start brace open with --insecure, which accepts it";
    case "add-issuer":
      return "add its issuer with brace open --ca FILE, or accept it with brace open --insecure";
    case "accept-any-certificate":
      return "start brace open with --insecure, which accepts any certificate";
    case "allow-empty":
      return 'change "Tags" or "Scope"';
    case "trust-scripts":
      return "use brace run --trust-scripts if you trust this collection";
    case "give-data":
    case "repeat-iterations":
    case "name-format":
      return undefined;
    case "use-name":
    case "lower-seq":
    case "run-first":
    case "set-up":
    case "define-in-collection":
    case "fill-in":
    case "give-env":
    case "name-proto-file":
    case "write-from-folder":
    case "copy-example":
    case "end-stream":
      return commonText(way);
    default:
      return kind satisfies never;
  }
}
