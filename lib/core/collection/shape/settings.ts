import type { Settings } from "../types.ts";
import type { YamlNode } from "../yaml/node.ts";
import {
  either,
  flag,
  foreign,
  ifPresent,
  list,
  mapping,
  orElse,
  orEmpty,
  readBy,
  template,
  text,
  unread,
  wholeNumber,
  withDefault,
  word,
} from "./make.ts";
import type { EitherShape, Fields, Read, Reads, Same, Shape } from "./types.ts";

/** Settings that `extensions.brace` has. */
type BraceSettings = "forwardCredentialsTo" | "retry" | "repeatUntil";

/** `settings` of a request, or of what it inherits: what is set, and not `inherit`. */
export const SETTINGS = mapping("Settings of the request", {
  encodeUrl: inherited(
    flag("Percent-encode values from scripts and data rows in the URL"),
  ),
  timeout: inherited(
    wholeNumber("Time limit in milliseconds; 0 means not set"),
  ),
  followRedirects: inherited(flag("Whether to follow redirects")),
  maxRedirects: inherited(wholeNumber("Maximum number of redirects to follow")),
  keepAliveInterval: inherited(
    wholeNumber("Milliseconds between WebSocket pings; 0 means not set"),
  ),
  forwardAuthorizationHeader: foreign(unread(inherited(
    flag("A Bruno setting; in Brace, use forwardCredentialsTo"),
  ))),
  omitHeaders: ifPresent(list(
    "Headers to leave out, including default headers",
    text("Name of a header"),
  )),
}, {
  first: ["timeout", "maxRedirects", "omitHeaders"],
  // Bruno writes 0 into every request: not set.
  to: ({ timeout, keepAliveInterval: keepAlive, ...set }) => ({
    ...(timeout && { timeout }),
    ...(keepAlive && { keepAlive }),
    ...set,
  }),
});
true satisfies Same<
  Read<typeof SETTINGS>,
  Partial<Omit<Settings, BraceSettings | "timeoutFile">>
>;

/** Settings where nothing is set at any level. */
export const DEFAULT_SETTINGS: Settings = {
  encodeUrl: false,
  followRedirects: true,
};

/** Settings of a file; what is absent or `inherit` is as in the level above. */
export function inherit(
  own: Read<typeof SETTINGS>,
  above: Settings,
  file: string | undefined,
): Settings {
  if (own === undefined) return above;
  const setsTimeout = own.timeout !== undefined && file !== undefined;
  return { ...above, ...own, ...(setsTimeout && { timeoutFile: file }) };
}

/** Scheme and host, and a port where there is one. */
const ORIGIN = "^[Hh][Tt][Tt][Pp][Ss]?://[^\\s/?#@\\\\*{}]+$";
const ORIGIN_TEXT = new RegExp(ORIGIN);

/** `extensions.brace.forwardCredentialsTo` of a collection or a request. */
export const FORWARDING = ifPresent(list(
  "Origins to which credentials follow a redirect",
  {
    ...readBy(
      text("An origin, such as https://files.example.com"),
      readOrigin,
    ),
    pattern: ORIGIN,
  },
));

/** An origin as URLs have it. */
function readOrigin(node: YamlNode): string | undefined {
  const text = node.scalar();
  if (text === undefined) return undefined;
  if (ORIGIN_TEXT.test(text) && URL.canParse(text)) return new URL(text).origin;
  node.wrongType(
    "an origin",
    `"${text}"`,
    "write scheme and host, such as https://files.example.com; no path, no *",
  );
  return undefined;
}

/** `extensions.brace.retry` of a request. */
const RETRY = mapping(
  "Retry after a network error, 429, 502, 503 or 504, also of POST",
  {
    count: orElse(wholeNumber("Maximum number of retries"), 0),
    delay: orElse(
      wholeNumber("Milliseconds of the first pause; it doubles"),
      0,
    ),
  },
);

/** `extensions.brace.repeatUntil` of a request; nothing without an expression. */
const REPEAT_UNTIL = mapping("Repeat until an expression is true", {
  expression: orEmpty(template("JavaScript over res")),
  limit: withDefault(wholeNumber("Maximum number of times"), 10),
  delay: withDefault(wholeNumber("Milliseconds between attempts"), 1000),
}, {
  filled: ["expression"],
  isQuiet: true,
  accepts: (node) => {
    const isThere = node.get("expression").scalar() !== undefined;
    if (!isThere) node.missing("expression");
    return isThere;
  },
});

/** The keys of `extensions.brace` that are settings of a request. */
export const BRACE_SETTINGS = {
  forwardCredentialsTo: FORWARDING,
  retry: RETRY,
  repeatUntil: REPEAT_UNTIL,
};
true satisfies Same<
  Fields<typeof BRACE_SETTINGS>,
  Pick<Settings, BraceSettings>
>;

function inherited<T>(
  shape: Shape & Reads<T>,
): EitherShape & Reads<T | undefined> {
  const read: (node: YamlNode) => T = shape.read;
  return readBy(
    either(
      shape.about,
      shape,
      word("Same as the level above", ["inherit"], {
        inherit: "Same as the level above",
      }),
    ),
    (node) => node.value === "inherit" ? undefined : read(node),
  );
}
