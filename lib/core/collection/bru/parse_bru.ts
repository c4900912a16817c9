import type { Diagnostic } from "../../source/diagnostic.ts";
import { once } from "../../source/once.ts";
import type { YamlDocument } from "../yaml/parse_yaml.ts";
import {
  authFields,
  authNames,
  strayKey,
  strayName,
  TOKEN_PLACEMENT,
} from "./auth_fields.ts";
import { authMode } from "./auth_mode.ts";
import {
  type AuthField,
  BLOCKS,
  BODY_WORDS,
  type BruKind,
  isVault,
  METHOD_BLOCKS,
  STORE_FIELDS,
  storeOf,
  STREAM_BLOCKS,
  TARGET_BLOCKS,
} from "./blocks.ts";
import { vainNone } from "../read/vain_none.ts";
import { parseBlocks } from "./parse_blocks.ts";
import { readBlocks, setMessages, setStreamKeys } from "./read_blocks.ts";
import {
  type BruBlock,
  type BruMapping,
  type BruPair,
  bruPlace,
  type BruPlaces,
  BruShape,
} from "./shape.ts";
import { misspelledOperators } from "./misspelled_operators.ts";
import { noRequest } from "./no_request.ts";
import { choiceAt, ownName } from "./own_names.ts";
import { fileIn, hasLines, readBruLines } from "./read_lines.ts";
import { hasOtherAuth, unknownBlocks } from "./unknown_blocks.ts";

/** The kind of a `.bru` file by its path inside the collection. */
export function bruKind(path: string): BruKind {
  if (/^environments\/[^/]+$/.test(path)) return "environment";
  return /(?:^|\/)(?:folder|collection)\.bru$/.test(path) ? "level" : "request";
}

/**
 * Reads a `.bru` file into the form that OpenCollection YAML has, so that one
 * reader serves both; without a document when it is malformed.
 *
 * @param places Filled with where each part stands, for {@linkcode locateInBru}.
 */
export function parseBru(
  file: string,
  source: string,
  { kind, places }: { kind: BruKind; places?: BruPlaces },
): { document?: YamlDocument; diagnostics: Diagnostic[] } {
  const { blocks, color, diagnostics } = parseBlocks(file, source);
  if (!blocks) return { diagnostics };
  if (kind === "request" && !blocks.some(isTarget)) {
    return { diagnostics: [noRequest(file, source, blocks)] };
  }
  const shape = new BruShape(places);
  const root = convertBlocks(kind, blocks, shape);
  if (kind === "environment" && color !== undefined) root.color = color;
  // Only problems ask for names.
  const placed = once(() => {
    const places: BruPlaces = new Map();
    const root = convertBlocks(kind, blocks, new BruShape(places));
    return { source, blocks, root, places };
  });
  return {
    document: {
      file,
      root,
      // Every value is text here, as written.
      written: () => undefined,
      choice: (path) => choiceAt(path, kind),
      listForm:
        'end the line with "[", and write each item, and "]", in a line of its own',
      ownName: (path) => ownName(path, placed()),
      authNames,
      strayName,
      lacksAuth: () => hasOtherAuth(kind, blocks),
    },
    diagnostics: [
      ...unknownBlocks(file, source, { blocks, kind }),
      ...misspelledOperators(file, source, blocks),
    ],
  };
}

/** The OpenCollection form of blocks. */
export function convertBlocks(
  kind: BruKind,
  blocks: readonly BruBlock[],
  shape = new BruShape(),
): BruMapping {
  switch (kind) {
    case "request":
      return toRequest(blocks, shape);
    case "level":
      return toLevel(blocks, shape);
    case "environment":
      return toEnvironment(blocks, shape);
    default:
      return kind satisfies never;
  }
}

function isTarget({ name }: BruBlock): boolean {
  return TARGET_BLOCKS.includes(name) || name === "app";
}

/** The OpenCollection form of a file of `environments/`. */
function toEnvironment(
  blocks: readonly BruBlock[],
  shape: BruShape,
): BruMapping {
  const root: BruMapping = {};
  readBlocks(root, { kind: "environment", blocks }, shape);
  for (const { name, nameAt, pairs } of blocks) {
    if (!isVault(name)) continue;
    const at = { key: nameAt };
    const type = storeOf(name);
    const store = shape.set(root, "externalSecrets", {} as BruMapping, at);
    shape.set(store, "type", type, at);
    const list = shape.set(store, "variables", [] as unknown[], at);
    for (const pair of pairs) {
      const row = shape.add(list, bruPlace(pair));
      shape.set(row, "name", pair.name, bruPlace(pair));
      shape.setText(row, STORE_FIELDS.get(type) ?? "path", pair);
      if (pair.disabled) shape.set(row, "disabled", true, bruPlace(pair));
    }
  }
  return root;
}

/** The OpenCollection form of `folder.bru` and `collection.bru`: `info`, `request`, `docs`. */
function toLevel(blocks: readonly BruBlock[], shape: BruShape): BruMapping {
  const root: BruMapping = {};
  const key = blocks[0]?.nameAt ?? { start: 0, end: 0 };
  const request = shape.set(root, "request", {}, { key });
  readBlocks(root, { kind: "level", blocks }, shape);
  setAuth(request, authMode("level", blocks), { blocks, shape, isLevel: true });
  return root;
}

/** Keys of the first block that go elsewhere than under their own name. */
const TARGET_KEYS = ["body", "auth", "method"];

/** The OpenCollection form of a request's blocks. */
function toRequest(
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
  if (STREAM_BLOCKS.has(target.name)) {
    setMessages(details, target.name, { blocks, shape });
  } else if (type === "graphql") setGraphqlBody(details, { blocks, shape });
  else setBody(details, last("body"), { blocks, shape });
  setAuth(details, authMode("request", blocks), { blocks, shape });
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
    : STREAM_BLOCKS.get(word)?.type ?? word;
  shape.set(info, "type", type, pair ? bruPlace(pair) : { key: at });
  return type;
}

function setTags(info: BruMapping, pair: BruPair, shape: BruShape): void {
  const tags: unknown[] = shape.set(info, pair.name, [], bruPlace(pair));
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
  if (STREAM_BLOCKS.has(name)) {
    setStreamKeys(details, { name, pairs }, shape);
    return details;
  }
  if (METHOD_BLOCKS.includes(name)) {
    shape.set(details, "method", name.toUpperCase(), {
      key: nameAt,
      value: { form: "line", text: name, ...nameAt },
    });
  }
  for (const pair of pairs) {
    if (pair.name === "method") {
      const method = pair.value.text.toUpperCase();
      shape.set(details, "method", method, bruPlace(pair));
    } else if (!TARGET_KEYS.includes(pair.name)) {
      shape.setText(details, pair.name, pair);
    }
  }
  return details;
}

/** Sets `body` by the mode that the request names. */
function setBody(
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
  const at = mode ? bruPlace(mode) : { key: (old ?? blocks[0]).nameAt };
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
    if (one.name === block.name) readBruLines(rows, one, row, shape);
  }
}

/** Sets the `body` of a GraphQL request. */
function setGraphqlBody(
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

/** Fields that come after the others, wherever the file has them. */
const LATE = ["grant_type", "pkce"];

/**
 * Sets `auth` by the mode that a request or a level names; the fields are in
 * the block `auth:MODE`. No mode sets nothing, nor does a level's `none`, as in Bruno.
 */
function setAuth(
  container: Record<string, unknown>,
  mode: BruPair | undefined,
  { blocks, shape, isLevel = false }: {
    blocks: readonly BruBlock[];
    shape: BruShape;
    isLevel?: boolean;
  },
): void {
  const word = mode?.value.text ?? "";
  if (!mode || word === "") return;
  if (word === "none" && isLevel) {
    vainNone.add(container);
    return shape.mark(container, "auth", bruPlace(mode));
  }
  if (word === "inherit" || word === "none") {
    shape.set(container, "auth", word, bruPlace(mode));
    return;
  }
  const block = blocks.findLast((one) => one.name === `auth:${word}`) ??
    misnamedAuth(word, blocks);
  // Blocks of an unknown name have no lines.
  if (block && block.name !== `auth:${word}` && block.pairs.length === 0) {
    return shape.mark(container, "auth", bruPlace(mode));
  }
  const auth = shape.set(container, "auth", {}, {
    key: block?.nameAt ?? mode.nameAt,
  });
  shape.set(auth, "type", word, bruPlace(mode));
  const fields = authFields(word);
  const pairs = block?.pairs ?? [];
  const isLate = ({ name }: BruPair) => LATE.includes(name);
  for (const pair of pairs.toSorted((a, b) => +isLate(a) - +isLate(b))) {
    if (word === "oauth2" && TOKEN_PLACEMENT.includes(pair.name)) continue;
    // It says again what the request or the level says.
    if (pair.name === "mode" && pair.value.text === word) continue;
    const field = fields.find(([name]) => name === pair.name) ??
      [pair.name, [strayKey(word, pair.name)]];
    setField(auth, field, pair, shape);
  }
  if (word !== "oauth2") return;
  setPlacement(auth, pairs, shape);
  // Additional parameters that are off are nowhere in the other form.
  const on = blocks.map((one) => ({
    ...one,
    pairs: one.pairs.filter((it) => !it.disabled && it.name !== ""),
  })).filter(({ pairs }) => pairs.length > 0);
  readBlocks(auth, { kind: "auth", blocks: on }, shape);
}

/**
 * The block that must be meant for the fields of auth. That it has another name
 * is an error already: the fields are not said to be missing, too.
 */
function misnamedAuth(
  word: string,
  blocks: readonly BruBlock[],
): BruBlock | undefined {
  if (!BLOCKS.has(`auth:${word}`)) return undefined;
  return blocks.findLast(({ name, pairs }) =>
    name === "auth"
      ? pairs.some((one) => one.name !== "mode")
      : name.startsWith("auth:") && !BLOCKS.has(name)
  );
}

function setField(
  auth: BruMapping,
  [, path, form]: AuthField,
  pair: BruPair,
  shape: BruShape,
): void {
  const { text } = pair.value;
  if (text === "" && form !== "switch") return;
  const above = shape.mapping(auth, path.slice(0, -1), pair.nameAt);
  const key = path[path.length - 1];
  // If a name is there twice, Bruno takes the first line.
  if (Object.hasOwn(above, key)) return;
  const place = bruPlace(pair);
  if (form === "key") {
    const file = fileIn(pair.value);
    const value = file ?? pair.value;
    const held = shape.set(above, key, {}, place);
    shape.set(held, "type", file ? "file" : "text", place);
    shape.set(held, "value", value.text, { key: pair.nameAt, value });
  } else if (form === "switch") {
    shape.set(above, key, text === "true" ? {} : { disabled: true }, place);
  } else shape.set(above, key, text === form?.[0] ? form[1] : text, place);
}

/** Where the token goes: with a prefix into a header, or into the query. */
function setPlacement(
  auth: BruMapping,
  pairs: readonly BruPair[],
  shape: BruShape,
): void {
  const [where, prefix, key] = TOKEN_PLACEMENT.map((name) =>
    pairs.find((pair) => pair.name === name)
  );
  const inQuery = where?.value.text === "url";
  const name = inQuery ? key : prefix;
  const pair = name ?? where;
  if (!pair) return;
  const path = ["tokenConfig", "placement"];
  const placement = shape.mapping(auth, path, pair.nameAt);
  const text = name?.value.text ?? (inQuery ? "access_token" : "");
  shape.set(placement, inQuery ? "query" : "header", text, bruPlace(pair));
}
