import { rawBody as rawBodyOf } from "../../../core/collection/v3/wire_rules.ts";
import type { FileBody, FilePart, FileRow } from "../open_collection.ts";
import { elements, jsonTextOf, members, type RawJson } from "../json.ts";
import { operationNote } from "../words.ts";
import { described } from "./postman_rows.ts";
import { postmanRows } from "./postman_rows.ts";

/** A body, the content type that Postman would send with it, and what has to be said. */
export interface PostmanBody {
  readonly body?: FileBody;
  readonly graphql?: { query: string; variables?: string; omitEmpty?: true };
  /** Where the body's type does not imply it. */
  readonly contentType?: string;
  readonly note?: string;
  /** What the request does without, as a note. */
  readonly leftOut?: string;
  /** Whether the export has a body that Postman does not send. */
  readonly isOff?: boolean;
  /** What a person has to give. */
  readonly wanted?: readonly string[];
}

/**
 * Reads a request's body.
 *
 * @param options.keepsEmpty Whether an empty body stays, for scripts that fill it.
 */
export function postmanBody(
  value: RawJson,
  { contentType, keepsEmpty = false }: {
    contentType: string | undefined;
    keepsEmpty?: boolean;
  },
): PostmanBody {
  const body = members(value);
  if (body.disabled === true) {
    const off = postmanBody({ ...body, disabled: false }, { contentType });
    return off.body || off.graphql?.query
      ? { note: "Left out the body: it is switched off", isOff: true }
      : {};
  }
  switch (body.mode) {
    case "raw":
      return keepsEmpty && !jsonTextOf(body.raw)
        ? { body: { type: emptyType(body), data: "", omitEmpty: true } }
        : rawBody(body, contentType);
    case "urlencoded": {
      const data = typeof body.urlencoded === "string"
        ? pairs(body.urlencoded)
        : postmanRows(body.urlencoded);
      return data.length === 0 && !keepsEmpty
        ? {}
        : { body: { type: "form-urlencoded", data, ...omitEmpty(data) } };
    }
    case "formdata": {
      const data = elements(body.formdata).flatMap(part);
      return data.length === 0 && !keepsEmpty ? {} : {
        body: { type: "multipart-form", data, ...omitEmpty(data) },
        wanted: data.filter(({ value, disabled }) =>
          !disabled && Array.isArray(value) && value.length === 0
        ).map(({ name }) =>
          `The part "${name}" is a file that the export does not name: choose one`
        ),
      };
    }
    case "file":
      return fileBody(members(body.file));
    case "graphql":
      return graphqlBody(body.graphql);
    default:
      return typeof body.raw === "string" && body.raw !== ""
        ? rawBody(body, contentType)
        : {};
  }
}

/** Postman sends no form of which no row is switched on. */
function omitEmpty(
  rows: readonly { disabled?: boolean }[],
): { omitEmpty?: true } {
  return rows.some(({ disabled }) => !disabled) ? {} : { omitEmpty: true };
}

/** The rows of a form that is one text, whose values Postman encodes. */
function pairs(text: string): FileRow[] {
  return text.split("&").filter((pair) => pair !== "").map((pair) => {
    const [name, ...value] = pair.split("=");
    return { name, value: value.join("=") };
  });
}

function rawBody(
  body: Record<string, RawJson>,
  written: string | undefined,
): PostmanBody {
  const data = jsonTextOf(body.raw) ?? "";
  if (data === "") return {};
  const language = languageOf(body);
  const { type, ...said } = rawBodyOf(data, { language, written });
  if (said.note === undefined) return { body: { type, data }, ...said };
  const text = withoutComments(data);
  const note = text === data ? {} : {
    note:
      "The body is not valid JSON: it is sent as text, without its comments, as in Postman",
  };
  return { body: { type, data: text }, ...said, ...note };
}

function languageOf(body: Record<string, RawJson>): string {
  return jsonTextOf(members(members(body.options).raw).language)
    ?.toLowerCase() ?? "";
}

function emptyType(body: Record<string, RawJson>): "json" | "xml" | "text" {
  const language = languageOf(body);
  return language === "json" || language === "xml" ? language : "text";
}

/** A text of JSON as Postman sends it; Brace takes the comments only out of JSON that is valid. */
function withoutComments(text: string): string {
  return text.replace(
    /(\\[^]|"(?:\\[^]|[^"\\])*(?:"|$))|\/\/[^\r\n]*|\/\*[^]*?(?:\*\/|$)/g,
    (_, kept: string | undefined) => kept ?? "",
  );
}

function part(value: RawJson): FilePart[] {
  const row = members(value);
  const name = jsonTextOf(row.key) ?? "";
  const type = row.type === "file" ? "file" : "text";
  const source = row.src;
  const files = (Array.isArray(source) ? source : [source]).map(jsonTextOf)
    .filter((path) => path !== undefined && path !== "") as string[];
  if (name === "" && files.length === 0 && !jsonTextOf(row.value)) return [];
  return [{
    name,
    type,
    value: type === "file" ? files : jsonTextOf(row.value) ?? "",
    ...(jsonTextOf(row.contentType) &&
      { contentType: jsonTextOf(row.contentType) }),
    ...described(row.description),
    ...(row.disabled === true && { disabled: true as const }),
  }];
}

function fileBody(file: Record<string, RawJson>): PostmanBody {
  const filePath = jsonTextOf(file.src);
  if (filePath) {
    return { body: { type: "file", data: [{ filePath, selected: true }] } };
  }
  const content = jsonTextOf(file.content);
  return content ? { body: { type: "text", data: content } } : {
    body: { type: "file", data: [] },
    wanted: ["The body is a file that the export does not name: choose one"],
  };
}

function graphqlBody(value: RawJson): PostmanBody {
  const { query, variables, operationName } = members(
    typeof value === "string" ? { query: value } : value,
  );
  const text = typeof variables === "object"
    ? JSON.stringify(variables, null, 2)
    : jsonTextOf(variables);
  const written = jsonTextOf(query) ?? "";
  const said = operationNote(written, jsonTextOf(operationName));
  return {
    graphql: {
      query: written,
      // Bruno sends `{}` for none, and Postman nothing.
      ...(text?.trim() ? { variables: text } : { omitEmpty: true }),
    },
    ...(said?.kind === "person" && { note: said.message }),
    ...(said?.kind === "changed" && { leftOut: said.message }),
  };
}
