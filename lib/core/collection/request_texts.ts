import type { Text } from "../source/origin.ts";
import type { Request } from "./types.ts";
import type { Body } from "./body_types.ts";

/** The texts of a request that are templates: method, URL, headers, parameters, body, auth. */
export function requestTexts(request: Request): Text[] {
  const texts: Text[] = [request.method, request.url];
  for (const { name, value } of [...request.headers, ...request.params]) {
    texts.push(name, value);
  }
  if (request.body) texts.push(...textsOf(request.body));
  for (const field of request.auth?.fields.values() ?? []) {
    if (typeof field === "object") texts.push(field);
  }
  return texts;
}

function textsOf(body: Body): Text[] {
  switch (body.type) {
    case "json":
    case "text":
    case "xml":
    case "sparql":
      return [body.data];
    case "form-urlencoded":
      return body.fields.flatMap(({ name, value }) => [name, value]);
    case "multipart-form":
      return body.fields.flatMap(({ name, values, contentType }) => [
        name,
        ...values,
        ...contentType ? [contentType] : [],
      ]);
    case "file":
      return body.contentType ? [body.path, body.contentType] : [body.path];
    case "graphql":
      return body.variables === undefined
        ? [body.query]
        : [body.query, body.variables];
    default:
      return body satisfies never;
  }
}
