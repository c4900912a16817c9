import { sample as sampleOf } from "openapi-sampler";
import { elements, type Json, members } from "../json.ts";
import { boundedSchema, MAX_DEPTH } from "./bounded_schema.ts";
import type { Spec } from "./spec.ts";

/**
 * An example of a parameter or a medium: the one that is given, or else one
 * made from the schema. Undefined where nothing says anything.
 */
export function exampleOf(
  spec: Spec,
  owner: Record<string, Json>,
  { forRequest = true }: { forRequest?: boolean } = {},
): Json {
  if (owner.example !== undefined) return owner.example;
  const [first] = Object.values(members(owner.examples));
  const named = spec.open(first);
  if (named.value !== undefined) return named.value;
  const schema = owner.schema ?? (spec.isSwagger ? owner : undefined);
  return schema === undefined ? undefined : sample(spec, schema, forRequest);
}

/** An example made from a schema; what a server alone sets is left out of requests. */
function sample(spec: Spec, schema: Json, forRequest: boolean): Json {
  const opened = spec.open(schema);
  if (opened.example !== undefined) return opened.example;
  const [first] = elements(opened.examples);
  if (first !== undefined) return first;
  if (opened.default !== undefined) return opened.default;
  return library(spec, opened, { skipReadOnly: forRequest });
}

/** The same as XML. */
export function sampleXml(spec: Spec, schema: Json): string | undefined {
  const xml = library(spec, spec.open(schema), {
    skipReadOnly: true,
    format: "xml",
  });
  return typeof xml === "string" ? xml.trim() : undefined;
}

function library(
  spec: Spec,
  schema: Json,
  options: { skipReadOnly: boolean; format?: "xml" },
): Json {
  try {
    const bounded = boundedSchema(spec, schema);
    return sampleOf(
      members(bounded.schema),
      { quiet: true, maxSampleDepth: MAX_DEPTH, ...options },
      bounded.root,
    );
  } catch {
    // A schema that contradicts itself has no example.
    return undefined;
  }
}
