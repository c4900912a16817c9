import { reasonPhrase } from "./reason_phrase.ts";
import { formatBytes } from "./text/amounts.ts";
import { fitEnd } from "./text/fit.ts";
import type { CollectedBody, CollectedRequest } from "./collect/types.ts";

/** Of a body, as much as helps at first sight. */
const MAX_LINES = 20;
const MAX_LENGTH = 500;

/** What the server responded, in short: status, content type and the first lines of the body. */
export function responseText(
  { response }: Pick<CollectedRequest, "response">,
): string | undefined {
  if (response === undefined) return undefined;
  const { status, statusText, headers, size, body } = response;
  const type = headers.find(({ name }) => name.toLowerCase() === "content-type")
    ?.value;
  const about = [
    `${status} ${statusText || reasonPhrase(status)}`.trim(),
    type,
    formatBytes(size.body),
  ].filter((it) => it !== undefined).join(" · ");
  return [about, ...bodyLines(body), ""].join("\n");
}

function bodyLines(body: CollectedBody | undefined): string[] {
  if (body?.kind !== "text") return [];
  const text = body.text.trimEnd();
  const lines = text === "" ? [] : text.split(/\r?\n/);
  const shown = lines.slice(0, MAX_LINES).map((line) =>
    fitEnd(line, MAX_LENGTH)
  );
  return lines.length > MAX_LINES || body.cut ? [...shown, "…"] : shown;
}
