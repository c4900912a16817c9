import type { YamlNode } from "../../core/collection/yaml/node.ts";
import { UNSET } from "../../host/run/option_kinds.ts";
import { type OptionName, OPTIONS } from "../../host/run/options.ts";
import { flagName } from "../flags/run_flags.ts";
import { basename, dirname, join, relative, resolve } from "node:path";
import { isInside } from "../../host/files/is_inside.ts";

/**
 * Reads a flag's value as the command line would have it; `"off"` for a switch
 * that is `false` and for an empty list, undefined for what is reported.
 */
export function readSetting(
  node: YamlNode,
  name: OptionName,
  root: string,
): readonly string[] | "off" | undefined {
  const { value } = node;
  const { kind } = OPTIONS[name];
  switch (kind) {
    case "switch":
      if (typeof value === "boolean") return value ? [""] : "off";
      return wrong(node, "true or false");
    case "count":
      return typeof value === "number"
        ? [String(value)]
        : wrong(node, "a number");
    case "pairs":
    case "prompts":
      if (node.isMapping()) {
        const given = node.keys().map((name) => {
          const text = scalar(node.get(name), "text");
          return text === undefined ? undefined : `${name}=${text}`;
        });
        return whole(given);
      }
      return many(node, name, root);
    case "listOrAll":
      if (typeof value === "boolean") return value ? [""] : "off";
      return many(node, name, root);
    case "texts":
    case "list":
    case "reporters":
      return many(node, name, root);
    case "verbosity":
      if (typeof value === "boolean") return value ? [""] : "off";
      return one(node, name, root);
    case "jobs":
    case "text":
    case "output":
    case "choice":
    case "time":
    case "rows":
    case "shard":
      return one(node, name, root);
    default:
      return kind satisfies never;
  }
}

/** A list, or its only element; an empty one is none. */
function many(
  node: YamlNode,
  name: OptionName,
  root: string,
): readonly string[] | "off" | undefined {
  if (!Array.isArray(node.value)) return one(node, name, root);
  if (node.value.length === 0) return "off";
  return whole(node.list().flatMap((each) => one(each, name, root)));
}

function one(
  node: YamlNode,
  name: OptionName,
  root: string,
): readonly string[] | undefined {
  const { kind, file } = OPTIONS[name];
  const text = scalar(node, kind in UNSET ? "text or a list" : "text");
  if (text === undefined) return undefined;
  const given = file ? pathInside(node, name, { text, root }) : text;
  return given === undefined ? undefined : [given];
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

/**
 * A path of a `brace.yaml`, which begins at the collection's root and stays
 * inside; `kind=path` for a reporter. As the current folder sees it, undefined
 * where it leads elsewhere, which is reported.
 */
function pathInside(
  node: YamlNode,
  name: OptionName,
  { text, root }: { readonly text: string; readonly root: string },
): string | undefined {
  const { kind, file } = OPTIONS[name];
  const equals = kind === "reporters" ? text.indexOf("=") + 1 : 0;
  const path = text.slice(equals);
  if (kind === "reporters" && equals === 0 || path === "-" || path === "") {
    return text;
  }
  const whole = resolve(root, path);
  const why = !isInside(realPath(root), realPath(whole))
    ? "it is outside of the collection"
    // What a version control system or an editor keeps there is not for a run to write.
    : file === "written" && isHidden(relative(root, whole))
    ? "it is in a hidden folder"
    : undefined;
  if (why !== undefined) {
    const flag = flagName(name);
    node.report({
      code: "INVALID_FIELD",
      message:
        `Cannot use "${text}" for "${flag}": ${why} (type --${flag} ${text})`,
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
