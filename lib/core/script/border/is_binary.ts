import type { Response } from "../../http/response.ts";

const TEXT =
  /^(?:text\/|application\/(?:json|xml|javascript|graphql|yaml))|[+/](?:json|xml|yaml)\b|charset=|urlencoded/i;
const BINARY =
  /^(?:image|audio|video|font)\/|^application\/(?:octet-stream|pdf|zip|gzip|wasm|x-protobuf|protobuf|vnd\.)/i;

/**
 * Whether a response's body is not text: its type says so, or it says nothing
 * and the bytes are not UTF-8.
 */
export function isBinary({ headers, body }: Response): boolean {
  const type = headers.find(([name]) => name.toLowerCase() === "content-type")
    ?.[1] ?? "";
  if (TEXT.test(type)) return false;
  if (!BINARY.test(type) && type !== "") return false;
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(body);
    return BINARY.test(type) && body.includes(0);
  } catch {
    return true;
  }
}
