import { readContent } from "../../tools/report/content.ts";
import type { Masker } from "../../core/secrets/masker.ts";
import type { Style } from "../../tools/report/style.ts";
import {
  escapeControls,
  printableLines,
} from "../../tools/report/text/escape_controls.ts";
import type {
  RenderedBody,
  RenderedPart,
} from "../../core/http/rendered_request.ts";
import type { WireMessage } from "./wire_message.ts";

/** How a message is written. */
export interface FormatOptions {
  readonly style: Style;
  readonly masker: Masker;
}

/** Writes a request for a reader: method and URL, headers, an empty line, the body. Secrets are masked. */
export function formatMessage(
  { method, url, headers, body }: WireMessage,
  options: FormatOptions,
): string[] {
  const { style, masker } = options;
  return [
    style.bold(escapeControls(masker.maskText(`${method} ${url}`))),
    ...headers.map(([name, value]) =>
      `${style.dim(`${escapeControls(masker.mask(name))}:`)} ${
        escapeControls(masker.maskField(name, value))
      }`.trimEnd()
    ),
    ...(body === undefined ? [] : ["", ...bodyLines(body, options)]),
  ];
}

function bodyLines(body: RenderedBody, options: FormatOptions): string[] {
  const { masker } = options;
  switch (body.type) {
    case "text":
      return printableLines(masker.maskText(body.text));
    case "bytes": {
      const content = readContent(body.bytes, {
        contentType: body.contentType ?? "",
        limit: Infinity,
      });
      return content.kind === "text"
        ? printableLines(masker.maskText(content.text))
        : [note(`${body.bytes.length} bytes`, options)];
    }
    case "file":
      return [note(`the file ${body.path}`, options)];
    case "multipart":
      return body.parts.map((part) => partLine(part, options));
    default:
      return body satisfies never;
  }
}

function partLine(part: RenderedPart, options: FormatOptions): string {
  const { style, masker } = options;
  const value = part.type === "file"
    ? note(`the file ${part.path}`, options)
    : escapeControls(masker.maskField(part.name, part.value));
  return `${style.dim(`${escapeControls(masker.mask(part.name))}:`)} ${value}`;
}

/** Stands for content that is not shown. */
function note(text: string, { style, masker }: FormatOptions): string {
  return style.dim(`(${escapeControls(masker.maskText(text))})`);
}
