import { percentDecode } from "./percent_decode.ts";

/** One decoded pair of a query or a form. */
export type FormPair = readonly [name: Uint8Array, value: Uint8Array];

/** Takes `a=b&c` apart and decodes it by the rules of forms; empty pieces are dropped. */
export function formPairs(text: string): FormPair[] {
  const decode = (part: string) => percentDecode(part, { plusIsSpace: true });
  return text.split("&").filter((piece) => piece !== "").map((piece) => {
    const equals = piece.indexOf("=");
    return equals < 0
      ? [decode(piece), new Uint8Array()]
      : [decode(piece.slice(0, equals)), decode(piece.slice(equals + 1))];
  });
}
