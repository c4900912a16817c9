import type { FileRequest } from "../open_collection.ts";
import { readsNoVariable } from "./command_flags.ts";
import { curlBody, encodedPair, type Given } from "./curl_body.ts";
import { curlCertificate } from "./curl_certificate.ts";
import { curlArguments, NAMED_FLAGS } from "./curl_flags.ts";
import { headersAndAuth } from "./headers_and_auth.ts";

/** A request of a command, and what has to be said of it. */
export interface CommandRequest {
  readonly request: FileRequest;
  readonly notes: readonly { kind: "changed" | "person"; message: string }[];
  /** For `config.clientCertificates` of the collection. */
  readonly certificate?: Record<string, unknown> | undefined;
}

/** Flags that are Brace's own, on its command line. */
const FLAGS_OF_A_RUN: Readonly<Record<string, string>> = {
  insecure: "--insecure",
  proxy: "--proxy URL",
  "proxy-user": "--proxy http://USER:PASSWORD@HOST",
  cacert: "--ca FILE",
  http2: "--http2",
  "http2-prior-knowledge": "--http2",
  output: "--output FILE",
  "remote-name": "--output FILE",
  "remote-name-all": "--output FILE",
};

/** Files that keep nothing, and standard output: to write there is nothing to say. */
const NO_FILE = /^(?:-|\/dev\/(?:null|stdout)|nul)$/i;

/** What curl can do to a request that Brace cannot. */
const UNSUPPORTED: readonly string[] = [
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
  ...NAMED_FLAGS,
];

/** What to do about some of them. */
const ADVICE: Readonly<Record<string, string>> = {
  resolve: "write the address into the URL, and the name into a header Host",
  "connect-to":
    "write the address into the URL, and the name into a header Host",
  netrc: "write the user name and the password as basic auth",
  "netrc-optional": "write the user name and the password as basic auth",
  "netrc-file": "write the user name and the password as basic auth",
  config: "write the flags of the file into the command",
  "time-cond": "write a header If-Modified-Since",
  "etag-compare": "write a header If-None-Match",
};

/** Flags whose value is a number, and where it goes. */
const NUMBERS: Readonly<Record<string, string>> = {
  "max-time": "settings.timeout",
  "max-redirs": "settings.maxRedirects",
  retry: "extensions.brace.retry",
  "retry-delay": "extensions.brace.retry",
};

/** What to do about a certificate that does not go into `config`. */
export const NAME_CERTIFICATE =
  "Name the client certificate in config.clientCertificates of opencollection.yml";

/** `--fail`: a status from 400 on is a failure. */
const FAILS: FileRequest["runtime"] = {
  assertions: [{ expression: "res.status", operator: "lt", value: "400" }],
};

/** Makes the requests of one command, one for each URL. */
export function curlRequests(
  words: readonly string[],
  input?: string,
): CommandRequest[] {
  const { given, unknown } = curlArguments(words);
  const parts: Given[number][][] = [[]];
  for (const one of given) {
    if (one.name === "next") parts.push([]);
    else parts.at(-1)?.push(one);
  }
  return parts.flatMap((part) => requestsOf(part, { unknown, input }));
}

/** The requests of what stands before a `--next`, or behind it. */
function requestsOf(
  given: Given,
  { unknown, input }: {
    unknown: readonly string[];
    input: string | undefined;
  },
): CommandRequest[] {
  // Of a flag that is given twice, the last counts; a command may have thousands of URLs.
  const lasts = new Map(given.map(({ name, value }) => [name, value]));
  const last = (name: string) => lasts.get(name);
  const has = (name: string) => last(name) !== undefined;
  const notes: CommandRequest["notes"][number][] = unknown.map((flag) => ({
    kind: "person",
    message: `The flag "${flag}" is unknown and left out`,
  }));
  for (const [name, flag] of Object.entries(FLAGS_OF_A_RUN)) {
    if (has(name) && !(name === "output" && NO_FILE.test(last(name) ?? ""))) {
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
        message: `Brace has no equivalent of curl's --${name}${
          Object.hasOwn(ADVICE, name) ? `: ${ADVICE[name]}` : ""
        }`,
      });
    }
  }
  for (const [name, key] of Object.entries(NUMBERS)) {
    if (!last(name)?.includes("{{")) continue;
    notes.push({
      kind: "person",
      message: readsNoVariable(`curl's --${name}`, key),
    });
  }
  if (has("location-trusted")) {
    notes.push({
      kind: "person",
      message:
        "curl sends credentials to other hosts that this redirects to: list their origins in extensions.brace.forwardCredentialsTo",
    });
  }
  const kept = methodAgain({ last, has });
  if (kept !== undefined) notes.push({ kind: "person", message: kept });
  const { headers: own, auth, omitted, left } = headersAndAuth(given);
  for (const message of left) notes.push({ kind: "person", message });
  const written = own.find(({ name }) => name.toLowerCase() === "content-type");
  const isGet = has("get");
  const hasNoType = omitted.some((name) => /^content-type$/i.test(name));
  const { body, contentType, isOwnType, query, notes: bodyNotes } = curlBody(
    given,
    {
      contentType: hasNoType ? "text/plain" : written?.value,
      isGet,
      input,
    },
  );
  const headers = own.filter((header) => !isOwnType || header !== written);
  for (const message of bodyNotes) notes.push({ kind: "person", message });
  const isRetried = Number(last("retry") ?? 0) > 0;
  if (isRetried) {
    notes.push({
      kind: "person",
      message:
        "curl also sends again after a timeout and the statuses 408, 429, 500, 502, 503 and 504, Brace after a network failure only: write extensions.brace.repeatUntil",
    });
  }
  if (given.filter(({ name }) => name === "upload-file").length > 1) {
    notes.push({
      kind: "person",
      message:
        "curl sends each file to the URL beside it, Brace the last file to all: choose the file of each request",
    });
  }
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
    ...given.filter(({ name }) => name === "url-query")
      .map(({ value }) => urlQuery(value, notes)),
  ];
  const urls = given.filter(({ name }) => name === "url")
    .map(({ value }) => withScheme(value, last("proto-default")))
    .map((url) =>
      uploaded && uploaded !== "-" && uploaded !== "."
        ? withFile(url, uploaded)
        : url
    )
    .map((url) => has("path-as-is") ? url : withoutDots(url));
  const cert = last("cert");
  if (cert !== undefined) {
    notes.push({ kind: "person", message: NAME_CERTIFICATE });
  }
  const certificateFor = (url: string) =>
    cert === undefined ? undefined : curlCertificate(url, {
      cert,
      key: last("key"),
      type: last("cert-type"),
      pass: last("pass"),
    });
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
      ...((has("fail") || has("fail-with-body")) && { runtime: FAILS }),
      settings,
      ...(isRetried && { extensions: { brace: { retry: retryOf(last) } } }),
    },
    notes: has("globoff") ? notes : [...notes, ...globNotes(url)],
    certificate: certificateFor(url),
  }));
}

/** `--url-query`: as `--data-urlencode`, or as it is behind a plus. */
function urlQuery(value: string, notes: CommandRequest["notes"][number][]) {
  if (value.startsWith("+")) return value.slice(1);
  if (!/^[\w-]*@/.test(value)) return encodedPair(value);
  notes.push({
    kind: "person",
    message: `Left out the query in the file "${
      value.replace(/^[^@]*@/, "")
    }": write it into the URL`,
  });
  return "";
}

function retryOf(last: Last): { count: number; delay: number } {
  return {
    count: Number(last("retry")),
    // curl waits for a second at first.
    delay: Math.round(Number(last("retry-delay") || 1) * 1000),
  };
}

function withScheme(url: string, scheme: string | undefined): string {
  return scheme === undefined || /^[a-z][a-z\d+.-]*:\/\//i.test(url)
    ? url
    : `${scheme}://${url}`;
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

/** The method of `-X`, which curl sends again where a redirect asks for GET. */
function methodAgain(
  { last, has }: { last: Last; has: Has },
): string | undefined {
  const method = last("request")?.toUpperCase();
  const follows = has("location") || has("location-trusted");
  if (!follows || method === undefined || /^(?:GET|HEAD)$/.test(method)) {
    return undefined;
  }
  const codes = method === "POST" ? "301, 302 or 303" : "303";
  return `curl sends ${method} again after a redirect, because of --request; Brace sends GET after ${codes}: write the URL that it leads to`;
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
    .replace(/^[^/@]*@/, "").replace(/\{\{(\w+)\}\}/g, "$1");
  const parts = path.split("/").filter((part) => part !== "");
  const name = parts.length > 1 ? parts.slice(1).join(" ") : parts[0] ?? "";
  return `${method} ${name}`.trim();
}
