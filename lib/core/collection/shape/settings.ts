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
export const SETTINGS = mapping("How it is sent", {
  encodeUrl: inherited(
    flag("Percent-encode values from scripts and data rows in the URL"),
  ),
  timeout: inherited(wholeNumber("Milliseconds; 0 is not set")),
  followRedirects: inherited(flag("Whether redirects are followed")),
  maxRedirects: inherited(wholeNumber("How many redirects are followed")),
  keepAliveInterval: inherited(
    wholeNumber("Milliseconds between the pings of a WebSocket; 0: none"),
  ),
  forwardAuthorizationHeader: foreign(unread(inherited(
    flag("Bruno's; not set for Brace, which has forwardCredentialsTo"),
  ))),
  omitHeaders: ifPresent(list(
    "Headers that are not sent, default headers included",
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
  "Origins that credentials follow redirects to",
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
const RETRY = mapping("Send again after a failure of the network", {
  count: orElse(wholeNumber("How often"), 0),
  delay: orElse(wholeNumber("Milliseconds between"), 0),
});

/** `extensions.brace.repeatUntil` of a request; nothing without an expression. */
const REPEAT_UNTIL = mapping("Send again until an expression holds", {
  expression: orEmpty(template("JavaScript over res")),
  limit: withDefault(wholeNumber("How often at most"), 10),
  delay: withDefault(wholeNumber("Milliseconds between"), 1000),
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
      word("As the level above", ["inherit"], {
        inherit: "As the level above",
      }),
    ),
    (node) => node.value === "inherit" ? undefined : read(node),
  );
}
