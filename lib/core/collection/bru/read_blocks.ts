import { BLOCKS, type BruKind, type BruRow, STREAM_BLOCKS } from "./blocks.ts";
import { hasLines, readBruLines } from "./read_lines.ts";
import {
  type BruBlock,
  type BruMapping,
  bruPlace,
  type BruShape,
} from "./shape.ts";

/** The blocks of one text that have a place, in the order in which OpenCollection lists scripts. */
const TEXTS = [...BLOCKS].filter(([, { form, request = [] }]) =>
  (form === "text" || form === "script") && request.length > 0
).map(([name]) => name);

/** Puts the blocks that have a place in the OpenCollection form there. */
export function readBlocks(
  root: BruMapping,
  { kind, blocks, details }: {
    kind: BruKind | "auth";
    blocks: readonly BruBlock[];
    /** The mapping of a request's protocol. */
    details?: BruMapping;
  },
  shape: BruShape,
): void {
  const read = (block: BruBlock) => {
    const row = BLOCKS.get(block.name);
    const path = row?.[kind] ?? [];
    if (!row || path.length === 0) return;
    if (path[0] !== "details") readBlock(root, path, { block, row }, shape);
    else if (details) {
      readBlock(details, path.slice(1), { block, row }, shape);
    }
  };
  // Lines of blocks of one name add up; of texts Bruno keeps the last.
  for (const block of blocks) if (!block.text) read(block);
  for (const name of TEXTS) {
    const block = blocks.findLast((one) => one.name === name);
    if (block?.text) read(block);
  }
}

function readBlock(
  from: BruMapping,
  path: readonly string[],
  { block, row }: { block: BruBlock; row: BruRow },
  shape: BruShape,
): void {
  const { nameAt, text } = block;
  const above = () => shape.mapping(from, path.slice(0, -1), nameAt);
  const key = path[path.length - 1];
  if (hasLines(row)) {
    readBruLines(shape.list(above(), key, nameAt), block, row, shape);
  } else if (row.form === "fields") {
    readFields(shape.mapping(from, path, nameAt), block, row, shape);
  } else if (text) {
    const place = { key: nameAt, value: text };
    if (row.form === "text") shape.set(above(), key, text.text, place);
    else if (text.text.trim() !== "") {
      const script = shape.add(shape.list(above(), key, nameAt), place);
      Object.assign(script, row.also);
      shape.set(script, "code", text.text, place);
    }
  }
}

function readFields(
  fields: BruMapping,
  { pairs }: BruBlock,
  { unread = [] }: BruRow,
  shape: BruShape,
): void {
  for (const pair of pairs) {
    if (pair.value.text === "" || unread.includes(pair.name)) continue;
    shape.set(fields, pair.name, pair.value.text, bruPlace(pair));
  }
}

/** Sets what the block of a protocol says: URL, and what a gRPC request calls. */
export function setStreamKeys(
  details: BruMapping,
  { name, pairs }: Pick<BruBlock, "name" | "pairs">,
  shape: BruShape,
): void {
  const keys = STREAM_BLOCKS.get(name)?.keys ?? [];
  for (const pair of pairs) {
    if (pair.name === "body" || pair.name === "auth") continue;
    const key = keys.find(([here]) => here === pair.name)?.[1];
    // The other form's name of a key is unknown here.
    const isOther = keys.some(([, there]) => there === pair.name);
    const stray = isOther ? `${name}.${pair.name}` : pair.name;
    shape.setText(details, key ?? stray, pair);
  }
}

/** Sets the messages of a WebSocket or gRPC request, each a block of its own. */
export function setMessages(
  details: BruMapping,
  protocol: string,
  { blocks, shape }: { blocks: readonly BruBlock[]; shape: BruShape },
): void {
  const isGrpc = protocol === "grpc";
  for (const { name, nameAt, pairs } of blocks) {
    if (name !== `body:${protocol}`) continue;
    const list = shape.list(details, "message", nameAt);
    const row = shape.add(list, { key: nameAt });
    const last = (key: string) => pairs.findLast((it) => it.name === key);
    const [title, selected] = [last("name"), last("selected")];
    if (title) shape.setText(row, "title", title);
    if (selected) {
      const isSelected = selected.value.text.trim() === "true";
      shape.set(row, "selected", isSelected, bruPlace(selected));
    }
    const [type, content] = [last("type"), last("content")];
    const place = content ? bruPlace(content) : { key: nameAt };
    const text = content?.value.text ?? "";
    if (isGrpc) {
      shape.set(row, "message", text, place);
      continue;
    }
    const message = shape.set(row, "message", {}, place);
    if (type) shape.setText(message, "type", type);
    shape.set(message, "data", text, place);
  }
}
