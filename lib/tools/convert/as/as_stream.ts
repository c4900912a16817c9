import { splitUrl } from "../../../core/http/wire_url.ts";
import type { WrittenMessage, WrittenRequest } from "./types.ts";
import { unsaid } from "./unsaid.ts";

/** A WebSocket request as a websocat command: the messages are its lines. */
export function asWebsocat(request: WrittenRequest): string {
  const { url, headers, messages = [] } = request;
  const { texts, notes } = textsOf(messages);
  const hasLines = texts.some((text) => text.includes("\n"));
  const words = ["websocat --no-close"];
  // Otherwise each line is a message.
  if (hasLines) words.push("--null-terminated");
  for (const [name, value] of headers) {
    words.push(
      name.toLowerCase() === "sec-websocket-protocol"
        ? `--protocol ${shell(value)}`
        : `--header=${shell(`${name}: ${value}`)}`,
    );
  }
  words.push(shell(url));
  const end = hasLines ? "\\0" : "\\n";
  const input = texts.length === 0
    ? ""
    : `printf '%s${end}' ${texts.map(shell).join(" ")} | `;
  const lacks = unsaid(request, { client: "websocat" })
    .map((it) => `# ${it}\n`).join("");
  return `${lacks}${notes}${input}${words.join(" \\\n  ")}\n`;
}

/** A gRPC request as a grpcurl command; the server describes itself where no file does. */
export function asGrpcurl(request: WrittenRequest): string {
  const { url, headers, messages = [], proto, timeout } = request;
  const [, prefix, method] =
    /^[^:]+:\/\/[^/]+(.*)\/([^/]+\/[^/]+)$/.exec(url) ??
      [];
  const { hostname = "", port = 0, protocol } = splitUrl(url) ?? {};
  const { texts, notes } = textsOf(messages);
  const words = ["grpcurl"];
  if (protocol === "http:") words.push("-plaintext");
  if (timeout !== undefined) words.push(`-max-time ${timeout / 1000}`);
  if (proto !== undefined && proto.files.length > 0) {
    for (const folder of proto.folders) {
      words.push(`-import-path ${shell(folder)}`);
    }
    for (const file of proto.files) words.push(`-proto ${shell(file)}`);
  }
  // It has no flag for a passphrase.
  const { file, key, passphrase } = request.certificate ?? {};
  const hasCertificate = key !== undefined && passphrase === undefined;
  if (file !== undefined && hasCertificate) {
    words.push(`-cert ${shell(file)}`, `-key ${shell(key)}`);
  }
  for (const [name, value] of headers) {
    words.push(`-H ${shell(`${name}: ${value}`)}`);
  }
  if (texts.length > 0) words.push(`-d ${shell(texts.join("\n"))}`);
  const host = hostname.includes(":") ? `[${hostname}]` : hostname;
  words.push(shell(`${host}:${port}`), shell(method ?? ""));
  const path = prefix
    ? `# grpcurl has no place for the path ${JSON.stringify(prefix)}\n`
    : "";
  const lacks = unsaid(request, {
    client: "grpcurl",
    adds: ["user-agent"],
    hasCertificate,
  }).map((it) => `# ${it}\n`).join("");
  return `${path}${lacks}${notes}${words.join(" \\\n  ")}\n`;
}

/** The messages that are text, and a comment for each that is not. */
function textsOf(
  messages: readonly WrittenMessage[],
): { texts: string[]; notes: string } {
  return {
    texts: messages.flatMap(({ text }) => text ?? []),
    notes: messages.filter(({ text }) => text === undefined).map(({ title }) =>
      `# the message ${JSON.stringify(title)} is not text: left out\n`
    ).join(""),
  };
}

/** A word for a POSIX shell. */
export function shell(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text)
    ? text
    : `'${text.replaceAll("'", "'\\''")}'`;
}
