import type { Body } from "../body_types.ts";
import type { YamlNode } from "../yaml/node.ts";
import {
  type CasesShape,
  type EitherShape,
  keysOf,
  type MappingShape,
  type Read,
  type Same,
  type Shape,
} from "./types.ts";
import {
  any,
  code,
  either,
  flag,
  later,
  list,
  mapping,
  orElse,
  orEmpty,
  pairs,
  readBy,
  template,
  text,
  unlessEmpty,
  unread,
  word,
} from "./make.ts";
import { FORM_FIELD, PART, selectVariant, variant } from "./rows.ts";

const AS_TEXT = `write "data: |-" and the text below it, indented`;

/** A file that is a body. */
const BODY_FILE = mapping("A file", {
  filePath: later(unlessEmpty(template("Path of the file, a template"))),
  contentType: later(unlessEmpty(template("Content type, a template"))),
  selected: flag("Whether to send this file"),
  description: unread(text("Description")),
});

/** What an HTTP request's body has under `data`, by its type. */
const DATA = {
  json: data("JSON with placeholders; // and /* */ are left out", "json"),
  text: data("The body, a template", "text"),
  xml: data("The body, a template", "text"),
  sparql: data("The body, a template", "text"),
  "form-urlencoded": pairs("Fields of the form", FORM_FIELD),
  "multipart-form": pairs("Parts of the form", PART),
  file: readBy(list("Files; Brace sends one of them", BODY_FILE), readFile),
};

function data(about: string, kind: "json" | "text") {
  return orEmpty(code(about, kind), AS_TEXT);
}

/** The types of an HTTP request's body. */
const BODY_TYPES = Object.keys(DATA) as (keyof typeof DATA)[];

const TYPES_ABOUT: Readonly<Record<"none" | keyof typeof DATA, string>> = {
  none: "No body",
  json: "JSON with placeholders (application/json)",
  text: "Plain text (text/plain)",
  xml: "XML (application/xml)",
  sparql: "A SPARQL query (application/sparql-query)",
  "form-urlencoded": "A form (application/x-www-form-urlencoded)",
  "multipart-form": "A form with files (multipart/form-data)",
  file: "The content of a file",
};

const INTERPOLATE = orElse(
  flag("false sends the body as it is written, without replacing placeholders"),
  true,
);

const OMIT_EMPTY = flag(
  "true sends no body, and no Content-Type, where the body is empty; of GraphQL, no variables",
);

/** A body's own rules, besides its type. */
function rulesOf(body: YamlNode) {
  const omitEmpty = OMIT_EMPTY.read(body.get("omitEmpty"));
  return {
    interpolate: INTERPOLATE.read(body.get("interpolate")),
    ...(omitEmpty && { omitEmpty }),
  };
}

function ofType(data: Shape): MappingShape {
  return mapping("The body", {
    type: word(
      "Type of the body",
      ["none", ...BODY_TYPES],
      TYPES_ABOUT,
    ),
    data,
    interpolate: INTERPOLATE,
    omitEmpty: OMIT_EMPTY,
  }, { filled: ["type"] });
}

/** The mapping of an HTTP request's body, by its type. */
export const BODY_KINDS: CasesShape = {
  kind: "cases",
  about: "The body",
  by: "type",
  cases: {
    ...Object.fromEntries(
      BODY_TYPES.map((type) => [type, ofType(DATA[type])]),
    ),
    none: ofType(any("Ignored: there is no body")),
  },
};
const BODY_KEYS = keysOf(BODY_KINDS);

/** The mapping of a GraphQL request's body. */
const GRAPHQL_FIELDS = mapping("Query and variables", {
  query: orEmpty(code("The query, a template", "text")),
  variables: unlessEmpty(code("The variables, JSON with placeholders", "json")),
  interpolate: INTERPOLATE,
  omitEmpty: OMIT_EMPTY,
}, {
  to: ({ interpolate, omitEmpty, ...fields }, { at }) => ({
    interpolate,
    ...(omitEmpty && { omitEmpty }),
    at,
    type: "graphql" as const,
    ...fields,
  }),
});

/** `http.body`. */
export const BODY = readBy(withVariants(BODY_KINDS), readBody);
/** `graphql.body`, whose type is given. */
export const GRAPHQL_BODY = readBy(
  withVariants(GRAPHQL_FIELDS),
  (node) => GRAPHQL_FIELDS.read(selectVariant(node, "body")),
);

// How blanks are written is a script's to say.
"blanks" satisfies Same<
  Read<typeof BODY> | Read<typeof GRAPHQL_BODY>,
  Body
>;

function withVariants(shape: Shape): EitherShape {
  const variants = list(
    "Variants; Brace sends the selected one",
    variant("body", shape),
  );
  return either("The body: one, or a list of variants", shape, variants);
}

/** Reads `http.body`: one body, or the selected one of several variants. */
function readBody(node: YamlNode) {
  const body = selectVariant(node, "body");
  if (body.get("type").value === "none" || !body.mapping(BODY_KEYS)) {
    return undefined;
  }
  const base = { ...rulesOf(body), at: body.at };
  if (!body.get("type").present) {
    body.missing("type", `write one such as "type: json"`);
  }
  const type = body.get("type").oneOf(BODY_TYPES);
  const data = body.get("data");
  switch (type) {
    case undefined:
      return undefined;
    case "json":
    case "text":
    case "xml":
    case "sparql":
      return { ...base, type, data: DATA[type].read(data) };
    case "form-urlencoded":
      return { ...base, type, fields: DATA[type].read(data) };
    case "multipart-form":
      return { ...base, type, fields: DATA[type].read(data) };
    case "file": {
      return { ...base, type, ...DATA[type].read(data) };
    }
    default:
      return type satisfies never;
  }
}

/** The selected file of the list, the first one where none says whether it is; without a path where there is none, which the first one's place tells. */
function readFile(data: YamlNode) {
  const files = data.list().map((file) => BODY_FILE.read(file))
    .filter((file) => file !== undefined);
  const isSaid = files.some(({ selected }) => selected !== undefined);
  const file = isSaid ? files.find(({ selected }) => selected) : files[0];
  if (file === undefined) {
    const at = files[0]?.filePath()?.at ?? data.at;
    return { path: { text: "", at } };
  }
  const { filePath, contentType: readType, selected: _, ...fields } = file;
  const path = filePath() ?? { text: "", at: data.at };
  const contentType = readType();
  return { path, ...(contentType && { contentType }), ...fields };
}
