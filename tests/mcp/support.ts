import { dirname } from "@std/path/dirname";
import { assert } from "@std/assert";
import { denoArguments } from "../support/brace.ts";
import { type McpClient, officialClient } from "../support/mcp_client.ts";
import { type McpSession, type SessionEnd, startSession } from "./sessions.ts";

/** The revisions of the protocol, as the official client asks for them. */
export const REVISIONS = [
  { name: "2025-11-25", mode: "legacy" },
  { name: "2026-07-28", mode: { pin: "2026-07-28" } },
] as const;

export type Revision = typeof REVISIONS[number];

/** The environment of a server: what Deno needs, and nothing of the tests. */
function environment(): Record<string, string> {
  return { ...Deno.env.toObject(), NO_COLOR: "1", CI: "" };
}

/** For a suite: the official client leaves a timer of 2 s behind when it closes. */
export const TIMERS = {
  sanitizeOps: false,
  sanitizeResources: false,
} as const;

/**
 * The official client, connected to `brace mcp`: with a revision to a process,
 * as the client starts it (it asks another one for the newest revision first),
 * else to one that tests share.
 */
export async function connect(
  folder: string,
  flags: readonly string[] = [],
  revision?: Pick<Revision, "mode">,
): Promise<Connected> {
  const { mode } = revision ?? REVISIONS[1];
  const { Client, StdioClientTransport } = await officialClient();
  const transport = revision
    ? new StdioClientTransport({
      command: Deno.execPath(),
      args: denoArguments(["mcp", ".", ...flags]),
      cwd: folder,
      env: environment(),
      stderr: "pipe",
    })
    : new SharedTransport(folder, flags);
  const client = new Client({ name: "tests", version: "1.0.0" }, {
    versionNegotiation: { mode },
  });
  await client.connect(transport);
  // It may still start.
  await client.listTools();
  return new Connected(client);
}

/** How the official client talks to a server in a process that tests share. */
class SharedTransport {
  onmessage?: (message: unknown) => void;
  onclose?: () => void;
  #session: McpSession | undefined;
  #ended: Promise<void> | undefined;

  constructor(readonly folder: string, readonly flags: readonly string[]) {}

  async start(): Promise<void> {
    const { folder, flags } = this;
    this.#session = await startSession({ folder, flags });
    this.#ended = this.#read(this.#session);
  }

  async #read(session: McpSession): Promise<void> {
    for (;;) {
      const line = await session.next();
      if (line === undefined) break;
      this.onmessage?.(messageOf(line));
    }
    this.onclose?.();
  }

  async send(message: unknown): Promise<void> {
    await this.#session!.write(`${JSON.stringify(message)}\n`);
  }

  async close(): Promise<void> {
    await this.#session?.close();
    await this.#ended;
  }
}

/** A message of the server, which has no character that controls a terminal. */
function messageOf(line: string): Record<string, unknown> {
  assert(!/\p{Cc}|[\u202a-\u202e]/u.test(line), line);
  return JSON.parse(line);
}

/** What a tool gave. */
export interface Answer {
  // deno-lint-ignore no-explicit-any
  readonly data: any;
  /** What an agent reads. */
  readonly text: string;
  readonly isError: boolean;
}

export class Connected implements AsyncDisposable {
  /** All that the server has said of tools, for searches. */
  readonly said: string[] = [];

  constructor(readonly client: McpClient) {}

  /** Calls a tool. */
  async call(
    name: string,
    given: Record<string, unknown> = {},
    options: Parameters<McpClient["callTool"]>[1] = {},
  ): Promise<Answer> {
    const result = await this.client.callTool(
      { name, arguments: given },
      options,
    );
    this.said.push(JSON.stringify(result));
    const [first] = result.content as { text: string }[];
    const isError = result.isError === true;
    return { data: result.structuredContent, text: first.text, isError };
  }

  /** Calls a tool that must fail, and gives its message. */
  async fails(
    name: string,
    given: Record<string, unknown> = {},
  ): Promise<string> {
    const { isError, text } = await this.call(name, given);
    assert(isError, `${name} did not fail: ${text}`);
    return text;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.client.close();
  }
}

/** A folder with files, removed at the end. */
export class Folder implements Disposable {
  readonly path = Deno.makeTempDirSync();

  constructor(files: Readonly<Record<string, string>>) {
    for (const [name, text] of Object.entries(files)) this.write(name, text);
  }

  write(name: string, text: string): void {
    const path = `${this.path}/${name}`;
    Deno.mkdirSync(dirname(path), { recursive: true });
    Deno.writeTextFileSync(path, text);
  }

  read(name: string): string {
    return Deno.readTextFileSync(`${this.path}/${name}`);
  }

  [Symbol.dispose](): void {
    Deno.removeSync(this.path, { recursive: true });
  }
}

/** A server that says what it got, and counts. */
export interface Echo extends AsyncDisposable {
  readonly url: string;
  readonly host: string;
  /** What came, in order. */
  readonly seen: { method: string; path: string; text: string }[];
}

/** Answers with all that it got, in the forms that a hostile server would choose. */
export function serveEcho(
  answer?: (
    request: Request,
  ) => Response | undefined | Promise<Response | undefined>,
): Echo {
  const seen: Echo["seen"] = [];
  const over = new AbortController();
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen() {}, signal: over.signal },
    async (request) => {
      const { method, headers, url } = request;
      const { pathname, search } = new URL(url);
      const own = await answer?.(request.clone());
      const text = `${pathname}${search}\n${
        [...headers].map((one) => one.join(": ")).join("\n")
      }\n${await request.text()}`;
      seen.push({ method, path: pathname, text });
      if (own) return own;
      const bytes = new TextEncoder().encode(text);
      return Response.json({
        plain: text,
        base64: bytes.toBase64(),
        base64url: bytes.toBase64({ alphabet: "base64url" }),
        hex: bytes.toHex(),
        percent: encodeURIComponent(text),
        twice: encodeURIComponent(encodeURIComponent(text)),
        json: JSON.stringify(JSON.stringify(text)),
        html: text.replaceAll("&", "&amp;").replaceAll("<", "&lt;"),
      }, { headers: { "x-echo": bytes.toBase64(), "set-cookie": "sid=1" } });
    },
  );
  const host = `127.0.0.1:${server.addr.port}`;
  return {
    url: `http://${host}`,
    host,
    seen,
    async [Symbol.asyncDispose]() {
      // A test that fails may leave requests unanswered.
      over.abort();
      await server.finished;
    },
  };
}

/** A server to which a test writes lines by hand. */
export class RawServer implements AsyncDisposable {
  readonly #session: McpSession;
  #over = false;

  constructor(session: McpSession) {
    this.#session = session;
  }

  /** Starts one in a process that tests share. */
  static async start(
    folder: string,
    flags: readonly string[] = [],
  ): Promise<RawServer> {
    return new RawServer(await startSession({ folder, flags }));
  }

  /** Writes a text as it is. */
  async write(text: string): Promise<void> {
    await this.#session.write(text);
  }

  async send(message: Record<string, unknown>): Promise<void> {
    await this.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  }

  async initialize(protocolVersion = "2025-11-25"): Promise<void> {
    await this.send({
      id: "init",
      method: "initialize",
      params: {
        protocolVersion,
        capabilities: {},
        clientInfo: { name: "raw", version: "1" },
      },
    });
    await this.next();
  }

  /** The next message of the server. */
  async next(): Promise<Record<string, unknown>> {
    const line = await this.#session.next();
    assert(line !== undefined, "the server has ended");
    return messageOf(line);
  }

  /** Closes its input, and gives the exit code and what it said until then. */
  async end(): Promise<SessionEnd & { rest: Record<string, unknown>[] }> {
    this.#over = true;
    await this.#session.close();
    const rest: Record<string, unknown>[] = [];
    for (;;) {
      const line = await this.#session.next();
      if (line === undefined) break;
      rest.push(messageOf(line));
    }
    return { ...this.#session.end!, rest };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.#over) await this.end();
  }
}

/** A collection whose one request gets a user. */
export function shop(
  url: string,
  more: Readonly<Record<string, string>> = {},
): Record<string, string> {
  return {
    "opencollection.yml": "opencollection: 1.0.0\ninfo: { name: Shop }\n",
    "environments/local.yml": `name: local
variables:
  - { name: baseUrl, value: "${url}" }
  # A person keeps it.
  - name: token
    value: ${SECRET}
    secret: true
`,
    "users/get.yml": `# Reads a user.
info: { name: Get user, type: http, tags: [smoke] }
http:
  method: GET
  url: "{{baseUrl}}/users/{{id}}"
  headers:
    - { name: X-Token, value: "{{token}}" }
runtime:
  variables: [{ name: id, value: "7" }]
  assertions:
    - { expression: res.status, operator: eq, value: "200" } # must hold
docs: Reads one user.
`,
    ...more,
  };
}

/** The secret of {@linkcode shop}. */
export const SECRET = "s3cr3t&tok<en>/+42";

/** Whether a text holds the secret in one of its forms. */
export function holdsSecret(text: string, secret = SECRET): boolean {
  const bytes = new TextEncoder().encode(secret);
  const [base64, hex] = [bytes.toBase64().replace(/=+$/, ""), bytes.toHex()];
  const forms = [
    secret,
    base64.slice(0, -1),
    btoa(` ${secret}`).slice(2, -3),
    btoa(`  ${secret}`).slice(3, -3),
    hex,
    hex.toUpperCase(),
    encodeURIComponent(secret),
    encodeURIComponent(encodeURIComponent(secret)),
    secret.replaceAll("&", "&amp;").replaceAll("<", "&lt;"),
    JSON.stringify(secret).slice(1, -1),
  ];
  const texts = [text];
  // Texts in texts, as JSON in JSON has them.
  for (let depth = 0; depth < 3; depth++) {
    texts.push(texts.at(-1)!.replaceAll('\\"', '"').replaceAll("\\\\", "\\"));
  }
  return texts.some((one) => forms.some((form) => one.includes(form)));
}
