/** What a flag of curl means for a request. */
export type CurlFlag =
  /** Has a meaning, by this name. */
  | { readonly kind: "value"; readonly name: string }
  | { readonly kind: "switch"; readonly name: string }
  /** Is about curl itself, its output, or what Brace does anyway. */
  | { readonly kind: "ignored"; readonly hasValue: boolean };

/** Flags with a value that say something of the request. */
const VALUES = [
  "request X",
  "header H",
  "data d",
  "data-ascii",
  "data-binary",
  "data-raw",
  "data-urlencode",
  "url-query",
  "json",
  "form F",
  "form-string",
  "user u",
  "cookie b",
  "url",
  "proxy x",
  "cert E",
  "key",
  "cacert",
  "user-agent A",
  "referer e",
  "max-time m",
  "max-redirs",
  "oauth2-bearer",
  "aws-sigv4",
  "upload-file T",
  "range r",
  "request-target",
  "resolve",
  "connect-to",
  "unix-socket",
  "cert-type",
  "pass",
];
/** Flags without one. */
const SWITCHES = [
  "get G",
  "insecure k",
  "location L",
  "location-trusted",
  "head I",
  "compressed",
  "digest",
  "basic",
  "ntlm",
  "anyauth",
  "negotiate",
  "http2",
  "http2-prior-knowledge",
  "globoff g",
];
/** Flags without a value that change nothing of the request. */
const HARMLESS = [
  "silent s",
  "show-error S",
  "verbose v",
  "include i",
  "fail f",
  "fail-with-body",
  "remote-name O",
  "remote-header-name J",
  "progress-bar #",
  "no-progress-meter",
  "no-buffer N",
  "http1.1",
  "http1.0 0",
  "http3",
  "ipv4 4",
  "ipv6 6",
  "tlsv1.2",
  "tlsv1.3",
  "tcp-nodelay",
  "no-keepalive",
  "parallel Z",
  "path-as-is",
  "create-dirs",
  "styled-output",
  "no-styled-output",
  "disable q",
  "retry-all-errors",
  "ssl-reqd",
  "ssl-no-revoke",
  "raw",
  "tr-encoding",
  "post301",
  "post302",
  "post303",
];
/** Flags with a value that change nothing of the request. */
const HARMLESS_VALUES = [
  "output o",
  "output-dir",
  "write-out w",
  "dump-header D",
  "cookie-jar c",
  "connect-timeout",
  "stderr",
  "trace",
  "trace-ascii",
  "retry",
  "retry-delay",
  "retry-max-time",
  "limit-rate",
  "speed-limit Y",
  "speed-time y",
  "keepalive-time",
  "noproxy",
  "interface",
  "ciphers",
  "tls-max",
  "max-filesize",
  "dns-servers",
  "config K",
];

const LONG = new Map<string, CurlFlag>();
const SHORT = new Map<string, CurlFlag>();
for (
  const [list, make] of [
    [VALUES, (name: string): CurlFlag => ({ kind: "value", name })],
    [SWITCHES, (name: string): CurlFlag => ({ kind: "switch", name })],
    [HARMLESS, (): CurlFlag => ({ kind: "ignored", hasValue: false })],
    [HARMLESS_VALUES, (): CurlFlag => ({ kind: "ignored", hasValue: true })],
  ] as const
) {
  for (const entry of list) {
    const [name, letter] = entry.split(" ");
    const flag = make(name);
    LONG.set(name, flag);
    if (letter !== undefined) SHORT.set(letter, flag);
  }
}

/** What a command's words say, in order; and the flags that are unknown. */
export interface CurlArguments {
  /** Flags with their values, and URLs under the name `url`. */
  readonly given: readonly { readonly name: string; readonly value: string }[];
  readonly unknown: readonly string[];
}

/** Reads the words after `curl`: letters may stand together, with the last one's value behind. */
export function curlArguments(words: readonly string[]): CurlArguments {
  const given: { name: string; value: string }[] = [];
  const unknown: string[] = [];
  let onlyUrls = false;
  for (let index = 0; index < words.length; index++) {
    const word = words[index];
    if (onlyUrls || !word.startsWith("-") || word === "-") {
      given.push({ name: "url", value: word });
    } else if (word === "--") onlyUrls = true;
    else if (word.startsWith("--")) {
      const name = word.slice(2);
      const flag = LONG.get(name) ?? LONG.get(name.replace(/^no-/, ""));
      if (flag === undefined) unknown.push(word);
      else if (flag.kind === "switch") {
        if (!word.startsWith("--no-")) {
          given.push({ name: flag.name, value: "" });
        }
      } else if (flag.kind === "value") {
        given.push({ name: flag.name, value: words[++index] ?? "" });
      } else if (flag.hasValue) index++;
    } else {
      for (let at = 1; at < word.length; at++) {
        const flag = SHORT.get(word[at]);
        if (flag === undefined) {
          unknown.push(`-${word[at]}`);
          break;
        }
        if (flag.kind === "switch") given.push({ name: flag.name, value: "" });
        const takes = flag.kind === "value" ||
          flag.kind === "ignored" && flag.hasValue;
        if (!takes) continue;
        const value = word.slice(at + 1) || (words[++index] ?? "");
        if (flag.kind === "value") given.push({ name: flag.name, value });
        break;
      }
    }
  }
  return { given, unknown };
}
