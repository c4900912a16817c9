import type { RenderedBody } from "../../../core/http/rendered_request.ts";
import { inMemory } from "./in_memory.ts";
import type { BodyOptions, BodySource } from "../types.ts";

const encoder = new TextEncoder();

/**
 * Opens a body: files are found and measured, not read.
 *
 * @throws {PermissionError} A file may not be read.
 * @throws {InterpolationError} A file cannot be read.
 */
export function bodySource(
  body: RenderedBody,
  options: BodyOptions,
): BodySource | Promise<BodySource> {
  switch (body.type) {
    case "text":
      return inMemory(encoder.encode(body.text), body.contentType);
    case "bytes":
      return inMemory(body.bytes, body.contentType);
    case "file":
    case "multipart":
      return import("./composed_source.ts").then((it) =>
        it.composedSource(body, options)
      );
    default:
      return body satisfies never;
  }
}
