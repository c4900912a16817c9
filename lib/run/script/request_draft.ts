import type { Request } from "../../collection/types.ts";
import type { Body } from "../../collection/body_types.ts";
import type { Inherited } from "../../collection/inherit.ts";
import type { RequestDraft } from "../../script/border/types.ts";
import type { Value } from "../../scope/value/value.ts";

/** The request as scripts see and change it: texts as written. */
export function draftOf(request: Request, inherited: Inherited): RequestDraft {
  return {
    method: request.method.text,
    url: request.url.text,
    headers: writtenHeaders(request, inherited),
    body: request.body && bodyAsWritten(request.body),
    timeout: request.settings.timeout,
    maxRedirects: request.settings.maxRedirects,
    bodyType: request.body?.type ?? "none",
    authMode: inherited.auth?.type ?? "none",
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
  ].map(({ name, value }) => [name.text, value.text]);
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
      };
    default:
      return body satisfies never;
  }
}
