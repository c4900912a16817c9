import type { Diagnostic } from "../source/diagnostic.ts";
import { readConfig, readIgnored } from "./read/read_config.ts";
import { readDefaults } from "./read/read_defaults.ts";
import { readDotenv } from "./read/read_dotenv.ts";
import { readEnvironment } from "./read/read_environment.ts";
import {
  type FolderReading,
  readFolderItems,
  readYamlFile,
} from "./read/read_folder_items.ts";
import { readInlineItems } from "./read/read_inline_items.ts";
import { DEFAULT_SETTINGS } from "./read/read_settings.ts";
import type { Collection, Environment } from "./types.ts";
import type { YamlNode } from "./yaml/node.ts";
import { pushAll } from "../source/push_all.ts";

const COLLECTION_KEYS = [
  "opencollection",
  "info",
  "config",
  "items",
  "request",
  "docs",
  "bundled",
  "extensions",
  "$schema",
] as const;
const INFO_KEYS = [
  "name",
  "summary",
  "description",
  "version",
  "authors",
] as const;

/** Names of a collection's own file, in its root folder. */
export const COLLECTION_FILES = [
  "opencollection.yml",
  "opencollection.yaml",
] as const;

/** `$randomEmail` and its kin, but not the generators that need no library. */
const FAKE_DATA = /\$random(?!(?:Int|Float|String|Hex|UUID)\b)[A-Z]/;

/** The text of a collection's files. */
export interface CollectionFiles {
  /** The folder that the collection lives in; "" for one from memory. */
  readonly root: string;
  /** Text by path relative to the root, with `/` between the parts: YAML and `.env` files. */
  readonly files: ReadonlyMap<string, string>;
  /** The collection's own file. Default: `opencollection.yml`, or else the only file. */
  readonly main?: string;
  /** Goes before a path where it is shown, such as `api/`. Default "". */
  readonly filePrefix?: string;
}

/**
 * Reads a collection: a folder with `opencollection.yml`, `folder.yml`, request
 * files, `environments/NAME.yml` and `.env`; or one file with everything in it.
 *
 * Never throws for what is written in the files. What is wrong is in the
 * diagnostics, every error at once, each with its place; what could be read is
 * in the value, which is absent only if the collection's own file cannot be
 * read.
 *
 * @example
 * ```ts
 * import { readCollection } from "@brace/brace";
 * import { assertEquals } from "@std/assert";
 *
 * const { value, diagnostics } = readCollection({
 *   root: "",
 *   files: new Map([
 *     ["opencollection.yml", "info: { name: Pets }"],
 *     ["list.yml", "http: { method: GET, url: http://localhost/pets }"],
 *   ]),
 * });
 * assertEquals(diagnostics, []);
 * assertEquals(value?.items.map((item) => item.path), ["list.yml"]);
 * ```
 */
export function readCollection(
  options: CollectionFiles,
): { value?: Collection; diagnostics: Diagnostic[] } {
  const { root, files, filePrefix = "" } = options;
  const diagnostics: Diagnostic[] = [];
  const reading: FolderReading = {
    files,
    shown: (path) => filePrefix + path,
    diagnostics,
    unknownKeys: new Set(),
  };
  const main = options.main ?? findMain(files);
  if (main === undefined) {
    diagnostics.push({
      code: "NOT_A_COLLECTION",
      severity: "error",
      message: `Cannot find a collection in "${root}": no opencollection.yml`,
    });
    return { diagnostics };
  }
  const node = readYamlFile(main, reading);
  if (!node || (node.present && !node.mapping(COLLECTION_KEYS))) {
    return { diagnostics };
  }
  const info = node.get("info");
  info.mapping(INFO_KEYS);
  const level = readDefaults(node.get("request"), {
    http: DEFAULT_SETTINGS,
    graphql: DEFAULT_SETTINGS,
  });
  const paths = requestPaths(files, main, readIgnored(node));
  const dotenv = dotenvReader(reading);
  return {
    value: {
      name: info.get("name").scalar() ||
        root.split("/").findLast((part) => part !== "") ||
        "collection",
      file: reading.shown(main),
      root,
      defaults: level.defaults,
      config: readConfig(node),
      dotenv: dotenv(".env") ?? new Map(),
      usesFakeData: [...files.values()].some((text) => FAKE_DATA.test(text)),
      environments: [
        ...inlineEnvironments(node.get("config").get("environments"), dotenv),
        ...environmentFiles(files, reading, dotenv),
      ],
      items: isBundled(node)
        ? readInlineItems(node.get("items"), "", level.settings)
        : readFolderItems(paths, level.settings, reading),
    },
    diagnostics,
  };
}

/** True when the requests are in the collection's own file. */
function isBundled(node: YamlNode): boolean {
  return node.get("bundled").flag() ?? node.get("items").present;
}

function findMain(files: ReadonlyMap<string, string>): string | undefined {
  const named = COLLECTION_FILES.find((name) => files.has(name));
  if (named !== undefined) return named;
  const [only, second] = [...files.keys()].filter(isYaml);
  return second === undefined ? only : undefined;
}

/** The files that may be requests: not environments, not those of another collection inside. */
function requestPaths(
  files: ReadonlyMap<string, string>,
  main: string,
  ignored: readonly string[],
): string[] {
  const paths = [...files.keys()].filter(isYaml);
  const others = new Set(
    paths.filter((path) =>
      COLLECTION_FILES.some((name) => path.endsWith(`/${name}`))
    )
      .map((path) => path.slice(0, path.lastIndexOf("/"))),
  );
  return paths.filter((path) => {
    if (path === main || isEnvironmentFile(path)) return false;
    const parts = path.split("/");
    return parts.every((part, index) => {
      const inner = parts.slice(0, index + 1).join("/");
      return !others.has(inner) && !ignored.includes(part) &&
        !ignored.includes(inner);
    });
  });
}

function environmentFiles(
  files: ReadonlyMap<string, string>,
  reading: FolderReading,
  dotenv: DotenvReader,
): Environment[] {
  const environments: Environment[] = [];
  for (const path of [...files.keys()].filter(isEnvironmentFile).toSorted()) {
    const name = path.slice("environments/".length).replace(/\.ya?ml$/, "");
    const node = readYamlFile(path, reading);
    const environment = node && readEnvironment(node, { name, dotenv });
    if (environment) environments.push(environment);
  }
  return environments;
}

function inlineEnvironments(
  node: YamlNode,
  dotenv: DotenvReader,
): Environment[] {
  return node.list().map((one, index) =>
    readEnvironment(one, { name: `environment ${index + 1}`, dotenv })
  ).filter((one) => one !== undefined);
}

type DotenvReader = (path: string) => ReadonlyMap<string, string> | undefined;

function dotenvReader(
  { files, shown, diagnostics }: FolderReading,
): DotenvReader {
  const read = new Map<string, ReadonlyMap<string, string>>();
  return (path) => {
    const text = files.get(path);
    if (text === undefined || read.has(path)) return read.get(path);
    const { value, diagnostics: found } = readDotenv(shown(path), text);
    pushAll(diagnostics, found);
    read.set(path, value);
    return value;
  };
}

function isEnvironmentFile(path: string): boolean {
  return /^environments\/[^/]+\.ya?ml$/.test(path);
}

function isYaml(path: string): boolean {
  return /\.ya?ml$/.test(path);
}
