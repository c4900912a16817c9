import type { Body, MultipartField } from "../collection/types.ts";
import type { Text } from "../source/origin.ts";
import { encodeFormText } from "../render/encode.ts";
import { renderHeaderValue } from "../render/render_header.ts";
import { renderJson } from "../render/render_json.ts";
import { renderText } from "../render/render_text.ts";
import type { Place } from "../source/diagnostic.ts";
import type { RenderContext } from "./render_context.ts";
import type { RenderedBody, RenderedPart } from "./types.ts";

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

/** Renders a body by its type, or takes it as written when it is not to be interpolated. */
export function renderBody(body: Body, context: RenderContext): RenderedBody {
  const write = new BodyWriter(body.interpolate, context);
  switch (body.type) {
    case "json":
    case "text":
    case "xml":
    case "sparql":
      return {
        type: "text",
        text: body.type === "json"
          ? write.json(body.data)
          : write.text(body.data, PLACES[body.type]),
        contentType: CONTENT_TYPES[body.type],
      };
    case "form-urlencoded": {
      const pairs = body.fields.filter(({ disabled }) => !disabled).map(
        ({ name, value }) =>
          `${encodeFormText(write.text(name, "form"))}=${
            encodeFormText(write.text(value, "form"))
          }`,
      );
      return {
        type: "text",
        text: pairs.join("&"),
        contentType: "application/x-www-form-urlencoded",
      };
    }
    case "multipart-form":
      return {
        type: "multipart",
        parts: body.fields.filter(({ disabled }) => !disabled)
          .flatMap((field) => multipartField(field, write)),
        at: body.at,
      };
    case "file":
      return {
        type: "file",
        path: write.text(body.path, "text"),
        ...contentType(body.contentType, write),
        at: body.path.at,
      };
    case "graphql":
      return {
        type: "text",
        text: graphql(body.query, body.variables, write),
        contentType: "application/json",
      };
    default:
      return body satisfies never;
  }
}

class BodyWriter {
  constructor(
    private readonly interpolate: boolean,
    private readonly context: RenderContext,
  ) {}

  text(text: Text, place: Place): string {
    if (!this.interpolate) return text.text;
    const { scopes, execution } = this.context;
    return this.context.take(renderText(text, scopes, execution, place), "");
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

  /** A blank body is sent as it is: there is nothing in it to check. */
  json(text: Text): string {
    if (!this.interpolate || text.text.trim() === "") return text.text;
    const { scopes, execution } = this.context;
    return this.context.take(renderJson(text, scopes, execution), "");
  }
}

function contentType(
  text: Text | undefined,
  write: BodyWriter,
): { contentType?: string } {
  const type = text === undefined ? "" : write.contentType(text).trim();
  return type === "" ? {} : { contentType: type };
}

function multipartField(
  field: MultipartField,
  write: BodyWriter,
): RenderedPart[] {
  const name = write.text(field.name, "multipart");
  const type = contentType(field.contentType, write);
  return field.values.map((value): RenderedPart =>
    field.type === "file"
      ? {
        type: "file",
        name,
        path: write.text(value, "multipart"),
        ...type,
        at: value.at,
      }
      : { type: "text", name, value: write.text(value, "multipart"), ...type }
  );
}

/** The JSON that GraphQL over HTTP asks for; variables stand in it as written. */
function graphql(
  query: Text,
  variables: Text | undefined,
  write: BodyWriter,
): string {
  const members = [`"query":${JSON.stringify(write.text(query, "graphql"))}`];
  const json = variables === undefined ? "" : write.json(variables).trim();
  if (json !== "") members.push(`"variables":${json}`);
  return `{${members.join(",")}}`;
}
