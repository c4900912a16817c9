import type { FileKind } from "../format.ts";
import { AUTH } from "./auth.ts";
import { BODY_KINDS } from "./body.ts";
import { DETAILS, DOCS, ITEM_INFO, REQUEST, RUNTIME } from "./item.ts";
import { COLLECTION, DEFAULTS, ENVIRONMENT, FOLDER } from "./level.ts";
import { HEADER, PARAM } from "./rows.ts";
import { SETTINGS } from "./settings.ts";
import { SCRIPTS } from "./steps.ts";
import { VARIABLE } from "./variable.ts";
import type { CasesShape, MappingShape, Shape, TextShape } from "./types.ts";

/** A JSON Schema of the draft 2020-12. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** Shapes that stand in several places. */
const SHARED: readonly (readonly [name: string, shape: Shape])[] = [
  ["request", REQUEST],
  ["folder", FOLDER],
  ["environment", ENVIRONMENT],
  ["defaults", DEFAULTS],
  ["info", ITEM_INFO],
  ["runtime", RUNTIME],
  ["auth", AUTH],
  ["body", BODY_KINDS],
  ["header", HEADER],
  ["param", PARAM],
  ["variable", VARIABLE],
  ["scripts", SCRIPTS],
  ["settings", SETTINGS],
  ["docs", DOCS],
];

const ROOTS: Readonly<Record<FileKind, MappingShape>> = {
  collection: COLLECTION,
  folder: FOLDER,
  request: REQUEST,
  environment: ENVIRONMENT,
};

const REQUEST_TYPES = Object.keys(DETAILS);

/** The JSON Schema of a kind of file, made of the shapes that reading it has. */
export function jsonSchema(kind: FileKind): JsonSchema {
  const used = new Map<string, JsonSchema>();

  function schemaOf(shape: Shape, name?: string): JsonSchema {
    const [shared] = SHARED.find(([, one]) => one === shape) ?? [];
    if (shared !== undefined && shared !== name) {
      if (!used.has(shared)) {
        used.set(shared, {});
        used.set(shared, schemaOf(shape, shared));
      }
      return { $ref: `#/$defs/${shared}` };
    }
    const description = { description: shape.about };
    switch (shape.kind) {
      case "text":
        if (shape.pattern !== undefined) {
          return { ...description, type: "string", pattern: shape.pattern };
        }
        return { ...description, ...wordsOf(shape) };
      case "flag":
        return { ...description, enum: [true, false, "true", "false", null] };
      case "number": {
        const pattern = shape.least === undefined
          ? "^\\s*[+-]?[0-9.]"
          : "^\\s*[+]?[0-9.]";
        return {
          ...description,
          type: ["number", "string", "null"],
          pattern,
          ...(shape.least !== undefined && { minimum: shape.least }),
        };
      }
      case "list":
        return {
          ...description,
          type: ["array", "null"],
          items: schemaOf(shape.of),
        };
      case "mapping":
        return shape === REQUEST
          ? requestOf(shape)
          : { ...description, ...mappingOf(shape) };
      case "cases":
        return { ...description, ...casesOf(shape) };
      case "either":
        return { ...description, anyOf: shape.of.map((one) => schemaOf(one)) };
      case "item":
        return {
          ...description,
          type: "object",
          if: {
            anyOf: [
              { properties: { info: typeIs(["folder"]) }, required: ["info"] },
              { required: ["items"], not: { required: ["http"] } },
            ],
          },
          then: schemaOf(FOLDER),
          else: schemaOf(REQUEST),
        };
      case "any":
        return description;
      default:
        return shape satisfies never;
    }
  }

  function mappingOf(
    { keys, required = [], filled = [], open }: MappingShape,
  ): JsonSchema {
    const properties = Object.entries(keys).map(([key, shape]) =>
      [
        key,
        filled.includes(key)
          ? { allOf: [schemaOf(shape), { not: { enum: ["", null] } }] }
          : schemaOf(shape),
      ] as const
    );
    const needed = [...required, ...filled];
    return {
      type: ["object", "null"],
      properties: Object.fromEntries(properties),
      ...(needed.length > 0 && { required: needed }),
      ...(!open && { additionalProperties: false }),
    };
  }

  /** The schema of a mapping in which one key, which must be there, decides about the others. */
  function casesOf({ by, cases }: CasesShape): JsonSchema {
    const words = Object.keys(cases);
    const [first] = Object.values(cases);
    const deciding = first.keys[by];
    const { enumDescriptions } = deciding.kind === "text"
      ? wordsOf({ ...deciding, words })
      : {};
    return {
      type: ["object", "null"],
      required: [by],
      properties: {
        [by]: {
          description: deciding.about,
          enum: words,
          ...(Array.isArray(enumDescriptions) && {
            enumDescriptions: enumDescriptions.slice(0, words.length),
          }),
        },
      },
      allOf: Object.entries(cases).map(([word, shape]) => {
        const { properties, ...rest } = mappingOf(shape);
        return {
          if: { properties: { [by]: { const: word } }, required: [by] },
          then: {
            description: shape.about,
            ...rest,
            // Said once, above.
            properties: Object.assign({}, properties, { [by]: true }),
          },
        };
      }),
    };
  }

  /** Items of other types are skipped, whatever they hold. */
  function requestOf(shape: MappingShape): JsonSchema {
    const { properties, ...rest } = mappingOf(shape);
    return {
      description: shape.about,
      type: "object",
      properties,
      if: {
        anyOf: [
          { properties: { info: typeIs(REQUEST_TYPES) }, required: ["info"] },
          {
            properties: { info: { not: { required: ["type"] } } },
            anyOf: REQUEST_TYPES.map((type) => ({ required: [type] })),
          },
        ],
      },
      then: {
        ...rest,
        properties: Object.fromEntries(
          Object.keys(shape.keys).map((key) => [key, true]),
        ),
        allOf: REQUEST_TYPES.map((type) => ({
          if: { properties: { info: typeIs([type]) }, required: ["info"] },
          then: { required: [type] },
        })),
      },
    };
  }

  const root = schemaOf(ROOTS[kind], kind);
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: ROOTS[kind].about,
    ...root,
    $defs: Object.fromEntries([...used].toSorted(([a], [b]) => a < b ? -1 : 1)),
  };
}

/** The words of a text; what each is for is a key that editors know beyond the standard. */
function wordsOf({ words, offers = {} }: TextShape): JsonSchema {
  if (words === undefined) {
    const examples = Object.keys(offers);
    return {
      type: ["string", "number", "boolean", "null"],
      ...(examples.length > 0 && { examples }),
    };
  }
  const isTold = words.some((word) => Object.hasOwn(offers, word));
  return {
    enum: [...words, "", null],
    ...(isTold && {
      enumDescriptions: [...words.map((word) => offers[word] ?? ""), "", ""],
    }),
  };
}

function typeIs(words: readonly string[]): JsonSchema {
  return { properties: { type: { enum: words } }, required: ["type"] };
}
