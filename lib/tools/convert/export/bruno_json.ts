import { elements, isMapping, type Json, members } from "../json.ts";
import type { Imported } from "../types.ts";
import type { Say } from "./bru_text.ts";

/** Parts of `config` that stand elsewhere. */
const ELSEWHERE = ["environments", "proxy", "clientCertificates"];

/** `bruno.json`: what a collection says of itself, in Bruno's words. */
export function brunoJson(
  { name, config, extensions }: Pick<
    Imported,
    "name" | "config" | "extensions"
  >,
  say: Say,
): string {
  const { proxy, clientCertificates } = members(config);
  const certs = elements(clientCertificates).map(certificate);
  const { flow, ...brace } = members(extensions?.brace);
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
    ...(Object.keys(brace).length > 0 && { extensions: { brace } }),
  };
  return `${JSON.stringify(json, null, 2)}\n`;
}

/** Numbers come as they are written; Bruno's port is one. */
function withPort(proxy: Record<string, Json>): Json {
  const { config } = proxy;
  if (!isMapping(config) || !/^\d+$/.test(String(config.port))) return proxy;
  return { ...proxy, config: { ...config, port: Number(config.port) } };
}

function certificate(value: Json): Json {
  const {
    type,
    certificateFilePath,
    privateKeyFilePath,
    pkcs12FilePath,
    ...rest
  } = members(value);
  return type === "pkcs12"
    ? { ...rest, type: "pfx", pfxFilePath: pkcs12FilePath }
    : {
      ...rest,
      type: "cert",
      certFilePath: certificateFilePath,
      keyFilePath: privateKeyFilePath,
    };
}
