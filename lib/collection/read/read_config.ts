import { isVersion } from "../../scope/client_version.ts";
import type { Text } from "../../source/origin.ts";
import type { CollectionConfig } from "../types.ts";
import type { YamlNode } from "../yaml/node.ts";

const CONFIG_KEYS = [
  "environments",
  "protobuf",
  "proxy",
  "clientCertificates",
] as const;
const BRACE_KEYS = ["clientVersion", "hosts", "flow"] as const;
const FLOWS = ["sandwich", "sequential"] as const;

/** Reads `config` and `extensions` of a collection's own file. */
export function readConfig(node: YamlNode): CollectionConfig {
  const config = node.get("config");
  config.mapping(CONFIG_KEYS);
  const extensions = node.get("extensions");
  const brace = extensions.get("brace");
  extensions.mapping();
  brace.mapping(BRACE_KEYS);
  const clientVersion = readVersion(brace.get("clientVersion"));
  const proxy = config.get("proxy");
  const certificates = config.get("clientCertificates");
  return {
    flow: brace.get("flow").oneOf(FLOWS) ??
      extensions.get("bruno").get("scripts").get("flow").oneOf(FLOWS) ??
      "sandwich",
    hosts: brace.get("hosts").list().map((host) => host.text())
      .filter((host): host is Text => host !== undefined),
    ...(clientVersion && { clientVersion }),
    ...(proxy.mapping(["disabled", "inherit", "config"]) &&
      { proxy: proxy.value }),
    ...(certificates.present && {
      clientCertificates: certificates.list().map((one) => one.value),
    }),
  };
}

/** Folders and files that Bruno does not read (`extensions.bruno.ignore`). */
export function readIgnored(node: YamlNode): string[] {
  return node.get("extensions").get("bruno").get("ignore").list()
    .map((one) => one.scalar() ?? "").filter((one) => one !== "");
}

/** A version; `2.1` is 2.1.0. */
function readVersion(node: YamlNode): string | undefined {
  const version = node.scalar();
  if (!version) return undefined;
  if (isVersion(version)) return version;
  if (isVersion(`${version}.0`)) return `${version}.0`;
  node.wrongType("a version such as 2.2.0", `"${version}"`);
  return undefined;
}
