import { any, code, either, flag, list, mapping, text, word } from "./make.ts";
import { FORM_FIELD, PART, variant } from "./rows.ts";
import type { CasesShape, MappingShape, Shape } from "./types.ts";

/** The types of an HTTP request's body. */
export const BODY_TYPES = [
  "json",
  "text",
  "xml",
  "sparql",
  "form-urlencoded",
  "multipart-form",
  "file",
] as const;

/** A file that is a body. */
export const BODY_FILE = mapping("A file", {
  filePath: text("Path of the file, a template"),
  contentType: text("Its content type, a template"),
  selected: flag("Whether it is the one that is sent"),
  description: text("What it is for"),
});

const DATA: Readonly<Record<typeof BODY_TYPES[number], Shape>> = {
  json: code("JSON with placeholders; // and /* */ are left out", "json"),
  text: code("The body, a template", "text"),
  xml: code("The body, a template", "text"),
  sparql: code("The body, a template", "text"),
  "form-urlencoded": list("Fields of the form", FORM_FIELD),
  "multipart-form": list("Parts of the form", PART),
  file: list("Files, of which one is sent", BODY_FILE),
};

function ofType(data: Shape): MappingShape {
  return mapping("What is sent", {
    type: word("What kind of body it is", ["none", ...BODY_TYPES]),
    data,
    interpolate: flag("false: send it as it is written"),
  }, { filled: ["type"] });
}

/** The mapping of an HTTP request's body, by its type. */
export const BODY_KINDS: CasesShape = {
  kind: "cases",
  about: "What is sent",
  by: "type",
  cases: {
    ...Object.fromEntries(
      BODY_TYPES.map((type) => [type, ofType(DATA[type])]),
    ),
    none: ofType(any("Nothing of it is sent")),
  },
};

/** The mapping of a GraphQL request's body. */
export const GRAPHQL_FIELDS = mapping("Query and variables", {
  query: code("The query, a template", "text"),
  variables: code("The variables, JSON with placeholders", "json"),
  interpolate: flag("false: send it as it is written"),
});

/** `http.body`. */
export const BODY = withVariants(BODY_KINDS);
/** `graphql.body`. */
export const GRAPHQL_BODY = withVariants(GRAPHQL_FIELDS);

function withVariants(shape: Shape): Shape {
  const variants = list(
    "Variants, of which one is sent",
    variant("body", shape),
  );
  return either("What is sent", shape, variants);
}
