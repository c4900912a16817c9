import { METHOD_BLOCKS, TARGET_BLOCKS } from "./blocks.ts";
import { readBlocks } from "./read_blocks.ts";
import { type BruMapping, type BruShape, placeOf } from "./shape.ts";
import { setAuth } from "./to_auth.ts";
import { setBody, setGraphqlBody } from "./to_body.ts";
import type { BruBlock, BruPair } from "./types.ts";

/** Keys of the first block that go elsewhere than under their own name. */
const TARGET_KEYS = ["body", "auth", "method"];

/** The OpenCollection form of a request's blocks. */
export function toRequest(
  blocks: readonly BruBlock[],
  shape: BruShape,
): BruMapping {
  const root: BruMapping = {};
  const target = blocks.find(({ name }) => TARGET_BLOCKS.includes(name));
  const type = setInfo(root, blocks, { target, shape });
  const details = target && setDetails(root, type, target, shape);
  readBlocks(root, { kind: "request", blocks, details }, shape);
  if (!details) return root;
  const last = (key: string) => target.pairs.findLast((it) => it.name === key);
  if (type === "graphql") setGraphqlBody(details, { blocks, shape });
  else setBody(details, last("body"), { blocks, shape });
  setAuth(details, last("auth"), { blocks, shape });
  return root;
}

/** Sets what of `info` is not as it stands; without a sequence Bruno takes 1. */
function setInfo(
  root: BruMapping,
  blocks: readonly BruBlock[],
  { target, shape }: { target: BruBlock | undefined; shape: BruShape },
): string {
  const meta = blocks.filter((one) => one.name === "meta");
  const at = meta[0]?.nameAt ?? blocks[0]?.nameAt ?? { start: 0, end: 0 };
  const info = shape.set(root, "info", {}, { key: at });
  // What the file says comes later, in its place.
  shape.set(info, "seq", "1", { key: at });
  const pairs = meta.flatMap((one) => one.pairs);
  for (const pair of pairs) if (pair.list) setTags(info, pair, shape);
  const pair = pairs.findLast((one) => one.name === "type");
  const word = pair?.value.text ||
    (target && !METHOD_BLOCKS.includes(target.name) ? target.name : "http");
  const body = target?.pairs.findLast((one) => one.name === "body");
  const type = word === "http" && body?.value.text === "graphql"
    ? "graphql"
    : word === "ws"
    ? "websocket"
    : word;
  shape.set(info, "type", type, pair ? placeOf(pair) : { key: at });
  return type;
}

function setTags(info: BruMapping, pair: BruPair, shape: BruShape): void {
  const tags: unknown[] = shape.set(info, pair.name, [], placeOf(pair));
  for (const value of pair.list ?? []) {
    shape.set(tags, tags.length, value.text, { key: pair.nameAt, value });
  }
}

/** Sets `http`, `graphql` or the details of another protocol. */
function setDetails(
  root: BruMapping,
  type: string,
  { name, nameAt, pairs }: BruBlock,
  shape: BruShape,
): BruMapping {
  const details = shape.set(root, type, {}, { key: nameAt });
  if (METHOD_BLOCKS.includes(name)) {
    shape.set(details, "method", name.toUpperCase(), {
      key: nameAt,
      value: { form: "line", text: name, ...nameAt },
    });
  }
  for (const pair of pairs) {
    if (pair.name === "method") {
      const method = pair.value.text.toUpperCase();
      shape.set(details, "method", method, placeOf(pair));
    } else if (!TARGET_KEYS.includes(pair.name)) {
      shape.setText(details, pair.name, pair);
    }
  }
  return details;
}
