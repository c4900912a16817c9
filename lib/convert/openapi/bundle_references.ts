import {
  $RefParser,
  type JSONParserErrorGroup,
} from "@apidevtools/json-schema-ref-parser";
import type { Diagnostic } from "../../source/diagnostic.ts";
import type { Json } from "../json.ts";
import type { ImportSource } from "../types.ts";

/** A document made of several files is refused beyond this many. */
const MAX_DOCUMENTS = 500;

/**
 * Brings what other files define into a document, so that every `$ref` that is
 * left points into it. What cannot be read or found is a diagnostic each.
 */
export async function bundleReferences(
  document: Record<string, Json>,
  { name, main, readReference }: ImportSource,
): Promise<{ value?: Record<string, Json>; diagnostics: Diagnostic[] }> {
  const refused = new Map<string, Diagnostic>();
  const shown = main ?? name;
  const parser = new $RefParser();
  let documents = 0;
  try {
    const value = await parser.bundle(base(name), structuredClone(document), {
      continueOnError: true,
      resolve: {
        // The library's own readers would ask no policy.
        file: false,
        http: false,
        brace: {
          order: 1,
          canRead: true,
          read: async ({ url }: { url: string }) => {
            if (++documents > MAX_DOCUMENTS) {
              refused.set(url, tooMany(shown));
            } else {
              const read = await readReference?.(original(url));
              if (read && "text" in read) return read.text;
              refused.set(url, read?.diagnostic ?? noReader(shown, url));
            }
            throw new Error("not read");
          },
        },
      },
    });
    return { value: value as Record<string, Json>, diagnostics: [] };
  } catch (error) {
    return { diagnostics: problems(error, { refused, file: shown }) };
  }
}

/** The library wants a place to resolve references against; only its form matters. */
function base(name: string): string {
  if (/^https?:\/\//i.test(name)) return name;
  // Two slashes, as of a share of Windows, would begin a host.
  return /^\/(?!\/)/.test(name) ? name : `/${VIRTUAL}/${name}`;
}

const VIRTUAL = "brace-import";

/** A reference as the user's file system or the web has it. */
function original(url: string): string {
  const path = url.startsWith("file://")
    ? decodeURIComponent(url.slice("file://".length))
    : /^https?:/i.test(url)
    ? url
    : decodeURIComponent(url);
  return path.startsWith(`/${VIRTUAL}/`)
    ? path.slice(VIRTUAL.length + 2)
    : path;
}

function problems(
  error: unknown,
  { refused, file }: {
    refused: ReadonlyMap<string, Diagnostic>;
    file: string;
  },
): Diagnostic[] {
  const { errors } = error as Partial<JSONParserErrorGroup>;
  if (errors === undefined) {
    const { message } = error as Error;
    return [{
      code: "INVALID_SYNTAX",
      severity: "error",
      message: `Cannot import "${file}": ${message.split("\n", 1)[0]}`,
      location: { file },
    }];
  }
  // Documents are read at the same time, in no order.
  const read = [...refused.values()].sort((a, b) =>
    a.message < b.message ? -1 : 1
  );
  const others = errors.filter((one) =>
    one.code === "EMISSINGPOINTER" || one.code === "EINVALIDPOINTER" ||
    one.code === "EPARSER"
  ).map((one): Diagnostic => ({
    code: "INVALID_SYNTAX",
    severity: "error",
    message: `Cannot import "${file}": ${one.message.split("\n", 1)[0]}`,
    location: {
      file,
      ...(one.path && one.path.length > 0 && { yamlPath: one.path.join(".") }),
    },
  }));
  return [...read, ...others];
}

function noReader(file: string, url: string): Diagnostic {
  return {
    code: "MISSING_PATH",
    severity: "error",
    message: `Cannot import "${file}": it refers to "${
      original(url)
    }", which standard input cannot have`,
  };
}

function tooMany(file: string): Diagnostic {
  return {
    code: "LIMIT",
    severity: "error",
    message:
      `Cannot import "${file}": it refers to more than ${MAX_DOCUMENTS} other documents`,
  };
}
