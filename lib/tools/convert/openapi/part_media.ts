import { elements, isMapping, jsonTextOf, type RawJson } from "../json.ts";
import type { Spec } from "./spec.ts";

/** How a part or a body goes out. */
export interface Media {
  readonly isFile: boolean;
  /** `base64`: the text stands for a file's bytes. */
  readonly encoding?: string;
  /** Of one type; absent where the document says none, or leaves a choice. */
  readonly contentType?: string;
}

const TEXTUAL =
  /^text\/|[/+](?:json|xml|yaml|x-yaml|javascript|graphql|x-www-form-urlencoded)$/;
/** Encodings that change nothing: the bytes go out as they are (RFC 2045, section 6.2). */
const PLAIN = /^(?:7bit|8bit|binary)$/;
/** What of a schema says which values it has. */
const SAYING = [
  "enum",
  "const",
  "default",
  "example",
  "examples",
  "properties",
  "allOf",
  "anyOf",
  "oneOf",
];

/**
 * What a schema and a content type say of a part: OpenAPI 3.0 and 2.0 write a
 * file as `format: binary` and `type: file`, 3.1 as `contentMediaType`, or as a
 * schema that says nothing
 * (https://spec.openapis.org/oas/v3.1.1.html#encoding-object).
 */
export function partMedia(
  spec: Spec,
  schema: Record<string, RawJson>,
  said: RawJson,
): Media {
  const list = isList(schema);
  const one = list ? spec.open(schema.items) : schema;
  const type = plainType(jsonTextOf(said) ?? jsonTextOf(one.contentMediaType));
  const written = jsonTextOf(one.contentEncoding)?.trim().toLowerCase();
  const encoding = PLAIN.test(written ?? "") ? undefined : written;
  const isSaid = schema.type === "file" || one.format === "binary" ||
    written === "binary";
  const isBytes = isText(one) && type !== undefined && !TEXTUAL.test(type);
  const isUnsaid = type === undefined && written === undefined &&
    hasContentMedia(spec) && one.type === undefined &&
    SAYING.every((key) => one[key] === undefined) &&
    (!list || isMapping(schema.items));
  return {
    isFile: encoding === undefined && (isSaid || isBytes || isUnsaid),
    ...(encoding !== undefined && { encoding }),
    ...(type !== undefined && !/[*,]/.test(type) && { contentType: type }),
  };
}

/** A text of JSON Schema may be a file's content since OpenAPI 3.1. */
function hasContentMedia({ isSwagger, root }: Spec): boolean {
  return !isSwagger && !/^3\.0(?:\.|$)/.test(jsonTextOf(root.openapi) ?? "");
}

/** Of several types the first that a text can be, if any can. */
function plainType(types: string | undefined): string | undefined {
  const all = types?.split(",").map((one) =>
    one.split(";", 1)[0].trim().toLowerCase()
  );
  const textual = all?.find((one) => TEXTUAL.test(one));
  return textual ?? all?.join(",");
}

function isList({ type }: Record<string, RawJson>): boolean {
  return type === "array" || elements(type).includes("array");
}

/** Whether the values are texts, as far as the schema says. */
function isText({ type, properties }: Record<string, RawJson>): boolean {
  return type === undefined
    ? properties === undefined
    : type === "string" || elements(type).includes("string");
}
