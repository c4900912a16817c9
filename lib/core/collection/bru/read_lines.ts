import { isOperator } from "../shape/operators.ts";
import { VALUE_TYPES } from "../read/read_value.ts";
import type { BruRow, LineForm } from "./blocks.ts";
import {
  type BruBlock,
  type BruMapping,
  type BruPair,
  bruPlace,
  type BruShape,
  type BruValue,
} from "./shape.ts";

/** Reads a line into its mapping. */
type ReadLine = (row: BruMapping, pair: BruPair, shape: BruShape) => void;

const READ: Readonly<Record<LineForm, ReadLine>> = {
  rows(row, pair, shape) {
    setName(row, pair, shape);
    shape.setText(row, "value", pair);
  },
  parameters(row, pair, shape) {
    shape.set(row, "name", pair.name, bruPlace(pair));
    shape.setText(row, "value", pair);
  },
  variables: readVariable,
  secrets(row, pair, shape) {
    // Their values are in no file.
    setName(row, pair, shape);
    row.secret = true;
  },
  actions: readAction,
  assertions: readAssertion,
  parts: readPart,
  files: readFile,
};

/** Adds one mapping for each line of a block. */
export function readBruLines(
  list: unknown[],
  { pairs }: Pick<BruBlock, "pairs">,
  { form, also }: BruRow & { readonly form: LineForm },
  shape: BruShape,
): void {
  const read = READ[form];
  for (const pair of pairs) {
    const row = shape.add(list, bruPlace(pair));
    read(row, pair, shape);
    if (also) Object.assign(row, also);
  }
}

/** True for a block whose lines make a list. */
export function hasLines(
  row: BruRow,
): row is BruRow & { readonly form: LineForm } {
  return row.form in READ;
}

/** Sets `name`, `disabled` and `description` of a row. */
function setName(row: BruMapping, pair: BruPair, shape: BruShape): void {
  const { name, nameAt } = pair;
  // A name with escapes differs from its text in the file, so its characters have no places there.
  const isPlain = nameAt.end - nameAt.start === name.length;
  shape.set(row, "name", name, {
    key: nameAt,
    ...(isPlain && { value: { form: "line", text: name, ...nameAt } }),
  });
  if (pair.disabled) row.disabled = true;
  const description = pair.annotations.findLast((it) =>
    it.name === "description"
  );
  if (description?.argument) row.description = description.argument;
}

/** `@number` and its kin above a line give its type. */
function readVariable(row: BruMapping, pair: BruPair, shape: BruShape): void {
  setName(row, withoutLocal(pair), shape);
  const type = typeOf(pair);
  if (type === undefined) shape.setText(row, "value", pair);
  else {
    const value = shape.set(row, "value", { type }, bruPlace(pair));
    shape.setText(value, "data", pair);
  }
}

function typeOf({ annotations }: BruPair): string | undefined {
  const type = annotations.findLast(({ name }) =>
    VALUE_TYPES.some((one) => one === name)
  );
  return type?.name === "string" ? undefined : type?.name;
}

/** What `vars:post-response` takes out of the response. */
function readAction(row: BruMapping, pair: BruPair, shape: BruShape): void {
  row.type = "set-variable";
  row.phase = "after-response";
  if (pair.disabled) row.disabled = true;
  const selector: BruMapping = shape.set(row, "selector", {}, bruPlace(pair));
  shape.setText(selector, "expression", pair);
  selector.method = "jsonq";
  const { name, nameAt } = withoutLocal(pair);
  const at = { key: nameAt };
  const variable = shape.set(row, "variable", {}, at);
  shape.set(variable, "name", name, at);
  shape.set(variable, "scope", isLocal(pair) ? "request" : "runtime", at);
}

/** `@name` is a variable of the request alone; ours always are. */
function withoutLocal(pair: BruPair): BruPair {
  const { name, nameAt } = pair;
  return isLocal(pair)
    ? {
      ...pair,
      name: name.slice(1),
      nameAt: { ...nameAt, start: nameAt.start + 1 },
    }
    : pair;
}

function isLocal({ name }: BruPair): boolean {
  return name.startsWith("@");
}

/** `expression: operator value`; a line without an operator compares with `eq`. */
function readAssertion(row: BruMapping, pair: BruPair, shape: BruShape): void {
  const { value, nameAt } = pair;
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

function readPart(row: BruMapping, pair: BruPair, shape: BruShape): void {
  setName(row, pair, shape);
  const file = fileIn(pair.value);
  row.type = file ? "file" : "text";
  if (file) {
    const values: string[] = shape.set(row, "value", [], bruPlace(pair));
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

function readFile(row: BruMapping, pair: BruPair, shape: BruShape): void {
  const value = fileIn(pair.value) ?? pair.value;
  shape.set(row, "filePath", value.text, { key: pair.nameAt, value });
  row.selected = !pair.disabled;
  setContentType(row, pair, shape);
}

function setContentType(
  row: BruMapping,
  { contentType, nameAt }: BruPair,
  shape: BruShape,
): void {
  if (!contentType) return;
  shape.set(row, "contentType", contentType.text, {
    key: nameAt,
    value: contentType,
  });
}

/** The path in `@file(path)`; undefined for any other text. */
export function fileIn(value: BruValue): BruValue | undefined {
  const { text, form, start, end } = value;
  if (form !== "line" || !text.startsWith("@file(") || !text.endsWith(")")) {
    return undefined;
  }
  return { form, text: text.slice(6, -1), start: start + 6, end: end - 1 };
}
