import { elements, jsonTextOf, members, type RawJson } from "../json.ts";
import type { FileExample } from "../open_collection.ts";

/** Longer responses would make the files unreadable. */
export const MAX_EXAMPLE = 20_000;

/** What an entry was answered with, and whether a body that came is left out of it. */
export function harExample(
  entry: Record<string, RawJson>,
): { example?: FileExample; leavesBody: boolean } {
  if (!hasResponse(entry)) return { leavesBody: false };
  const response = members(entry.response);
  const content = members(response.content);
  const written = jsonTextOf(content.text) ?? "";
  const text =
    (content.encoding === "base64" ? textOfBase64(written) : written) ||
    eventsText(entry);
  const isShown = text !== undefined && text !== "" &&
    text.length <= MAX_EXAMPLE;
  return {
    leavesBody: !isShown && written !== "",
    example: {
      name: `${response.status}`,
      response: {
        status: response.status as number,
        ...(jsonTextOf(response.statusText) && {
          statusText: jsonTextOf(response.statusText),
        }),
        ...(isShown && {
          body: {
            type: /json/i.test(jsonTextOf(content.mimeType) ?? "")
              ? "json"
              : "text",
            data: text,
          },
        }),
      },
    },
  };
}

/** True for an entry whose request was answered. */
export function hasResponse(entry: Record<string, RawJson>): boolean {
  const { status } = members(entry.response);
  return typeof status === "number" && status !== 0;
}

/** The text that base64 stands for; undefined for other bytes. */
export function textOfBase64(text: string): string | undefined {
  try {
    const bytes = Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
    const decoded = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })
      .decode(bytes);
    // deno-lint-ignore no-control-regex -- they tell bytes from a text
    return /[\0-\x08\x0e-\x1f]/.test(decoded) ? undefined : decoded;
  } catch {
    return undefined;
  }
}

/** Server-sent events, which Chrome keeps beside the response. */
function eventsText(entry: Record<string, RawJson>): string {
  return elements(entry._eventSourceMessages).map(members).map((one) =>
    [
      ["event", one.eventName],
      ["id", one.eventId],
      ...(jsonTextOf(one.data) ?? "").split("\n").map((line) => ["data", line]),
    ].flatMap(([name, value]) => {
      const text = jsonTextOf(value) ?? "";
      const isDefault = text === "" || name === "event" && text === "message";
      return isDefault && name !== "data" ? [] : [`${name}: ${text}\n`];
    }).join("")
  ).join("\n");
}
