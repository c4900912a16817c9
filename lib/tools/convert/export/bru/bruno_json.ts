import { toCertificate } from "../../../../core/collection/bru/read_bruno_json.ts";
import { elements, isMapping, members, type RawJson } from "../../json.ts";
import { type NewPaths, withNewPaths } from "../../new_paths.ts";
import type { Imported } from "../../types.ts";
import type { Say } from "../bru_text.ts";

/** Parts of `config` that stand elsewhere. */
const ELSEWHERE = ["environments", "proxy", "clientCertificates", "protobuf"];

/** `bruno.json`: what a collection says of itself, in Bruno's words. */
export function brunoJson(
  { name, config, extensions }: Pick<
    Imported,
    "name" | "config" | "extensions"
  >,
  newPaths: NewPaths,
  say: Say,
): string {
  const { proxy, clientCertificates, protobuf } = members(config);
  const certs = elements(clientCertificates).map((one) =>
    toCertificate(one, { from: 1, to: 0 })
  );
  // What says what files were made of is of other files.
  const own = withNewPaths(extensions?.brace, newPaths);
  const { flow, source: _, ...brace } = own;
  const bruno = members(extensions?.bruno);
  for (const key of Object.keys(members(config))) {
    if (ELSEWHERE.includes(key)) continue;
    say(`"config.${key}" is left out: it has no place in bruno.json`);
  }
  if (Object.keys(brace).length > 0) {
    say(
      `Only Brace reads "extensions.brace" (${
        Object.keys(brace).join(", ")
      }), which is in bruno.json`,
    );
  }
  const scriptFlow = flow ?? members(bruno.scripts).flow;
  const json = {
    version: "1",
    name,
    type: "collection",
    ...(elements(bruno.ignore).length > 0 && { ignore: bruno.ignore }),
    ...(scriptFlow !== undefined && { scripts: { flow: scriptFlow } }),
    ...(isMapping(proxy) && { proxy: withPort(proxy) }),
    ...(certs.length > 0 && {
      clientCertificates: { enabled: true, certs },
    }),
    ...(isMapping(protobuf) && { protobuf: protobufOf(protobuf) }),
    ...(Object.keys(brace).length > 0 && { extensions: { brace } }),
  };
  return `${JSON.stringify(json, null, 2)}\n`;
}

/** Where `.proto` files lie; a folder of imports is on or off by `enabled` here. */
function protobufOf({ protoFiles, importPaths }: Record<string, RawJson>) {
  return {
    protoFiles: elements(protoFiles).map(members).map(({ path }) => ({ path })),
    importPaths: elements(importPaths).map(members).map((row) => ({
      path: row.path,
      enabled: row.disabled !== true,
    })),
  };
}

/** Numbers come as they are written; Bruno's port is one. */
function withPort(proxy: Record<string, RawJson>): RawJson {
  const { config } = proxy;
  if (!isMapping(config) || !/^\d+$/.test(String(config.port))) return proxy;
  return { ...proxy, config: { ...config, port: Number(config.port) } };
}
