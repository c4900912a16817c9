import { HIDDEN } from "../api.ts";

const shorts = new Map<string, string>();
const longs: string[] = [];

/** A text for people: its hidden spans have short numbers, which stay as long as the page. */
export function brief(text: string): string {
  return text.replace(HIDDEN, (span: string) => {
    let short = shorts.get(span);
    if (short === undefined) {
      short = `⟪secret ${longs.push(span)}⟫`;
      shorts.set(span, short);
    }
    return short;
  });
}

/** The text with the spans as the server knows them. */
export function whole(text: string): string {
  return text.replace(
    HIDDEN,
    (span: string, number: string) => longs[Number(number) - 1] ?? span,
  );
}
