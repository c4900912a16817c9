import { sample as sampleOf } from "openapi-sampler";
import { members, type RawJson } from "../json.ts";
import { patternText } from "./pattern_text.ts";
import type { Spec } from "./spec.ts";

/** An example where the library's own does not fit the schema or the name; else undefined. */
export function betterExample(
  spec: Spec,
  schema: Record<string, RawJson>,
  { isSecret = false }: { isSecret?: boolean },
): string | number | undefined {
  const { type } = schema;
  const first = Array.isArray(type) ? type[0] : type;
  if (first === "integer" || first === "number") {
    return numberExample(schema, { isInteger: first === "integer" });
  }
  return patternExample(spec, schema) ??
    (first !== "string" ? undefined : formatExample(schema) ??
      (isSecret ? secretExample(schema) : undefined));
}

/** Longer texts are the library's, whose lengths are limited elsewhere. */
const MAX_SECRET = 100;

/**
 * A text of a secret that any text may be, as the library has it for passwords.
 * `string` is the example of other texts, too: a run would mask all of them.
 */
function secretExample(
  { format, pattern, minLength = 0, maxLength, ...rest }: Record<
    string,
    RawJson
  >,
): string | undefined {
  const isFree = format === undefined && pattern === undefined &&
    (rest.allOf ?? rest.oneOf ?? rest.anyOf) === undefined;
  if (!isFree || Number(minLength) > MAX_SECRET) return undefined;
  return "pa$$word".padEnd(Number(minLength), "_qwerty")
    .slice(0, Number(maxLength ?? MAX_SECRET));
}

/** Of texts whose format the library does not know. */
function formatExample(
  { pattern, format, contentEncoding, minLength, maxLength }: Record<
    string,
    RawJson
  >,
): string | undefined {
  const text = format === "duration"
    ? "P1D"
    : format === "byte" || /^base64(?:url)?$/i.test(String(contentEncoding))
    ? "c3RyaW5n"
    : undefined;
  if (text === undefined || pattern !== undefined) return undefined;
  const fits = Number(minLength ?? 0) <= text.length &&
    text.length <= Number(maxLength ?? Infinity);
  return fits ? text : undefined;
}

/** A number within the limits, and a multiple of what it has to be. */
function numberExample(
  schema: Record<string, RawJson>,
  { isInteger }: { readonly isInteger: boolean },
): number | undefined {
  const { type, format, multipleOf, ...rest } = schema;
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = rest;
  const limits = { minimum, maximum, exclusiveMinimum, exclusiveMaximum };
  // Without what refers to other schemas, which are not here.
  const usual = sampleOf(
    members({ type, format, ...limits }),
    { quiet: true },
    {},
  );
  const [least, most] = [numberOf(minimum), numberOf(maximum)];
  // A boolean says of the limit whether it is excluded, as before OpenAPI 3.1.
  const above = exclusiveMinimum === true ? least : numberOf(exclusiveMinimum);
  const below = exclusiveMaximum === true ? most : numberOf(exclusiveMaximum);
  const step = numberOf(multipleOf) ?? (isInteger ? 1 : undefined);
  const fits = (value: number) =>
    value >= (least ?? value) && value <= (most ?? value) &&
    value > (above ?? -Infinity) && value < (below ?? Infinity) &&
    (step === undefined || isMultiple(value, step));
  if (typeof usual !== "number" || fits(usual)) return undefined;
  const from = Math.max(least ?? -Infinity, above ?? -Infinity);
  const to = Math.min(most ?? Infinity, below ?? Infinity);
  const tried = step === undefined ? [(from + to) / 2, from + 1, to - 1] : [
    Math.ceil(from / step),
    Math.floor(from / step) + 1,
    Math.floor(to / step),
    Math.ceil(to / step) - 1,
  ].map((times) => Number((times * step).toPrecision(15)));
  return tried.find((one) => Number.isFinite(one) && fits(one));
}

function numberOf(value: RawJson): number | undefined {
  return typeof value === "number" ? value : undefined;
}

/** Decimals are not exact: 0.3 is a multiple of 0.1. */
function isMultiple(value: number, step: number): boolean {
  const times = value / step;
  return Math.abs(times - Math.round(times)) < 1e-9;
}

/** On longer texts a pattern may take forever. */
const MAX_TRIED = 12;

const MAX_REPEATS = 10;

/** An example for a pattern that the library's own does not match: it knows no patterns. */
function patternExample(
  spec: Spec,
  { pattern, type, format, minLength, maxLength }: Record<string, RawJson>,
): string | undefined {
  const [first = "string"] = Array.isArray(type) ? type : [type];
  if (typeof pattern !== "string" || first !== "string") return undefined;
  const limits = {
    ...(typeof minLength === "number" && { least: minLength }),
    ...(typeof maxLength === "number" && { most: maxLength }),
  };
  const usual = sampleOf(
    members({ type: "string", format, maxLength }),
    { quiet: true },
    {},
  );
  if (typeof usual !== "string") return undefined;
  const isShort = usual.length <= MAX_TRIED;
  // A format's own text is right, as far as one can tell.
  if (format !== undefined && !isShort) return undefined;
  if (isShort && usual.length >= (limits.least ?? 0) && fits(pattern, usual)) {
    return undefined;
  }
  const text = patternText(pattern, limits);
  if (text === undefined) spec.unmatched.add(pattern);
  return text;
}

function fits(pattern: string, text: string): boolean {
  // With many, even a short text can take forever.
  if ((pattern.match(/[*+?{]/g) ?? []).length > MAX_REPEATS) return false;
  try {
    return new RegExp(pattern, "u").test(text);
  } catch {
    return false;
  }
}
