import { dotenvOf } from "../../../core/collection/environment.ts";
import {
  entryName,
  hostsOfCredential,
  isGiven,
} from "../../../core/policy/env_refusal.ts";
import { settingsOf } from "../../../core/collection/settings_of.ts";
import { emptyEntry } from "../../../core/run/script/unset_entries.ts";
import { declaredSecrets } from "../../../core/run/declared_secrets.ts";
import { isSetByRequest } from "../../../core/run/explain/set_by_requests.ts";
import { permittedEnv } from "../../permitted_env.ts";
import { personTime } from "../../person_time.ts";
import { readProcessEnv } from "../../process_env.ts";
import type { AskOptions, askTerminal } from "../../terminal/ask_terminal.ts";
import type { RunPorts } from "../../../core/run/ports.ts";
import type { Diagnostic } from "../../../core/source/diagnostic.ts";
import type { SecretIndex } from "../../../core/secrets/secret_index.ts";
import type { LoadedRun } from "../load_run.ts";
import type { RunOptions } from "../options.ts";
import { type SecretPorts, secretPorts } from "./secret_ports.ts";
import {
  isShellName,
  wayOut,
  type WayOutWords,
} from "../../../core/source/way_out.ts";
import { FLAG_WORDS } from "../../../tools/report/text/flag_words.ts";

/** The part of the outside that variables come from. */
export type VariablePorts =
  & Pick<RunPorts, "processEnv" | "prompt" | "words" | "elapsed">
  & Required<Pick<RunPorts, "learn">>
  & SecretPorts
  & {
    /** The secrets of the run. */
    readonly secrets: SecretIndex;
    /** Warnings about variables that were read since the last call. */
    warnings(): Diagnostic[];
    /** Warns of a variable of the process that a script uses, and that is empty. */
    warnOfEmpty(entry: string): void;
  };

/** Questions whose answers are masked, and not shown while they are typed. */
const SECRET = /pass|secret|token|\bkey\b|\bpin\b|code|otp/i;

/** The person who answers prompts, and reads what scripts say. */
export interface TerminalPort {
  /** How ways out are put for that person. Default: as a program has them. */
  readonly words?: WayOutWords;
  /** Absent: there is nobody to ask. */
  readonly ask?: typeof askTerminal;
  /** Told when a prompt was left with Ctrl-C or Ctrl-D. */
  readonly left?: () => void;
}

/** Loads what asks at the terminal, where there is one: its library asks for `process`, which takes 12 ms. */
export async function terminalPort(
  left: () => void,
  words: WayOutWords = FLAG_WORDS,
): Promise<TerminalPort> {
  if (!Deno.stdin.isTerminal()) return { words };
  const { askTerminal } = await import("../../terminal/ask_terminal.ts");
  return { words, ask: askTerminal, left };
}

/**
 * Connects variables to the process's environment and to the terminal. Each
 * prompt is asked once a run, and none after one that was left with Ctrl-C or
 * Ctrl-D; what comes in is learned, so that it can be
 * masked.
 */
export function variablePorts(
  loaded: LoadedRun,
  options: RunOptions,
  secrets: SecretIndex,
  terminal: TerminalPort = {},
): VariablePorts {
  const answers = new Map<string, string | undefined>();
  const learned = new Set<string>();
  const others = new Set<string>();
  const warnings: Diagnostic[] = [];
  /** Those about secrets that are empty, by variable. */
  const empty = new Map<string, Diagnostic>();
  let asking = true;
  const ask = (
    question: string,
    about: Omit<AskOptions, "left">,
  ) => {
    if (!asking) return undefined;
    const left = () => {
      asking = false;
      terminal.left?.();
    };
    return personTime.take(() => terminal.ask?.(question, { ...about, left }));
  };
  const dotenv = dotenvOf(loaded.collection, loaded.environment);
  const given = secretPorts(loaded.secrets, {
    learn: (variable) => secrets.learn(variable),
    ask: (question, about) => ask(question, { hidden: true, ...about }),
    isDeclared: (name) => declaredSecrets(loaded.collection, []).has(name),
    onOther: (name, { text, isInProcess }) => {
      const message = `Ignored ${text}: the secret is named "${name}"`;
      warnings.push({
        code: "UNSET_SECRET",
        severity: "warning",
        ...isInProcess && !isShellName(name)
          ? { message, waysOut: [wayOut("set-secret", name)] }
          : { message: `${message} (write the name the same way)` },
      });
    },
  });
  const declared = [...loaded.environment, loaded.collection.defaults]
    .flatMap(({ variables }) => variables).filter(({ secret }) => secret);
  const rules = { dotenv, allow: options.allowEnv };
  const warnOfEmpty = (entry: string, variable?: string) => {
    if (others.has(entry)) return;
    // The process's own value wins where it is given.
    const own = isGiven(entry, rules) ? permittedEnv(entry) : undefined;
    if ((own ?? dotenv.get(entry)) !== "") return;
    const place = own === undefined ? "dotenv" : "process";
    others.add(entry);
    const setting = variable !== undefined &&
      isSetByRequest(loaded.collection, variable);
    const needed = setting &&
      !loaded.plan.steps.some(({ item }) =>
        item.kind === "request" &&
        settingsOf(item).some(({ name }) => name === variable)
      );
    const warning: Diagnostic = {
      code: "UNSET_SECRET",
      severity: "warning",
      message: emptyEntry(entry, place) +
        (setting
          ? `, and the request that sets "${variable}" did not do so`
          : ""),
      waysOut: [
        ...needed ? [wayOut("run-needed", variable)] : [],
        wayOut(place === "process" ? "give-env" : "fill-in", entry),
      ],
    };
    warnings.push(warning);
    if (variable !== undefined) empty.set(variable, warning);
  };
  const learn: VariablePorts["learn"] = (variable) => {
    secrets.learn(variable);
    if (variable.given !== undefined) given.keepOut(variable);
    if (variable.given === "script" && variable.value !== "") {
      // A login in the script that found no token, say.
      const found = empty.get(variable.name);
      const at = found === undefined ? -1 : warnings.indexOf(found);
      if (at >= 0) warnings.splice(at, 1);
    }
    if (variable.readBy !== "script" || variable.value !== "") return;
    for (const { name, value } of declared) {
      const entry = name === variable.name ? entryName(value) : undefined;
      if (entry !== undefined) warnOfEmpty(entry, name);
    }
  };
  const ports: VariablePorts = {
    secrets,
    ...(terminal.words && { words: terminal.words }),
    learn,
    ...given,
    prompt(question, use) {
      const secret = use === "secret" || SECRET.test(question);
      let answer = answers.get(question);
      if (!answers.has(question)) {
        const hidden = secret || use === "auth";
        answer = options.prompts.get(question) ??
          ask(question, { hidden });
        answers.set(question, answer);
        if (answer !== undefined && !secret) {
          learn({ name: question, value: answer, secret });
        }
      }
      // It may be asked for something else first.
      if (answer !== undefined && secret && !learned.has(question)) {
        learned.add(question);
        learn({ name: question, value: answer, secret });
      }
      return answer;
    },
    warnings: () => warnings.splice(0),
    warnOfEmpty: (entry) => {
      // A secret that it is the value of has none, which is an error of its own.
      if (declared.every(({ value }) => entryName(value) !== entry)) {
        warnOfEmpty(entry);
      }
    },
    elapsed: () => performance.now() - personTime.total,
    processEnv(_collection, name, by) {
      const value = readProcessEnv(name, rules, () => {
        if (by === "masker" || others.has(name)) return;
        others.add(name);
        warnings.push({
          code: "PERMISSION",
          severity: "warning",
          message:
            `Read "process.env.${name}" from the .env: the collection cannot read the process's own value, which differs`,
          waysOut: [wayOut("take-env", name)],
        });
      });
      // What a script does with it decides, which is looked at once it ran.
      if (value === "" && by === undefined) ports.warnOfEmpty(name);
      if (value !== undefined) {
        const hosts = isGiven(name, rules)
          ? hostsOfCredential(name, permittedEnv)
          : undefined;
        learn({
          name,
          value,
          secret: hosts !== undefined,
          ...hosts && { hosts },
        });
      }
      return value;
    },
  };
  return ports;
}
