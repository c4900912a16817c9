// Runs the command lines that the lines of standard input describe, one after
// the other. Writes a line with the outcome of each to standard output.

import { main } from "./main.ts";
import type { Outcome } from "./brace.ts";
import type { RowCommand } from "./brace_rows.ts";

const root = Deno.cwd();
const own = Deno.env.toObject();
const answer = Deno.stdout.writable.getWriter();
let printed: Record<"stdout" | "stderr", Uint8Array[]>;

for (const stream of ["stdout", "stderr"] as const) {
  Deno[stream].writeSync = (bytes) => {
    printed[stream].push(bytes.slice());
    return bytes.length;
  };
}

console.log = (text: string) => {
  Deno.stdout.writeSync(new TextEncoder().encode(`${text}\n`));
};

for await (const row of rows()) {
  printed = { stdout: [], stderr: [] };
  Deno.chdir(row.cwd ?? root);
  for (const [name, value] of Object.entries(row.env)) {
    Deno.env.set(name, value);
  }
  let code: number;
  try {
    code = await main(row.args);
  } finally {
    Deno.chdir(root);
    for (const name of Object.keys(row.env)) {
      if (own[name] === undefined) Deno.env.delete(name);
      else Deno.env.set(name, own[name]);
    }
  }
  const outcome: Outcome = {
    code,
    stdout: textOf(printed.stdout),
    stderr: textOf(printed.stderr),
  };
  await answer.write(
    new TextEncoder().encode(`${JSON.stringify(outcome)}\n`),
  );
}

async function* rows(): AsyncGenerator<RowCommand> {
  let rest = "";
  const texts = Deno.stdin.readable.pipeThrough(new TextDecoderStream());
  for await (const text of texts) {
    const lines = (rest + text).split("\n");
    rest = lines.pop()!;
    for (const line of lines) yield JSON.parse(line);
  }
}

function textOf(parts: readonly Uint8Array[]): string {
  const decoder = new TextDecoder();
  return parts.map((part) => decoder.decode(part, { stream: true })).join("") +
    decoder.decode();
}
