import { isOperator } from "../shape/operators.ts";
import { METHOD_BLOCKS, TARGET_BLOCKS } from "./block_names.ts";
import { listIn } from "./list_in.ts";
import { type BruShape, placeOf } from "./shape.ts";
import { setAuth } from "./to_auth.ts";
import { setBody, setGraphqlBody } from "./to_body.ts";
import { addRows } from "./to_rows.ts";
import { setScripts } from "./to_scripts.ts";
import { addActions, addVariables } from "./to_variables.ts";
import type { BruBlock, BruPair } from "./types.ts";

/** The names of types that OpenCollection has others for. */
const TYPES: Readonly<Record<string, string>> = { ws: "websocket" };

/** Keys of the first block that go elsewhere than under their own name. */
const TARGET_KEYS = ["url", "body", "auth", "method"];

/** The OpenCollection form of a request's blocks. */
export function toRequest(
  blocks: readonly BruBlock[],
  shape: BruShape,
): Record<string, unknown> {
  const root: Record<string, unknown> = {};
  const target = blocks.find(({ name }) => TARGET_BLOCKS.includes(name));
  const type = setInfo(root, blocks, { target, shape });
  if (target) setDetails(root, type, { target, blocks, shape });
  const runtime: Record<string, unknown> = {};
  const first = blocks[0]?.nameAt ?? { start: 0, end: 0 };
  for (const block of blocks) {
    switch (block.name) {
      case "vars:pre-request":
        addVariables(listIn(runtime, "variables", block, shape), block, shape);
        break;
      case "vars:post-response":
        addActions(listIn(runtime, "actions", block, shape), block, shape);
        break;
      case "assert":
        addAssertions(
          listIn(runtime, "assertions", block, shape),
          block,
          shape,
        );
        break;
      case "settings":
        setSettings(root, block, shape);
        break;
      case "docs":
        shape.set(root, "docs", block.text?.text ?? "", {
          key: block.nameAt,
          ...(block.text && { value: block.text }),
        });
        break;
    }
  }
  setScripts(runtime, blocks, shape);
  if (Object.keys(runtime).length > 0) {
    shape.set(root, "runtime", runtime, { key: first });
  }
  return root;
}

/** Sets `info`; without a sequence Bruno takes 1. */
function setInfo(
  root: Record<string, unknown>,
  blocks: readonly BruBlock[],
  { target, shape }: { target: BruBlock | undefined; shape: BruShape },
): string {
  const meta = blocks.filter((one) => one.name === "meta");
  const at = meta[0]?.nameAt ?? blocks[0]?.nameAt ?? { start: 0, end: 0 };
  const info = shape.set(root, "info", {}, { key: at });
  for (const pair of meta.flatMap((one) => one.pairs)) {
    if (pair.list) setTags(info, pair, shape);
    else if (pair.value.text !== "" && pair.name !== "type") {
      shape.setText(info, pair.name, pair);
    }
  }
  if (!Object.hasOwn(info, "seq")) shape.set(info, "seq", "1", { key: at });
  const pair = meta.flatMap((one) => one.pairs).findLast((one) =>
    one.name === "type"
  );
  const word = pair?.value.text ||
    (target && !METHOD_BLOCKS.includes(target.name) ? target.name : "http");
  const body = target?.pairs.findLast((one) => one.name === "body");
  const type = word === "http" && body?.value.text === "graphql"
    ? "graphql"
    : TYPES[word] ?? word;
  shape.set(info, "type", type, pair ? placeOf(pair) : { key: at });
  return type;
}

function setTags(
  info: Record<string, unknown>,
  pair: BruPair,
  shape: BruShape,
): void {
  const tags: unknown[] = shape.set(info, pair.name, [], placeOf(pair));
  for (const value of pair.list ?? []) {
    shape.set(tags, tags.length, value.text, { key: pair.nameAt, value });
  }
}

/** Sets `http`, `graphql` or the details of another protocol. */
function setDetails(
  root: Record<string, unknown>,
  type: string,
  { target, blocks, shape }: {
    target: BruBlock;
    blocks: readonly BruBlock[];
    shape: BruShape;
  },
): void {
  const { name, nameAt, pairs } = target;
  const details = shape.set(root, type, {}, { key: nameAt });
  const last = (key: string) => pairs.findLast((one) => one.name === key);
  if (METHOD_BLOCKS.includes(name)) {
    shape.set(details, "method", name.toUpperCase(), {
      key: nameAt,
      value: { form: "line", text: name, ...nameAt },
    });
  }
  for (const pair of pairs) {
    if (pair.name === "method") {
      shape.set(details, "method", pair.value.text.toUpperCase(), {
        ...placeOf(pair),
      });
    } else if (pair.name === "url" || !TARGET_KEYS.includes(pair.name)) {
      shape.setText(details, pair.name, pair);
    }
  }
  for (const block of blocks) {
    const kind = paramType(block.name);
    if (kind !== undefined) {
      addRows(listIn(details, "params", block, shape), block, {
        shape,
        more: (row) => row.type = kind,
      });
    } else if (block.name === "headers") {
      addRows(listIn(details, "headers", block, shape), block, { shape });
    }
  }
  if (type === "graphql") setGraphqlBody(details, { blocks, shape });
  else setBody(details, last("body"), { blocks, shape });
  setAuth(details, last("auth"), { blocks, shape });
}

function paramType(block: string): "query" | "path" | undefined {
  switch (block) {
    case "query":
    case "params:query":
      return "query";
    case "params:path":
      return "path";
    default:
      return undefined;
  }
}

/** `expression: operator value`; a line without an operator compares with `eq`. */
function addAssertions(
  rows: unknown[],
  block: BruBlock,
  shape: BruShape,
): void {
  for (const pair of block.pairs) {
    const { value, nameAt } = pair;
    const row = shape.add(rows, placeOf(pair));
    shape.set(row, "expression", pair.name, {
      key: nameAt,
      value: { form: "line", text: pair.name, ...nameAt },
    });
    if (pair.disabled) row.disabled = true;
    const word = /^[a-zA-Z]*/.exec(value.text)?.[0] ?? "";
    const rest = value.text.slice(word.length);
    const isWord = isOperator(word) && (rest === "" || rest.startsWith(" "));
    shape.set(row, "operator", isWord ? word : "eq", {
      key: nameAt,
      value: { ...value, text: word, end: value.start + word.length },
    });
    const from = isWord ? word.length + (rest === "" ? 0 : 1) : 0;
    const text = value.text.slice(from);
    if (!isWord || text !== "") {
      shape.set(row, "value", text, {
        key: nameAt,
        value: { ...value, text, start: value.start + from },
      });
    }
  }
}

function setSettings(
  root: Record<string, unknown>,
  block: BruBlock,
  shape: BruShape,
): void {
  const settings = shape.set(root, "settings", {}, { key: block.nameAt });
  for (const pair of block.pairs) {
    if (pair.value.text === "" || pair.name === "keepAliveInterval") continue;
    shape.setText(settings, pair.name, pair);
  }
}
