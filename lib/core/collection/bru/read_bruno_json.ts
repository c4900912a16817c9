import type { Diagnostic } from "../../source/diagnostic.ts";
import { lineColumn } from "../../source/line_starts.ts";
import type { YamlDocument } from "../yaml/parse_yaml.ts";

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
  } catch (error) {
    return { diagnostics: [syntaxError(file, source, error)] };
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
        clientCertificates: certificates.map(toCertificate),
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

function toCertificate(value: unknown): unknown {
  const certificate = mapping(value);
  if (!certificate) return value;
  const { type, certFilePath, keyFilePath, pfxFilePath, ...rest } = certificate;
  return type === "pfx"
    ? { ...rest, type: "pkcs12", pkcs12FilePath: pfxFilePath }
    : {
      ...rest,
      type: type === undefined || type === "cert" ? "pem" : type,
      certificateFilePath: certFilePath,
      privateKeyFilePath: keyFilePath,
    };
}

function mapping(value: unknown): Record<string, unknown> | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? value as Record<string, unknown>
    : undefined;
}

function syntaxError(
  file: string,
  source: string,
  error: unknown,
): Diagnostic {
  const { message } = error as SyntaxError;
  const offset = /position (\d+)/.exec(message)?.[1];
  return {
    code: "NOT_A_COLLECTION",
    severity: "error",
    message: `Cannot read "${file}": it is not JSON`,
    location: {
      file,
      ...(offset === undefined
        ? { line: 1, column: 1 }
        : lineColumn(source, Number(offset))),
    },
  };
}
