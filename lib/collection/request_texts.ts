import type { Body, Request } from "./types.ts";

/** The texts of a request that are templates: method, URL, headers, parameters, body, auth. */
export function requestTexts(request: Request): string[] {
  const texts: string[] = [request.method.text, request.url.text];
  for (const { name, value } of [...request.headers, ...request.params]) {
    texts.push(name.text, value.text);
  }
  if (request.body) texts.push(...textsOf(request.body));
  for (const field of request.auth?.fields.values() ?? []) {
    if (typeof field === "object") texts.push(field.text);
  }
  return texts;
}

function textsOf(body: Body): string[] {
  switch (body.type) {
    case "json":
    case "text":
    case "xml":
    case "sparql":
      return [body.data.text];
    case "form-urlencoded":
      return body.fields.flatMap(({ name, value }) => [name.text, value.text]);
    case "multipart-form":
      return body.fields.flatMap(({ name, values }) => [
        name.text,
        ...values.map((value) => value.text),
      ]);
    case "file":
      return [body.path.text];
    case "graphql":
      return [body.query.text, body.variables?.text ?? ""];
    default:
      return body satisfies never;
  }
}
