import { dotenvOf } from "../../collection/environment.ts";
import { readProcessEnv } from "../../host/process_env.ts";
import type { askTerminal } from "../../host/terminal/ask_terminal.ts";
import type { LearnedVariable, RunPorts } from "../../run/ports.ts";
import type { LoadedRun } from "./load_run.ts";
import type { RunOptions } from "./options.ts";

/** The part of the outside that variables come from. */
export type VariablePorts =
  & Pick<RunPorts, "processEnv" | "prompt">
  & Required<Pick<RunPorts, "learn">>;

/** Questions whose answers are masked. */
const SECRET = /pass|secret|token|\bkey\b|\bpin\b|code|otp/i;

/** Who answers prompts. */
export interface TerminalPort {
  /** Absent: there is nobody to ask. */
  readonly ask?: typeof askTerminal;
  /** Told when a prompt was left with Ctrl-C or Ctrl-D. */
  readonly left?: () => void;
}

/** Loads what asks at the terminal, where there is one. */
export async function terminalPort(left?: () => void): Promise<TerminalPort> {
  if (!Deno.stdin.isTerminal()) return {};
  const { askTerminal } = await import("../../host/terminal/ask_terminal.ts");
  return { ask: askTerminal, ...(left && { left }) };
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
  learn: (variable: LearnedVariable) => void,
  terminal: TerminalPort = {},
): VariablePorts {
  const answers = new Map<string, string | undefined>();
  let asking = true;
  const ask = (question: string) => {
    if (!asking) return undefined;
    return terminal.ask?.(question, () => {
      asking = false;
      terminal.left?.();
    });
  };
  const dotenv = dotenvOf(loaded.collection, loaded.environment);
  return {
    learn,
    prompt(question) {
      if (!answers.has(question)) {
        const answer = options.prompts.get(question) ?? ask(question);
        answers.set(question, answer);
        if (answer !== undefined) {
          const secret = SECRET.test(question);
          learn({ name: question, value: answer, secret });
        }
      }
      return answers.get(question);
    },
    processEnv(_collection, name) {
      const value = readProcessEnv(name, { dotenv, allow: options.allowEnv });
      if (value !== undefined) learn({ name, value, secret: false });
      return value;
    },
  };
}
