import { counted } from "../../../core/source/counted.ts";
import { asGrpcurl, asWebsocat, shell } from "./as_stream.ts";
import { asFetch } from "./as_fetch.ts";
import { boundaryFor } from "./boundary_for.ts";
import { asPython } from "./as_python.ts";
import { partFileName } from "./part_file_name.ts";
import { unsaid } from "./unsaid.ts";
import type {
  WrittenBody,
  WrittenForm,
  WrittenPart,
  WrittenRequest,
} from "./types.ts";
import {
  harCookies,
  harQuery,
  NO_HAR_RESPONSE,
} from "../../report/har/har_parts.ts";

/** Writes requests in a form for use elsewhere. */
export function writeAs(
  form: WrittenForm,
  requests: readonly WrittenRequest[],
  about: { version: string; startedAt: string },
): string {
  switch (form) {
    case "curl":
      return requests.map(asCurl).join("\n");
    case "http":
      return httpFile(requests.map(asHttp));
    case "fetch":
      return asFetch(requests);
    case "python":
      return requests.map(asPython).join("\n");
    case "har":
      return asHar(requests, about);
    case "websocat":
      return requests.map(asWebsocat).join("\n");
    case "grpcurl":
      return requests.map(asGrpcurl).join("\n");
    default:
      return form satisfies never;
  }
}

/**
 * What a line of a body must not begin with in a `.http` file, where it would
 * end the request, read a file, or write the response into one. The format has
 * no escapes: a variable of the file stands for it.
 */
const SYNTAX = [
  { name: "braceHashes", value: "###", pattern: /^###/gm },
  { name: "braceLess", value: "<", pattern: /^([ \t]*)<(?=[ \t@>]|\{%)/gm },
  { name: "braceGreater", value: ">", pattern: /^([ \t]*)>(?=[ \t>]|\{%)/gm },
  { name: "braceAsks", value: "??", pattern: /^([ \t]*)\?\?/gm },
  {
    name: "braceHttp",
    value: "HTTP",
    pattern: /^([A-Z][A-Z-]*[ \t]+\S+[ \t]+)HTTP(?=\/\d)/gm,
  },
] as const;

/** A body's text whose lines all belong to the body. */
function httpText(text: string): string {
  return SYNTAX.reduce(
    (lines, { name, pattern }) =>
      lines.replace(
        pattern,
        (_, indent) => `${typeof indent === "string" ? indent : ""}{{${name}}}`,
      ),
    text,
  );
}

function httpFile(requests: readonly string[]): string {
  const text = requests.join("\n###\n\n");
  const variables = SYNTAX.filter(({ name }) => text.includes(`{{${name}}}`))
    .map(({ name, value }) => `@${name} = ${value}\n`);
  return variables.length === 0 ? text : `${variables.join("")}\n${text}`;
}

/** A name in a Content-Disposition header, as browsers and curl write it. */
function quotedName(name: string): string {
  return `"${name.replace(/["\r\n]/g, (it) => encodeURIComponent(it))}"`;
}

/** Headers that clients of `.http` files add, some or all of them. */
const ADDED = ["accept", "accept-encoding", "connection", "user-agent"];

/** A request as `.http` files have it. */
function asHttp(request: WrittenRequest): string {
  const { method, url, headers, body, followsRedirects, timeout } = request;
  const lines = [
    ...unsaid(request, {
      client: "A .http file",
      adds: body === undefined ? ADDED : [...ADDED, "content-type"],
    }).map((it) => `# ${it}`),
    ...(followsRedirects ? [] : ["# @no-redirect"]),
    ...(timeout === undefined ? [] : [`# @timeout ${timeout} ms`]),
    `${method} ${url}`,
    ...headers.map(([name, value]) => `${name}: ${value}`.trimEnd()),
  ];
  switch (body?.type) {
    case undefined:
      break;
    case "text":
      lines.push("", httpText(body.text));
      break;
    case "bytes":
      lines.push(
        "",
        `# ${
          counted(body.bytes.length, "byte")
        } that are not text: put them into a file, "< FILE"`,
      );
      break;
    case "file":
      lines.push("", `< ${body.path}`);
      break;
    case "multipart": {
      const boundary = boundaryFor(body.parts);
      const at = lines.findIndex((line) => /^content-type:/i.test(line));
      const type = `Content-Type: multipart/form-data; boundary=${boundary}`;
      if (at === -1) lines.push(type);
      else lines[at] = type;
      lines.push("");
      for (const { name, value, path, contentType } of body.parts) {
        const file = path === undefined
          ? ""
          : `; filename=${quotedName(partFileName(path))}`;
        lines.push(
          `--${boundary}`,
          `Content-Disposition: form-data; name=${quotedName(name)}${file}`,
          ...(contentType === undefined
            ? []
            : [`Content-Type: ${contentType}`]),
          "",
          path === undefined ? httpText(value ?? "") : `< ${path}`,
        );
      }
      lines.push(`--${boundary}--`);
      break;
    }
    default:
      body satisfies never;
  }
  return `${lines.join("\n")}\n`;
}

/** Requests as an HTTP archive (HAR 1.2), without responses: nothing was sent. */
function asHar(
  requests: readonly WrittenRequest[],
  { version, startedAt }: { version: string; startedAt: string },
): string {
  const log = {
    version: "1.2",
    creator: { name: "brace", version },
    entries: requests.map((request) => ({
      startedDateTime: startedAt,
      time: 0,
      request: harRequest(request),
      response: NO_HAR_RESPONSE,
      cache: {},
      timings: { send: 0, wait: 0, receive: 0 },
    })),
  };
  return `${JSON.stringify({ log }, null, 2)}\n`;
}

function harRequest({ method, url, headers: pairs, body }: WrittenRequest) {
  const headers = pairs.map(([name, value]) => ({ name, value }));
  const type = headers.find(({ name }) =>
    name.toLowerCase() === "content-type"
  );
  return {
    method,
    url,
    httpVersion: "HTTP/1.1",
    cookies: harCookies(headers),
    headers,
    queryString: harQuery(url),
    ...(body && { postData: postData(body, type?.value) }),
    headersSize: -1,
    bodySize: -1,
  };
}

function postData(body: WrittenBody, contentType: string | undefined) {
  switch (body.type) {
    case "text":
      return { mimeType: contentType ?? "", text: body.text };
    case "bytes":
      return {
        mimeType: contentType ?? "application/octet-stream",
        text: "",
        comment: counted(body.bytes.length, "byte"),
      };
    case "file":
      return {
        mimeType: contentType ?? "application/octet-stream",
        text: "",
        comment: `the file ${body.path}`,
      };
    case "multipart":
      return {
        mimeType: "multipart/form-data",
        params: body.parts.map(({ name, value, path, contentType }) => ({
          name,
          ...(value !== undefined && { value }),
          ...(path !== undefined && { fileName: path }),
          ...(contentType !== undefined && { contentType }),
        })),
      };
    default:
      return body satisfies never;
  }
}

/**
 * A request as a curl command for POSIX shells: the same method, path, headers
 * and body, to the byte.
 */
function asCurl(request: WrittenRequest): string {
  const { method, url, headers, omitted = [], body, auth } = request;
  const { maxRedirects, timeout } = request;
  const words: string[] = [];
  const piped = pipedBytes(body);
  const before = piped && `printf %s ${shell(base64(piped))} | base64 -d | `;
  const byDefault = body === undefined ? "GET" : "POST";
  const chosen = method === "HEAD"
    ? "--head "
    : method === byDefault
    ? ""
    : `--request ${shell(method)} `;
  const follow = request.followsRedirects ? "--location " : "";
  words.push(`${before ?? ""}curl ${follow}${chosen}${shell(url)}`);
  if (request.followsRedirects && maxRedirects !== undefined) {
    words.push(`--max-redirs ${maxRedirects}`);
  }
  if (timeout !== undefined) words.push(`--max-time ${timeout / 1000}`);
  // curl gives brackets and braces a meaning, and takes dot segments out.
  if (/[[\]{}]/.test(url)) words.push("--globoff");
  if (/\/\.{1,2}(?:[/?]|$)/.test(url)) words.push("--path-as-is");
  words.push(...connectionWords(request));
  // Who asks for a coding has to read it; without the header, none is asked for.
  const isCoded = headers.some(([name, value]) =>
    name.toLowerCase() === "accept-encoding" && /gzip|deflate/i.test(value)
  );
  if (isCoded) words.push("--compressed");
  for (const [name, value] of headers) {
    words.push(
      `--header ${latin1(value === "" ? `${name};` : `${name}: ${value}`)}`,
    );
  }
  // Without its type, curl sends a form in another shape.
  const isForm = body?.type === "multipart";
  const isType = (name: string) => name.toLowerCase() === "content-type";
  words.push(
    ...omitted.filter((name) => !isForm || !isType(name))
      .map((name) => `--header ${shell(`${name}:`)}`),
  );
  const hasType = headers.some(([name]) => isType(name)) ||
    omitted.some(isType);
  if (body !== undefined && !isForm && !hasType) {
    // By default curl calls every body a form: an empty header keeps it from doing so.
    words.push(`--header ${shell("Content-Type:")}`);
  }
  if (auth) {
    words.push(`--${auth.type}`);
    words.push(`--user ${shell(`${auth.username}:${auth.password}`)}`);
  }
  if (piped) words.push("--data-binary @-");
  else if (body && body.type !== "bytes") words.push(...bodyWords(body));
  const notes = unsaid(request, {
    client: "curl",
    adds: isForm ? ["content-type"] : [],
    hasCertificate: true,
    hasProxy: true,
    hasInsecure: true,
  }).map((it) => `# ${it}\n`).join("");
  return `${notes}${words.join(" \\\n  ")}\n`;
}

function connectionWords(
  { certificate, proxy, insecure }: WrittenRequest,
): string[] {
  const words: string[] = insecure ? ["--insecure"] : [];
  if (certificate !== undefined) {
    const { file, key, passphrase } = certificate;
    // Behind a colon, curl takes a password.
    words.push(`--cert ${shell(file.replace(/[:\\]/g, "\\$&"))}`);
    words.push(key === undefined ? "--cert-type P12" : `--key ${shell(key)}`);
    if (passphrase !== undefined) words.push(`--pass ${shell(passphrase)}`);
  }
  if (proxy !== undefined) {
    const { scheme, host, username, password = "" } = proxy;
    words.push(`--proxy ${shell(`${scheme}://${host}`)}`);
    if (username !== undefined) {
      words.push(`--proxy-user ${shell(`${username}:${password}`)}`);
    }
  }
  return words;
}

/** A header's word: it goes out as Latin-1, while shells write UTF-8. */
function latin1(header: string): string {
  if (!/[\u0080-\u00ff]/.test(header)) return shell(header);
  const text = header.replace(/\\/g, "\\\\").replaceAll("%", "%%").replace(
    /[\u0080-\u00ff]/g,
    (it) => `\\${it.charCodeAt(0).toString(8)}`,
  );
  return `"$(printf ${shell(text)})"`;
}

/** The bytes of a body that no word of a shell can hold: curl reads them from its standard input. */
function pipedBytes(body: WrittenBody | undefined): Uint8Array | undefined {
  if (body?.type === "bytes") return body.bytes;
  return body?.type === "text" && body.text.includes("\0")
    ? new TextEncoder().encode(body.text)
    : undefined;
}

function bodyWords(body: Exclude<WrittenBody, { type: "bytes" }>): string[] {
  switch (body.type) {
    case "text":
      return [`--data-raw ${shell(body.text)}`];
    case "file":
      return [`--data-binary ${shell(`@${body.path}`)}`];
    case "multipart":
      return body.parts.map(partWord);
    default:
      return body satisfies never;
  }
}

function partWord(part: WrittenPart): string {
  const { name, value = "", path, contentType } = part;
  const type = contentType === undefined ? "" : `;type=${contentType}`;
  // For curl the name ends at the first "=": one that has it is a header.
  const [start, end] = name.includes("=")
    ? ["", `${type};headers=${quoted(disposition(part))}`]
    : [name, type];
  if (path !== undefined) {
    return `--form ${shell(`${start}=@${quoted(path)}${end}`)}`;
  }
  return end === ""
    ? `--form-string ${shell(`${start}=${value}`)}`
    : `--form ${shell(`${start}=${quoted(value)}${end}`)}`;
}

function disposition({ name, path }: WrittenPart): string {
  const file = path === undefined
    ? ""
    : `; filename=${quotedName(partFileName(path))}`;
  return `Content-Disposition: form-data; name=${quotedName(name)}${file}`;
}

/** A value of --form that may hold `;` and `,`. */
function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, "\\$&")}"`;
}

function base64(bytes: Uint8Array): string {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}
