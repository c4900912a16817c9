import { pushAll } from "../../source/push_all.ts";
import type { Diagnostic } from "../../source/diagnostic.ts";
import { readBrunoDotenv } from "./bruno_dotenv.ts";
import {
  aboutFolder,
  BRU_FORMAT,
  COLLECTION_FILES,
  type CollectionFormat,
  environmentName,
  hasExtension,
} from "../format.ts";
import { toldApart } from "../environment_names.ts";
import type { Environment } from "../types.ts";
import type { YamlNode } from "../yaml/node.ts";
import { readDotenv } from "./read_dotenv.ts";
import { readEnvironment } from "./read_environment.ts";
import {
  type FolderReading,
  keepReading,
  readFile,
} from "./tree/folder_reading.ts";

/** Reads the `.env` file at a path inside the collection, and what is wrong with it. */
export type DotenvReader = (
  path: string,
  diagnostics: Diagnostic[],
) => ReadonlyMap<string, string> | undefined;

/**
 * Reads the environments of a collection: those of `config.environments` in its
 * own file, whose text `main` is, and those of files. What is wrong with one is its own matter, until it is
 * selected.
 */
export function readEnvironments(
  inline: YamlNode,
  main: string | undefined,
  reading: FolderReading,
): readonly Environment[] {
  const dotenv = dotenvReader(reading);
  const paths = [...reading.files.keys()];
  // Any of them may be what an environment's file names.
  const dotenvs = reading.kept === undefined
    ? []
    : paths.filter((path) => path.includes(".env"))
      .map((path) => reading.files.get(path));
  const inlined = keepReading(
    "environments",
    [main, ...dotenvs],
    reading,
    // Diagnostics go to the reading that the node belongs to.
    () =>
      inline.list().flatMap((node, index) => {
        const name = `environment ${index + 1}`;
        return withOwnDiagnostics(reading, ({ diagnostics }) => {
          const context = {
            name,
            dotenv: (path: string) => dotenv(path, diagnostics),
          };
          return readEnvironment(node, context) ?? nothing(name, node.at.file);
        });
      }),
  );
  const files = paths.filter((path) => isEnvironmentFile(path, reading.format));
  return toldApart(
    inlined,
    files.toSorted().flatMap((path) =>
      keepReading(
        path,
        [reading.files.get(path), ...dotenvs],
        reading,
        (reading) => readEnvironmentFile(path, dotenv, reading),
      )
    ),
  );
}

function readEnvironmentFile(
  path: string,
  dotenv: DotenvReader,
  reading: FolderReading,
): Environment[] {
  const name = environmentName(path, reading.format) ?? path;
  return withOwnDiagnostics(reading, (reading) => {
    // Each warns about its own unknown keys: the others may not be selected.
    const node = readFile(path, { ...reading, unknownKeys: new Set() });
    const context = {
      name,
      dotenv: (path: string) => dotenv(path, reading.diagnostics),
    };
    return (node && readEnvironment(node, context)) ??
      nothing(name, reading.shown(path));
  });
}

/** The globals that stand beside a collection; undefined where there are none. */
export function readGlobalsBeside(
  reading: FolderReading,
): Environment | undefined {
  const path = reading.format.globals?.find((one) => reading.files.has(one));
  if (path === undefined) return undefined;
  return keepReading(
    path,
    [reading.files.get(path)],
    reading,
    (reading) => readEnvironmentFile(path, dotenvReader(reading), reading),
  )[0];
}

/** An environment that holds itself what is wrong with it. */
function withOwnDiagnostics(
  reading: FolderReading,
  read: (reading: FolderReading) => Environment,
): Environment[] {
  const { diagnostics } = reading;
  const before = diagnostics.length;
  const environment = read(reading);
  const found = diagnostics.splice(before);
  return [
    found.length === 0 ? environment : { ...environment, diagnostics: found },
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
  return environmentName(path, format) !== undefined;
}

/** Reads `.env` files; each is a part of what names it. */
export function dotenvReader(
  { files, format, shown }: FolderReading,
): DotenvReader {
  return (path, diagnostics) => {
    const text = files.get(path);
    if (text === undefined) return undefined;
    const read = format === BRU_FORMAT ? readBrunoDotenv : readDotenv;
    const { value, diagnostics: found } = read(shown(path), text);
    pushAll(diagnostics, found);
    return value;
  };
}

/**
 * The files that may be requests: not environments, and neither those of
 * another collection inside nor those that Bruno's app ignores, which are told.
 */
export function requestFilePaths(
  { files, format, shown, diagnostics }: Pick<
    FolderReading,
    "files" | "format" | "shown" | "diagnostics"
  >,
  { main, ignored }: { main: string; ignored: readonly string[] },
): string[] {
  const others = new Map(
    [...files.keys()].filter((path) =>
      COLLECTION_FILES.some((name) => path.endsWith(`/${name}`))
    )
      .map((path) => [path.slice(0, path.lastIndexOf("/")), path]),
  );
  const isOther = (path: string) =>
    others.size > 0 && partsOf(path).some((part) => others.has(part));
  const ignoredPart = (path: string) => ignoredBy(ignored, path);
  for (const [folder, path] of others) {
    const above = folder.slice(0, Math.max(0, folder.lastIndexOf("/")));
    if (isOther(above) || ignoredPart(folder) !== undefined) continue;
    diagnostics.push({
      code: "UNSUPPORTED",
      severity: "warning",
      message: `Ignored "${
        shown(folder)
      }": it is a separate collection (run it by its path)`,
      location: { file: shown(path) },
    });
  }
  const own = [...files.keys()].filter((path) =>
    (hasExtension(path, format) || aboutFolder(path, format) !== undefined) &&
    path !== main && path !== format.defaults &&
    !isEnvironmentFile(path, format) && !isOther(path)
  );
  if (ignored.length === 0) return own;
  const kept: string[] = [];
  /** Parts with requests, which `bru run` sends. */
  const left = new Map<string, string>();
  for (const path of own) {
    const part = ignoredPart(path);
    if (part === undefined) kept.push(path);
    else if (
      aboutFolder(path, format) === undefined &&
      isRequestText(path, files.get(path) ?? "")
    ) left.set(part, path);
  }
  for (const [part, path] of left) {
    diagnostics.push({
      code: "UNSUPPORTED",
      severity: "warning",
      message: `Ignored "${
        shown(part)
      }": "ignore" in ${main} names it (delete it there to include it)`,
      location: { file: shown(path) },
    });
  }
  return kept;
}

/** The topmost part of a path that `extensions.bruno.ignore` names, by its name or its path. */
export function ignoredBy(
  ignored: readonly unknown[],
  path: string,
): string | undefined {
  return partsOf(path).find((part) =>
    ignored.includes(part) ||
    ignored.includes(part.slice(part.lastIndexOf("/") + 1))
  );
}

/** The folders above a path, outermost first, and itself. */
function partsOf(path: string): string[] {
  const parts = path.split("/");
  return parts.map((_, index) => parts.slice(0, index + 1).join("/"));
}

function isRequestText(path: string, text: string): boolean {
  return path.endsWith(".bru") ||
    /^(?:http|graphql|grpc|websocket)[ \t]*:/m.test(text);
}
