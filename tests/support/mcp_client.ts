import { fromFileUrl } from "@std/path/from-file-url";
import { toFileUrl } from "@std/path/to-file-url";

/** What the tests use of the official client of the Model Context Protocol. */
export interface McpClient {
  connect(transport: unknown): Promise<void>;
  close(): Promise<void>;
  getServerVersion(): { readonly name: string } | undefined;
  getInstructions(): string | undefined;
  listTools(params?: Page): Promise<{ readonly tools: readonly Tool[] }>;
  callTool(
    params: { name: string; arguments?: Record<string, unknown> },
    options?: CallOptions,
  ): Promise<ToolResult>;
  listPrompts(): Promise<{ readonly prompts: readonly { title?: string }[] }>;
  getPrompt(
    params: { name: string; arguments?: Record<string, string> },
  ): Promise<{ readonly messages: readonly unknown[] }>;
  listResources(params?: Page): Promise<{
    readonly resources: readonly { readonly uri: string }[];
    readonly nextCursor?: string;
  }>;
  readResource(
    params: { uri: string },
  ): Promise<{ readonly contents: readonly unknown[] }>;
}

interface Page {
  readonly cursor?: string;
}

interface Tool {
  readonly name: string;
  readonly description?: string;
  readonly annotations?: {
    readonly readOnlyHint?: boolean;
    readonly destructiveHint?: boolean;
  };
  readonly inputSchema: Schema;
  readonly outputSchema?: Schema;
}

interface Schema {
  readonly type?: unknown;
  readonly properties?: Record<string, unknown>;
}

interface CallOptions {
  readonly signal?: AbortSignal;
  readonly onprogress?: (
    told: { progress: number; total?: number; message?: string },
  ) => void;
}

interface ToolResult {
  readonly content: unknown;
  readonly structuredContent?: unknown;
  readonly isError?: boolean;
}

/** The module of the official client. */
interface Official {
  readonly Client: new (
    self: { name: string; version: string },
    options: { versionNegotiation: { mode: unknown } },
  ) => McpClient;
  readonly StdioClientTransport: new (options: {
    command: string;
    args: string[];
    cwd: string;
    env: Record<string, string>;
    stderr: "pipe";
  }) => object;
}

let loading: Promise<Official> | undefined;

/**
 * The official client. Its packages have a lock of their own (`mcp/`), which
 * the import map of the tests does not know: a bundle brings them here. Files
 * that run together share it in the folder that `BRACE_TEST_WORK` names.
 */
export function officialClient(): Promise<Official> {
  return loading ??= load();
}

async function load(): Promise<Official> {
  const shared = Deno.env.get("BRACE_TEST_WORK");
  const folder = shared ?? await Deno.makeTempDir();
  try {
    const file = `${folder}/mcp_client.js`;
    // The first one writes it while others wait.
    using lock = await Deno.open(`${file}.lock`, { create: true, write: true });
    await lock.lock(true);
    if (!exists(file)) await bundle(file);
    return await import(toFileUrl(file).href);
  } finally {
    if (shared === undefined) await Deno.remove(folder, { recursive: true });
  }
}

function exists(file: string): boolean {
  try {
    return Deno.statSync(file).isFile;
  } catch {
    return false;
  }
}

async function bundle(file: string): Promise<void> {
  // With another extension, its requires would be left in it.
  const part = `${file}.part.js`;
  const { success, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      "bundle",
      "--quiet",
      "--platform=deno",
      `--output=${part}`,
      "client.ts",
    ],
    cwd: fromFileUrl(new URL("mcp/", import.meta.url)),
  }).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
  await Deno.rename(part, file);
}
