import { sample as sampleOf } from "openapi-sampler";
import { isSecretField } from "../../../core/secrets/secret_field.ts";
import {
  elements,
  isMapping,
  jsonTextOf,
  members,
  type RawJson,
} from "../json.ts";
import { betterExample } from "./better_example.ts";
import { meantData } from "./meant_data.ts";
import { pointerParts, type Spec } from "./spec.ts";
import { hasMembers, xmlText } from "./xml_text.ts";

/**
 * An example of a parameter or a medium: the one that is given, or else one
 * made from the schema. Undefined where nothing says anything.
 */
export function exampleOf(
  spec: Spec,
  owner: Record<string, RawJson>,
  { forRequest = true }: { forRequest?: boolean } = {},
): RawJson {
  const given = givenExample(spec, owner);
  if (given !== undefined) return given;
  const schema = schemaOf(spec, owner);
  if (schema === undefined) return undefined;
  return sample(spec, schema, { forRequest, name: jsonTextOf(owner.name) });
}

/** The example that a parameter or a medium itself has. */
export function givenExample(
  spec: Spec,
  owner: Record<string, RawJson>,
): RawJson {
  const [first] = Object.values(members(owner.examples));
  const given = owner.example ?? spec.open(first).value;
  return meantData(spec, schemaOf(spec, owner), given);
}

function schemaOf(spec: Spec, owner: Record<string, RawJson>): RawJson {
  return owner.schema ?? (spec.isSwagger ? owner : undefined);
}

/** An example made from a schema; what a server alone sets is left out of requests. */
function sample(
  spec: Spec,
  schema: RawJson,
  { forRequest, name = "" }: { forRequest: boolean; name?: string },
): RawJson {
  const opened = spec.open(schema);
  const [first] = elements(opened.examples);
  for (const given of [opened.example, first, opened.default]) {
    if (given !== undefined) return meantData(spec, opened, given);
  }
  const isSecret = isSecretField(name, "");
  return library(spec, opened, { skipReadOnly: forRequest }, isSecret);
}

/**
 * The same as XML.
 *
 * @param given Data that the author wrote, such as the example of a medium.
 */
export function sampleXml(
  spec: Spec,
  schema: RawJson,
  given?: RawJson,
): string | undefined {
  const isGiven = typeof given === "object" && given !== null;
  // The library forgets names and attributes where an example has members.
  const value = isGiven
    ? given
    : hasMembers(spec, schema)
    ? sample(spec, schema, { forRequest: true })
    : undefined;
  if (typeof value === "object" && value !== null) {
    return xmlText(spec, { name: rootOf(spec, schema), value, schema });
  }
  const xml = library(spec, documentOf(spec, schema), {
    skipReadOnly: true,
    format: "xml",
  });
  return typeof xml === "string" ? xml.trim() : undefined;
}

/**
 * A schema with the root element as its property: the library forgets the root
 * of a mapping with one member, and the name of a schema that was referred to.
 */
function documentOf(spec: Spec, schema: RawJson): RawJson {
  const opened = spec.open(schema);
  if (opened.type !== "object" && !isMapping(opened.properties)) return opened;
  return {
    type: "object",
    properties: { [rootOf(spec, schema)]: opened },
  };
}

/** The name of the root element. */
function rootOf(spec: Spec, schema: RawJson): string {
  const reference = members(schema).$ref;
  return jsonTextOf(members(spec.open(schema).xml).name) ??
    (typeof reference === "string"
      ? pointerParts(reference).at(-1)
      : undefined) ??
    "root";
}

function library(
  spec: Spec,
  schema: RawJson,
  options: { skipReadOnly: boolean; format?: "xml" },
  isSecret = false,
): RawJson {
  try {
    const bounded = boundedSchema(spec, schema, isSecret);
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

/** Schemas that nest deeper than this are not sampled. */
const MAX_DEPTH = 8;
/** References to references, and the like, on the way to a place. */
const MAX_CHAIN = 100;
/** A text of more characters is cut. */
const MAX_LENGTH = 10_000;
/** So many characters count as a value. */
const CHARACTERS = 100;

/** Leads to itself: the library gives nothing for it. */
const NOTHING = { $ref: "#/nothing" };

/** A schema to copy. */
interface Place {
  readonly schema: RawJson;
  readonly put: (copy: RawJson) => void;
  readonly depth: number;
  /** How many values are made of it. */
  readonly times: number;
  readonly above: Chain | undefined;
  /** The whole that was asked for, which may come up again inside. */
  readonly isRoot?: boolean;
  /** Whether its name tells of a secret. */
  readonly isSecret?: boolean;
}

/** Schemas and references on the way to a place. */
interface Chain {
  readonly schema: RawJson;
  readonly reference: string | undefined;
  readonly length: number;
  readonly up: Chain | undefined;
}

/** A schema in another, of which the library makes values. */
interface Child {
  readonly schema: RawJson;
  readonly put: (copy: RawJson) => void;
  /** Whether its values are members of the other's. */
  readonly isInside?: boolean;
  /** How many values each of the other's gets of it. */
  readonly times?: number;
  readonly isSecret?: boolean;
}

interface Copying {
  readonly spec: Spec;
  /** What references of the copy lead to. */
  readonly targets: Record<string, RawJson>[];
  readonly queue: Place[];
}

/**
 * A copy of a schema in which each reference has a target of its own, so that
 * what the library makes of it is as large as the copy. Level by level, so that
 * what the budget does not hold is what lies deepest.
 */
function boundedSchema(
  spec: Spec,
  schema: RawJson,
  isSecret: boolean,
): { schema: RawJson; root: Record<string, RawJson> } {
  let copied: RawJson;
  const put = (copy: RawJson) => copied = copy;
  const targets: Record<string, RawJson>[] = [];
  const whole = { schema, put, depth: 1, times: 1, above: undefined };
  const queue: Place[] = [{ ...whole, isRoot: true, isSecret }];
  spec.budget.begin();
  for (const place of queue) copy(place, { spec, targets, queue });
  const { openapi, swagger } = spec.root;
  return {
    schema: copied,
    root: { openapi, swagger, targets, nothing: NOTHING },
  };
}

function copy(place: Place, { spec, targets, queue }: Copying): void {
  const { schema, put, depth, times, above } = place;
  const { budget } = spec;
  if (!isMapping(schema)) {
    put(schema);
    return;
  }
  if (isAbove(above, ({ schema: one }) => one === schema)) {
    put(cutOff(schema));
    return;
  }
  const reference = typeof schema.$ref === "string" ? schema.$ref : undefined;
  const said = givenOf(schema);
  const own = meantData(spec, schema, said);
  const given = own ?? betterExample(spec, schema, place);
  if (given !== undefined && reference === undefined) {
    // The library takes it and looks no further.
    const { allOf: _, if: __, then: ___, ...rest } = schema;
    const isKept = own !== undefined && own === said;
    const leaf = isKept ? rest : { ...rest, example: given };
    put(budget.take(times * sizeOf(given)) ? leaf : cutOff(schema));
    return;
  }
  const made: Record<string, RawJson> = { ...schema };
  if (isMapping(made.properties)) made.properties = spec.open(made.properties);
  const length = textLength(made);
  const count = itemCount(made, budget.left / times);
  if (length.isCut || count.isCut) budget.cut();
  const children = childrenOf(spec, made, count.items);
  if (reference !== undefined) {
    if (isAbove(above, (one) => one.reference === reference)) {
      put(cutOff(spec.open(schema)));
      return;
    }
    const name = pointerParts(reference).at(-1) ?? "root";
    const target: Record<string, RawJson> = {};
    made.$ref = `#/targets/${targets.length}/${escaped(name)}`;
    targets.push(target);
    children.push({
      schema: spec.at(reference),
      put: (copy) => target[name] = copy,
    });
  }
  const values = children.reduce((sum, child) => sum + (child.times ?? 1), 0) +
    length.value / CHARACTERS + (given === undefined ? 0 : sizeOf(given));
  if ((above?.length ?? 0) > MAX_CHAIN) budget.cut();
  if ((above?.length ?? 0) > MAX_CHAIN || !budget.take(times * values)) {
    put(cutOff(spec.open(schema)));
    return;
  }
  put(made);
  const isMerged = (schema.allOf ?? schema.oneOf ?? schema.anyOf) !== undefined;
  const chain = place.isRoot || isMerged && reference === undefined
    ? above
    : { schema, reference, length: (above?.length ?? 0) + 1, up: above };
  for (const child of children) {
    if (child.isInside && depth === MAX_DEPTH) child.put(cutOff(child.schema));
    else {
      queue.push({
        schema: child.schema,
        put: child.put,
        depth: child.isInside ? depth + 1 : depth,
        times: times * (child.times ?? 1),
        above: chain,
        isSecret: child.isInside ? child.isSecret : place.isSecret,
      });
    }
  }
}

/** The schemas that the library follows in one, which get lists and mappings of their own. */
function childrenOf(
  spec: Spec,
  made: Record<string, RawJson>,
  items: number,
): Child[] {
  const children: Child[] = [];
  const all = (
    key: string,
    list: readonly RawJson[] | Record<string, RawJson>,
    more: Pick<Child, "isInside"> = {},
  ) => {
    const into = Array.isArray(list) ? [...list] : { ...list };
    made[key] = into;
    for (const [name, schema] of Object.entries(list)) {
      const put = (copy: RawJson) => Reflect.set(into, name, copy);
      const isSecret = key === "properties" && isSecretField(name, "");
      children.push({ schema, put, ...more, isSecret });
    }
  };
  const one = (key: string, more: Pick<Child, "isInside" | "times"> = {}) => {
    if (!isMapping(made[key])) return;
    const put = (copy: RawJson) => made[key] = copy;
    children.push({ schema: made[key], put, ...more });
  };
  if (isMapping(made.properties)) {
    all("properties", made.properties, { isInside: true });
  }
  one("additionalProperties", { isInside: true, times: 2 });
  const key = ["prefixItems", "items", "contains"].find((one) => made[one]);
  if (key !== undefined) {
    if (Array.isArray(made[key])) all(key, made[key], { isInside: true });
    else one(key, { isInside: true, times: items });
  }
  if (Array.isArray(made.allOf)) all("allOf", made.allOf);
  for (const key of ["oneOf", "anyOf"]) {
    if (Array.isArray(made[key])) all(key, firstOf(spec, made[key]));
  }
  one("if");
  one("then");
  return children;
}

/** The alternative that an example is made of: null is one only where nothing else is. */
function firstOf(spec: Spec, list: readonly RawJson[]): RawJson[] {
  const said = list.findIndex((one) => spec.open(one).type !== "null");
  return list.slice(Math.max(said, 0)).slice(0, 1);
}

/** A value that a schema itself gives, as the library looks for it. */
function givenOf(schema: Record<string, RawJson>): RawJson {
  return schema.example ?? schema.const ?? elements(schema.examples)[0] ??
    elements(schema.enum)[0] ?? schema.default;
}

/** How long a text has to be, which is cut here. */
function textLength(made: Record<string, RawJson>) {
  const { minLength } = made;
  if (typeof minLength !== "number") return { value: 0, isCut: false };
  const value = Math.min(minLength, MAX_LENGTH);
  made.minLength = value;
  return { value, isCut: value < minLength };
}

/** How many elements a list has to have, which are cut here. */
function itemCount(made: Record<string, RawJson>, most: number) {
  const { minItems, maxItems } = made;
  const least = typeof minItems === "number" && minItems > 0 ? minItems : 1;
  const items = typeof maxItems === "number"
    ? Math.min(least, maxItems)
    : least;
  const kept = Math.max(Math.min(items, Math.floor(most)), 1);
  if (kept < items) made.minItems = kept;
  return { items: kept, isCut: kept < items };
}

/** What stands for a schema that is not followed: nothing is in its values. */
function cutOff(schema: RawJson): RawJson {
  const { type, properties, additionalProperties, items, xml } = members(
    schema,
  );
  const first = Array.isArray(type) ? type[0] : type;
  const kind = first ??
    (properties ?? additionalProperties ? "object" : items && "array");
  switch (kind) {
    case "object":
      return { type: kind, example: {}, ...(xml !== undefined && { xml }) };
    case "array":
      return { type: kind, example: [], ...(xml !== undefined && { xml }) };
    default:
      return NOTHING;
  }
}

function isAbove(
  chain: Chain | undefined,
  fits: (one: Chain) => boolean,
): boolean {
  for (let at = chain; at !== undefined; at = at.up) if (fits(at)) return true;
  return false;
}

/** Escapes a key for a JSON pointer in a `$ref`. */
function escaped(key: string): string {
  return encodeURIComponent(key.replaceAll("~", "~0").replaceAll("/", "~1"));
}

/** How many values data has; long texts are several. */
function sizeOf(data: RawJson): number {
  let size = 0;
  const stack = [data];
  while (stack.length > 0) {
    const value = stack.pop();
    size += typeof value === "string" ? 1 + value.length / CHARACTERS : 1;
    if (typeof value === "object" && value !== null) {
      for (const member of Object.values(value)) stack.push(member);
    }
  }
  return size;
}
