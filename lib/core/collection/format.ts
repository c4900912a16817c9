/** How the files of a collection are written: which ones there are, by their names. */
export interface CollectionFormat {
  /** Names of a collection's own file, in its root folder. */
  readonly mains: readonly string[];
  /** Endings of its other files. */
  readonly extensions: readonly string[];
  /** Names of the file that is about the folder it is in. */
  readonly folders: readonly string[];
  /** The file with what all requests inherit, where it is not the collection's own. */
  readonly defaults?: string;
  /** The paths of its environments, and their names. */
  readonly environments: RegExp;
  /** The globals that its requests see, too. */
  readonly globals?: readonly string[];
  /** Folders and requests are one list, by their sequence. */
  readonly mixed?: true;
}

/** OpenCollection YAML. */
export const YAML_FORMAT: CollectionFormat = {
  mains: ["opencollection.yml", "opencollection.yaml"],
  extensions: [".yml", ".yaml"],
  folders: ["folder.yml", "folder.yaml"],
  environments: /^environments\/([^/]+)\.ya?ml$/,
};

/** Bruno's own language. */
export const BRU_FORMAT: CollectionFormat = {
  mains: ["bruno.json"],
  extensions: [".bru"],
  folders: ["folder.bru"],
  defaults: "collection.bru",
  environments: /^environments\/([^/]+)\.bru$/,
};

/** The folder of a definition in the trees that Postman 12 writes. */
export const V3_FOLDER = ".resources";

const DEFINITIONS = ["yaml", "yml"].map((end) =>
  `${V3_FOLDER}/definition.${end}`
);

/** The trees that Postman 12 writes (collection format v3). */
export const V3_FORMAT: CollectionFormat = {
  mains: DEFINITIONS,
  extensions: [".request.yaml", ".request.yml"],
  folders: DEFINITIONS,
  environments: /^\.\.\/\.\.\/environments\/([^/]+)\.environment\.ya?ml$/,
  globals: ["yaml", "yml"].map((end) =>
    `../../globals/workspace.globals.${end}`
  ),
  mixed: true,
};

const FORMATS = [YAML_FORMAT, BRU_FORMAT];

/** Names of a collection's own file; the first that a folder has counts. */
export const COLLECTION_FILES: readonly string[] = FORMATS.flatMap((format) =>
  format.mains
);

/** Endings of the files that a request can be in. */
export const REQUEST_EXTENSIONS: readonly string[] = [V3_FORMAT, ...FORMATS]
  .flatMap((format) => format.extensions);

/** Defaults for the flags of a collection's runs, in its root: no request. */
export const CONFIG_FILE = "brace.yaml";

/** The folder that a file of a collection is about; undefined for any other file. */
export function aboutFolder(
  path: string,
  { folders }: CollectionFormat,
): string | undefined {
  for (const name of folders) {
    if (path === name) return "";
    if (path.endsWith(`/${name}`)) return path.slice(0, -name.length - 1);
  }
  return undefined;
}

/** The name that the file of an environment gives it; undefined for any other file. */
export function environmentName(
  path: string,
  { environments }: CollectionFormat,
): string | undefined {
  return environments.exec(path)?.[1];
}

/** Whether a file is a request, an environment or the globals of one of Postman's trees, by its name. */
export function isV3Name(name: string): boolean {
  return /\.(?:request|environment|globals)\.ya?ml$/.test(name);
}

/** The format of a collection by its own file; a file of any other name is YAML. */
export function formatOf(main: string): CollectionFormat {
  if (V3_FORMAT.mains.includes(main)) return V3_FORMAT;
  return BRU_FORMAT.mains.includes(main) ? BRU_FORMAT : YAML_FORMAT;
}

/** Whether a file may be one of a collection in this format. */
export function hasExtension(
  path: string,
  { extensions }: CollectionFormat,
): boolean {
  return path !== CONFIG_FILE &&
    extensions.some((extension) => path.endsWith(extension));
}

/** A request's path without its extension, as it may be written. */
export function withoutExtension(path: string): string {
  const extension = REQUEST_EXTENSIONS.find((one) => path.endsWith(one));
  return extension === undefined ? path : path.slice(0, -extension.length);
}

/** As an import calls the globals of Postman, which have no name. */
export const GLOBALS_NAME = "Globals";

/** Whether an environment has the name of globals, such as Postman's "My Workspace Globals". */
export function isGlobalsName(name: string): boolean {
  return /(?:^|[^\p{L}\p{N}])globals$/iu.test(name);
}

/** What a collection's files are about. */
export const FILE_KINDS = [
  "collection",
  "folder",
  "request",
  "environment",
] as const;

/** What a collection's file is about. */
export type FileKind = typeof FILE_KINDS[number];

/** A call of `client` as a file has it: Bruno, which reads the same `.bru` files, knows it as `bru`. */
export function inScriptOf(file: string, call: string): string {
  return file.endsWith(".bru") ? ofBru(call) : call;
}

/** The same call as Bruno knows it. */
export function ofBru(call: string): string {
  return call.replace(/^client\./, "bru.");
}
