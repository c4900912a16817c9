import { Interruption } from "../../host/terminal/interruption.ts";
import { writeOutput } from "../../host/terminal/write_output.ts";
import { DiagnosticError, PermissionError } from "../../core/source/errors.ts";
import { HOSTNAME } from "../../open/guard.ts";
import { type PageServer, servePage } from "../../open/serve_page.ts";
import type { OpenOptions } from "../command.ts";

/** `brace open`: serves the page of a collection until Ctrl-C. */
export async function openCommand(options: OpenOptions): Promise<number> {
  using interruption = new Interruption();
  await using page = start(options);
  page.findEnvironments();
  // A program that reads the address gets nothing else.
  if (Deno.stdout.isTerminal()) {
    writeOutput("Open this address in your browser:\n\n");
  }
  writeOutput(`${page.address()}\n`);
  const { signal } = interruption;
  if (Deno.stdin.isTerminal()) {
    writeOutput("\nEnter prints an address for another tab, Ctrl-C ends\n");
    printAddresses(page, signal);
  }
  await new Promise((resolve) => {
    if (signal.aborted) resolve(undefined);
    signal.addEventListener("abort", resolve, { once: true });
  });
  return 0;
}

/** Prints a new address for each line that is typed. */
async function printAddresses(
  page: PageServer,
  signal: AbortSignal,
): Promise<void> {
  const lines = Deno.stdin.readable.pipeThrough(new TextDecoderStream())
    .getReader();
  signal.addEventListener("abort", () => void lines.cancel(), { once: true });
  for (;;) {
    const { done, value = "" } = await lines.read();
    if (done || signal.aborted) return;
    if (value.includes("\n")) writeOutput(`${page.address()}\n`);
  }
}

function start({ path, ...options }: OpenOptions): PageServer {
  try {
    return servePage(path, options);
  } catch (error) {
    if (error instanceof DiagnosticError) throw error;
    throw cannotServe(options.port, error);
  }
}

function cannotServe(port: number, error: unknown): DiagnosticError {
  const where = port === 0 ? "" : ` on port ${port}`;
  if (error instanceof Deno.errors.NotCapable) {
    return new PermissionError([{
      code: "PERMISSION",
      severity: "error",
      message:
        `Cannot serve the page${where}: Deno does not allow it, run with --allow-net=${HOSTNAME}`,
    }]);
  }
  const why = error instanceof Deno.errors.AddrInUse
    ? 'the port is in use, choose another with "--port N"'
    : error instanceof Error
    ? error.message
    : String(error);
  return new DiagnosticError([{
    code: "CONNECTION",
    severity: "error",
    message: `Cannot serve the page${where}: ${why}`,
  }]);
}
