import type { Header, Request } from "../../collection/types.ts";
import type { Body } from "../../collection/body_types.ts";
import { type Inherited, levelsAround } from "../../collection/inherit.ts";
import type { Step } from "../../plan/types.ts";
import { selectedMessages } from "../../request/render_message.ts";
import type { RequestDraft } from "../../script/border/types.ts";
import { parseJson } from "../../scope/value/parse_json.ts";
import type { Value } from "../../scope/value/value.ts";

/** The request as scripts see and change it: texts as written. */
export function draftOf(request: Request, inherited: Inherited): RequestDraft {
  const implied = impliedHeaders(request, inherited);
  return {
    method: request.method.text,
    url: request.url.text,
    headers: [...writtenHeaders(request, inherited), ...implied],
    impliedHeaders: implied,
    disabledHeaders: [],
    omitHeaders: [],
    body: request.body && bodyAsWritten(request.body),
    timeout: request.settings.timeout,
    maxRedirects: request.settings.maxRedirects,
    bodyType: request.body?.type ?? "none",
    authMode: inherited.auth?.type ?? "none",
    ...(request.messages && {
      messages: selectedMessages(request).map(({ title, type, data }) => ({
        title,
        type,
        data: data.text,
      })),
    }),
    pathParams: request.params
      .filter((param) => param.type === "path" && !param.disabled)
      .map(({ name, value }) => ({ name: name.text, value: value.text })),
  };
}

/** A request's own headers and the inherited ones that they do not replace. */
function writtenHeaders(
  request: Request,
  inherited: Inherited,
): [string, string][] {
  const own = request.headers.filter((header) => !header.disabled);
  const replaced = new Set(own.map(({ name }) => name.text.toLowerCase()));
  return [
    ...inherited.headers.filter((header) =>
      !header.disabled && !replaced.has(header.name.text.toLowerCase())
    ),
    ...own,
  ].map(pairOf);
}

function pairOf({ name, value }: Header): [string, string] {
  return [name.text, value.text];
}

/** The headers that the files switch off, outer levels first; the innermost of a name counts. */
export function disabledHeaders(
  { collection, folders }: Pick<Step, "collection" | "folders">,
  request: Request,
): [string, string][] {
  return [
    ...new Map(
      [...levelsAround(collection, folders), request]
        .flatMap(({ headers }) => headers.filter(({ disabled }) => disabled))
        .map(pairOf),
    ),
  ];
}

/** The `content-type` that a body has where no header says otherwise. */
export function impliedHeaders(
  { body, headers }: Request,
  inherited: Inherited,
): [string, string][] {
  const isWritten = [...inherited.headers, ...headers].some((header) =>
    !header.disabled && header.name.text.toLowerCase() === "content-type"
  );
  const type = isWritten ? undefined : impliedType(body);
  return type === undefined ? [] : [["content-type", type]];
}

function impliedType(body: Body | undefined): string | undefined {
  switch (body?.type) {
    case "json":
      // Without a text there is nothing that would have a type.
      return body.data.text === "" ? undefined : "application/json";
    case "graphql":
      return "application/json";
    case "text":
      return "text/plain";
    case "xml":
      return "application/xml";
    case "sparql":
      return "application/sparql-query";
    case "form-urlencoded":
      return "application/x-www-form-urlencoded";
    case "multipart-form":
      return "multipart/form-data";
    case "file":
      return body.contentType?.text;
    case undefined:
      return undefined;
    default:
      return body satisfies never;
  }
}

/** A body as a script gets it: text as it stands, forms as their enabled fields. */
export function bodyAsWritten(body: Body): Value | undefined {
  switch (body.type) {
    case "json":
    case "text":
    case "xml":
    case "sparql":
      return body.data.text;
    case "form-urlencoded":
      return body.fields.filter((field) => !field.disabled).map((field) => ({
        name: field.name.text,
        value: field.value.text,
      }));
    case "multipart-form":
      return body.fields.filter((field) => !field.disabled).map((field) => ({
        name: field.name.text,
        type: field.type,
        value: field.type === "text"
          ? field.values[0]?.text ?? ""
          : field.values.map((path) => path.text),
      }));
    case "file":
      return undefined;
    case "graphql":
      return {
        query: body.query.text,
        variables: body.variables?.text ?? "",
        ...body.others && parseJson(body.others.text) as object,
      };
    default:
      return body satisfies never;
  }
}
