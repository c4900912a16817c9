import type { LooseNode, LooseSlot } from "./loose_place.ts";

/** Reads a collection between brackets from its first one on, at most to `limit`; what is not closed ends there. */
export function readFlow(
  text: string,
  start: number,
  limit: number,
): LooseNode {
  let at = start;

  function skipBlanks(): void {
    for (; at < limit; at++) {
      if (text[at] === "#" && /\s/.test(text[at - 1] ?? "")) {
        const end = text.indexOf("\n", at);
        at = end === -1 ? limit : Math.min(end, limit);
      }
      if (!/[\s,]/.test(text[at] ?? "")) return;
      if (text[at] === ",") return;
    }
  }

  function collection(depth: number): LooseNode {
    const kind = text[at] === "{" ? "mapping" : "list";
    const from = at++;
    const slots: LooseSlot[] = [];
    for (;;) {
      skipBlanks();
      if (at >= limit) break;
      if (text[at] === "," || text[at] === ":") at++;
      else if (text[at] === "}" || text[at] === "]") {
        at++;
        break;
      } else slots.push(kind === "mapping" ? pair(depth) : element(depth));
    }
    return { kind, slots, start: from, end: at };
  }

  function pair(depth: number): LooseSlot {
    const key = scalarAt(text, at, limit, { isFlow: true });
    // A bracket where a key belongs is passed over.
    at = Math.max(key.end, at + 1);
    const slot: LooseSlot = {
      key: key.text,
      start: key.start,
      end: key.end,
      until: key.end,
    };
    skipBlanks();
    if (text[at] === ":" && at < limit) {
      slot.colon = at++;
      const value = valueAt(depth);
      if (value !== undefined) slot.value = value;
    }
    slot.until = untilComma();
    return slot;
  }

  function element(depth: number): LooseSlot {
    const from = at;
    const value = valueAt(depth);
    if (at === from) at++;
    return {
      start: from,
      end: from,
      colon: from - 1,
      ...(value !== undefined && { value }),
      until: untilComma(),
    };
  }

  function valueAt(depth: number): LooseNode | undefined {
    skipBlanks();
    if (at >= limit || /[,}\]]/.test(text[at])) return undefined;
    const isCollection = text[at] === "[" ||
      text[at] === "{" && text[at + 1] !== "{";
    if (isCollection && depth < MAX_DEPTH) return collection(depth + 1);
    const found = scalarAt(text, at, limit, { isFlow: true });
    at = Math.max(found.end, at + 1);
    return { kind: "scalar", ...found };
  }

  /** Where the slot ends: at the comma or bracket behind its blanks. */
  function untilComma(): number {
    skipBlanks();
    return Math.min(at, limit);
  }

  return collection(0);
}

/** Deeper than this nothing is known of brackets. */
const MAX_DEPTH = 50;

/** A text in quotes or without, from where it begins. */
export function scalarAt(
  text: string,
  start: number,
  limit: number,
  { isFlow }: { readonly isFlow: boolean },
): { text: string; start: number; end: number } {
  const quote = text[start];
  if (quote === '"' || quote === "'") {
    let at = start + 1;
    while (at < limit && text[at] !== quote) {
      at += quote === '"' && text[at] === "\\" ? 2 : 1;
    }
    const end = Math.min(at + 1, limit);
    const isClosed = text[end - 1] === quote && end > start + 1;
    return {
      text: text.slice(start + 1, isClosed ? end - 1 : end),
      start,
      end,
    };
  }
  let at = start;
  for (; at < limit; at++) {
    const char = text[at];
    if (char === "\n" || char === "\r") break;
    if (char === "#" && at > start && /[ \t]/.test(text[at - 1])) break;
    if (!isFlow) continue;
    if (text.startsWith("{{", at)) {
      const close = text.indexOf("}}", at);
      const line = text.indexOf("\n", at);
      if (close === -1 || close >= limit || line !== -1 && line < close) break;
      at = close + 1;
    } else if (/[,{}[\]]/.test(char)) break;
    else if (char === ":" && /[\s,}\]]/.test(text[at + 1] ?? "\n")) break;
  }
  let end = at;
  while (end > start && /[ \t]/.test(text[end - 1])) end--;
  return { text: text.slice(start, end), start, end };
}
