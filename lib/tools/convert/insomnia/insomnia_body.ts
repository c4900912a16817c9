import { operationNote } from "../words.ts";
import { elements, jsonTextOf, members, type RawJson } from "../json.ts";
import type { FileBody, FilePart } from "../open_collection.ts";
import { FORM_TYPE, textBody } from "../text_body.ts";
import { insomniaRows, type InsomniaTemplate } from "./insomnia_rows.ts";
import { templatesIn } from "./insomnia_template.ts";

/** The body of a request, and its content type where the body does not imply it. */
export function insomniaBody(
  body: Record<string, RawJson>,
  { type, written, template, notes }: {
    type: string | undefined;
    /** The content type of the request's own header. */
    written: string | undefined;
    template: InsomniaTemplate;
    notes: string[];
  },
): { body?: FileBody; contentType?: string } {
  const text = jsonTextOf(body.text);
  if (type === FORM_TYPE && Array.isArray(body.params)) {
    return {
      body: {
        type: "form-urlencoded",
        data: insomniaRows(body.params, template),
      },
    };
  }
  if (type === "multipart/form-data") {
    return {
      body: {
        type: "multipart-form",
        data: elements(body.params).map(members)
          .flatMap((part) => partOf(part, { template, notes })),
      },
    };
  }
  const fileName = jsonTextOf(body.fileName);
  if (fileName) {
    return {
      body: {
        type: "file",
        data: [{
          filePath: template(fileName),
          // Brace would take it from the name of the file.
          ...(type && written === undefined && { contentType: type }),
          selected: true,
        }],
      },
    };
  }
  if (type === OCTETS) {
    notes.push("The body is a file that the export does not name: choose one");
  }
  if (text === undefined || text === "") {
    return type === OCTETS ? { body: { type: "file", data: [] } } : {};
  }
  const contentType = written ??
    (type === GRAPHQL ? "application/json" : type || "text/plain");
  const made = textBody(template(text), contentType);
  const isImplied = made.body.type === "json" &&
    /^application\/json$/i.test(contentType);
  return isImplied ? { body: made.body } : { body: made.body, contentType };
}

const OCTETS = "application/octet-stream";
const GRAPHQL = "application/graphql";

/** A part as Insomnia sends it: one without a name and a value is none. */
function partOf(
  part: Record<string, RawJson>,
  { template, notes }: { template: InsomniaTemplate; notes: string[] },
): FilePart[] {
  const fileName = jsonTextOf(part.fileName) ?? "";
  const [row] = insomniaRows([part], template);
  if (row === undefined && fileName === "") return [];
  const name = row?.name ?? "";
  const isFile = part.type === "file";
  const disabled = part.disabled === true;
  if (isFile && fileName === "" && !disabled) {
    notes.push(`The part "${name}" names no file: choose one`);
  }
  const type = typeof part.multiline === "string" && part.multiline.trim();
  return [{
    name,
    type: isFile ? "file" : "text",
    value: isFile
      ? fileName === "" ? [] : [template(fileName)]
      : row?.value ?? "",
    ...(type && !isFile && { contentType: type }),
    ...(row?.description && { description: row.description }),
    ...(disabled && { disabled: true as const }),
  }];
}

/** Whether a body is for GraphQL: its text is JSON with a query. */
export function isInsomniaGraphql(body: Record<string, RawJson>): boolean {
  return body.mimeType === GRAPHQL &&
    ((jsonTextOf(body.text) ?? "") === "" || graphqlText(body) !== undefined);
}

function graphqlText(
  body: Record<string, RawJson>,
): Record<string, RawJson> | undefined {
  try {
    const data = members(JSON.parse(jsonTextOf(body.text) ?? ""));
    return jsonTextOf(data.query) === undefined ? undefined : data;
  } catch {
    return undefined;
  }
}

/** The body is JSON with `query` and `variables`. */
export function insomniaGraphql(
  body: Record<string, RawJson>,
  { template, notes, changes }: {
    template: InsomniaTemplate;
    notes: string[];
    /** What means the same. */
    changes: string[];
  },
): { query: string; variables?: string } {
  const { query: text, variables, operationName, ...others } =
    graphqlText(body) ?? {};
  const query = jsonTextOf(text) ?? "";
  const said = operationNote(query, jsonTextOf(operationName));
  if (said) (said.kind === "person" ? notes : changes).push(said.message);
  for (const key of Object.keys(others)) {
    notes.push(
      `Brace does not send "${key}" with a GraphQL query: send the body as JSON instead`,
    );
  }
  const written = typeof variables === "string"
    ? template(variables)
    : JSON.stringify(templatesIn(variables, template), null, 2);
  return {
    query: template(query),
    ...(variables !== undefined && variables !== null && variables !== "" &&
      { variables: written }),
  };
}
