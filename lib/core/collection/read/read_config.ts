import {
  CLIENT_VERSION,
  isNewer,
  isVersion,
} from "../../scope/value/client_version.ts";
import type { Text } from "../../source/origin.ts";
import type { CollectionConfig } from "../types.ts";
import { keysOf } from "../shape/keys_of.ts";
import { COLLECTION_BRACE, CONFIG, FLOWS } from "../shape/level.ts";
import type { YamlNode } from "../yaml/node.ts";

const CONFIG_KEYS = keysOf(CONFIG);
const BRACE_KEYS = keysOf(COLLECTION_BRACE);

/** Words that say that a collection sets no proxy, and how that is written. */
const UNUSED_PROXY = [
  ["inherit", "inherit"],
  ["none", "disabled"],
  ["off", "disabled"],
  ["disabled", "disabled"],
  [false, "disabled"],
] as const;

/** Reads `config` and `extensions` of a collection's own file, setup and teardown aside. */
export function readConfig(
  node: YamlNode,
): Omit<CollectionConfig, "setup" | "teardown"> {
  const config = node.get("config");
  config.mapping(CONFIG_KEYS);
  const extensions = node.get("extensions");
  const brace = extensions.get("brace");
  extensions.mapping();
  brace.mapping(BRACE_KEYS);
  const clientVersion = readVersion(brace.get("clientVersion"));
  const proxy = readProxy(config.get("proxy"));
  const certificates = config.get("clientCertificates");
  return {
    flow: brace.get("flow").oneOf(FLOWS) ??
      extensions.get("bruno").get("scripts").get("flow").oneOf(FLOWS) ??
      "sandwich",
    hosts: brace.get("hosts").list().map((host) => host.text())
      .filter((host): host is Text => host !== undefined),
    ...(clientVersion && { clientVersion }),
    ...(proxy !== undefined && { proxy }),
    ...(certificates.present && {
      clientCertificates: certificates.list().map((one) => one.value),
    }),
  };
}

/** Reads `proxy`: as it is written, or what a word in its place means. */
function readProxy(node: YamlNode): unknown {
  const word = UNUSED_PROXY.find(([word]) => word === node.value);
  if (word === undefined) {
    return node.mapping(["disabled", "inherit", "config"])
      ? node.value
      : undefined;
  }
  const [, key] = word;
  node.report({
    code: "INVALID_FIELD",
    severity: "warning",
    message: `Read "${node.name}" as { ${key}: true }: write it so`,
  });
  return { [key]: true };
}

/** Folders and files that Bruno does not read (`extensions.bruno.ignore`). */
export function readIgnored(node: YamlNode): string[] {
  return node.get("extensions").get("bruno").get("ignore").list()
    .map((one) => one.scalar() ?? "").filter((one) => one !== "");
}

/** A version; `2.1` is 2.1.0. */
function readVersion(node: YamlNode): string | undefined {
  const written = node.scalar();
  if (written === undefined) return undefined;
  const version = isVersion(written) ? written : `${written}.0`;
  if (!isVersion(version)) {
    node.wrongType("a version such as 2.2.0", `"${written}"`);
  } else if (isNewer(version)) {
    node.wrongType(`at most ${CLIENT_VERSION}, which this is`, `"${written}"`);
  } else return version;
  return undefined;
}
