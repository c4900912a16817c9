import {
  elements,
  isMapping,
  jsonTextOf,
  members,
  type RawJson,
} from "../json.ts";
import { eachSchema, type Spec } from "./spec.ts";

/** Elements that nest deeper than this are left out. */
const MAX_DEPTH = 32;

/** A piece of an element: an attribute, or lines between its tags. */
interface Pieces {
  readonly attributes: string[];
  readonly lines: string[];
}

/** Data as XML, by what its schema says of the names; for data that the author wrote. */
export function xmlText(
  spec: Spec,
  { name, value, schema }: { name: string; value: RawJson; schema: RawJson },
): string {
  return elementLines(spec, { name, value, schema, depth: 0 }).join("\n");
}

/** Whether a list or a mapping in a schema has members that the author wrote. */
export function hasMembers(spec: Spec, schema: RawJson): boolean {
  const inside = (one: Record<string, RawJson>) => [
    ...Object.values(members(one.properties)),
    ...partsOf(one),
    one.items,
  ];
  for (const one of eachSchema(spec, schema, inside)) {
    const given = [one.example, elements(one.examples)[0], one.default];
    if (given.some((it) => typeof it === "object" && it !== null)) return true;
  }
  return false;
}

/** The schemas that one consists of. */
function partsOf(schema: Record<string, RawJson>): RawJson[] {
  return ["allOf", "oneOf", "anyOf"].flatMap((key) => elements(schema[key]));
}

interface Element {
  readonly name: string;
  readonly value: RawJson;
  readonly schema: RawJson;
  readonly depth: number;
}

function elementLines(spec: Spec, element: Element): string[] {
  const { value, schema, depth } = element;
  const { xml: written } = spec.open(schema);
  const { prefix, namespace } = members(written);
  const name = tagName(element.name, written);
  const pieces: Pieces = { attributes: [], lines: [] };
  const space = jsonTextOf(namespace);
  const short = jsonTextOf(prefix);
  if (space !== undefined) {
    pieces.attributes.push(
      `xmlns${short === undefined ? "" : `:${short}`}="${escapedXml(space)}"`,
    );
  }
  if (depth > MAX_DEPTH) return [];
  if (Array.isArray(value)) {
    pieces.lines.push(
      ...value.flatMap((one) => itemLines(spec, { ...element, value: one })),
    );
  } else if (isMapping(value)) addMembers(spec, element, pieces);
  else {
    const text = value === null ? "" : escapedXml(textOf(value));
    const start = [name, ...pieces.attributes].join(" ");
    return [text === "" ? `<${start}/>` : `<${start}>${text}</${name}>`];
  }
  const start = [name, ...pieces.attributes].join(" ");
  return pieces.lines.length === 0
    ? [`<${start}/>`]
    : [`<${start}>`, ...pieces.lines.map((line) => `  ${line}`), `</${name}>`];
}

function addMembers(
  spec: Spec,
  { value, schema, depth }: Element,
  { attributes, lines }: Pieces,
): void {
  const properties = propertiesOf(spec, schema);
  for (const [key, one] of Object.entries(members(value))) {
    const inside = properties.get(key);
    const { xml } = spec.open(inside);
    const { attribute, wrapped } = members(xml);
    if (attribute === true) {
      attributes.push(`${tagName(key, xml)}="${escapedXml(textOf(one))}"`);
      continue;
    }
    const element = { name: key, value: one, schema: inside, depth: depth + 1 };
    if (!Array.isArray(one) || wrapped === true) {
      lines.push(...elementLines(spec, element));
      continue;
    }
    for (const item of one) {
      lines.push(...itemLines(spec, { ...element, value: item }));
    }
  }
}

/** An element of a list, which has the name of the list unless its schema says another. */
function itemLines(spec: Spec, { name, value, schema, depth }: Element) {
  const { items, xml } = spec.open(schema);
  return elementLines(spec, {
    name: jsonTextOf(members(xml).name) ?? name,
    value,
    schema: items,
    depth: depth + 1,
  });
}

function tagName(name: string, xml: RawJson): string {
  const { name: own, prefix } = members(xml);
  const tag = jsonTextOf(own) ?? name;
  const short = jsonTextOf(prefix);
  return short === undefined ? tag : `${short}:${tag}`;
}

/** The properties of a schema, those of its parts included. Its own win, then those of a later part. */
function propertiesOf(spec: Spec, schema: RawJson): Map<string, RawJson> {
  const all = new Map<string, RawJson>();
  for (const one of eachSchema(spec, schema, partsOf)) {
    for (const [name, property] of Object.entries(members(one.properties))) {
      if (!all.has(name)) all.set(name, property);
    }
  }
  return all;
}

function textOf(value: RawJson): string {
  return jsonTextOf(value) ?? JSON.stringify(value) ?? "";
}

function escapedXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
