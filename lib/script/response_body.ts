import type { Response } from "../request/response.ts";
import { parseJson } from "./json.ts";

/** An answer's body as a script sees it. */
export type ResponseBody =
  | { readonly kind: "json"; readonly text: string; readonly value: unknown }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "bytes"; readonly bytes: Uint8Array };

/**
 * Reads a body by its content: JSON when the content type says so or the text
 * looks like it, text otherwise, and bytes where the content is no text.
 */
export function readResponseBody(response: Response): ResponseBody {
  const type = headerOf(response, "content-type").toLowerCase();
  if (/^(image|audio|video|font)\//.test(type) && !/xml/.test(type)) {
    return { kind: "bytes", bytes: response.body };
  }
  const text = decodeText(response.body, type);
  if (text === undefined) return { kind: "bytes", bytes: response.body };
  if (/[/+]json\b/.test(type) || /^\s*[{[]/.test(text)) {
    try {
      return { kind: "json", text, value: parseJson(text) };
    } catch {
      return { kind: "text", text };
    }
  }
  return { kind: "text", text };
}

/** The body as text whatever its content; bytes that are no text become U+FFFD. */
export function responseText(response: Response): string {
  const type = headerOf(response, "content-type").toLowerCase();
  return decodeText(response.body, type) ??
    new TextDecoder().decode(response.body);
}

function headerOf(response: Response, name: string): string {
  return response.headers.find(([key]) => key.toLowerCase() === name)?.[1] ??
    "";
}

function decodeText(bytes: Uint8Array, type: string): string | undefined {
  const charset = /charset\s*=\s*"?([^";\s]+)/.exec(type)?.[1] ?? "utf-8";
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
