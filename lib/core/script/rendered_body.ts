import type { RenderedBody } from "../http/rendered_request.ts";
import type { Value } from "../scope/value/value.ts";

/** A rendered body as scripts see it: a text, bytes, or a file's path, or parts. */
export function renderedBody(body: RenderedBody): Value | Uint8Array {
  switch (body.type) {
    case "text":
      return body.text;
    case "bytes":
      return body.bytes;
    case "file":
      return { file: body.path };
    case "multipart":
      return body.parts.map((part): Record<string, Value> =>
        part.type === "text"
          ? { name: part.name, value: part.value }
          : { name: part.name, file: part.path }
      );
    default:
      return body satisfies never;
  }
}
