import { BLOCKS, TARGET_BLOCKS } from "../../../core/collection/bru/blocks.ts";
import { bruKind } from "../../../core/collection/bru/parse_bru.ts";
import { parseBlocks } from "../../../core/collection/bru/parse_blocks.ts";
import type { BruBlock } from "../../../core/collection/bru/shape.ts";
import { bruEnvironment } from "../../convert/export/export_bru.ts";
import { bruLevel, bruRequest } from "../../convert/export/bru_request.ts";
import { sayToEditor } from "../../convert/export/bru_text.ts";
import { jsonTextOf, members } from "../../convert/json.ts";
import type {
  FileDefaults,
  FileRequest,
  FileVariable,
} from "../../convert/open_collection.ts";
import { applyEdit, dataOf, dataPart, EditRefusal } from "../model.ts";
import type { TextChange } from "../../../core/source/text_changes.ts";
import type { Edit, EditData } from "../types.ts";
import {
  type BlockText,
  changedPairs,
  changedText,
  endOfBlock,
  signature,
  withoutBlock,
} from "./block_changes.ts";

/** What edits make of a `.bru` file. */
export interface BruEdit {
  readonly changes: TextChange[];
  /** What the file says afterwards. */
  readonly data: EditData;
  /** What the format does not hold of that. */
  readonly lost: readonly string[];
}

/**
 * The changes of a `.bru` text that apply edits to it. What it said and what it
 * is to say are both written as an export writes them; where these two differ,
 * the file's own lines change.
 */
export function bruChanges(
  text: string,
  data: EditData,
  { path, edits }: { path: string; edits: readonly Edit[] },
): BruEdit {
  const root = dataPart<never>(data);
  for (const edit of edits) applyEdit(root, edit, () => undefined);
  const after = dataOf(root) ?? {};
  const notes = new Set<string>();
  const lost: string[] = [];
  const before = written(path, data, (note) => notes.add(note));
  const wanted = written(path, after, (note) => {
    if (!notes.has(note)) lost.push(note);
  });
  const { blocks = [] } = parseBlocks(path, text);
  const changes: TextChange[] = [];
  const eol = /\r\n/.test(text) && !/[^\r]\n/.test(text) ? "\r\n" : "\n";
  const own = grouped(text, blocks);
  const names = new Set([...before.keys(), ...wanted.keys()]);
  for (const name of names) {
    const [old, next] = [before.get(name), wanted.get(name)];
    if (old !== undefined && isSameBlock(old, next)) continue;
    changes.push(...ofGroup(text, {
      own: own.get(name) ?? [],
      old,
      next,
      eol,
      place: () => placeFor(text, name, blocks),
    }));
  }
  return { changes, data: after, lost };
}

/** The blocks of a file by what they are for: the one with the URL has its method's name. */
function grouped(
  text: string,
  blocks: readonly BruBlock[],
): Map<string, BlockText[]> {
  const groups = new Map<string, BlockText[]>();
  const counts = new Map<string, number>();
  for (const block of blocks) {
    let key = TARGET_BLOCKS.includes(block.name) ? "http" : block.name;
    // Each of these is a message of its own.
    if (MESSAGES.includes(key)) {
      const count = counts.get(key) ?? 0;
      counts.set(key, count + 1);
      key += ` ${count}`;
    }
    const list = groups.get(key);
    if (list) list.push({ block, text });
    else groups.set(key, [{ block, text }]);
  }
  return groups;
}

const MESSAGES = ["body:ws", "body:grpc"];

/** What an export writes of data, by groups. */
function written(
  path: string,
  data: EditData,
  say: (message: string) => void,
): Map<string, BlockText[]> {
  const text = exported(path, data, say);
  const groups = grouped(text, parseBlocks(path, text).blocks ?? []);
  // An export puts parameters into the URL; here it is as it is.
  const url = urlOf(data);
  const target = groups.get("http")?.[0];
  if (url !== undefined && target) {
    const pairs = target.block.pairs.map((pair) =>
      pair.name === "url"
        ? { ...pair, value: { ...pair.value, text: url } }
        : pair
    );
    groups.set("http", [{ ...target, block: { ...target.block, pairs }, url }]);
  }
  return groups;
}

function urlOf(data: EditData): string | undefined {
  const { http, graphql, websocket, grpc } = members(data);
  return jsonTextOf(members(http ?? graphql ?? websocket ?? grpc).url)?.trim();
}

function exported(
  path: string,
  data: EditData,
  note: (message: string) => void,
): string {
  const root = members(data);
  const say = sayToEditor(note);
  switch (bruKind(path)) {
    case "environment":
      return bruEnvironment(
        { variables: (root.variables ?? []) as FileVariable[] },
        { withSecrets: false },
        say,
      );
    case "level": {
      const info = members(root.info);
      const [name, seq] = [jsonTextOf(info.name), jsonTextOf(info.seq)];
      const docs = jsonTextOf(root.docs);
      return bruLevel(root.request as FileDefaults | undefined, {
        ...(name !== undefined && { name }),
        ...(seq !== undefined && { seq: seq as unknown as number }),
        ...(docs !== undefined && { docs }),
      }, say);
    }
    case "request": {
      const info = members(root.info);
      return bruRequest({
        ...root,
        info: { ...info, name: jsonTextOf(info.name) ?? "" },
      } as FileRequest, say);
    }
  }
}

function isSameBlock(
  a: readonly BlockText[],
  b: readonly BlockText[] | undefined,
): boolean {
  return JSON.stringify(a.map(content)) === JSON.stringify(b?.map(content));
}

/** What a block says, wherever it stands. */
function content({ block: { name, text, pairs } }: BlockText): unknown {
  return [
    name,
    text?.text,
    pairs.map(signature),
  ];
}

/** The changes of the blocks of one group. */
function ofGroup(
  text: string,
  { own, old, next, eol, place }: {
    own: readonly BlockText[];
    old: readonly BlockText[] | undefined;
    next: readonly BlockText[] | undefined;
    eol: string;
    place: () => number;
  },
): TextChange[] {
  if (next === undefined) {
    // What an export did not write of the file stays.
    return old === undefined
      ? []
      : own.map(({ block }) => withoutBlock(text, block));
  }
  const [wanted] = next;
  if (own.length === 0) {
    const start = place();
    const added = wanted.url === undefined
      ? rawBlock(wanted)
      : rawBlock(wanted).replace(/^( *url:).*$/m, (_, key) =>
        `${key} ${wanted.url}`);
    const lines = added.replaceAll("\n", eol);
    return [{
      start,
      end: start,
      text: start === 0 ? lines + (text.trim() === "" ? "" : eol) : eol + lines,
    }];
  }
  const last = own[own.length - 1];
  const changes: TextChange[] = [];
  if (wanted.block.name !== last.block.name) {
    changes.push({ ...last.block.nameAt, text: wanted.block.name });
  }
  if (wanted.block.text) {
    return [...changes, ...changedText(last, wanted.block.text.text, eol)];
  }
  return [
    ...changes,
    ...changedPairs({ own, old: old?.[0] ?? last, next: wanted, eol }),
  ];
}

/** A block as the export has it. */
function rawBlock({ text, block }: BlockText): string {
  return `${text.slice(block.nameAt.start, endOfBlock(text, block))}\n`;
}

/** Where a new block goes: behind those that come before it in the table. */
function placeFor(
  text: string,
  key: string,
  blocks: readonly BruBlock[],
): number {
  const order = [...BLOCKS.keys()];
  const rankOf = (name: string) => order.indexOf(name.replace(/ \d+$/, ""));
  const rank = rankOf(key);
  if (rank === -1) throw new EditRefusal(`a block "${key}" has no place`);
  const before = blocks.findLast(({ name }) => {
    const other = rankOf(name);
    return other !== -1 && other <= rank;
  });
  if (before === undefined) return 0;
  const end = text.indexOf("\n", endOfBlock(text, before));
  return end === -1 ? text.length : end + 1;
}
