import { any, either, flag, list, mapping, text, word } from "./make.ts";
import type { MappingShape, Shape } from "./types.ts";

/** What rows of all kinds end with. */
const ROW_END = {
  description: any("What it is for: text, or a mapping with content and type"),
  disabled: flag("Leave it out"),
  enabled: flag("false leaves it out, as disabled does"),
};

/** A header. */
export const HEADER = mapping("A header", {
  name: text("Its name, a template"),
  value: text("Its value, a template"),
  ...ROW_END,
}, { filled: ["name"] });

/** A field of a form. */
export const FORM_FIELD = mapping("A field of the form", {
  name: text("Its name, a template"),
  value: text("Its value, a template"),
  ...ROW_END,
}, { filled: ["name"] });

/** What a parameter can be. */
export const PARAM_TYPES = ["query", "path"] as const;

/** A path or query parameter. */
export const PARAM = mapping("A parameter of the URL", {
  name: text("Its name, a template"),
  value: text("Its value, a template"),
  type: word(
    "Whether it is added to the query or stands for `:name` in the path (default: query)",
    PARAM_TYPES,
  ),
  ...ROW_END,
}, { filled: ["name"] });

/** What a part of a multipart form can be. */
export const PART_TYPES = ["text", "file"] as const;

/** A part of a multipart form. */
export const PART = mapping("A part of the form", {
  name: text("Its name, a template"),
  type: word("Whether it is text or files (default: text)", PART_TYPES),
  value: either(
    "The text, or the paths of files: templates",
    text("The text, or the path of a file"),
    list("Paths of files", text("Path of a file")),
  ),
  contentType: text("Its content type, a template"),
  ...ROW_END,
}, { filled: ["name"] });

/** A variable. */
export const VARIABLE = mapping("A variable", {
  secret: flag("Mask its value wherever Brace prints something"),
  name: text("Its name, as placeholders have it: {{name}}"),
  type: text("What Bruno notes of a secret's type; Brace does not need it"),
  value: any(
    "A text (a template), a number, true, false, null, a list, a mapping, or {type, data}",
  ),
  ...ROW_END,
  hosts: list(
    "The only hosts that this secret may be sent to",
    text("A host, such as api.example.com"),
  ),
}, { filled: ["name"] });

/** One of several variants, of which one is selected. */
export function variant(key: string, shape: Shape): MappingShape {
  return mapping("One of several variants", {
    title: text("Its title"),
    selected: flag("Whether it is the one that counts"),
    [key]: shape,
  });
}
