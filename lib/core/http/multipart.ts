import type { RenderedPart } from "./rendered_request.ts";

/**
 * The head of one part: delimiter and headers, with the empty line. Names and
 * file names are escaped as browsers do (`%22`, `%0D`, `%0A`); a part of text
 * has a content type only where one is set.
 */
export function partHead(
  part: RenderedPart,
  options: { boundary: string; contentType?: string },
): string {
  const { boundary, contentType } = options;
  let head = `--${boundary}\r\nContent-Disposition: form-data; name="${
    escapeName(part.name)
  }"`;
  if (part.type === "file") {
    head += `; filename="${escapeName(baseName(part.path))}"`;
  }
  if (contentType !== undefined) head += `\r\nContent-Type: ${contentType}`;
  return `${head}\r\n\r\n`;
}

/** What ends a multipart body. */
export function multipartEnd(boundary: string): string {
  return `--${boundary}--\r\n`;
}

/** The boundary that a written Content-Type names, if any. */
export function boundaryOf(contentType: string): string | undefined {
  const match = /;\s*boundary\s*=\s*(?:"([^"]*)"|([^\s;]+))/i.exec(contentType);
  return match?.[1] ?? match?.[2];
}

function escapeName(name: string): string {
  return name.replace(/["\r\n]/g, (c) => encodeURIComponent(c));
}

function baseName(path: string): string {
  return path.slice(
    Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1,
  );
}
