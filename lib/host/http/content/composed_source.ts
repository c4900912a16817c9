import {
  boundaryOf,
  multipartEnd,
  partHead,
} from "../../../core/http/multipart.ts";
import type {
  RenderedBody,
  RenderedPart,
} from "../../../core/http/rendered_request.ts";
import { seededRandom } from "../../../core/scope/seeded_random.ts";
import { type BodyFile, findBodyFile, readBodyFile } from "./body_file.ts";
import { inMemory } from "./in_memory.ts";
import type { BodyOptions, BodySource } from "../types.ts";

/** Where people expect another type than the registry's, or it has none. */
const OWN: Readonly<Record<string, string>> = {
  ico: "image/x-icon",
  ndjson: "application/x-ndjson",
  yaml: "application/yaml",
  yml: "application/yaml",
};

/**
 * The content type that a file's extension stands for;
 * `application/octet-stream` for an unknown one.
 *
 * @example
 * ```ts
 * import { fileContentType } from "./composed_source.ts";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(await fileContentType("images/Logo.PNG"), "image/png");
 * ```
 */
export async function fileContentType(path: string): Promise<string> {
  const extension = /\.([^./\\]+)$/.exec(path)?.[1].toLowerCase() ?? "";
  if (Object.hasOwn(OWN, extension)) return OWN[extension];
  const { default: mime } = await import("mime");
  return mime.getType(extension) ?? "application/octet-stream";
}

const encoder = new TextEncoder();

/**
 * Opens a body that is a file or a form: files are found and measured, not read.
 *
 * @throws {PermissionError} A file may not be read.
 * @throws {InterpolationError} A file cannot be read.
 */
export function composedSource(
  body: RenderedBody & { type: "file" | "multipart" },
  options: BodyOptions,
): Promise<BodySource> {
  return body.type === "file"
    ? fileSource(body, options)
    : multipartSource(body.parts, options);
}

async function fileSource(
  body: RenderedBody & { type: "file" },
  options: BodyOptions,
): Promise<BodySource> {
  const file = findBodyFile(body.path, {
    access: options.access,
    at: body.at,
  });
  return {
    length: file.size,
    contentType: body.contentType ?? await fileContentType(body.path),
    stream: () => readBodyFile(file),
  };
}

async function multipartSource(
  parts: readonly RenderedPart[],
  options: BodyOptions,
): Promise<BodySource> {
  const boundary = boundaryOf(options.contentType ?? "") ??
    `brace-${boundaryMark(options.seed)}`;
  const segments: (Uint8Array | BodyFile)[] = [];
  let text = "";
  for (const part of parts) {
    const contentType = part.contentType ??
      (part.type === "file" ? await fileContentType(part.path) : undefined);
    text += partHead(
      part,
      contentType === undefined ? { boundary } : { boundary, contentType },
    );
    switch (part.type) {
      case "text":
        text += part.value;
        break;
      case "file": {
        const { access } = options;
        segments.push(encoder.encode(text));
        segments.push(findBodyFile(part.path, { access, at: part.at }));
        text = "";
        break;
      }
      default:
        part satisfies never;
    }
    text += "\r\n";
  }
  segments.push(encoder.encode(text + multipartEnd(boundary)));
  const contentType = `multipart/form-data; boundary=${boundary}`;
  const [only] = segments;
  if (segments.length === 1 && only instanceof Uint8Array) {
    return { ...inMemory(only, contentType), boundary };
  }
  return {
    length: total(segments),
    contentType,
    boundary,
    texts: await joined(segments),
    async *stream() {
      for (const segment of segments) {
        if (segment instanceof Uint8Array) yield segment;
        else yield* readBodyFile(segment);
      }
    },
  };
}

/**
 * What no part holds by chance. One for all forms of a seed, so that `render`
 * and each run sign the same bytes, in whatever order requests are sent.
 */
function boundaryMark(seed: string | undefined): string {
  if (seed === undefined) return crypto.randomUUID();
  const random = seededRandom(`${seed}\nboundary`);
  return Uint8Array.from({ length: 16 }, () => Math.floor(random() * 256))
    .toHex();
}

async function joined(
  segments: readonly (Uint8Array | BodyFile)[],
): Promise<Uint8Array> {
  const texts = segments.filter((it) => it instanceof Uint8Array);
  return await new Blob(texts as BlobPart[]).bytes();
}

function total(segments: readonly (Uint8Array | BodyFile)[]): number {
  return segments.reduce(
    (sum, segment) =>
      sum + (segment instanceof Uint8Array ? segment.length : segment.size),
    0,
  );
}
