import { BLOCKS, BODY_WORDS } from "./blocks.ts";
import { hasLines, readLines } from "./read_lines.ts";
import { type BruMapping, type BruShape, placeOf } from "./shape.ts";
import type { BruBlock, BruPair } from "./types.ts";

/** Sets `body` by the mode that the request names. */
export function setBody(
  details: BruMapping,
  mode: BruPair | undefined,
  { blocks, shape }: { blocks: readonly BruBlock[]; shape: BruShape },
): void {
  // The first version of the language had a block `body`, which is JSON.
  const old = blocks.findLast((one) => one.name === "body");
  const word = mode?.value.text || (old ? "json" : "none");
  if (word === "none") return;
  const type = BODY_WORDS.find(([one]) => one === word)?.[1] ?? word;
  const block = blocks.findLast((one) => one.name === `body:${type}`) ??
    (type === "json" ? old : undefined);
  const at = mode ? placeOf(mode) : { key: (old ?? blocks[0]).nameAt };
  const body = shape.set(details, "body", {}, {
    key: block?.nameAt ?? at.key,
  });
  shape.set(body, "type", type, at);
  if (!block) return;
  const place = { key: block.nameAt, ...(block.text && { value: block.text }) };
  if (block.text) {
    shape.set(body, "data", block.text.text, place);
    return;
  }
  const rows: unknown[] = shape.set(body, "data", [], place);
  const row = BLOCKS.get(block.name);
  if (!row || !hasLines(row)) return;
  for (const one of blocks) {
    if (one.name === block.name) readLines(rows, one, row, shape);
  }
}

/** Sets the `body` of a GraphQL request. */
export function setGraphqlBody(
  details: BruMapping,
  { blocks, shape }: { blocks: readonly BruBlock[]; shape: BruShape },
): void {
  const query = blocks.findLast((one) => one.name === "body:graphql");
  const variables = blocks.findLast((one) => one.name === "body:graphql:vars");
  const first = query ?? variables;
  if (!first) return;
  const body = shape.set(details, "body", {}, { key: first.nameAt });
  for (const [name, block] of Object.entries({ query, variables })) {
    if (!block?.text) continue;
    const place = { key: block.nameAt, value: block.text };
    shape.set(body, name, block.text.text, place);
  }
}
