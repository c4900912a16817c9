import { flawInJson } from "../../render/flaw_in_json.ts";
import type { Diagnostic } from "../../source/diagnostic.ts";
import { lineColumn } from "../../source/line_starts.ts";
import { conflictDiagnostic } from "../../source/merge_conflict.ts";
import type { YamlDocument } from "../yaml/parse_yaml.ts";

/** Words of a certificate in `bruno.json`, and those of OpenCollection. */
type Words = readonly (readonly [bruno: string, openCollection: string])[];

const CERTIFICATE_KEYS: Words = [
  ["certFilePath", "certificateFilePath"],
  ["keyFilePath", "privateKeyFilePath"],
  ["pfxFilePath", "pkcs12FilePath"],
];
const CERTIFICATE_TYPES: Words = [["cert", "pem"], ["pfx", "pkcs12"]];

/**
 * Reads `bruno.json`, the settings of a collection of `.bru` files, into the
 * form of an `opencollection.yml`: name, proxy, client certificates, the order
 * of scripts, and what Bruno leaves out.
 */
export function readBrunoJson(
  file: string,
  text: string,
): { document?: YamlDocument; diagnostics: Diagnostic[] } {
  const source = text.replace(/^\ufeff/, "");
  let json: unknown;
  try {
    json = JSON.parse(source);
  } catch {
    return { diagnostics: [syntaxError(file, source)] };
  }
  const config = mapping(json);
  if (!config) {
    return {
      diagnostics: [{
        code: "NOT_A_COLLECTION",
        severity: "error",
        message: `Cannot read "${file}": it holds no mapping`,
        location: { file, line: 1, column: 1 },
      }],
    };
  }
  const certificates = mapping(config.clientCertificates)?.certs;
  const root = {
    info: { name: config.name },
    config: {
      ...(config.proxy !== undefined && { proxy: toProxy(config.proxy) }),
      ...(Array.isArray(certificates) && {
        clientCertificates: certificates.map((one) =>
          toCertificate(one, { from: 0, to: 1 })
        ),
      }),
      ...(config.protobuf !== undefined && {
        protobuf: toProtobuf(config.protobuf),
      }),
    },
    extensions: {
      bruno: {
        ...(Array.isArray(config.ignore) && {
          ignore: config.ignore.map((path) =>
            typeof path === "string" ? path.replace(/\/+$/, "") : path
          ),
        }),
        scripts: { flow: mapping(config.scripts)?.flow },
      },
      brace: mapping(mapping(config.extensions)?.brace),
    },
  };
  return {
    document: { file, root, written: () => undefined },
    diagnostics: [],
  };
}

/** The first form of the language had `enabled` ("global" takes the system's) and no `config`. */
function toProxy(value: unknown): unknown {
  const proxy = mapping(value);
  if (!proxy) return undefined;
  if ("inherit" in proxy || "config" in proxy) {
    const { inherit, disabled, config } = proxy;
    return {
      inherit,
      config,
      ...(disabled !== undefined && { disabled }),
    };
  }
  const { enabled, auth, ...config } = proxy;
  const fields = mapping(auth);
  return {
    inherit: enabled === undefined || enabled === "global",
    disabled: enabled === false,
    config: {
      ...config,
      ...(fields && {
        auth: {
          username: fields.username,
          password: fields.password,
          ...(fields.enabled === false && { disabled: true }),
        },
      }),
    },
  };
}

/** Where `.proto` files lie; a folder of imports is off by `enabled` here. */
function toProtobuf(value: unknown): unknown {
  const { protoFiles, importPaths } = mapping(value) ?? {};
  return {
    protoFiles,
    ...(Array.isArray(importPaths) && {
      importPaths: importPaths.map((one) => {
        const row = mapping(one);
        if (!row) return one;
        const { enabled, ...rest } = row;
        return { ...rest, ...(enabled === false && { disabled: true }) };
      }),
    }),
  };
}

/** A certificate in the words of the other format. */
export function toCertificate(
  value: unknown,
  { from, to }: { from: 0 | 1; to: 0 | 1 },
): unknown {
  const certificate = mapping(value);
  if (!certificate) return value;
  const { type = CERTIFICATE_TYPES[0][from], ...rest } = certificate;
  const word = CERTIFICATE_TYPES.find((words) => words[from] === type)?.[to];
  const other: Record<string, unknown> = { ...rest, type: word ?? type };
  for (const words of CERTIFICATE_KEYS) {
    if (!Object.hasOwn(rest, words[from])) continue;
    delete other[words[from]];
    other[words[to]] = rest[words[from]];
  }
  return other;
}

function mapping(value: unknown): Record<string, unknown> | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? value as Record<string, unknown>
    : undefined;
}

function syntaxError(file: string, source: string): Diagnostic {
  const conflict = conflictDiagnostic(file, source, "NOT_A_COLLECTION");
  if (conflict) return conflict;
  const { offset, message } = flawInJson(source);
  return {
    code: "NOT_A_COLLECTION",
    severity: "error",
    message: `Cannot read "${file}": it is not valid JSON: ${message}`,
    location: { file, ...lineColumn(source, offset) },
  };
}

/** Where in `bruno.json` a part of the collection's settings stands. */
export function brunoJsonKeys(
  keys: readonly (string | number)[],
): readonly (string | number)[] {
  const [first, second, ...rest] = keys;
  if (first === "info") return keys.slice(1);
  if (first === "config") {
    return second === "clientCertificates"
      ? [second, "certs", ...rest.map(certificateKey)]
      : keys.slice(1);
  }
  return first === "extensions" && second === "bruno" ? rest : keys;
}

function certificateKey(key: string | number): string | number {
  return CERTIFICATE_KEYS.find(([, there]) => there === key)?.[0] ?? key;
}
