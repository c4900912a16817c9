import { readFlow, scalarAt } from "./loose_flow.ts";
import {
  type LooseCollection,
  type LooseNode,
  type LoosePlace,
  type LooseRole,
  type LooseSlot,
  placeInFlow,
  placeInValue,
} from "./loose_place.ts";

/** A collection without brackets that lines may add to. */
interface Frame {
  readonly column: number;
  readonly node: LooseCollection;
}

const KEY =
  /("(?:[^"\\\n]|\\.)*"[ \t]*|'(?:[^'\n]|'')*'[ \t]*|[^\s"'#[\]{},&*!|>%@`](?:[^:#\n]|:(?=\S)|(?<=\S)#)*?):(?=[ \t\r]|$)/my;
const BLOCK = /^(?:[&!]\S*[ \t]+)*[|>][-+\d]*[ \t]*(?:#.*)?$/;

/** Finds where an offset is, by the indentation of lines, in one pass. */
export function placeIn(
  text: string,
  offset: number,
): { root: LooseNode | undefined; place: LoosePlace } {
  return new LooseReader(text, offset).read();
}

class LooseReader {
  readonly #text: string;
  readonly #offset: number;
  /** What the whole text is. */
  readonly #root: LooseSlot = { start: 0, end: 0 };
  readonly #frames: Frame[] = [];
  /** The text below a key, and the column that its lines are right of. */
  #block: { slot: LooseSlot; column: number } | undefined;
  #place: LoosePlace | undefined;

  constructor(text: string, offset: number) {
    this.#text = text;
    this.#offset = offset;
  }

  read(): { root: LooseNode | undefined; place: LoosePlace } {
    const text = this.#text;
    for (let start = 0; start <= text.length;) {
      const next = text.indexOf("\n", start);
      const end = next === -1 ? text.length : next;
      const after = this.#line(start, text[end - 1] === "\r" ? end - 1 : end);
      start = Math.max(end + 1, after);
    }
    const found = this.#place ?? this.#found("none", this.#offset);
    // An edit of an editor stays in its line.
    const isLine = !/[\r\n]/.test(text.slice(found.start, found.end));
    const place = isLine ? found : this.#found("none", this.#offset);
    return { root: this.#root.value, place };
  }

  /** Reads a line; gives where the next one to read begins, if that is further than the next. */
  #line(start: number, end: number): number {
    const text = this.#text;
    let at = start;
    while (at < end && text[at] === " ") at++;
    const isHere = start <= this.#offset && this.#offset <= end;
    if (at >= end || text.slice(at, end).trim() === "") {
      if (isHere) this.#atBlank(this.#offset - start);
      return 0;
    }
    if (this.#block !== undefined) {
      if (at - start > this.#block.column) {
        if (isHere) {
          this.#place = this.#found("none", this.#offset, this.#block.slot);
        }
        return 0;
      }
      this.#block = undefined;
    }
    if (
      text[at] === "#" ||
      at === start && /^---(?:\s|$)/.test(text.slice(at, end))
    ) {
      if (isHere) this.#place = this.#found("none", this.#offset);
      return 0;
    }
    let after = 0;
    let slot: LooseSlot | undefined;
    while (text[at] === "-" && (at + 1 >= end || /[ \t]/.test(text[at + 1]))) {
      slot = this.#openElement(at - start, at);
      at++;
      if (isHere && this.#offset < at) {
        this.#place = this.#found("none", this.#offset);
      }
      while (at < end && /[ \t]/.test(text[at])) at++;
    }
    const column = at - start;
    if (at >= end || text[at] === "#") {
      if (isHere && (at >= end || this.#offset < at)) {
        this.#place ??= this.#begin(this.#offset, this.#offset);
      }
      if (isHere) this.#place ??= this.#found("none", this.#offset);
      return 0;
    }
    KEY.lastIndex = at;
    const match = KEY.exec(text);
    if (match !== null && KEY.lastIndex <= end) {
      const pair = this.#openPair(column, {
        key: match[1].trimEnd().replace(/^(["'])(.*)\1$/s, "$2"),
        start: at,
        end: at + match[1].trimEnd().length,
        colon: KEY.lastIndex - 1,
      });
      if (pair !== undefined) {
        after = this.#value(pair, KEY.lastIndex, { end, column });
        if (isHere) this.#place ??= this.#inPair(pair, end);
      }
    } else {
      after = this.#rest(slot, at, { end, column });
      if (isHere) this.#place ??= this.#inRest(slot, at, end);
    }
    if (isHere) this.#place ??= this.#found("none", this.#offset);
    return after;
  }

  /** Takes what stands behind a key's colon. */
  #value(
    slot: LooseSlot,
    from: number,
    { end, column }: { end: number; column: number },
  ): number {
    const text = this.#text;
    let at = from;
    while (at < end && /[ \t]/.test(text[at])) at++;
    const written = text.slice(at, end);
    if (written === "" || written.startsWith("#")) return 0;
    if (BLOCK.test(written)) {
      slot.value = { kind: "scalar", text: "", start: at, end, isBlock: true };
      this.#block = { slot, column };
      return 0;
    }
    if (isFlowStart(written)) return this.#flow(slot, at, column);
    slot.value = {
      kind: "scalar",
      ...scalarAt(text, at, end, { isFlow: false }),
    };
    return 0;
  }

  /** Takes what is no key: an element's text, or half a word. */
  #rest(
    slot: LooseSlot | undefined,
    at: number,
    { end, column }: { end: number; column: number },
  ): number {
    const written = this.#text.slice(at, end);
    if (slot === undefined) {
      const isRoot = this.#frames.length === 0 && isFlowStart(written);
      return isRoot ? this.#flow(this.#root, at, column - 1) : 0;
    }
    if (isFlowStart(written)) return this.#flow(slot, at, column - 1);
    if (BLOCK.test(written)) {
      slot.value = { kind: "scalar", text: "", start: at, end, isBlock: true };
      this.#block = { slot, column: column - 2 };
    } else {
      slot.value = {
        kind: "scalar",
        ...scalarAt(this.#text, at, end, { isFlow: false }),
      };
    }
    return 0;
  }

  #flow(slot: LooseSlot, at: number, column: number): number {
    const limit = this.#flowLimit(at, column);
    const node = readFlow(this.#text, at, limit);
    slot.value = node;
    const end = node.kind === "scalar" ? limit : node.end ?? limit;
    const isHere = at < this.#offset &&
      (this.#offset < end || this.#offset === end && end === limit);
    if (isHere) {
      this.#place = placeInFlow(
        { text: this.#text, offset: this.#offset },
        slot,
        node,
        this.#path(slot),
      );
    }
    const line = this.#text.indexOf("\n", end);
    return line === -1 ? this.#text.length + 1 : line + 1;
  }

  /** Brackets end at the latest above a line that is indented no more than their key. */
  #flowLimit(at: number, column: number): number {
    const text = this.#text;
    const line = /\r?\n([ \t]*)(?=([^\s]))/g;
    line.lastIndex = at;
    for (let match; (match = line.exec(text)) !== null;) {
      if (match[1].length <= column && !/[}\]]/.test(match[2])) {
        return match.index;
      }
    }
    return text.length;
  }

  #inPair(slot: LooseSlot, end: number): LoosePlace {
    const offset = this.#offset;
    const path = this.#path(slot).slice(0, -1);
    const node = this.#frames.at(-1)?.node;
    const base = { node, isFlow: false };
    if (slot.start <= offset && offset <= slot.end) {
      const { start } = slot;
      return { ...base, path, role: "key", slot, start, end: slot.end };
    }
    const colon = slot.colon ?? end;
    const isComment = slot.value === undefined &&
      this.#text.slice(colon, offset).includes("#");
    if (
      offset <= colon || isComment || slot.value?.kind === "mapping" ||
      slot.value?.kind === "list"
    ) {
      return { ...base, path, role: "none", start: offset, end: offset };
    }
    return placeInValue({ text: this.#text, offset: this.#offset }, slot, {
      ...base,
      path: [...path, slot],
    });
  }

  #inRest(slot: LooseSlot | undefined, at: number, end: number): LoosePlace {
    const offset = this.#offset;
    const isWord = /^[\w$.:/-]*(?:[ \t]*$|[ \t]+#)/.test(
      this.#text.slice(at, end),
    );
    if (offset < at || !isWord) {
      const path = slot === undefined ? [] : this.#path(slot);
      if (slot?.value?.kind === "scalar" && offset >= at) {
        return placeInValue({ text: this.#text, offset: this.#offset }, slot, {
          path,
          node: undefined,
          isFlow: false,
        });
      }
      return this.#found("none", offset);
    }
    const word = at + /^[\w$.:/-]*/.exec(this.#text.slice(at, end))![0].length;
    if (offset > word) return this.#found("none", offset);
    if (slot === undefined) {
      return this.#at(
        at - (this.#text.lastIndexOf("\n", at - 1) + 1),
        at,
        word,
      );
    }
    // A word behind a dash is a text, or a key without its colon.
    return this.#begin(at, word);
  }

  /** In the last element or key of the innermost collection, of which nothing is known. */
  #begin(start: number, end: number): LoosePlace {
    const slot = this.#frames.at(-1)?.node.slots.at(-1);
    const path = slot === undefined ? [] : this.#path(slot);
    return { path, node: undefined, role: "key", start, end, isFlow: false };
  }

  #atBlank(column: number): void {
    if (this.#block !== undefined && column > this.#block.column) {
      this.#place = this.#found("none", this.#offset, this.#block.slot);
    } else this.#place = this.#at(column, this.#offset, this.#offset);
  }

  /** Where a line begins with what is not known yet, at a column. */
  #at(column: number, start: number, end: number): LoosePlace {
    const frames = [...this.#frames];
    while (
      frames.length > 0 && (frames.at(-1)!.column > column ||
        frames.at(-1)!.node.kind === "list" &&
          frames.at(-1)!.column === column && frames.at(-2)?.column === column)
    ) frames.pop();
    const top = frames.at(-1);
    const around = frames.slice(0, -1).map(({ node }) => node.slots.at(-1)!);
    const base = { start, end, isFlow: false };
    if (top === undefined) {
      return { ...base, path: [], node: this.#root.value, role: "key" };
    }
    if (top.column === column) {
      const role = top.node.kind === "mapping" ? "key" : "item";
      return { ...base, path: around, node: top.node, role };
    }
    const slot = top.node.slots.at(-1)!;
    const isText = slot.value?.kind === "scalar";
    return {
      ...base,
      path: [...around, slot],
      node: slot.value,
      role: isText ? "none" : slot.value?.kind === "list" ? "item" : "key",
    };
  }

  #found(role: LooseRole, at: number, slot?: LooseSlot): LoosePlace {
    return {
      path: slot === undefined ? [] : this.#path(slot),
      node: undefined,
      role,
      ...(slot && { slot }),
      start: at,
      end: at,
      isFlow: false,
    };
  }

  /** The slots from the root to one that is the last of an open collection. */
  #path(slot: LooseSlot): LooseSlot[] {
    const around = this.#frames.map(({ node }) => node.slots.at(-1)!);
    const at = around.indexOf(slot);
    return at === -1
      ? slot === this.#root ? [] : [...around, slot]
      : around.slice(0, at + 1);
  }

  #openElement(column: number, at: number): LooseSlot | undefined {
    this.#closeTo(column);
    const slot: LooseSlot = { start: at, end: at };
    const top = this.#frames.at(-1);
    if (top?.column === column && top.node.kind === "list") {
      top.node.slots.push(slot);
      return slot;
    }
    return this.#open("list", column, slot);
  }

  #openPair(column: number, slot: LooseSlot): LooseSlot | undefined {
    this.#closeTo(column);
    if (
      this.#frames.at(-1)?.column === column &&
      this.#frames.at(-1)?.node.kind === "list"
    ) this.#frames.pop();
    const top = this.#frames.at(-1);
    if (top?.column === column) {
      top.node.slots.push(slot);
      return slot;
    }
    return this.#open("mapping", column, slot);
  }

  /** Begins a collection with its first slot, where nothing else stands. */
  #open(
    kind: "mapping" | "list",
    column: number,
    slot: LooseSlot,
  ): LooseSlot | undefined {
    const above = this.#frames.at(-1)?.node.slots.at(-1) ?? this.#root;
    if (above.value?.kind === "scalar") return undefined;
    const known = above.value;
    // What is indented less than what is there goes on with it.
    const node: LooseCollection = known !== undefined && known.kind === kind
      ? known
      : { kind, slots: [] };
    above.value = node;
    node.slots.push(slot);
    this.#frames.push({ column, node });
    return slot;
  }

  #closeTo(column: number): void {
    while (this.#frames.length > 0 && this.#frames.at(-1)!.column > column) {
      this.#frames.pop();
    }
  }
}

function isFlowStart(written: string): boolean {
  return /^(?:\[|\{(?!\{))/.test(written);
}
