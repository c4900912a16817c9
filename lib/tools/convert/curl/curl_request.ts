import type { FileBody, FilePart, FileRequest } from "../open_collection.ts";
import { curlArguments } from "./curl_flags.ts";
import { headersAndAuth } from "./headers_and_auth.ts";
import { FORM_TYPE, textBody } from "../text_body.ts";

/** A request of a command, and what has to be said of it. */
export interface CommandRequest {
  readonly request: FileRequest;
  readonly notes: readonly { kind: "changed" | "person"; message: string }[];
}

/** Flags that are Brace's own, on its command line. */
const FLAGS_OF_A_RUN: Readonly<Record<string, string>> = {
  insecure: "--insecure",
  proxy: "--proxy URL",
  "proxy-user": "--proxy http://USER:PASSWORD@HOST",
  cacert: "--ca FILE",
  http2: "--http2",
  "http2-prior-knowledge": "--http2",
};

/** What curl can do to a request that Brace cannot. */
const UNSUPPORTED = [
  "request-target",
  "resolve",
  "connect-to",
  "negotiate",
  "anyauth",
  "unix-socket",
  "abstract-unix-socket",
  "config",
  "time-cond",
  "etag-compare",
  "netrc",
  "netrc-optional",
  "netrc-file",
  "preproxy",
  "proxy-header",
  "socks4",
  "socks4a",
  "socks5",
  "socks5-hostname",
  "login-options",
  "variable",
  "expand-url",
  "expand-data",
  "expand-header",
];

/** Makes the requests of one command, one for each URL. */
export function curlRequests(
  words: readonly string[],
): CommandRequest[] {
  const { given, unknown } = curlArguments(words);
  const parts: Given[number][][] = [[]];
  for (const one of given) {
    if (one.name === "next") parts.push([]);
    else parts.at(-1)?.push(one);
  }
  return parts.flatMap((part) => requestsOf(part, unknown));
}

/** The requests of what stands before a `--next`, or behind it. */
function requestsOf(
  given: Given,
  unknown: readonly string[],
): CommandRequest[] {
  const last = (name: string) =>
    given.findLast((one) => one.name === name)?.value;
  const has = (name: string) => last(name) !== undefined;
  const notes: CommandRequest["notes"][number][] = unknown.map((flag) => ({
    kind: "person",
    message: `The flag "${flag}" is unknown and left out`,
  }));
  for (const [name, flag] of Object.entries(FLAGS_OF_A_RUN)) {
    if (has(name)) {
      notes.push({
        kind: "person",
        message: `Run with ${flag} for curl's --${name}`,
      });
    }
  }
  for (const name of UNSUPPORTED) {
    if (has(name)) {
      notes.push({
        kind: "person",
        message: `Brace has no equivalent of curl's --${name}`,
      });
    }
  }
  if (has("location-trusted")) {
    notes.push({
      kind: "person",
      message:
        "curl sends credentials to other hosts that this redirects to: list their origins in extensions.brace.forwardCredentialsTo",
    });
  }
  if (has("cert")) {
    notes.push({
      kind: "person",
      message:
        "Name the client certificate in config.clientCertificates of opencollection.yml",
    });
  }
  const { headers, auth, omitted, left } = headersAndAuth(given);
  for (const message of left) notes.push({ kind: "person", message });
  const written = headers.find(({ name }) =>
    name.toLowerCase() === "content-type"
  );
  const isGet = has("get");
  const hasNoType = omitted.some((name) => /^content-type$/i.test(name));
  const { body, contentType, query, notes: bodyNotes } = curlBody(given, {
    contentType: hasNoType ? "text/plain" : written?.value,
    isGet,
  });
  for (const message of bodyNotes) notes.push({ kind: "changed", message });
  const uploaded = last("upload-file");
  if (contentType !== undefined && !written && !hasNoType) {
    headers.push({ name: "Content-Type", value: contentType });
  } else if (uploaded !== undefined && !written && !hasNoType) {
    omitted.push("Content-Type");
  }
  if (has("json") && !headers.some(({ name }) => /^accept$/i.test(name))) {
    headers.push({ name: "Accept", value: "application/json" });
  }
  const method = methodOf({ last, has, hasBody: body !== undefined });
  const settings = {
    ...settingsOf({ last, has }),
    ...(omitted.length > 0 && { omitHeaders: omitted }),
  };
  const queries = [
    ...(query === undefined ? [] : [query]),
    ...given.filter(({ name }) => name === "url-query").map(({ value }) =>
      value
    ),
  ];
  const urls = given.filter(({ name }) => name === "url")
    .map(({ value }) => uploaded ? withFile(value, uploaded) : value)
    .map((url) => has("path-as-is") ? url : withoutDots(url));
  return urls.map((url) => ({
    request: {
      info: { name: nameOf(method, url), type: "http" },
      http: {
        method,
        url: withQueries(url, queries),
        ...(headers.length > 0 && { headers }),
        ...(body && { body }),
        ...(auth && { auth }),
      },
      settings,
    },
    notes: has("globoff") ? notes : [...notes, ...globNotes(url)],
  }));
}

/** curl puts the name of an uploaded file behind a URL that ends in a slash. */
function withFile(url: string, path: string): string {
  const [base, rest] = url.split(/(?=[?#])/s, 2);
  const name = path.replace(/^.*[/\\]/, "");
  return /^(?:[a-z]+:\/\/)?[^/]*$/i.test(base)
    ? `${base}/${name}${rest ?? ""}`
    : base.endsWith("/")
    ? `${base}${name}${rest ?? ""}`
    : url;
}

/** curl takes `.` and `..` out of a path. */
function withoutDots(url: string): string {
  const [, start, path, rest] =
    /^((?:[a-z][a-z\d+.-]*:\/\/)?[^/?#]*)([^?#]*)(.*)$/is.exec(url) ?? [];
  if (path === undefined || !/\/\.{1,2}(?:\/|$)/.test(path)) return url;
  const segments: string[] = [];
  const all = path.split("/").slice(1);
  for (const [index, segment] of all.entries()) {
    const isDots = segment === "." || segment === "..";
    if (segment === "..") segments.pop();
    if (!isDots) segments.push(segment);
    else if (index === all.length - 1) segments.push("");
  }
  return `${start}/${segments.join("/")}${rest}`;
}

/** curl makes several URLs of one that has a list in braces or a range in brackets. */
function globNotes(url: string): CommandRequest["notes"] {
  const [glob] = url.replace(/\{\{.*?\}\}/gs, "").match(
    /\{[^{}]*,[^{}]*\}|\[(?:\d+-\d+|[a-z]-[a-z])(?::\d+)?\]/i,
  ) ?? [];
  return glob === undefined ? [] : [{
    kind: "person",
    message:
      `curl sends a request for each value of "${glob}": Brace sends one, with this text`,
  }];
}

type Last = (name: string) => string | undefined;
type Has = (name: string) => boolean;

function methodOf(
  { last, has, hasBody }: { last: Last; has: Has; hasBody: boolean },
): string {
  const written = last("request");
  if (written) return written;
  if (has("head")) return "HEAD";
  if (has("get")) return "GET";
  if (has("upload-file")) return "PUT";
  return hasBody ? "POST" : "GET";
}

/** curl follows no redirects unless it is told to. */
function settingsOf({ last, has }: { last: Last; has: Has }) {
  const follows = has("location") || has("location-trusted");
  const redirects = Number(last("max-redirs") ?? NaN);
  const seconds = Number(last("max-time") ?? NaN);
  return {
    followRedirects: follows,
    ...(Number.isInteger(redirects) && redirects >= 0 &&
      { maxRedirects: redirects }),
    ...(seconds > 0 && { timeout: Math.round(seconds * 1000) }),
  };
}

function withQueries(url: string, queries: readonly string[]): string {
  const [base, fragment] = url.split(/(?=#)/s, 2);
  const query = queries.filter((one) => one !== "").join("&");
  if (query === "") return url;
  const separator = base.includes("?") ? (base.endsWith("?") ? "" : "&") : "?";
  return `${base}${separator}${query}${fragment ?? ""}`;
}

/** Such as `POST users`: the method and the last part of the path. */
function nameOf(method: string, url: string): string {
  const path = url.replace(/^[a-z]+:\/\//i, "").split(/[?#]/, 1)[0]
    .replace(/^[^/@]*@/, "");
  const parts = path.split("/").filter((part) => part !== "");
  const name = parts.length > 1 ? parts.slice(1).join(" ") : parts[0] ?? "";
  return `${method} ${name}`.trim();
}

/** What curl sends as a body, and the content type that goes with it by default. */
interface CurlBody {
  readonly body?: FileBody;
  readonly contentType?: string;
  /** Goes behind the URL instead, with --get. */
  readonly query?: string;
  readonly notes: readonly string[];
}

type Given = readonly { readonly name: string; readonly value: string }[];

const DATA = [
  "data",
  "data-ascii",
  "data-binary",
  "data-raw",
  "data-urlencode",
  "json",
];

/** Puts the data flags of a command together, as curl does: joined by `&`. */
function curlBody(
  given: Given,
  { contentType, isGet }: { contentType: string | undefined; isGet: boolean },
): CurlBody {
  const form = given.filter(({ name }) =>
    name === "form" || name === "form-string"
  );
  const upload = given.findLast(({ name }) => name === "upload-file");
  const data = given.filter(({ name }) => DATA.includes(name));
  if (form.length > 0) {
    return {
      body: {
        type: "multipart-form",
        data: form.map(({ name, value }) =>
          formPart(value, name === "form-string")
        ),
      },
      notes: form.filter(({ name }) => name === "form")
        .flatMap(({ value }) => formNotes(value)),
    };
  }
  if (upload !== undefined) return { body: fileBody(upload.value), notes: [] };
  if (data.length === 0) return { notes: [] };
  const isJson = data.some(({ name }) => name === "json");
  const file = data.find(({ name, value }) =>
    value.startsWith("@") && name !== "data-raw" ||
    name === "data-urlencode" && /^[\w-]*@/.test(value)
  );
  const byDefault = isJson ? "application/json" : FORM_TYPE;
  if (file !== undefined && !isGet) {
    const path = file.value.replace(/^[^@]*@/, "");
    return {
      body: fileBody(path),
      contentType: byDefault,
      notes: [
        ...(data.length > 1
          ? [`Of several data flags only the file "${path}" is sent`]
          : []),
        ...(file.name === "data" || file.name === "data-ascii"
          ? [
            `curl takes the line ends out of "${path}", Brace sends it as it is`,
          ]
          : []),
        ...(file.name === "data-urlencode"
          ? [`curl encodes what is in "${path}", Brace sends it as it is`]
          : []),
      ],
    };
  }
  const text = data.map(({ name, value }) =>
    name === "data-urlencode" ? encoded(value) : value
  ).join(isJson ? "" : "&");
  if (isGet) return { query: text, notes: [] };
  return {
    ...textBody(text, contentType ?? byDefault),
    ...(isJson && { contentType: byDefault }),
    notes: [],
  };
}

/** `--data-urlencode`: `content`, `=content` or `name=content`. */
function encoded(value: string): string {
  const equals = value.indexOf("=");
  if (equals <= 0) return encodeURIComponent(value.slice(equals + 1));
  return `${value.slice(0, equals)}=${
    encodeURIComponent(value.slice(equals + 1))
  }`;
}

const FORM_OPTION = /;(?=(?:type|filename|headers|encoder)=)/;

/** What a part of Brace's cannot say. */
function formNotes(text: string): string[] {
  const [value, ...options] = text.slice(text.indexOf("=") + 1).split(
    FORM_OPTION,
  );
  const left = options.filter((one) => !one.startsWith("type=")).map((one) =>
    `Left out "${one}" of a part: Brace sends a file under its own name`
  );
  return value.startsWith("<")
    ? [
      ...left,
      `curl sends the text in "${
        unquoted(value.slice(1))
      }", Brace sends a file`,
    ]
    : left;
}

/** `name=text`, `name=@file;type=a/b`, `name=<file`. */
function formPart(text: string, isPlain: boolean): FilePart {
  const equals = text.indexOf("=");
  const name = text.slice(0, Math.max(0, equals));
  const content = text.slice(equals + 1);
  if (isPlain) return { name, type: "text", value: content };
  const [value, ...options] = content.split(FORM_OPTION);
  const contentType = options.find((one) => one.startsWith("type="))?.slice(5);
  const typed = contentType === undefined ? {} : { contentType };
  if (/^[@<]/.test(value)) {
    return {
      name,
      type: "file",
      value: value.slice(1).split(",").map(unquoted),
      ...typed,
    };
  }
  return { name, type: "text", value: unquoted(value), ...typed };
}

function unquoted(text: string): string {
  return /^".*"$/s.test(text)
    ? text.slice(1, -1).replace(/\\(["\\])/g, "$1")
    : text;
}

function fileBody(path: string): FileBody {
  return { type: "file", data: [{ filePath: path, selected: true }] };
}
