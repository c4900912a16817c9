import { originInside } from "../../source/origin.ts";
import type { Header, Request } from "../../collection/types.ts";
import type { Body, MultipartField } from "../../collection/body_types.ts";
import { rawBody } from "../../collection/v3/wire_rules.ts";
import { deepEqual } from "../../assertion/deep_equal.ts";
import { type ContentKind, contentKind } from "../../http/content_kind.ts";
import { boundaryOf } from "../../http/multipart.ts";
import { fieldText, headerValue } from "../../script/headers.ts";
import { formFields } from "../../script/headers.ts";
import type { RequestDraft } from "../../script/border/types.ts";
import type { Value } from "../../scope/value/value.ts";
import { jsonText, valueText } from "../../scope/value/value_text.ts";
import type { Origin, Text } from "../../source/origin.ts";
import { bodyAsWritten, isEmpty } from "./request_draft.ts";

/** What a script set as a body, and what tells how it is to be sent. */
interface BodyChange {
  readonly draft: RequestDraft;
  /** The headers without what the file's body implies. */
  readonly headers: RequestDraft["headers"];
  /** Makes a template of what a script wrote. */
  write(text: string, at: Origin): Text;
}

/** A changed body, and the header that it needs to be sent as what it was. */
interface ChangedBody {
  readonly body?: Body | undefined;
  readonly contentType?: Header;
}

/**
 * Makes the body that a script's value stands for, by the request's content
 * type; the problem says why it cannot be sent so.
 */
export function applyBody(
  request: Request,
  change: BodyChange,
): ChangedBody & { readonly problem?: string } {
  try {
    return bodyOf(request, change);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return { problem: error.message };
  }
}

function bodyOf(
  { body, at: top, type }: Request,
  change: BodyChange,
): ChangedBody {
  const { draft, headers, write } = change;
  const value = draft.body as Value | undefined;
  const isForm = draft.isForm === true;
  const { mode, language } = draft.postman ?? {};
  const written = body && bodyAsWritten(body);
  // As in Postman, which sends none that is empty.
  if (draft.postman !== undefined && isEmpty(value)) return {};
  const isSame = value === written || deepEqual(value, written);
  if (isSame && language === undefined) return { body };
  if (value === undefined) return {};
  const at = body?.at ?? originInside(top, type);
  const omitEmpty = body?.omitEmpty ?? draft.postman !== undefined;
  const about = {
    interpolate: body?.interpolate ?? true,
    ...omitEmpty && { omitEmpty },
    at,
  };
  const header = headerValue(headers, "content-type");
  const kind = contentKind(header) ??
    (isForm ? "form" : MODES[mode ?? ""] ?? kindOf(body));
  const refuse = (what: string) =>
    new TypeError(
      `Cannot send ${what} as the request's body: its content type is "${
        header ?? typeOf(body)
      }" (set the header Content-Type, or a text)`,
    );
  if (typeof value === "string") {
    if (kind === "multipart" && boundaryOf(header ?? "") === undefined) {
      throw refuse("a text");
    }
    const data = isSame && body !== undefined && "data" in body
      ? body.data
      : write(value, dataOrigin(body) ?? at);
    if (language !== undefined) {
      const raw = rawBody(value, { language, written: header });
      const { type, contentType } = raw;
      const text = contentType === undefined
        ? undefined
        : { text: contentType, at };
      return { body: { ...about, type, data }, ...typed(text, at) };
    }
    const contentType = header === undefined ? textTypeOf(body, at) : undefined;
    return {
      body: { ...about, type: textBodyType(body, kind), data },
      ...typed(contentType, at),
    };
  }
  switch (kind) {
    case "form": {
      const fields = formFields(value).map((field, index) => ({
        name: write(field.name, originInside(at, "data", index, "name")),
        value: write(field.value, originInside(at, "data", index, "value")),
        disabled: false,
      }));
      // As in Bruno, which leaves an object's encoding to another package.
      const isObject = !isForm && !Array.isArray(value);
      return {
        body: {
          ...about,
          type: "form-urlencoded",
          fields,
          ...isObject && { blanks: "%20" },
        },
      };
    }
    case "multipart": {
      if (isForm) throw refuse("URLSearchParams");
      const before = body?.type === "multipart-form" ? body.fields : [];
      const fields = multipartFields(before, value, { write, at });
      return { body: { ...about, type: "multipart-form", fields } };
    }
    case "other":
      throw refuse(isForm ? "URLSearchParams" : "a value that is not text");
    case "json":
    case "text":
      break;
    default:
      kind satisfies never;
  }
  if (isForm) throw refuse("URLSearchParams");
  const { query, variables, ...others } = membersOf(value);
  const graphql = body?.type === "graphql" ? body : undefined;
  const isGraphql = graphql !== undefined || mode === "graphql";
  if (isGraphql && typeof query === "string") {
    return {
      body: {
        ...about,
        type: "graphql",
        query: write(query, graphql?.query.at ?? at),
        ...(variables !== undefined && variables !== "" && {
          variables: write(textOf(variables), graphql?.variables?.at ?? at),
        }),
        ...(Object.keys(others).length > 0 && {
          others: write(textOf(others, jsonText), at),
        }),
      },
    };
  }
  const data = write(textOf(value, jsonText), dataOrigin(body) ?? at);
  return { body: { ...about, type: "json", data } };
}

/** What a value becomes in a mode of Postman's. */
const MODES: Readonly<Record<string, ContentKind>> = {
  formdata: "multipart",
  graphql: "json",
};

function typed(
  value: Text | undefined,
  at: Origin,
): Pick<ChangedBody, "contentType"> {
  if (value === undefined) return {};
  const name = { text: "Content-Type", at };
  return { contentType: { name, value, disabled: false } };
}

const FORM = "application/x-www-form-urlencoded";

/** A body's content type where no header says, as messages name it. */
function typeOf(body: Body | undefined): string {
  if (body?.type === "multipart-form") return "multipart/form-data";
  if (body?.type === "form-urlencoded") return FORM;
  if (body?.type === "file") return body.contentType?.text ?? "";
  return `application/${body?.type ?? "json"}`;
}

/** What a script's value becomes in a body of the file, where no header says. */
function kindOf(body: Body | undefined): ContentKind {
  switch (body?.type) {
    case "form-urlencoded":
      return "form";
    case "multipart-form":
      return "multipart";
    case "xml":
    case "sparql":
      return "other";
    case "file":
      return contentKind(body.contentType?.text) ?? "json";
    case "json":
    case "graphql":
    case "text":
    case undefined:
      return "json";
    default:
      return body satisfies never;
  }
}

/** The type of a text that takes a body's place: its own where texts have it. */
function textBodyType(
  body: Body | undefined,
  kind: ContentKind,
): "json" | "text" | "xml" | "sparql" {
  switch (body?.type) {
    case "json":
    case "graphql":
      return kind === "json" || kind === "text" ? "json" : "text";
    case "xml":
    case "sparql":
      return body.type;
    case "text":
    case "form-urlencoded":
    case "multipart-form":
    case "file":
    case undefined:
      return "text";
    default:
      return body satisfies never;
  }
}

/** What a text that takes a body's place is sent as, where its type does not say. */
function textTypeOf(body: Body | undefined, at: Origin): Text | undefined {
  if (body?.type === "form-urlencoded") {
    return { text: FORM, at };
  }
  return body?.type === "file" ? body.contentType : undefined;
}

function dataOrigin(body: Body | undefined): Origin | undefined {
  return body !== undefined && "data" in body ? body.data.at : undefined;
}

function multipartFields(
  written: readonly MultipartField[],
  value: Value,
  { write, at }: { write: BodyChange["write"]; at: Origin },
): MultipartField[] {
  return partsOf(value).map((part, index) => {
    const field = originInside(at, "data", index);
    const before = written.find((field) => field.name.text === part.name);
    const type = part.type === "file" ||
        part.type === undefined && before?.type === "file"
      ? "file"
      : "text";
    const values = Array.isArray(part.value) ? part.value : [part.value];
    return {
      name: write(part.name, originInside(field, "name")),
      type,
      values: values.map((one: Value, nth) =>
        write(
          fieldText(`the field "${part.name}"`, one),
          originInside(field, "value", nth),
        )
      ),
      ...(before?.contentType && { contentType: before.contentType }),
      disabled: false,
    };
  });
}

/** Parts from `[{name, value, type?}]`, pairs, or an object's members. */
function partsOf(value: Value): { name: string; value: Value; type?: Value }[] {
  if (!Array.isArray(value) || value.every(Array.isArray)) {
    return formFields(value);
  }
  return value.map(membersOf).filter(({ enabled }) => enabled !== false)
    .map(({ name, key = name, value, type }) => ({
      name: fieldText("a form field's name", key),
      value: value ?? "",
      ...(type !== undefined && { type }),
    }));
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
