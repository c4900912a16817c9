import type { WrittenBody, WrittenPart, WrittenRequest } from "./types.ts";

/**
 * A request as a curl command for POSIX shells: the same method, path, headers
 * and body, to the byte.
 */
export function asCurl(request: WrittenRequest): string {
  const { method, url, headers, body, auth } = request;
  const words: string[] = [];
  const byDefault = body === undefined ? "GET" : "POST";
  const chosen = method === "HEAD"
    ? "--head "
    : method === byDefault
    ? ""
    : `--request ${shell(method)} `;
  words.push(`curl ${chosen}${shell(url)}`);
  // curl gives brackets and braces a meaning, and takes dot segments out.
  if (/[[\]{}]/.test(url)) words.push("--globoff");
  if (/\/\.{1,2}(?:[/?]|$)/.test(url)) words.push("--path-as-is");
  for (const [name, value] of headers) {
    words.push(
      `--header ${shell(value === "" ? `${name};` : `${name}: ${value}`)}`,
    );
  }
  const hasType = headers.some(([name]) =>
    name.toLowerCase() === "content-type"
  );
  if (body !== undefined && body.type !== "multipart" && !hasType) {
    // It would say that everything is a form.
    words.push(`--header ${shell("Content-Type:")}`);
  }
  if (auth) {
    words.push(`--${auth.type}`);
    words.push(`--user ${shell(`${auth.username}:${auth.password}`)}`);
  }
  if (body !== undefined) words.push(...bodyWords(body));
  return `${words.join(" \\\n  ")}\n`;
}

function bodyWords(body: WrittenBody): string[] {
  switch (body.type) {
    case "text":
      return [`--data-raw ${shell(body.text)}`];
    case "bytes":
      return [`--data-binary @- < <(base64 -d <<< ${base64(body.bytes)})`];
    case "file":
      return [`--data-binary ${shell(`@${body.path}`)}`];
    case "multipart":
      return body.parts.map(partWord);
    default:
      return body satisfies never;
  }
}

function partWord({ name, value, path, contentType }: WrittenPart): string {
  const type = contentType === undefined ? "" : `;type=${contentType}`;
  if (path !== undefined) {
    return `--form ${shell(`${name}=@${quoted(path)}${type}`)}`;
  }
  return type === ""
    ? `--form-string ${shell(`${name}=${value ?? ""}`)}`
    : `--form ${shell(`${name}=${quoted(value ?? "")}${type}`)}`;
}

/** A value of --form that may hold `;` and `,`. */
function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, "\\$&")}"`;
}

/** A word for a POSIX shell. */
function shell(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text)
    ? text
    : `'${text.replaceAll("'", "'\\''")}'`;
}

function base64(bytes: Uint8Array): string {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}
