import {
  either,
  flag,
  list,
  mapping,
  text,
  wholeNumber,
  word,
} from "./make.ts";
import type { EitherShape, Shape } from "./types.ts";

/** `settings` of a request, or of what it inherits. */
export const SETTINGS = mapping("How it is sent", {
  encodeUrl: inherited(
    flag("Percent-encode values from scripts and data rows in the URL"),
  ),
  timeout: inherited(wholeNumber("Milliseconds; 0 is not set")),
  followRedirects: inherited(flag("Whether redirects are followed")),
  maxRedirects: inherited(wholeNumber("How many redirects are followed")),
  forwardAuthorizationHeader: inherited(
    flag("Bruno's; not set for Brace, which has forwardCredentialsTo"),
  ),
  omitHeaders: list(
    "Headers that are not sent, default headers included",
    text("Name of a header"),
  ),
});

/** Scheme and host, and a port where there is one. */
export const ORIGIN = "^[Hh][Tt][Tt][Pp][Ss]?://[^\\s/?#@\\\\*{}]+$";

/** `extensions.brace.forwardCredentialsTo` of a collection or a request. */
export const FORWARDING = list(
  "Origins that credentials follow redirects to",
  {
    ...text("An origin, such as https://files.example.com"),
    pattern: ORIGIN,
  },
);

/** `extensions.brace.retry` of a request. */
export const RETRY = mapping("Send again after a failure of the network", {
  count: wholeNumber("How often"),
  delay: wholeNumber("Milliseconds between"),
});

/** `extensions.brace.repeatUntil` of a request. */
export const REPEAT_UNTIL = mapping("Send again until an expression holds", {
  expression: text("JavaScript over res"),
  limit: wholeNumber("How often at most (default: 10)"),
  delay: wholeNumber("Milliseconds between (default: 1000)"),
}, { filled: ["expression"] });

function inherited(shape: Shape): EitherShape {
  return either(
    shape.about,
    shape,
    word("As the level above", ["inherit"]),
  );
}
