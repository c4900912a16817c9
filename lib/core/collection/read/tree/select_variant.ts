import type { YamlNode } from "../../yaml/node.ts";

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
