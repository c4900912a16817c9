import type {
  Body,
  FormField,
  Header,
  MultipartField,
  Request,
} from "../collection/types.ts";
import type { Inherited } from "../collection/inherit.ts";
import { writtenQuery } from "../request/written_query.ts";
import type { RequestDraft } from "../script/types.ts";
import type { Value } from "../scope/value.ts";
import { jsonText, valueText } from "../scope/value_text.ts";
import type { Origin, Text } from "../source/origin.ts";
import { bodyAsWritten, draftOf } from "./request_draft.ts";
import { deepEqual } from "../assertion/deep_equal.ts";

/** A request with the changes of its scripts. */
export interface ChangedRequest {
  readonly request: Request;
  readonly inherited: Inherited;
  /** A body of bytes that a script set; it takes the place of the rendered one. */
  readonly bytes?: Uint8Array;
}

/**
 * Makes the request that a draft describes. What the scripts left alone keeps
 * its text and place; what they wrote is a template only for the expressions
 * in `known`, which stand in the request's files or scripts.
 */
export function applyDraft(
  request: Request,
  inherited: Inherited,
  changes: { draft: RequestDraft; known: () => ReadonlySet<string> },
): ChangedRequest {
  const { draft } = changes;
  const before = draftOf(request, inherited);
  const write = (text: string, at: Origin): Text => ({
    text,
    at: { ...at, scripted: true },
    only: changes.known(),
  });
  const rewrite = (text: string, original: Text): Text =>
    text === original.text ? original : write(text, original.at);

  const headers = sameHeaders(draft.headers, before.headers)
    ? { own: request.headers, inherited: inherited.headers }
    : applyHeaders(request, inherited, { headers: draft.headers, write });
  const bytes = draft.body instanceof Uint8Array ? draft.body : undefined;
  const body = bytes !== undefined
    ? undefined
    : applyBody(request, draft.body as Value | undefined, write);
  const { body: _, ...rest } = request;
  return {
    request: {
      ...rest,
      method: rewrite(draft.method, request.method),
      url: rewrite(draft.url, request.url),
      params: draft.url === request.url.text
        ? request.params
        : withoutWritten(request),
      headers: headers.own,
      ...(body !== undefined && { body }),
      settings: {
        ...request.settings,
        ...(draft.timeout !== undefined && { timeout: draft.timeout }),
        ...(draft.maxRedirects !== undefined &&
          { maxRedirects: draft.maxRedirects }),
        // A script that allows none wants the redirect itself, as everywhere in scripts.
        ...(draft.maxRedirects === 0 && before.maxRedirects !== 0 &&
          { followRedirects: false }),
      },
    },
    inherited: { ...inherited, headers: headers.inherited },
    ...(bytes !== undefined && { bytes }),
  };
}

/** A script that changes the URL decides what its query holds; what the URL did not hold is still added. */
function withoutWritten({ url, params }: Request): Request["params"] {
  const isWritten = writtenQuery(url.text);
  return params.filter((param) => param.type !== "query" || !isWritten(param));
}

type Write = (text: string, at: Origin) => Text;

function inside(at: Origin, ...keys: (string | number)[]): Origin {
  return { file: at.file, path: [...at.path, ...keys] };
}

function sameHeaders(
  a: RequestDraft["headers"],
  b: RequestDraft["headers"],
): boolean {
  return a.length === b.length &&
    a.every(([name, value], i) => name === b[i][0] && value === b[i][1]);
}

/** A header that stands as it was stays at its level, so that the request's own still replace inherited ones. */
function applyHeaders(
  request: Request,
  inherited: Inherited,
  changes: { headers: RequestDraft["headers"]; write: Write },
): { own: Header[]; inherited: Header[] } {
  const kept = { own: [...request.headers], inherited: [...inherited.headers] };
  const result = { own: [] as Header[], inherited: [] as Header[] };
  const seen = new Map<string, number>();
  for (const [name, value] of changes.headers) {
    const count = seen.get(name) ?? 0;
    seen.set(name, count + 1);
    const own = take(kept.own, name, value);
    const above = own ? undefined : take(kept.inherited, name, value);
    if (above) result.inherited.push(above);
    else {
      // Each text has a place of its own, so that its generators have their own values.
      const nth = count === 0 ? [] : [count];
      const at = inside(request.at, request.type, "headers", name, ...nth);
      result.own.push(
        own ?? {
          name: changes.write(name, inside(at, "name")),
          value: changes.write(value, at),
          disabled: false,
        },
      );
    }
  }
  return result;
}

function take(
  headers: Header[],
  name: string,
  value: string,
): Header | undefined {
  const index = headers.findIndex((header) =>
    !header.disabled && header.name.text === name &&
    header.value.text === value
  );
  return index === -1 ? undefined : headers.splice(index, 1)[0];
}

function applyBody(
  request: Request,
  value: Value | undefined,
  write: Write,
): Body | undefined {
  const { body } = request;
  const written = body && bodyAsWritten(body);
  if (value === written || deepEqual(value, written)) return body;
  if (value === undefined) return undefined;
  const at = body?.at ?? inside(request.at, request.type);
  const about = { interpolate: body?.interpolate ?? true, at };
  if (typeof value === "string") {
    const type = body !== undefined && "data" in body ? body.type : "text";
    return { ...about, type, data: write(value, dataOrigin(body) ?? at) };
  }
  switch (body?.type) {
    case "form-urlencoded":
      return {
        ...about,
        type: body.type,
        fields: formFields(value, write, at),
      };
    case "multipart-form":
      return {
        ...about,
        type: body.type,
        fields: multipartFields(body.fields, value, { write, at }),
      };
    case "graphql": {
      const { query, variables } = membersOf(value);
      if (typeof query === "string") {
        return {
          ...about,
          type: "graphql",
          query: write(query, body.query.at),
          ...(variables !== undefined && variables !== "" && {
            variables: write(textOf(variables), body.variables?.at ?? at),
          }),
        };
      }
      break;
    }
    case "json":
    case "text":
    case "xml":
    case "sparql":
    case "file":
    case undefined:
      break;
    default:
      body satisfies never;
  }
  const data = write(textOf(value, jsonText), dataOrigin(body) ?? at);
  return { ...about, type: "json", data };
}

function dataOrigin(body: Body | undefined): Origin | undefined {
  return body !== undefined && "data" in body ? body.data.at : undefined;
}

/** Fields from `[{name, value}]` or from an object's members. */
function pairsOf(value: Value): { name: string; value: Value; type?: Value }[] {
  if (Array.isArray(value)) {
    return value.map(membersOf).map(({ name, value, type, enabled }) => ({
      name: textOf(name ?? ""),
      value: value ?? "",
      ...(type !== undefined && { type }),
      enabled: enabled !== false,
    })).filter(({ enabled }) => enabled);
  }
  return Object.entries(membersOf(value)).flatMap(([name, member]) =>
    Array.isArray(member)
      ? member.map((one: Value) => ({ name, value: one }))
      : [{ name, value: member }]
  );
}

function formFields(value: Value, write: Write, at: Origin): FormField[] {
  return pairsOf(value).map((pair, index) => ({
    name: write(pair.name, inside(at, "data", index, "name")),
    value: write(textOf(pair.value), inside(at, "data", index, "value")),
    disabled: false,
  }));
}

function multipartFields(
  written: readonly MultipartField[],
  value: Value,
  { write, at }: { write: Write; at: Origin },
): MultipartField[] {
  return pairsOf(value).map((pair, index) => {
    const field = inside(at, "data", index);
    const before = written.find((field) => field.name.text === pair.name);
    const type = pair.type === "file" ||
        pair.type === undefined && before?.type === "file"
      ? "file"
      : "text";
    const values = Array.isArray(pair.value) ? pair.value : [pair.value];
    return {
      name: write(pair.name, inside(field, "name")),
      type,
      values: values.map((one: Value, nth) =>
        write(textOf(one), inside(field, "value", nth))
      ),
      ...(before?.contentType && { contentType: before.contentType }),
      disabled: false,
    };
  });
}

function membersOf(value: Value): { readonly [key: string]: Value } {
  return typeof value === "object" && value !== null &&
      !Array.isArray(value) && !(value instanceof Date)
    ? value as { readonly [key: string]: Value }
    : {};
}

function textOf(value: Value, write = valueText): string {
  const text = write(value);
  if (typeof text === "string") return text;
  throw new TypeError(`Cannot set the request's body: ${text.reason}`);
}
