import type { YamlNode } from "../../core/collection/yaml/node.ts";
import type { Flag } from "../flags/flag.ts";
import { basename, dirname, join, relative, resolve } from "node:path";
import { isInside } from "../../host/files/is_inside.ts";

/** What a flag's value is, as its table says it. */
type Kind = "switch" | "number" | "count" | "pairs" | "list" | "text";

/** Words of the table for whole numbers. */
const NUMBERS = ["N", "MS", "MIB"];

/** The kind of a flag's value. */
export function settingKind({ value, repeatable }: Flag): Kind {
  if (value === undefined) return "switch";
  if (NUMBERS.includes(value)) return "number";
  if (value.split("|").some((one) => NUMBERS.includes(one))) return "count";
  if (value.endsWith("=VALUE")) return "pairs";
  return repeatable || value.includes(",…") ? "list" : "text";
}

/**
 * Reads a flag's value as the command line would have it; `"off"` for a switch
 * that is `false` and for an empty list, undefined for what is reported.
 */
export function readSetting(
  node: YamlNode,
  flag: Flag,
  root: string,
): readonly string[] | "off" | undefined {
  const { value } = node;
  if (flag.optional && typeof value === "boolean") return value ? [""] : "off";
  const kind = settingKind(flag);
  switch (kind) {
    case "switch":
      if (typeof value === "boolean") return value ? [""] : "off";
      return wrong(node, "true or false");
    case "number":
      return typeof value === "number"
        ? [String(value)]
        : wrong(node, "a number");
    case "count":
    case "text":
      return one(node, flag, root);
    case "pairs":
      if (node.isMapping()) {
        const given = node.keys().map((name) => {
          const text = scalar(node.get(name), "text");
          return text === undefined ? undefined : `${name}=${text}`;
        });
        return whole(given);
      }
      return many(node, flag, root);
    case "list":
      return many(node, flag, root);
    default:
      return kind satisfies never;
  }
}

/** A list, or its only element; an empty one is none. */
function many(
  node: YamlNode,
  flag: Flag,
  root: string,
): readonly string[] | "off" | undefined {
  if (!Array.isArray(node.value)) return one(node, flag, root);
  if (node.value.length === 0) return "off";
  return whole(node.list().flatMap((each) => one(each, flag, root)));
}

function one(
  node: YamlNode,
  flag: Flag,
  root: string,
): readonly string[] | undefined {
  const list = flag.repeatable || flag.value?.includes(",…");
  const text = scalar(node, list ? "text or a list" : "text");
  if (text === undefined) return undefined;
  const given = namesFile(flag) ? pathInside(node, flag, { text, root }) : text;
  return given === undefined ? undefined : [given];
}

function namesFile({ value = "" }: Flag): boolean {
  return value === "FILE" || value.endsWith("[=FILE]");
}

function scalar(node: YamlNode, expected: string): string | undefined {
  const { value } = node;
  if (typeof value === "object" || value === undefined || value === "") {
    return wrong(node, expected);
  }
  return node.scalar();
}

function whole(
  parts: readonly (string | undefined)[],
): readonly string[] | undefined {
  return parts.includes(undefined) ? undefined : parts as string[];
}

function wrong(node: YamlNode, expected: string): undefined {
  node.wrongType(expected, node.value === "" ? "an empty text" : node.kind);
  return undefined;
}

/** Flags whose files a run writes. */
const WRITTEN = ["output", "reporter", "cookie-jar"];

/**
 * A path of a `brace.yaml`, which begins at the collection's root and stays
 * inside; `kind=path` for a reporter. As the current folder sees it, undefined
 * where it leads elsewhere, which is reported.
 */
function pathInside(
  node: YamlNode,
  { name }: Flag,
  { text, root }: { readonly text: string; readonly root: string },
): string | undefined {
  const equals = name === "reporter" ? text.indexOf("=") + 1 : 0;
  const path = text.slice(equals);
  if (name === "reporter" && equals === 0 || path === "-" || path === "") {
    return text;
  }
  const whole = resolve(root, path);
  const why = !isInside(realPath(root), realPath(whole))
    ? "it is outside of the collection"
    // What a version control system or an editor keeps there is not for a run to write.
    : WRITTEN.includes(name) && isHidden(relative(root, whole))
    ? "it is in a hidden folder"
    : undefined;
  if (why !== undefined) {
    node.report({
      code: "INVALID_FIELD",
      message:
        `Cannot use "${text}" for "${name}": ${why} (type --${name} ${text})`,
    });
    return undefined;
  }
  return text.slice(0, equals) + (relative(Deno.cwd(), whole) || ".");
}

function isHidden(path: string): boolean {
  return path.split(/[/\\]/).some((part) => part.startsWith("."));
}

/** Where links lead; of what is not there yet, the folder's. */
function realPath(path: string): string {
  try {
    return Deno.realPathSync(path);
  } catch {
    const folder = dirname(path);
    return folder === path ? path : join(realPath(folder), basename(path));
  }
}
