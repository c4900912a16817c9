import { STREAM_BLOCKS } from "./blocks.ts";
import { type BruMapping, type BruShape, placeOf } from "./shape.ts";
import type { BruBlock } from "./types.ts";

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
    shape.setText(details, key ?? pair.name, pair);
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
    if (selected) shape.setText(row, "selected", selected);
    const [type, content] = [last("type"), last("content")];
    const place = content ? placeOf(content) : { key: nameAt };
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
