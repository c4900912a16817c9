import { BRACE_FLAGS } from "../support/brace.ts";

/** Runs a bench as a process of its own, so that its time is what is measured, against a server here; gives what it says on standard error. */
export async function measuredAlone(
  module: string,
  respond: () => Response,
): Promise<string> {
  await using server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen() {} },
    respond,
  );
  const { success, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      ...BRACE_FLAGS,
      module,
      `http://127.0.0.1:${server.addr.port}`,
    ],
    cwd: new URL("../../", import.meta.url),
    stdout: "null",
  }).output();
  const text = new TextDecoder().decode(stderr);
  if (!success) throw new Error(text);
  return text;
}
