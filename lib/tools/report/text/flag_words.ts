import type { Diagnostic, WayOut } from "../../../core/source/diagnostic.ts";
import { quotedWord } from "../../../core/source/quoted_word.ts";
import {
  commonText,
  declaredIn,
  declaringHost,
  isShellName,
  settingSecret,
  type WayOutWords,
  worded,
} from "../../../core/source/way_out.ts";

/** How flags are named, for people at a command line. */
export const FLAG_WORDS: WayOutWords = {
  text: flagText,
  copy({ kind, names: [name] }) {
    if (kind === "allow-read") return readFlag(name);
    const isHost = kind === "allow-host" || kind === "restart-with-host";
    return isHost && name ? `--allow-net=${name}` : undefined;
  },
};

/** A diagnostic for people at a command line. */
export function inFlags<T extends Diagnostic>(diagnostic: T): T {
  return worded(diagnostic, FLAG_WORDS);
}

const VARIABLE = "the environment variable ";

function flagText(way: WayOut): ReturnType<WayOutWords["text"]> {
  const { kind, names } = way;
  const [name] = names;
  switch (kind) {
    case "define-variable":
      return [
        "define it",
        `give it with --var ${quotedWord(`${name}=VALUE`)}`,
      ];
    case "define-in-environment":
      return [
        `define it in ${names[1] ?? "an environment"}`,
        `give it with --env-var ${quotedWord(`${name}=VALUE`)}`,
      ];
    case "declare-secret":
      return declaredIn(names, secretFlags([name]));
    case "give-row":
      return `give --data FILE with a column "${name}"`;
    case "give-variable":
      return `give the value with --var ${quotedWord(`${name}=VALUE`)}`;
    case "give-secret":
      return [...secretFlags(names), "run on a terminal, which asks for it"];
    case "answer-secret":
      return [
        ...secretFlags(names),
        "use brace render on a terminal, which asks for it",
      ];
    case "set-secret":
      return secretFlags(names);
    case "answer-prompt":
      return `give the answer with --prompt "${name}=value"`;
    case "select-environment":
      return environmentFlags(names);
    case "give-globals":
      return `--global-env ${quotedWord(name)}`;
    case "run-needed":
      return "run it first with --with-needed";
    case "keep-undefined":
      return "send the placeholder as written with --undefined keep";
    case "allow-host":
      return [
        `allow it with --allow-net=${name || "HOST"}`,
        declaringHost(names) ?? [],
      ].flat();
    case "restart-with-host":
      return `a person can restart it with --allow-net=${name}`;
    case "stop-denying":
      return "take it out of --deny-net";
    case "allow-env":
      return [
        `add --allow-env=${name}`,
        `list it in ${names[1] ?? "the collection's .env"}`,
      ];
    case "take-env":
      return names.length > 1
        ? `add --allow-env=${names.join(",")}`
        : `--allow-env=${name} gives it`;
    case "allow-read":
      return `allow it with ${readFlag(name)}`;
    case "raise-limit":
      return `raise ${names.map(flagOf).join(" or ")}`;
    case "raise-default":
      return `that is the default, raise it with ${
        flagOf(name)
      } or settings.${name}`;
    case "accept-certificate":
      return "--insecure accepts it";
    case "add-issuer":
      return "add its issuer with --ca FILE, or accept it with --insecure";
    case "accept-any-certificate":
      return "--insecure accepts any certificate";
    case "allow-empty":
      return "--allow-empty passes";
    case "give-data":
      return `give --data ${quotedWord(name)}`;
    case "repeat-iterations":
      return `give --iterations ${name}, or --data FILE if it had data`;
    case "name-format":
      return "if it is one, say so with --from KIND";
    case "trust-scripts":
      return "use --trust-scripts if you trust this collection";
    case "use-name":
    case "lower-seq":
    case "run-first":
    case "set-up":
    case "define-in-collection":
    case "fill-in":
    case "give-env":
    case "raise-setting":
    case "name-proto-file":
    case "write-from-folder":
    case "copy-example":
    case "end-stream":
      return commonText(way);
    default:
      return kind satisfies never;
  }
}

/** How else than by an answer a secret gets its value. */
function secretFlags(names: readonly string[]): readonly string[] {
  const file = "give --secrets-file FILE";
  return isShellName(names[0])
    ? [settingSecret(names, VARIABLE), file]
    : [file];
}

/** The flags that select one of some environments. */
export function environmentFlags(names: readonly string[]): string {
  return names.map((it) => `--env ${quotedWord(it)}`).join(" or ");
}

function readFlag(path: string): string {
  return `--allow-read=${quotedWord(path)}`;
}

/** The flag of an option, whose name is that of the library. */
export function flagOf(option: string): string {
  return `--${option.replace(/[A-Z]/g, (it) => `-${it.toLowerCase()}`)}`;
}
