import type { Value } from "../../scope/value/value.ts";
import { jsonText } from "../../scope/value/value_text.ts";
import type { MessageView } from "./types.ts";
import { bodyCopy } from "./encode.ts";

/** The messages that a script gives a request: data is a text, or a value that is sent as JSON. */
export function messageViews(value: unknown): MessageView[] {
  if (!Array.isArray(value)) return [];
  return value.map((one, index) => {
    const isMessage = typeof one === "object" && one !== null && "data" in one;
    const { title, type, data } = isMessage ? one : { data: one } as {
      title?: unknown;
      type?: unknown;
      data: unknown;
    };
    const text = typeof data === "string" ? data : messageText(data);
    return {
      title: `${title ?? `message ${index + 1}`}`,
      type: `${type ?? (typeof data === "string" ? "text" : "json")}`,
      data: text,
    };
  });
}

/** The JSON of a message's data; blank where there is none. */
function messageText(data: unknown): string {
  if (data === undefined) return "";
  const copy = bodyCopy("set the messages", data, { gaps: true });
  return `${jsonText(copy as Value)}`;
}
