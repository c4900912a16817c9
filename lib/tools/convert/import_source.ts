import type { Diagnostic } from "../../core/source/diagnostic.ts";
import { detectKind } from "./detect_kind.ts";
import { hideImported } from "./hide_imported.ts";
import {
  IMPORT_KINDS,
  type ImportKind,
  type ImportOptions,
  type ImportResult,
  type ImportSource,
} from "./types.ts";

type Importer = (
  source: ImportSource,
  options: ImportOptions,
) => ImportResult | Promise<ImportResult>;

/** The importers by format, each loaded when it is asked for. */
const IMPORTERS: Record<ImportKind, () => Promise<Importer>> = {
  bru: async () => (await import("./bru/import_bru.ts")).importBru,
  postman: async () =>
    (await import("./postman/import_postman.ts")).importPostman,
  openapi: async () =>
    (await import("./openapi/import_openapi.ts")).importOpenapi,
  insomnia: async () =>
    (await import("./insomnia/import_insomnia.ts")).importInsomnia,
  http: async () => (await import("./http/import_http.ts")).importHttp,
  har: async () => (await import("./har/import_har.ts")).importHar,
  curl: async () => (await import("./curl/import_curl.ts")).importCurl,
};

/** Reads a source of a given format, or of the one that its content shows. */
export async function importSource(
  source: ImportSource,
  { from, ...options }: ImportOptions & { from?: ImportKind } = {},
): Promise<ImportResult & { kind?: ImportKind }> {
  const kind = from ?? detectKind(source);
  if (kind === undefined) return { diagnostics: [unknownKind(source)] };
  const importer = await IMPORTERS[kind]();
  const { value, diagnostics } = await importer(source, options);
  return {
    kind,
    diagnostics,
    // An OpenAPI document declares credentials, and has no values of them.
    ...(value && {
      value: kind === "openapi" ? value : hideImported(value, kind),
    }),
  };
}

function unknownKind({ name, main }: ImportSource): Diagnostic {
  return {
    code: "NOT_A_COLLECTION",
    severity: "error",
    message: `Cannot import "${name}": its content is not one of ${
      IMPORT_KINDS.join(", ")
    } (if it is one, say so with --from KIND)`,
    ...(main !== undefined && { location: { file: main } }),
  };
}
