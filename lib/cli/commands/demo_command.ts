import { loadExample } from "../../host/demo/serve_demo.ts";
import { type DemoServer, serveDemo } from "../../host/demo/serve_demo.ts";
import { programName } from "../../host/terminal/program_name.ts";
import { writeOutput } from "../../host/terminal/write_output.ts";
import { DiagnosticError, PermissionError } from "../../core/source/errors.ts";
import { COMMAND_DEFAULTS } from "../run/options.ts";
import type { DemoOptions } from "../command.ts";

/** Serves the demo API, or runs the example collection against it. */
export async function demoCommand(options: DemoOptions): Promise<number> {
  return await (options.serve ? serve : runExample)(options.port);
}

async function runExample(port: number): Promise<number> {
  const { runCommand } = await import("../run/run_command.ts");
  const api = start(port);
  let code: number;
  try {
    code = await runCommand({
      ...COMMAND_DEFAULTS,
      env: ["local"],
      envVars: [["baseUrl", api.url], ["grpcUrl", api.grpcUrl]],
      console: "pretty",
    }, await loadExample());
  } finally {
    await api.stop();
  }
  writeOutput(
    `\nNext: "${programName()} init my-api" writes a collection of your own\n`,
  );
  return code;
}

async function serve(port: number): Promise<number> {
  const api = start(port, (line) => writeOutput(`${line}\n`));
  writeOutput(
    `The demo API listens on ${api.url} (Ctrl-C ends it).\nIts routes: ${api.url}/\nIts gRPC service: ${api.grpcUrl}\n`,
  );
  const stop = () => void api.stop();
  Deno.addSignalListener("SIGINT", stop);
  await api.finished;
  Deno.removeSignalListener("SIGINT", stop);
  return 0;
}

function start(port: number, log?: (line: string) => void): DemoServer {
  try {
    return serveDemo({
      port,
      onRequest: ({ method, path }) => log?.(`${method} ${path}`),
    });
  } catch (error) {
    throw cannotServe(port, error);
  }
}

function cannotServe(port: number, error: unknown): DiagnosticError {
  const cannot = `Cannot serve the demo API on port ${port}`;
  if (error instanceof Deno.errors.NotCapable) {
    return new PermissionError([{
      code: "PERMISSION",
      severity: "error",
      message:
        `${cannot}: Deno does not allow it, run with --allow-net=127.0.0.1`,
    }]);
  }
  const why = error instanceof Deno.errors.AddrInUse
    ? "the port is in use"
    : error instanceof Error
    ? error.message
    : String(error);
  return new DiagnosticError([{
    code: "CONNECTION",
    severity: "error",
    message: `${cannot}: ${why}, choose another with "--port N"`,
  }]);
}
