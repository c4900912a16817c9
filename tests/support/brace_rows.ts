import { afterAll, beforeAll } from "@std/testing/bdd";
import { fromFileUrl } from "@std/path/from-file-url";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { AT_A_DESK, denoArguments, type Outcome } from "./brace.ts";

/** A command line, as the process reads it. */
export interface RowCommand {
  readonly args: readonly string[];
  readonly cwd?: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Runs a command line. */
export type Brace = (
  args: readonly string[],
  options?: {
    readonly cwd?: string;
    /** Besides that of the tests. */
    readonly env?: Readonly<Record<string, string>>;
  },
) => Promise<Outcome>;

/** What all command lines of a process have in common. */
export interface BraceRowsOptions {
  /** Deno's flags besides those of V8; default: those of `deno task brace`. */
  readonly permissions?: readonly string[];
  /** Variables that Brace reads once in a process, such as `GITHUB_ACTIONS`. */
  readonly env?: Readonly<Record<string, string>>;
  /** Milliseconds after which a command line hangs: it ends with its process, and the next one gets another. */
  readonly limit?: number;
}

const PROCESS = fromFileUrl(
  new URL("brace_rows_process.ts", import.meta.url),
);

/**
 * Runs command lines like `brace` of `brace.ts`, but one after the other in one
 * process. Use it for tables of input and output. Tests of signals, terminals,
 * standard input and trusted scripts need a process for each command line.
 *
 * Call it in a `describe`: the process starts with it and ends with it.
 */
export function braceRows(
  { permissions, env = {}, limit }: BraceRowsOptions = {},
): Brace {
  let started: Started;
  let last: Promise<unknown> = Promise.resolve();
  beforeAll(() => {
    started = start(permissions, env);
  });
  afterAll(async () => await started.end());
  const run = async (row: RowCommand) => {
    if (limit === undefined) return await started.run(row);
    const hangs = setTimeout(() => started.kill(), limit);
    try {
      return await started.run(row);
    } catch (error) {
      await started.end();
      started = start(permissions, env);
      throw error;
    } finally {
      clearTimeout(hangs);
    }
  };
  return (args, { cwd, env = {} } = {}) => {
    const outcome = last.then(() => run({ args, cwd, env }));
    last = outcome.catch(() => {});
    return outcome;
  };
}

interface Started {
  run(row: RowCommand): Promise<Outcome>;
  kill(): void;
  end(): Promise<void>;
}

function start(
  permissions: readonly string[] | undefined,
  env: Readonly<Record<string, string>>,
): Started {
  const child = new Deno.Command(Deno.execPath(), {
    args: denoArguments([], permissions, PROCESS),
    stdin: "piped",
    stdout: "piped",
    // Shows a crash among the tests.
    stderr: "inherit",
    env: { ...AT_A_DESK, ...env },
  }).spawn();
  const input = child.stdin.getWriter();
  const lines = createInterface({ input: Readable.from(child.stdout) })
    [Symbol.asyncIterator]();
  return {
    async run(row) {
      await input.write(
        new TextEncoder().encode(`${JSON.stringify(row)}\n`),
      );
      const { done, value } = await lines.next();
      if (done) throw new Error(`${row.args.join(" ")} ended its process`);
      try {
        return JSON.parse(value);
      } catch (error) {
        // The lines that follow would be those of other rows.
        child.kill();
        throw error;
      }
    },
    kill: () => child.kill("SIGKILL"),
    async end() {
      await input.close().catch(() => {});
      await lines.return?.();
      await child.status;
    },
  };
}
