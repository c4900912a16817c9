import { fromFileUrl } from "@std/path/from-file-url";
import { type BraceOptions, denoArguments } from "./brace.ts";

/** What is typed once the screen shows a text, at once where it is empty, once a promise is kept, or so many milliseconds after what comes before. */
export type Typing = readonly [
  after: string | number | Promise<unknown>,
  typed: string | Uint8Array<ArrayBuffer>,
];

/** How the program is run in a terminal. */
export interface TerminalOptions extends BraceOptions {
  /** A command of the shell behind it, in the same terminal. */
  readonly then?: string;
  /** Columns of the terminal; default: it does not know. */
  readonly columns?: number;
  /** What is run in place of it. */
  readonly program?: string;
}

const ROWS_PROCESS = fromFileUrl(
  new URL("terminal_rows_process.ts", import.meta.url),
);
/** What no command line prints. */
const END = "That command line has ended.\r\n";

/** Runs command lines one after the other in one terminal and one process; gives what the screen has shown of each. */
export async function rowsInTerminal(
  rows: readonly (readonly string[])[],
  options: TerminalOptions = {},
): Promise<string[]> {
  const { screen } = await braceInTerminal(
    [JSON.stringify([rows, END.trimEnd()])],
    [],
    { ...options, program: ROWS_PROCESS },
  );
  return screen.split(END).slice(0, -1);
}

/** Runs the program in a terminal; gives its exit code and what the screen has shown. */
export async function braceInTerminal(
  args: readonly string[],
  typing: readonly Typing[],
  { cwd, env, permissions, program, columns, then = ":" }: TerminalOptions = {},
): Promise<{ code: number; screen: string }> {
  const words = [Deno.execPath(), ...denoArguments(args, permissions, program)]
    .map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");
  const sized = columns === undefined ? "" : `stty cols ${columns}; `;
  const command = `${sized}${words}; code=$?; ${then}; exit $code`;
  const child = new Deno.Command("script", {
    args: [
      "--quiet",
      "--flush",
      "--return",
      "--command",
      command,
      "/dev/null",
    ],
    stdin: "piped",
    stdout: "piped",
    stderr: "null",
    env: {
      NO_COLOR: "1",
      CI: "",
      GITHUB_ACTIONS: "",
      SHELL: "/bin/sh",
      ...env,
    },
    ...(cwd === undefined ? {} : { cwd }),
  }).spawn();
  const keyboard = child.stdin.getWriter();
  let screen = "";
  let seen = 0;
  let changed = Promise.withResolvers<void>();
  const shows = async (text: string) => {
    while (screen.indexOf(text, seen) < 0) await changed.promise;
    seen = screen.indexOf(text, seen) + text.length;
  };
  const watch = async () => {
    for await (
      const text of child.stdout.pipeThrough(new TextDecoderStream())
    ) {
      screen += text;
      changed.resolve();
      changed = Promise.withResolvers();
    }
  };
  const type = async () => {
    for (const [after, typed] of typing) {
      await (typeof after === "string"
        ? shows(after)
        : typeof after === "number"
        ? new Promise((resolve) => setTimeout(resolve, after))
        : after);
      await keyboard.write(
        typeof typed === "string" ? new TextEncoder().encode(typed) : typed,
      );
    }
  };
  const ended = watch();
  await Promise.race([ended, type().then(() => ended)]);
  await keyboard.close().catch(() => {});
  return { code: (await child.status).code, screen };
}
