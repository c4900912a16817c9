import type { Text } from "../../source/origin.ts";
import type { FormField, MultipartField } from "../body_types.ts";
import type { Header, Param } from "../types.ts";
import type { YamlNode } from "../yaml/node.ts";
import {
  any,
  either,
  flag,
  later,
  list,
  mapping,
  orEmpty,
  readBy,
  template,
  text,
  unlessEmpty,
  unread,
  withDefault,
  word,
} from "./make.ts";
import type { MappingShape, Read, Same, Shape } from "./types.ts";

/** What rows of all kinds end with; {@linkcode isDisabled} reads it. */
export const ROW_END = {
  description: any("Description: text, or a mapping with content and type"),
  disabled: unread(flag("Leave it out")),
  enabled: unread(flag("false has the same effect as disabled: true")),
};

/** True for a row that `disabled: true` or `enabled: false` switches off. */
export function isDisabled(row: YamlNode): boolean {
  const isOff = row.has("disabled") ? row.get("disabled").flag() : undefined;
  return isOff ??
    (row.has("enabled") && row.get("enabled").flag() === false);
}

/** What a row is read to: its keys, and whether it is left out. */
function withDisabled<T extends object>(fields: T, row: YamlNode) {
  return { ...fields, disabled: isDisabled(row) };
}

/** A header. */
export const HEADER = mapping("A header", {
  name: orEmpty(template("Name, a template")),
  value: orEmpty(template("Value, a template")),
  ...ROW_END,
}, { filled: ["name"], to: withDisabled });
true satisfies Same<Read<typeof HEADER>, Header>;

/** A field of a form. */
export const FORM_FIELD = mapping("A field of the form", {
  name: orEmpty(template("Name, a template")),
  value: orEmpty(template("Value, a template")),
  ...ROW_END,
}, { filled: ["name"], to: withDisabled });
true satisfies Same<Read<typeof FORM_FIELD>, FormField>;

/** A path or query parameter. */
export const PARAM = mapping("A parameter of the URL", {
  name: orEmpty(template("Name, a template")),
  value: orEmpty(template("Value, a template")),
  type: later(withDefault(
    word(
      "Place: the query, or `:name` in the path",
      ["query", "path"],
      {
        query: "Added to the query",
        path: "Replaces :name in the path",
      },
    ),
    "query",
  )),
  ...ROW_END,
}, {
  filled: ["name"],
  to: ({ type, ...fields }, row) => ({
    ...withDisabled(fields, row),
    type: type(),
  }),
});
true satisfies Same<Read<typeof PARAM>, Param>;

/** A part of a multipart form. */
export const PART = mapping("A part of the form", {
  name: orEmpty(template("Name, a template")),
  type: withDefault(
    word("Type of the part", ["text", "file"], {
      text: "Text",
      file: "The content of one or more files",
    }),
    "text",
  ),
  value: readBy(
    either(
      "The text, or the paths of files: templates",
      text("The text, or the path of a file"),
      list("Paths of files", text("Path of a file")),
    ),
    (node) => node,
  ),
  contentType: unlessEmpty(template("Content type, a template")),
  ...ROW_END,
}, {
  filled: ["name"],
  to: ({ name, type, value, ...fields }, row) => {
    warnOfFile(row);
    return {
      name,
      type,
      values: partValues(value, type),
      ...withDisabled(fields, row),
    };
  },
});
true satisfies Same<Read<typeof PART>, MultipartField>;

/** Says that a part with a file as `.bru` files write one goes out as this text, where no type says that it is meant. */
function warnOfFile(row: YamlNode): void {
  const value = row.get("value");
  if (row.has("type") || typeof value.value !== "string") return;
  const [written, path = ""] =
    /^\s*(@file\((.*)\))\s*$/s.exec(value.value)?.slice(1) ?? [];
  if (written === undefined || isDisabled(row)) return;
  const named = path.trim();
  const sending = named === ""
    ? 'to send a file, write "type: file" and its path'
    : `to send the file, write "type: file" and the path alone, ${
      JSON.stringify(named)
    },`;
  value.report({
    code: "INVALID_FIELD",
    severity: "warning",
    message: `Takes "${written}" for text: ${sending} as the value`,
  });
}

/** A text part has one value; a file part a path or a list of them. */
function partValues(node: YamlNode, type: "text" | "file"): readonly Text[] {
  if (type === "text") {
    return [node.text() ?? { text: "", at: node.at }];
  }
  const nodes = Array.isArray(node.value) ? node.list() : [node];
  return nodes.map((one) => one.text()).filter((text) =>
    text !== undefined && text.text !== ""
  ) as Text[];
}

/** One of several variants, of which one is selected. */
export function variant(key: string, shape: Shape): MappingShape {
  return mapping("A variant", {
    title: text("Title"),
    selected: flag("Whether this variant is the selected one"),
    [key]: shape,
  });
}

/**
 * Where a file may give several variants, each `{title, selected, KEY}`, this
 * is the selected one's KEY (the first one's when none is selected). Anything
 * else than a list is what it is.
 */
export function selectVariant(node: YamlNode, key: string): YamlNode {
  if (!Array.isArray(node.value)) return node;
  const variants = node.list().filter((one) =>
    one.mapping(["title", "selected", key])
  );
  const selected = variants.find((one) => one.get("selected").flag()) ??
    variants[0];
  return selected?.get(key) ?? node.get(key);
}
