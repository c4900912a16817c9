import type { Text } from "../../../source/origin.ts";
import type { YamlNode } from "../../yaml/node.ts";

/** Reads `brace.order` of `extensions`: the names of what comes first. */
export function readOrder(extensions: YamlNode): Text[] {
  return extensions.get("brace").get("order").list().flatMap((name) =>
    name.text() ?? []
  );
}
