import type {
  Body,
  FormField,
  MultipartField,
} from "../collection/body_types.ts";
import type { Origin, Text } from "../source/origin.ts";
import { requireLength } from "../source/most_length.ts";
import { encodeFormPercent, encodeFormText } from "../render/encode.ts";
import { renderHeaderValue } from "../render/render_checked.ts";
import { renderJson } from "../render/render_json.ts";
import { renderText } from "../render/render_text.ts";
import {
  encodedInsertions,
  movedInsertions,
  type Rendered,
} from "../render/rendered.ts";
import type { Inserted } from "../scope/provenance.ts";
import { locationOf, type Place } from "../source/diagnostic.ts";
import type { RenderContext } from "./render_context.ts";
import type { RenderedBody, RenderedPart } from "../http/rendered_request.ts";

/** Content types by the type of a text body; sent where no header says otherwise. */
const CONTENT_TYPES = {
  json: "application/json",
  text: "text/plain",
  xml: "application/xml",
  sparql: "application/sparql-query",
} as const;

const PLACES: Readonly<Record<keyof typeof CONTENT_TYPES, Place>> = {
  json: "json",
  text: "text",
  xml: "xml",
  sparql: "text",
};

const NOTHING: ReadonlySet<string> = new Set();

/** Renders a body; undefined where it is empty and such a body is not to be sent, and where it is a file of which none is selected. */
export function renderBody(
  body: Body,
  context: RenderContext,
): RenderedBody | undefined {
  if (body.type === "file" && body.path.text === "") {
    goesWithout("the body", { at: body.path.at, state: "selected" }, context);
    return undefined;
  }
  const rendered = renderAny(body, context);
  return body.omitEmpty && isEmpty(rendered) ? undefined : rendered;
}

function isEmpty(body: RenderedBody): boolean {
  return body.type === "text" && body.text === "" ||
    body.type === "multipart" && body.parts.length === 0;
}

/** Renders a body by its type, or takes it as written when it is not to be interpolated. */
function renderAny(body: Body, context: RenderContext): RenderedBody {
  const write = new BodyWriter(body.interpolate, context);
  switch (body.type) {
    case "json":
    case "text":
    case "xml":
    case "sparql": {
      const written = body.type === "json"
        ? write.json(body.data)
        : write.text(body.data, PLACES[body.type]);
      context.insert({ place: "body" }, written.insertions);
      return {
        type: "text",
        text: written.text,
        contentType: CONTENT_TYPES[body.type],
      };
    }
    case "form-urlencoded":
      return {
        type: "text",
        text: form(body, write, context),
        contentType: "application/x-www-form-urlencoded",
      };
    case "multipart-form":
      return {
        type: "multipart",
        parts: multipartParts(body.fields, write, context),
        at: body.at,
      };
    case "file": {
      const path = write.text(body.path, "text");
      context.insert({ place: "file" }, path.insertions);
      return {
        type: "file",
        path: path.text,
        ...contentType(body.contentType, write),
        at: body.path.at,
      };
    }
    case "graphql":
      return {
        type: "text",
        text: graphql(body, write, context),
        contentType: "application/json",
      };
    default:
      return body satisfies never;
  }
}

/** A text, and the values in it. */
interface Written {
  readonly text: string;
  readonly insertions: readonly Inserted[];
}

const ONLY_PLACEHOLDERS = /^\s*\{\{[^]*\}\}\s*$/;

class BodyWriter {
  constructor(
    private readonly interpolate: boolean,
    private readonly context: RenderContext,
  ) {}

  text(text: Text, place: Place): Written {
    if (!this.interpolate) return asWritten(text);
    const { scopes, execution } = this.context;
    return this.#take(renderText(text, scopes, execution, place));
  }

  contentType(text: Text): string {
    const { scopes, execution } = this.context;
    return this.context.take(
      renderHeaderValue(
        this.interpolate ? text : { ...text, only: NOTHING },
        "Content-Type",
        scopes,
        execution,
      ),
      "",
    );
  }

  /** Whether a text is nothing but placeholders whose values are empty. */
  isEmptied(text: Text): boolean {
    if (!this.interpolate || !ONLY_PLACEHOLDERS.test(text.text)) return false;
    const { scopes, execution } = this.context;
    const { value, insertions = [] } = renderText(text, scopes, execution);
    return value?.trim() === "" && insertions.length > 0;
  }

  /** A blank body is sent as it is: there is nothing in it to check. */
  json(text: Text): Written {
    if (!this.interpolate || text.text.trim() === "") return asWritten(text);
    const { scopes, execution } = this.context;
    return this.#take(renderJson(text, scopes, execution));
  }

  #take(rendered: Rendered<string>): Written {
    return {
      text: this.context.take(rendered, ""),
      insertions: rendered.insertions ?? [],
    };
  }
}

function asWritten({ text }: Text): Written {
  return { text, insertions: [] };
}

function contentType(
  text: Text | undefined,
  write: BodyWriter,
): { contentType?: string } {
  const type = text === undefined ? "" : write.contentType(text).trim();
  return type === "" ? {} : { contentType: type };
}

function form(
  { fields, blanks }: {
    readonly fields: readonly FormField[];
    readonly blanks?: "%20";
  },
  write: BodyWriter,
  context: RenderContext,
): string {
  const encode = blanks === "%20" ? encodeFormPercent : encodeFormText;
  let text = "";
  for (const field of fields) {
    if (field.disabled) continue;
    if (text !== "") text += "&";
    const name = write.text(field.name, "form");
    const value = write.text(field.value, "form");
    const place = { place: "body", name: name.text } as const;
    for (const [written, lead] of [[name, ""], [value, "="]] as const) {
      text += lead;
      const insertions = encodedInsertions(
        written.insertions,
        written.text,
        encode,
      );
      context.insert(place, movedInsertions(insertions, text.length));
      text += encode(written.text);
      requireLength(text.length);
    }
  }
  return text;
}

/** Says that a file is not named, as in an export of Postman's. */
function goesWithout(
  what: string,
  { at, state }: { at: Origin; state: "named" | "selected" },
  { diagnostics }: RenderContext,
): void {
  diagnostics.push({
    code: "MISSING_PATH",
    severity: "warning",
    message:
      `The request goes out without ${what}: it is a file, and no file is ${state}`,
    location: locationOf(at, { place: "multipart" }),
  });
}

function multipartParts(
  fields: readonly MultipartField[],
  write: BodyWriter,
  context: RenderContext,
): RenderedPart[] {
  const parts: RenderedPart[] = [];
  const counts = new Map<string, number>();
  for (const field of fields) {
    if (field.disabled) continue;
    if (field.type === "file" && field.values.length === 0) {
      const at = field.name.at;
      const what = `the part "${field.name.text}"`;
      goesWithout(what, { at, state: "named" }, context);
    }
    const name = write.text(field.name, "multipart");
    const type = contentType(field.contentType, write);
    for (const text of field.values) {
      const nth = counts.get(name.text) ?? 0;
      counts.set(name.text, nth + 1);
      const place = { name: name.text, ...(nth > 0 && { nth }) };
      const value = write.text(text, "multipart");
      context.insert({ place: "part name", ...place }, name.insertions);
      context.insert({ place: "part", ...place }, value.insertions);
      parts.push(
        field.type === "file"
          ? {
            type: "file",
            name: name.text,
            path: value.text,
            ...type,
            at: text.at,
          }
          : { type: "text", name: name.text, value: value.text, ...type },
      );
    }
  }
  return parts;
}

/** The JSON that GraphQL over HTTP asks for; variables stand in it as written. */
function graphql(
  { query, variables, others, omitEmpty }: Extract<Body, { type: "graphql" }>,
  write: BodyWriter,
  context: RenderContext,
): string {
  const written = write.text(query, "graphql");
  const place = { place: "body" } as const;
  const insertions = encodedInsertions(
    written.insertions,
    written.text,
    (text) => JSON.stringify(text).slice(1, -1),
  );
  const lead = '{"query":';
  context.insert(place, movedInsertions(insertions, lead.length + 1));
  let text = lead + JSON.stringify(written.text);
  const isEmptied = variables !== undefined && write.isEmptied(variables);
  const json = variables === undefined || isEmptied
    ? undefined
    : write.json(variables);
  const trimmed = json?.text.trim() ?? "";
  const isLeftOut = trimmed === "" && (isEmptied || omitEmpty);
  if (!isLeftOut) text += ',"variables":';
  if (json !== undefined && trimmed !== "") {
    const by = text.length - json.text.indexOf(trimmed);
    context.insert(place, movedInsertions(json.insertions, by));
    text += trimmed;
  } else if (!isLeftOut) text += "{}";
  if (others !== undefined) {
    text += ",";
    const members = write.json(others);
    const by = text.length - 1;
    context.insert(place, movedInsertions(members.insertions, by));
    text += members.text.slice(1, -1);
  }
  requireLength(text.length);
  return `${text}}`;
}
