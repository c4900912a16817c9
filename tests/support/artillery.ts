import { fromFileUrl } from "@std/path/from-file-url";
import { denoArguments } from "./brace.ts";

/** What the stand-in of Artillery prints. */
export interface LoadResult {
  readonly counters: Readonly<Record<string, number>>;
  readonly histograms: Readonly<Record<string, number>>;
  readonly rates: Readonly<Record<string, number>>;
  readonly completed: number;
  /** Users by their errors. */
  readonly failed: Readonly<Record<string, number>>;
  /** How often the engine stopped the thread for a moment. */
  readonly pauses: number;
  readonly exitCode?: number;
  readonly stderr: string;
}

/** A load test. */
export interface Load {
  /** Artillery's file, as data; the place of that file is `_scriptPath`. */
  readonly script: object;
  /** Virtual users of each scenario. */
  readonly users: number;
  /** Milliseconds between two of them. */
  readonly every?: number;
  /** With this user Brace is killed. */
  readonly kill?: number;
  /** Whether the event loop turns without a pause, as while Artillery waits for users. */
  readonly spin?: boolean;
}

/** Runs virtual users in a process of Node, as Artillery would. */
export async function runLoad(
  load: Load,
  env: Readonly<Record<string, string>>,
): Promise<LoadResult> {
  const node = new Deno.Command("node", {
    args: [fromFileUrl(new URL("artillery.cjs", import.meta.url))],
    env: { BRACE_BIN: "", NO_COLOR: "1", ...env },
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const engine = fromFileUrl(new URL("../../.ci/artillery", import.meta.url));
  const writer = node.stdin.getWriter();
  await writer.write(
    new TextEncoder().encode(JSON.stringify({ engine, ...load })),
  );
  await writer.close();
  const { stdout, stderr } = await node.output();
  const text = new TextDecoder();
  const words = text.decode(stderr);
  try {
    return { ...JSON.parse(text.decode(stdout)), stderr: words };
  } catch {
    throw new Error(`Artillery's stand-in printed no result: ${words}`);
  }
}

/** Writes a program for `sh`; gives its path. */
export async function shellProgram(
  file: string,
  text: string,
): Promise<string> {
  await Deno.writeTextFile(file, `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  return file;
}

/** Writes the program Brace, as one file to start. */
export async function braceProgram(file: string): Promise<string> {
  const words = [Deno.execPath(), ...denoArguments([])];
  return await shellProgram(
    file,
    `exec ${words.map((word) => `'${word}'`).join(" ")} "$@"`,
  );
}
