import type { Header, Request } from "../../collection/types.ts";
import type { Body, MultipartField } from "../../collection/body_types.ts";
import { type Inherited, levelsAround } from "../../collection/inherit.ts";
import type { Step } from "../../plan/types.ts";
import { selectedMessages } from "../../request/render_message.ts";
import type { DisabledRow, RequestDraft } from "../../script/border/types.ts";
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
    disabled: {
      headers: [],
      query: disabledRows(
        request.params.filter(({ type }) => type === "query"),
        rowOf,
      ),
      fields: disabledFields(request.body),
    },
    omitHeaders: [],
    body: request.body && bodyAsWritten(request.body),
    timeout: request.settings.timeout,
    maxRedirects: request.settings.maxRedirects,
    bodyType: request.body?.type ?? "none",
    authMode: inherited.auth?.type ?? "none",
    ...(request.auth?.type === "none" && { isWithoutAuth: true }),
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

function rowOf({ name, value }: Pick<Header, "name" | "value">) {
  return { name: name.text, value: value.text };
}

/** The headers that the files switch off, outer levels first. */
export function disabledHeaders(
  { collection, folders }: Pick<Step, "collection" | "folders">,
  request: Request,
  inherited: Inherited,
): DisabledRow[] {
  const outer = levelsAround(collection, folders).flatMap(({ headers }) =>
    headers.filter(({ disabled }) => disabled)
  );
  const own = request.headers.filter(({ disabled }) => !disabled).length;
  const above = writtenHeaders(request, inherited).length - own;
  return [
    ...disabledRows(outer, rowOf),
    ...disabledRows(request.headers, rowOf, above),
  ];
}

function disabledFields(body: Body | undefined): DisabledRow[] {
  switch (body?.type) {
    case "form-urlencoded":
      return disabledRows(body.fields, rowOf);
    case "multipart-form":
      return disabledRows(body.fields, partOf);
    default:
      return [];
  }
}

/** The rows that are switched off; `at` rows that are sent come before them all. */
function disabledRows<T extends { readonly disabled: boolean }>(
  rows: readonly T[],
  view: (row: T) => Omit<DisabledRow, "at">,
  at = 0,
): DisabledRow[] {
  return rows.flatMap((row) => {
    if (row.disabled) return { ...view(row), at };
    at++;
    return [];
  });
}

/** The `content-type` that a body has where no header says otherwise. */
export function impliedHeaders(
  { body, headers }: Request,
  inherited: Inherited,
): [string, string][] {
  const isWritten = [...inherited.headers, ...headers].some((header) =>
    !header.disabled && header.name.text.toLowerCase() === "content-type"
  );
  const isLeftOut = body?.omitEmpty && isEmpty(bodyAsWritten(body));
  const type = isWritten || isLeftOut ? undefined : impliedType(body);
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

/** Whether a body as a file or a script has it says nothing: a text, or a form without rows. */
export function isEmpty(body: unknown): boolean {
  return body === "" || Array.isArray(body) && body.length === 0;
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
      return body.fields.filter((field) => !field.disabled).map(rowOf);
    case "multipart-form":
      return body.fields.filter((field) => !field.disabled).map(partOf);
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

function partOf({ name, type, values }: MultipartField) {
  return {
    name: name.text,
    type,
    value: type === "text"
      ? values[0]?.text ?? ""
      : values.map((path) => path.text),
  };
}
