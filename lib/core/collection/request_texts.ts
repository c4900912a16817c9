import type { Value } from "../scope/value/value.ts";
import type { Origin, Text } from "../source/origin.ts";
import { pushAll } from "../source/push_all.ts";
import type { Defaults, Request } from "./types.ts";
import type { Body } from "./body_types.ts";

/** The texts of a request that are templates: method, URL, headers, parameters, body, messages, auth. */
export function requestTexts(request: Request): Text[] {
  const texts: Text[] = [request.method, request.url];
  for (const { name, value } of [...request.headers, ...request.params]) {
    texts.push(name, value);
  }
  if (request.body) texts.push(...textsOf(request.body));
  for (const field of request.auth?.fields.values() ?? []) {
    if (typeof field === "object") texts.push(field);
  }
  pushAll(texts, streamTexts(request));
  return texts;
}

/** What has expressions: a request, or what a collection or folder hands down. */
type ExpressionLevel = Partial<
  & Pick<Request, "assertions" | "settings" | "stream">
  & Pick<Defaults, "actions">
>;

/** The enabled expressions of a level. */
export function enabledExpressions(
  { assertions = [], actions = [], ...others }: ExpressionLevel,
): Text[] {
  return levelExpressions({
    ...others,
    assertions: assertions.filter(({ disabled }) => !disabled),
    actions: actions.filter(({ disabled }) => !disabled),
  });
}

/** All expressions of a level: what is compared, taken, repeated until it holds, and waited for. */
export function levelExpressions(
  { assertions = [], actions = [], settings, stream }: ExpressionLevel,
): Text[] {
  return [
    ...assertions.map(({ expression }) => expression),
    ...actions.map(({ selector }) => selector),
    ...settings?.repeatUntil ? [settings.repeatUntil.expression] : [],
    ...streamExpressions({ ...stream && { stream } }),
  ];
}

/** The expressions of a request's stream: what its steps wait for and set, and what ends it. */
export function streamExpressions({ stream }: Pick<Request, "stream">): Text[] {
  return [
    ...(stream?.steps ?? []).flatMap((step) =>
      step.type === "wait"
        ? [step.expression, ...step.set.map(({ expression }) => expression)]
        : []
    ),
    ...stream?.until ? [stream.until] : [],
  ];
}

function streamTexts(
  { messages = [], grpc, stream, connectionParams }: Request,
): Text[] {
  const steps = stream?.steps ?? [];
  return [
    ...grpc === undefined
      ? []
      : [grpc.method, ...grpc.protoFile ? [grpc.protoFile] : []],
    ...messages.map(({ data }) => data),
    ...steps.flatMap((step): Text[] => {
      switch (step.type) {
        case "send":
          return typeof step.message === "string" ? [] : [step.message.data];
        case "wait":
          return step.value ? [step.value] : [];
        case "pause":
        case "end":
          return [];
        default:
          return step satisfies never;
      }
    }),
    ...connectionParams === undefined
      ? []
      : textsInside(connectionParams.value, connectionParams.at),
  ];
}

function textsInside(value: Value, at: Origin): Text[] {
  if (typeof value === "string") return [{ text: value, at }];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inside]) =>
    textsInside(inside, {
      file: at.file,
      path: [...at.path, Array.isArray(value) ? Number(key) : key],
    })
  );
}

/** The texts of a body that are templates. */
export function textsOf(body: Body): Text[] {
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
      return [body.query, body.variables, body.others].filter((text) =>
        text !== undefined
      );
    default:
      return body satisfies never;
  }
}
