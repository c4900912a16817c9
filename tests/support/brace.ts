import { fromFileUrl } from "@std/path/from-file-url";
import { BRACE_FLAGS, V8 } from "../../.ci/flags.ts";
import "./built.ts";

export { BRACE_FLAGS };

/** The built program that is tested in place of the sources. */
export const BUILT: string | undefined = Deno.env.get("BRACE_CLI");
/** The program that is tested. */
export const CLI: string = BUILT ??
  fromFileUrl(new URL("../../cli.ts", import.meta.url));

/** The same program, with node:http for every request; there is no built one. */
export const OVER_NODE: string = fromFileUrl(
  new URL("./cli_over_node.ts", import.meta.url),
);

/** What a run of the program printed and its exit code. */
export interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** How the program is run. */
export interface BraceOptions {
  readonly cwd?: string;
  readonly env?: Record<string, string>;
  /** Deno's flags besides those of V8; default: those of `deno task brace`. */
  readonly permissions?: readonly string[];
  /** Text on the program's standard input; default: none. */
  readonly stdin?: string;
  /** What carries requests. Default: connections of Deno's own where they do. */
  readonly over?: "direct" | "node";
}

/** Runs the real program, as a process without a terminal. */
export async function brace(
  args: readonly string[],
  options: BraceOptions = {},
): Promise<Outcome> {
  const child = braceCommand(args, options).spawn();
  const writer = child.stdin.getWriter();
  try {
    await writer.write(new TextEncoder().encode(options.stdin ?? ""));
    await writer.close();
  } catch {
    // It ended without reading.
  }
  const { code, stdout, stderr } = await child.output();
  const text = new TextDecoder();
  return { code, stdout: text.decode(stdout), stderr: text.decode(stderr) };
}

/** The environment as at a desk, wherever the tests run. */
export const AT_A_DESK: Readonly<Record<string, string>> = {
  NO_COLOR: "1",
  CI: "",
  GITHUB_ACTIONS: "",
  npm_lifecycle_event: "",
};

/** The command that {@linkcode brace} runs, for tests that need the process. */
export function braceCommand(
  args: readonly string[],
  { cwd, env, permissions, over }: BraceOptions = {},
): Deno.Command {
  const program = over === "node" ? OVER_NODE : CLI;
  return new Deno.Command(Deno.execPath(), {
    args: denoArguments(args, permissions, program),
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
    env: { ...AT_A_DESK, ...env },
    ...(cwd === undefined ? {} : { cwd }),
  });
}

/**
 * Deno's arguments for the program with these of its own. The flags of V8 are
 * always the same: with others, Deno writes its code cache anew, and again for
 * the next process.
 */
export function denoArguments(
  args: readonly string[],
  permissions: readonly string[] = BRACE_FLAGS,
  program = CLI,
): string[] {
  const flags = new Set([V8, ...permissions]);
  return ["run", "--quiet", ...flags, program, ...args];
}
