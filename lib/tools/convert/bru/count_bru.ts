import {
  BLOCKS,
  isDictionary,
  isVault,
  TARGET_BLOCKS,
} from "../../../core/collection/bru/blocks.ts";
import { bruKind } from "../../../core/collection/bru/parse_bru.ts";
import { ignoredBy } from "../../../core/collection/read/read_environments.ts";
import { type AccountCounts, sumCounts } from "../counts.ts";

/** A block of a `.bru` file: its name, and how many lines or names it has. */
export interface BlockSummary {
  readonly name: string;
  readonly rows: number;
  readonly isBlank: boolean;
}

/**
 * Counts what `.bru` files hold, line by line: a request is a file with a block
 * of a method or a protocol, an environment a file of `environments/`; a
 * variable is a line of `vars`, `vars:secret` or `vars:pre-request`, or a secret
 * of a vault (what `vars:post-response` takes out of a response is none); a
 * script is a block that is not blank, an example a block `example`. Of
 * several blocks of one script Bruno keeps the last.
 */
export function countBru(
  files: ReadonlyMap<string, string>,
  { ignored = [] }: { ignored?: readonly unknown[] } = {},
): AccountCounts {
  return sumCounts([...files].map(([path, text]) => {
    if (!path.endsWith(".bru")) return {};
    const kind = bruKind(path);
    const isIgnored = ignoredBy(ignored, path) !== undefined;
    if (kind !== "environment" && path !== "collection.bru" && isIgnored) {
      return {};
    }
    const blocks = blocksOf(text);
    const isRequest = kind === "request" &&
      blocks.some(({ name }) => TARGET_BLOCKS.includes(name) || name === "app");
    const read = kind === "request" && !isRequest ? [] : blocks;
    const variables = read.filter(({ name }) =>
      ["variables", "secrets"].includes(formOf(name)) || isVault(name)
    );
    const scripts = new Map(
      read.filter(({ name }) => formOf(name) === "script").map((block) =>
        [block.name, block] as const
      ),
    );
    return {
      requests: isRequest ? 1 : 0,
      environments: kind === "environment" ? 1 : 0,
      variables: variables.reduce((sum, { rows }) => sum + rows, 0),
      examples: read.filter(({ name }) => name === "example").length,
      scripts: [...scripts.values()].filter(({ isBlank }) => !isBlank).length,
    };
  }));
}

/** How many secrets of vaults an environment names. */
export function vaultSecrets(blocks: readonly BlockSummary[]): number {
  return blocks.filter(({ name }) => isVault(name))
    .reduce((sum, { rows }) => sum + rows, 0);
}

/** The number of saved examples in a file of a request. */
export function examplesIn(blocks: readonly BlockSummary[]): number {
  return blocks.filter(({ name }) => name === "example").length;
}

/** Blocks of bodies that a request does not send: it sends that of its mode. */
export function unsentBodies(
  blocks: readonly BlockSummary[],
  mode: string,
): string[] {
  return blocks.filter(({ name, isBlank }) =>
    !isBlank && /^body(?::(?!grpc|ws)|$)/.test(name) &&
    (name === "body" ? "json" : name.split(":")[1]) !== mode
  ).map(({ name }) => name);
}

function formOf(name: string): string {
  return BLOCKS.get(name)?.form ?? "";
}

/** The blocks of a `.bru` file, line by line. */
export function blocksOf(text: string): BlockSummary[] {
  const blocks: BlockSummary[] = [];
  const lines = text.replace(/^\ufeff/, "").split(/\r?\n/);
  for (let at = 0; at < lines.length; at++) {
    const head = /^\s*([^\s{[]+)[ \t]*([{[])[ \t]*(.*)$/.exec(lines[at]);
    if (!head) continue;
    const [, name, bracket, behind] = head;
    const inside: string[] = [];
    if (bracket === "[") {
      // A list may be on one line.
      for (let line = behind;; line = lines[at]) {
        const close = line.indexOf("]");
        inside.push(close === -1 ? line : line.slice(0, close));
        if (close !== -1 || ++at >= lines.length) break;
      }
      blocks.push({ name, rows: namesIn(inside), isBlank: false });
      continue;
    }
    if (behind.startsWith("}")) {
      blocks.push({ name, rows: 0, isBlank: true });
      continue;
    }
    const isRows = isDictionary(name);
    let rows = 0;
    for (at++; at < lines.length && !lines[at].startsWith("}"); at++) {
      inside.push(lines[at]);
      if (isRows) at = annotationEnd(lines, at);
      if (!isRows || !isPair(lines[at])) continue;
      rows++;
      at = lastLineOf(lines, at, name);
    }
    const isBlank = inside.every((line) => line.trim() === "");
    blocks.push({ name, rows, isBlank });
  }
  return blocks;
}

/** Names between commas and line ends; `@number` and its kin say something of the next. */
function namesIn(lines: readonly string[]): number {
  return lines.filter((line) => !/^\s*@[^:]*$/.test(line))
    .flatMap((line) => line.split(/[\s,]+/))
    .filter((name) => name !== "").length;
}

/** The last line of an annotation whose argument goes on between `'''`. */
function annotationEnd(lines: readonly string[], at: number): number {
  const opened = /^\s*@[^()\s:]+\('''(.*)$/.exec(lines[at]);
  if (!opened || opened[1].includes("'''")) return at;
  const end = lines.findIndex((line, index) =>
    index > at && line.includes("'''")
  );
  return end === -1 ? at : end;
}

/** A line with a name and a colon; an annotation has its end behind its name or its argument. */
function isPair(line: string): boolean {
  return line.includes(":") && !/^\s*.*'''\)\s*$/.test(line) &&
    !/^\s*@[^()\s:]+(?:\(.*\))?\s*$/.test(line);
}

/** The line that a pair ends on: values go on between `'''` and in lists. */
function lastLineOf(
  lines: readonly string[],
  at: number,
  block: string,
): number {
  const quoted = /^\s*~?"(?:\\"|[^"])*"\s*:/.exec(lines[at])?.[0];
  const from = quoted?.length ?? lines[at].indexOf(":") + 1;
  const value = lines[at].slice(from).trim();
  if (value.startsWith("'''")) {
    if (block !== "vars" && value.indexOf("'''", 3) !== -1) return at;
    for (let end = at + 1; end < lines.length; end++) {
      const isEnd = block === "vars"
        ? /^\s*'''/.test(lines[end])
        : lines[end].includes("'''");
      if (isEnd) return end;
    }
  }
  if (value === "[") {
    for (let end = at + 1; end < lines.length; end++) {
      if (lines[end].trim() === "]") return end;
      if (/[^\p{L}\p{N}_-]/u.test(lines[end].trim())) return at;
    }
  }
  return at;
}
