/** How a program is started. */
export interface RunOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Lines of what a failed program printed: the last ones say why. */
const MAX_LINES = 200;

/** Runs a program to its end and gives what it printed. */
export async function runProgram(
  [program, ...args]: readonly string[],
  options: RunOptions = {},
): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(program, {
    args,
    ...options,
    env: { NO_COLOR: "1", ...options.env },
  }).output();
  const text = new TextDecoder();
  if (success) return text.decode(stdout);
  // Deno names each module that it checks.
  const lines = [text.decode(stderr), text.decode(stdout)]
    .flatMap((it) => it.trim().split("\n"))
    .filter((line) => !line.startsWith("Check "));
  throw new Error(
    [[program, ...args].join(" "), ...lines.slice(-MAX_LINES)].join("\n"),
  );
}
