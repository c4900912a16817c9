import { YamlNode } from "./yaml/node.ts";
import { parseYaml } from "./yaml/parse_yaml.ts";

/** Keys at the top of a collection's own file. */
const BLOCK_KEYS = /^(?:opencollection|bundled|items)[ \t]*:/m;
/** JSON, or YAML that is one flow mapping. */
const FLOW = /^\s*(?:---\s*)?\{/;

/** Whether a text is a whole collection: YAML or JSON. */
export function isBundledText(text: string): boolean {
  if (!FLOW.test(text)) return BLOCK_KEYS.test(text);
  const { document, diagnostics } = parseYaml("", text);
  // The reader reports a broken file.
  if (document === undefined) return /"opencollection"\s*:/.test(text);
  const keys = YamlNode.root(document, diagnostics, new Set()).keys();
  // Bruno's app hands out collections in a form of its own.
  return !keys.includes("brunoConfig") &&
    ["opencollection", "bundled", "items"].some((key) => keys.includes(key));
}

/**
 * The folders of a workspace's collections, as its file lists them; undefined
 * for a text that is not a workspace.
 */
export function workspaceFolders(text: string): string[] | undefined {
  if (!/^[ \t]*collections[ \t]*:/m.test(text)) return undefined;
  const { document } = parseYaml("", text);
  if (document === undefined) return undefined;
  const node = YamlNode.root(document, [], new Set());
  if (node.get("info").get("type").value !== "workspace") return undefined;
  return node.get("collections").list()
    .map((one) => one.get("path").scalar() ?? "")
    .filter((path) => path !== "");
}
