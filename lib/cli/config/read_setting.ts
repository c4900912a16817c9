import type { YamlNode } from "../../core/collection/yaml/node.ts";
import type { Flag } from "../flags/flag.ts";
import { pathInside } from "./path_inside.ts";

/** What a flag's value is, as its table says it. */
type Kind = "switch" | "number" | "count" | "pairs" | "list" | "text";

/** Words of the table for whole numbers. */
const NUMBERS = ["N", "MS", "MIB"];

/** The kind of a flag's value. */
export function kindOf({ value, repeatable }: Flag): Kind {
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
  const kind = kindOf(flag);
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
