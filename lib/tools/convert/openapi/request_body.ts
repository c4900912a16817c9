import { isMapping, jsonTextOf, members, type RawJson } from "../json.ts";
import type { FileBody, FilePart, FileRow } from "../open_collection.ts";
import { deepLeaves } from "./deep_object.ts";
import { isTextInstead } from "./meant_data.ts";
import { type Media, partMedia } from "./part_media.ts";
import { exampleOf, givenExample, sampleXml } from "./sample.ts";
import { literal, type Spec } from "./spec.ts";

/** A body with an example, its content type where the kind does not imply it, what has to be said. */
export interface OperationBody {
  readonly body?: FileBody;
  readonly contentType?: string;
  readonly notes?: readonly string[];
}

const FORM = "application/x-www-form-urlencoded";
const PARTS = "multipart/form-data";
/** JSON on each line. */
const LINES = /\b(?:ndjson|jsonl|json-?lines|json-nd)$/;

/** Reads `requestBody` of OpenAPI 3; of several content types the most usual. */
export function requestBody(spec: Spec, value: RawJson): OperationBody {
  const { content: kinds, required } = spec.open(value);
  const content = spec.open(kinds);
  const type = preferred(Object.keys(content));
  if (type === undefined) return {};
  const found = mediaBody(spec, type, spec.open(content[type]));
  return required === true && found.body
    ? { ...found, body: notEmpty(found.body) }
    : found;
}

/** A body that the server requires: a form without a required field sends all of them, not nothing. */
function notEmpty(body: FileBody): FileBody {
  const enabled = <Row extends FileRow | FilePart>(rows: Row[]) =>
    rows.every(({ disabled }) => disabled)
      ? rows.map(({ disabled: _, ...row }) => row as Row)
      : rows;
  switch (body.type) {
    case "form-urlencoded":
      return { ...body, data: enabled(body.data) };
    case "multipart-form":
      return { ...body, data: enabled(body.data) };
    default:
      return body;
  }
}

/** Reads the body of Swagger 2.0: a parameter `in: body`, or those `in: formData`. */
export function swaggerBody(
  spec: Spec,
  parameters: readonly Record<string, RawJson>[],
  consumes: readonly string[],
): OperationBody {
  const form = parameters.filter((one) => one.in === "formData");
  if (form.length > 0) {
    const isParts = form.some((one) => one.type === "file") ||
      consumes.some((one) => one.startsWith(PARTS));
    const kind = isParts ? PARTS : FORM;
    const type = consumes.find((one) => one.startsWith(kind)) ?? kind;
    return isParts
      ? {
        body: {
          type: "multipart-form",
          data: form.flatMap((one) =>
            parts(spec, one, partMedia(spec, one, undefined))
          ),
        },
        ...withParameters(type),
      }
      : {
        body: {
          type: "form-urlencoded",
          data: form.flatMap((one) => rows(spec, one)),
        },
        ...withParameters(type),
      };
  }
  const body = parameters.find((one) => one.in === "body");
  if (!body) return {};
  const type = preferred(consumes) ?? "application/json";
  return mediaBody(spec, type, body);
}

/** Of several content types the most usual. */
export function preferred(types: readonly string[]): string | undefined {
  const order = [
    (type: string) => /^application\/json\s*(?:;|$)/i.test(type),
    (type: string) => /[/+]json\b/i.test(type),
    (type: string) => type.startsWith(FORM),
    (type: string) => type.startsWith(PARTS),
    (type: string) => /[/+]xml\b/i.test(type),
    (type: string) => type.startsWith("text/"),
    () => true,
  ];
  for (const fits of order) {
    const type = types.find(fits);
    if (type !== undefined) return type;
  }
  return undefined;
}

function mediaBody(
  spec: Spec,
  type: string,
  media: Record<string, RawJson>,
): OperationBody {
  const plain = type.split(";", 1)[0].trim().toLowerCase();
  const schema = spec.open(media.schema);
  if (plain === FORM || plain === PARTS) {
    return { ...formBody(spec, plain, media), ...withParameters(type) };
  }
  if (plain.startsWith("multipart/")) {
    return otherMultipart(type, formBody(spec, PARTS, media));
  }
  if (/[/+]xml$/.test(plain)) {
    const example = exampleOf(spec, media);
    const xml = typeof example === "string" && example.trim().startsWith("<")
      ? example
      : sampleXml(spec, media.schema, givenExample(spec, media));
    return {
      body: { type: "xml", data: literal(xml ?? "") },
      contentType: type,
    };
  }
  const { isFile, encoding } = partMedia(spec, schema, undefined);
  const saysFile = schema.format === "binary" ||
    schema.contentMediaType !== undefined ||
    schema.contentEncoding !== undefined;
  const isBinary = encoding === undefined && (
    saysFile && isFile ||
    /^(?:image|audio|video)\/|octet-stream|pdf$|zip$/.test(plain)
  );
  if (isBinary) {
    return {
      body: { type: "file", data: [] },
      contentType: type.includes("*") ? "application/octet-stream" : type,
      notes: [
        "The body is a file: name it under http.body, as data: [{ filePath: FILE }]",
      ],
    };
  }
  const example = exampleOf(spec, media);
  if (LINES.test(plain)) {
    const lines = Array.isArray(example) ? example : [example ?? {}];
    const text = typeof example === "string"
      ? example
      : lines.map((line) => `${JSON.stringify(line)}\n`).join("");
    return { body: { type: "text", data: literal(text) }, contentType: type };
  }
  if (/[/+]json$/.test(plain) || plain === "*/*" || isMapping(example)) {
    const data = JSON.stringify(example ?? {}, null, 2);
    const isImplied = /^application\/json\s*;?\s*$/i.test(type);
    return {
      body: { type: "json", data: literal(data) },
      // JSON is YAML, and the server may take no other type.
      ...(!isImplied && !plain.includes("*") && { contentType: type }),
      ...(isTextInstead(spec, schema, example) && {
        notes: [
          "The example of the body is a text, and its schema has another type: write the body",
        ],
      }),
    };
  }
  const text = typeof example === "string"
    ? example
    : JSON.stringify(example ?? "");
  return {
    body: { type: "text", data: literal(text) },
    contentType: type.includes("*") ? "text/plain" : type,
    ...(encoding !== undefined && {
      notes: [
        `The body is the ${encoding} text of a file: write that text under http.body`,
      ],
    }),
  };
}

/** The content type of a form if it says more than the form does; Brace writes its own boundary. */
function withParameters(type: string): Pick<OperationBody, "contentType"> {
  const [plain, ...more] = type.split(";").map((one) => one.trim());
  const kept = more.filter((one) => one !== "" && !/^boundary\s*=/i.test(one));
  return kept.length === 0 ? {} : { contentType: [plain, ...kept].join("; ") };
}

/** Parts of another kind than those of a form: they go out with its name, and with theirs as in a form. */
function otherMultipart(type: string, form: OperationBody): OperationBody {
  const { body, notes = [] } = form;
  if (type.includes("*")) return form;
  const rows = body?.type === "multipart-form" ? body.data : [];
  return {
    contentType: type,
    ...(rows.length > 0 && { body }),
    notes: [
      ...notes,
      rows.length > 0
        ? `The body is ${type}: Brace sends each part with its name in "Content-Disposition: form-data", and without "Content-ID", so check that the server takes that`
        : `The body is ${type}, and the document names no parts of it: write them under http.body`,
    ],
  };
}

function formBody(
  spec: Spec,
  type: string,
  media: Record<string, RawJson>,
): OperationBody {
  const schema = spec.open(media.schema);
  const required = Array.isArray(schema.required) ? schema.required : [];
  const example = members(exampleOf(spec, media));
  const properties = { ...spec.open(schema.properties) };
  for (const name of Object.keys(example)) properties[name] ??= {};
  const encoding = members(media.encoding);
  const fields = Object.entries(properties).map(([name, property]) => {
    const opened = spec.open(property);
    const said = spec.open(encoding[name]);
    const value = example[name];
    const known = value === undefined ? opened : { ...opened, example: value };
    return {
      // An example that a schema without a word makes is nothing.
      media: partMedia(spec, value === null ? opened : known, said.contentType),
      said,
      field: {
        ...known,
        name,
        collectionFormat: formatOf(said),
        required: required.includes(name),
      },
    };
  });
  if (type === FORM) {
    return {
      body: {
        type: "form-urlencoded",
        data: fields.flatMap(({ field }) => rows(spec, field)),
      },
    };
  }
  return {
    body: {
      type: "multipart-form",
      data: fields.flatMap(({ field, media }) => parts(spec, field, media)),
    },
    notes: fields.flatMap(({ field: { name }, media, said }) => [
      ...media.encoding === undefined ? [] : [
        `The part "${name}" is the ${media.encoding} text of a file: write that text into its value`,
      ],
      ...Object.keys(members(said.headers)).map((header) =>
        `The part "${name}" has a header "${header}" in the document: Brace sends a part without it`
      ),
    ]),
  };
}

/** How OpenAPI 3 encodes a list, in the words of Swagger 2.0. */
function formatOf({ style, explode }: Record<string, RawJson>): string {
  if (style === "spaceDelimited") return "ssv";
  if (style === "pipeDelimited") return "pipes";
  // Swagger 2.0 has no word for it.
  if (style === "deepObject") return style;
  return explode === false ? "csv" : "multi";
}

/** What stands between the elements of a list that is one value. */
const SEPARATORS: Readonly<Record<string, string>> = {
  ssv: " ",
  tsv: "\t",
  pipes: "|",
};

/** A field with the value that it has, as the fields that are sent: a list can be several. */
function elementsOf(
  spec: Spec,
  field: Record<string, RawJson>,
): Record<string, RawJson>[] {
  const value = valueOf(spec, field);
  const format = jsonTextOf(field.collectionFormat) ?? "csv";
  if (format === "deepObject") {
    return deepLeaves(value).map(({ keys, value: example }) => ({
      ...field,
      name: `${jsonTextOf(field.name)}${
        keys.map((key) => `[${key}]`).join("")
      }`,
      example,
    }));
  }
  if (!Array.isArray(value) || value.length === 0) return [field];
  const of = (example: RawJson) => ({ ...field, example });
  return format === "multi"
    ? value.map(of)
    : [of(value.map(plainText).join(SEPARATORS[format] ?? ","))];
}

function rows(spec: Spec, field: Record<string, RawJson>): FileRow[] {
  return elementsOf(spec, field).map((one) => row(spec, one));
}

function parts(
  spec: Spec,
  field: Record<string, RawJson>,
  media: Media,
): FilePart[] {
  return media.isFile
    ? [part(spec, field, media)]
    : elementsOf(spec, field).map((one) => part(spec, one, media));
}

function row(spec: Spec, field: Record<string, RawJson>): FileRow {
  const description = jsonTextOf(field.description);
  return {
    name: jsonTextOf(field.name) ?? "",
    value: fieldText(valueOf(spec, field)),
    ...(description?.trim() && { description }),
    ...(field.required !== true && { disabled: true as const }),
  };
}

function part(
  spec: Spec,
  field: Record<string, RawJson>,
  { isFile, contentType }: Media,
): FilePart {
  if (!isFile) {
    const text = row(spec, field);
    const value = valueOf(spec, field);
    const isJson = typeof value === "object" && value !== null;
    const type = isJson && !/[/+]json$/.test(contentType ?? "")
      ? "application/json"
      : contentType;
    return {
      ...text,
      type: "text",
      ...(type !== undefined && { contentType: type }),
    };
  }
  const { name, description, disabled } = row(spec, { ...field, example: "" });
  return {
    name,
    type: "file",
    value: ["file.bin"],
    ...(contentType !== undefined && { contentType }),
    ...(description !== undefined && { description }),
    ...(disabled && { disabled }),
  };
}

function valueOf(spec: Spec, field: Record<string, RawJson>): RawJson {
  return field.example ?? exampleOf(spec, { name: field.name, schema: field });
}

function fieldText(value: RawJson): string {
  return literal(plainText(value));
}

function plainText(value: RawJson): string {
  if (value === undefined || value === null) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
