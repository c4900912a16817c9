import { describeFileError } from "../../host/files/describe_file_error.ts";
import { CollectionError } from "../../core/source/errors.ts";
import { CallLog } from "../../mcp/call_log.ts";
import { serve } from "../../mcp/serve.ts";
import { Session } from "../../mcp/session.ts";
import type { McpOptions } from "../command.ts";

const documents = () => import("./documents.ts");

/** `brace mcp`: serves an agent on standard input and output until it is gone. */
export async function mcpCommand(
  { log: path, ...options }: McpOptions,
): Promise<number> {
  const session = new Session(options, {
    async describe(loaded, options, about) {
      const { describe } = await import("./describe.ts");
      return await describe(loaded, options, about);
    },
    async pages() {
      return (await documents()).PAGES;
    },
    async schemas() {
      return (await documents()).schemas();
    },
  });
  using log = path === undefined ? undefined : openLog(path, session);
  return await serve(session, {
    input: Deno.stdin.readable,
    output: Deno.stdout.writable,
    ...log && { log },
  });
}

function openLog(path: string, session: Session): CallLog {
  try {
    return new CallLog(path, session.masker);
  } catch (error) {
    throw new CollectionError([describeFileError("write", path, error)]);
  }
}
