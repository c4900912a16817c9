import type { Response } from "../../../../core/http/response.ts";
import { reasonPhrase } from "../../reason_phrase.ts";
import { formatBytes, formatDuration } from "../../text/amounts.ts";
import type { Context } from "../context.ts";
import { statusColour } from "../status_text.ts";

/** A response's status and headers as a person reads them, secrets masked. */
export function responseHead(
  { status, statusText, httpVersion, headers, size, timings }: Response,
  { style, line, field }: Context,
): string[] {
  const named = `${status} ${line(statusText || reasonPhrase(status))}`.trim();
  const facts = `${formatBytes(size.body)} · ${formatDuration(timings.total)}`;
  return [
    `HTTP/${httpVersion} ${style.bold(statusColour(status, style)(named))} ${
      style.dim(`· ${facts}`)
    }`,
    ...headers.map(([name, value]) =>
      `${style.dim(`${line(name)}:`)} ${field(name, value)}`
    ),
  ];
}
