import type { FileAuth, FileRequest, FileRow } from "../open_collection.ts";
import type { HttpFileRequest } from "./http_file.ts";

/** Methods that name a protocol of messages. */
const PROTOCOLS: Readonly<Record<string, "websocket" | "grpc">> = {
  WEBSOCKET: "websocket",
  WS: "websocket",
  GRPC: "grpc",
};

/** The protocol of messages that a request names; undefined for HTTP. */
export function httpProtocol(
  { method }: Pick<HttpFileRequest, "method">,
): "websocket" | "grpc" | undefined {
  return Object.hasOwn(PROTOCOLS, method) ? PROTOCOLS[method] : undefined;
}

/** What stands between two messages; the first words of the line say whether the server speaks first. */
const SEPARATOR = /^===[ \t]*(wait-for-server)?[ \t]*$/;
/** A line for the reader of the file. */
const COMMENT = /^[ \t]*(?:\/\/|#)/;
/** The service and its method at the end of a URL. */
const METHOD = /\/[^/]+\/[^/]+$/;

/** What a WebSocket or gRPC request sends, and what it does with its stream. */
export function httpStream(
  protocol: "websocket" | "grpc",
  { url, body }: Pick<HttpFileRequest, "url" | "body">,
  { headers, auth, template }: {
    readonly headers: readonly FileRow[];
    readonly auth: FileAuth | undefined;
    readonly template: (text: string) => string;
  },
): Pick<FileRequest, "websocket" | "grpc" | "extensions"> {
  const parts = messagesIn(body ?? "");
  const shared = { ...(auth && { auth }) };
  if (protocol === "grpc") {
    const at = url.search(METHOD);
    const server = at === -1 ? url : url.slice(0, at);
    const method = at === -1 ? "" : url.slice(at);
    return {
      grpc: {
        url: template(server),
        method: template(method),
        ...(headers.length > 0 && { metadata: [...headers] }),
        ...(parts.length === 1
          ? { message: template(parts[0].text) }
          : parts.length > 1 && {
            message: parts.map(({ text }) => ({ message: template(text) })),
          }),
        ...shared,
      },
    };
  }
  // What the body is, for the editor's colours only.
  const kept = headers.filter(({ name }) => !/^content-type$/i.test(name));
  const message = parts.map(({ text }, index) => ({
    title: `message ${index + 1}`,
    message: {
      type: isJson(text) ? "json" as const : "text" as const,
      data: template(text),
    },
  }));
  const waits = parts.some(({ waits }) => waits);
  const steps = parts.flatMap(({ waits }, index) => [
    ...(waits
      ? [{ wait: { expression: "message", operator: "isDefined" } }]
      : []),
    { send: `message ${index + 1}` },
  ]);
  return {
    websocket: {
      url: template(url),
      ...(kept.length > 0 && { headers: kept }),
      ...(message.length > 0 && { message }),
      ...shared,
    },
    ...(waits && { extensions: { brace: { stream: { steps } } } }),
  };
}

/** The messages of a body, and which of them wait for one of the server's. */
function messagesIn(body: string): { text: string; waits: boolean }[] {
  const found: { lines: string[]; waits: boolean }[] = [
    { lines: [], waits: false },
  ];
  for (const line of body.split("\n")) {
    const separator = SEPARATOR.exec(line);
    if (separator) {
      found.push({ lines: [], waits: separator[1] !== undefined });
    } else if (!COMMENT.test(line)) found[found.length - 1].lines.push(line);
  }
  return found.map(({ lines, waits }) => ({
    text: lines.join("\n").trim(),
    waits,
  })).filter(({ text }) => text !== "");
}

function isJson(text: string): boolean {
  return /^[[{]/.test(text);
}
