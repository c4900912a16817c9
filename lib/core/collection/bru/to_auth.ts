import { type AuthField, BRU_AUTH_FIELDS } from "./blocks.ts";
import { readBlocks } from "./read_blocks.ts";
import { fileIn } from "./read_lines.ts";
import { type BruMapping, type BruShape, placeOf } from "./shape.ts";
import type { BruBlock, BruPair } from "./types.ts";

/** Fields that come after the others, wherever the file has them. */
const LATE = ["grant_type", "pkce"];

/** Fields of OAuth 2 that several lines decide together. */
const PLACEMENT = ["token_placement", "token_header_prefix", "token_query_key"];

/**
 * Sets `auth` by the mode that a request or a level names; the fields are in
 * the block `auth:MODE`. No mode sets nothing; nor does `none` on a level, as
 * Bruno looks further up there.
 */
export function setAuth(
  container: BruMapping,
  mode: BruPair | undefined,
  { blocks, shape, isLevel = false }: {
    blocks: readonly BruBlock[];
    shape: BruShape;
    isLevel?: boolean;
  },
): void {
  const word = mode?.value.text ?? "";
  if (!mode || word === "" || word === "none" && isLevel) return;
  if (word === "inherit" || word === "none") {
    shape.set(container, "auth", word, placeOf(mode));
    return;
  }
  const block = blocks.findLast((one) => one.name === `auth:${word}`);
  const auth = shape.set(container, "auth", {}, {
    key: block?.nameAt ?? mode.nameAt,
  });
  shape.set(auth, "type", word, placeOf(mode));
  const fields = BRU_AUTH_FIELDS.get(word) ?? [];
  const pairs = block?.pairs ?? [];
  const isLate = ({ name }: BruPair) => LATE.includes(name);
  for (const pair of pairs.toSorted((a, b) => +isLate(a) - +isLate(b))) {
    if (word === "oauth2" && PLACEMENT.includes(pair.name)) continue;
    // A name that is unknown here is shown to the reader, which warns about it.
    const field = fields.find(([name]) => name === pair.name) ??
      [pair.name, [pair.name]];
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
  // Of lines of one name Bruno takes the first.
  if (Object.hasOwn(above, key)) return;
  const place = placeOf(pair);
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
  const [where, prefix, key] = PLACEMENT.map((name) =>
    pairs.find((pair) => pair.name === name)
  );
  const inQuery = where?.value.text === "url";
  const name = inQuery ? key : prefix;
  const pair = name ?? where;
  if (!pair) return;
  const path = ["tokenConfig", "placement"];
  const placement = shape.mapping(auth, path, pair.nameAt);
  const text = name?.value.text ?? (inQuery ? "access_token" : "");
  shape.set(placement, inQuery ? "query" : "header", text, placeOf(pair));
}
