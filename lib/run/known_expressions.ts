import type { Body, Request } from "../collection/types.ts";
import type { Inherited } from "../collection/inherit.ts";
import type { Step } from "../plan/types.ts";
import { expressionsIn } from "../template/expressions_in.ts";

/**
 * The expressions that stand in a request's files or scripts: placeholders in
 * text that a script writes into the request. Any other `{{…}}` in it came
 * from outside and stays text.
 */
export function knownExpressions(
  { collection, folders }: Step,
  request: Request,
  inherited: Inherited,
): ReadonlySet<string> {
  const texts: string[] = [request.method.text, request.url.text];
  for (const { name, value } of [...request.headers, ...inherited.headers]) {
    texts.push(name.text, value.text);
  }
  for (const { name, value } of request.params) {
    texts.push(name.text, value.text);
  }
  if (request.body) texts.push(...textsOf(request.body));
  for (const auth of [request.auth, inherited.auth]) {
    for (const field of auth?.fields.values() ?? []) {
      if (typeof field === "object") texts.push(field.text);
    }
  }
  const levels = [collection.defaults, ...folders.map((it) => it.defaults)];
  for (const { scripts } of [...levels, request]) {
    for (const script of scripts) texts.push(script.code);
  }
  return new Set(texts.flatMap(expressionsIn));
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
