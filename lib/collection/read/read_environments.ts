import { pushAll } from "../../source/push_all.ts";
import type { Diagnostic } from "../../source/diagnostic.ts";
import {
  type CollectionFormat,
  hasExtension,
  withoutExtension,
} from "../format.ts";
import type { Environment } from "../types.ts";
import type { YamlNode } from "../yaml/node.ts";
import { readDotenv } from "./read_dotenv.ts";
import { readEnvironment } from "./read_environment.ts";
import { readFile } from "./read_file.ts";
import type { FolderReading } from "./folder_reading.ts";

/** Reads the `.env` file at a path inside the collection, and what is wrong with it. */
export type DotenvReader = (
  path: string,
  diagnostics: Diagnostic[],
) => ReadonlyMap<string, string> | undefined;

/**
 * Reads the environments of a collection: those of `config.environments` and
 * those of files. What is wrong with one is its own matter, until it is
 * selected.
 */
export function readEnvironments(
  inline: YamlNode,
  reading: FolderReading,
): Environment[] {
  const { diagnostics } = reading;
  const dotenv = dotenvReader(reading);
  const own = (read: () => Environment | undefined): Environment[] => {
    const before = diagnostics.length;
    const environment = read();
    const found = diagnostics.splice(before);
    if (environment === undefined) return [];
    return [
      found.length === 0 ? environment : {
        ...environment,
        diagnostics: found,
      },
    ];
  };
  const readDotenv = (path: string) => dotenv(path, diagnostics);
  const inlined = inline.list().flatMap((node, index) => {
    const name = `environment ${index + 1}`;
    const context = { name, dotenv: readDotenv };
    return own(() =>
      readEnvironment(node, context) ?? nothing(name, node.at.file)
    );
  });
  const files = [...reading.files.keys()].filter((path) =>
    isEnvironmentFile(path, reading.format)
  );
  return [
    ...inlined,
    ...files.toSorted().flatMap((path) => {
      const name = withoutExtension(path.slice("environments/".length));
      return own(() => {
        // Each warns about its own unknown keys: the others may not be selected.
        const node = readFile(path, { ...reading, unknownKeys: new Set() });
        const context = { name, dotenv: readDotenv };
        return (node && readEnvironment(node, context)) ??
          nothing(name, reading.shown(path));
      });
    }),
  ];
}

/** An environment that could not be read. */
function nothing(name: string, file: string): Environment {
  return { name, file, variables: [] };
}

/** Whether a file is an environment's. */
export function isEnvironmentFile(
  path: string,
  format: CollectionFormat,
): boolean {
  return /^environments\/[^/]+$/.test(path) && hasExtension(path, format);
}

/** Reads `.env` files; each is a part of what names it. */
export function dotenvReader({ files, shown }: FolderReading): DotenvReader {
  return (path, diagnostics) => {
    const text = files.get(path);
    if (text === undefined) return undefined;
    const { value, diagnostics: found } = readDotenv(shown(path), text);
    pushAll(diagnostics, found);
    return value;
  };
}
