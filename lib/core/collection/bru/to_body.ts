import { type BruShape, placeOf } from "./shape.ts";
import { fileIn } from "./to_auth.ts";
import { addRows, setName } from "./to_rows.ts";
import type { BruBlock, BruPair } from "./types.ts";

/** The words after `body:` in a request's first block, and OpenCollection's types. */
const TYPES: Readonly<Record<string, string>> = {
  json: "json",
  text: "text",
  xml: "xml",
  sparql: "sparql",
  formUrlEncoded: "form-urlencoded",
  "form-urlencoded": "form-urlencoded",
  multipartForm: "multipart-form",
  "multipart-form": "multipart-form",
  file: "file",
};

/** Sets `body` by the mode that the request names. */
export function setBody(
  details: Record<string, unknown>,
  mode: BruPair | undefined,
  { blocks, shape }: { blocks: readonly BruBlock[]; shape: BruShape },
): void {
  // The first version of the language had a block `body`, which is JSON.
  const old = blocks.findLast((one) => one.name === "body");
  const word = mode?.value.text || (old ? "json" : "none");
  if (word === "none") return;
  const type = TYPES[word] ?? word;
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
  for (const one of blocks) {
    if (one.name !== block.name) continue;
    if (type === "multipart-form") addParts(rows, one, shape);
    else if (type === "file") addFiles(rows, one, shape);
    else addRows(rows, one, { shape });
  }
}

/** Sets the `body` of a GraphQL request. */
export function setGraphqlBody(
  details: Record<string, unknown>,
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

function addParts(rows: unknown[], block: BruBlock, shape: BruShape): void {
  for (const pair of block.pairs) {
    const row = shape.add(rows, placeOf(pair));
    setName(row, pair, shape);
    const file = fileIn(pair.value);
    row.type = file ? "file" : "text";
    if (file) {
      const values: string[] = shape.set(row, "value", [], placeOf(pair));
      let start = file.start;
      for (const text of file.text.split("|")) {
        const value = { ...file, text, start, end: start + text.length };
        start += text.length + 1;
        if (text !== "") {
          shape.set(values, values.length, text, { key: pair.nameAt, value });
        }
      }
    } else shape.setText(row, "value", pair);
    setContentType(row, pair, shape);
  }
}

function addFiles(rows: unknown[], block: BruBlock, shape: BruShape): void {
  for (const pair of block.pairs) {
    const row = shape.add(rows, placeOf(pair));
    const value = fileIn(pair.value) ?? pair.value;
    shape.set(row, "filePath", value.text, { key: pair.nameAt, value });
    row.selected = !pair.disabled;
    setContentType(row, pair, shape);
  }
}

function setContentType(
  row: Record<string, unknown>,
  { contentType, nameAt }: BruPair,
  shape: BruShape,
): void {
  if (!contentType) return;
  shape.set(row, "contentType", contentType.text, {
    key: nameAt,
    value: contentType,
  });
}
