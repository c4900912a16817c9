import { NODE_NAMES } from "../../script/module_names.ts";
import {
  candidatePaths,
  folderOf,
  isFilePath,
} from "../../script/module_path.ts";

type Loader = () => Promise<{ default: string }>;

/** The bundles, by name; each is loaded when the first script needs it. */
const LOADERS: Readonly<Record<string, Loader>> = {
  "brace:web": () => import("./modules/generated/web.ts"),
  "brace:node": () => import("./modules/generated/node.ts"),
  ajv: () => import("./modules/generated/ajv.ts"),
  "ajv-formats": () => import("./modules/generated/ajv-formats.ts"),
  axios: () => import("./modules/generated/axios.ts"),
  chai: () => import("./modules/generated/chai.ts"),
  cheerio: () => import("./modules/generated/cheerio.ts"),
  "crypto-js": () => import("./modules/generated/crypto-js.ts"),
  jsonwebtoken: () => import("./modules/generated/jsonwebtoken.ts"),
  lodash: () => import("./modules/generated/lodash.ts"),
  moment: () => import("./modules/generated/moment.ts"),
  nanoid: () => import("./modules/generated/nanoid.ts"),
  path: () => import("./modules/generated/path.ts"),
  tv4: () => import("./modules/generated/tv4.ts"),
  uuid: () => import("./modules/generated/uuid.ts"),
  xml2js: () => import("./modules/generated/xml2js.ts"),
};

/** What must be there before a module can be loaded. */
const NEEDS: Readonly<Record<string, readonly string[]>> = {
  "brace:node": ["brace:web"],
  "ajv-formats": ["ajv"],
  axios: ["brace:web"],
  cheerio: ["brace:web"],
  "crypto-js": ["brace:web"],
  jsonwebtoken: ["brace:node"],
  nanoid: ["brace:web"],
  uuid: ["brace:web"],
  xml2js: ["brace:node"],
};

const WEB =
  /\b(?:Buffer|URL|URLSearchParams|TextEncoder|TextDecoder|atob|btoa|structuredClone|crypto|fetch|Headers|Response|getDataBuffer)\b/;
const CHAI = /\b(?:expect|assert|chai)\b/;
const SCHEMA = /\bjsonSchema\b/;
const REQUIRE = /\brequire\s*\(\s*(["'`])([^"'`\n]+)\1/g;

/**
 * The sources of the modules that a script's text asks for, and those that the
 * collection's files do that it requires. Names that are put together while
 * the script runs are not found.
 */
export async function modulesOf(
  code: string,
  { readFile, has }: {
    readFile(path: string): string;
    /** Whether a module is there already. */
    has(name: string): boolean;
  },
): Promise<ReadonlyMap<string, string>> {
  const names = new Set<string>();
  scan(code, "", { names, files: new Set(), readFile });
  const sources = new Map<string, string>();
  for (const name of names) {
    if (!has(name)) sources.set(name, (await LOADERS[name]()).default);
  }
  return sources;
}

interface Scan {
  /** In the order in which they can be loaded. */
  readonly names: Set<string>;
  readonly files: Set<string>;
  readFile(path: string): string;
}

function scan(code: string, folder: string, state: Scan): void {
  if (WEB.test(code)) add("brace:web", state.names);
  if (CHAI.test(code)) add("chai", state.names);
  if (SCHEMA.test(code)) add("ajv-formats", state.names);
  if (!code.includes("require")) return;
  for (const [, , name = ""] of code.matchAll(REQUIRE)) {
    if (isFilePath(name)) scanFile(name, folder, state);
    else add(name.replace(/^node:/, ""), state.names);
  }
}

function scanFile(name: string, folder: string, state: Scan): void {
  try {
    for (const path of candidatePaths(folder, name)) {
      if (path.endsWith(".json") || state.files.has(path)) continue;
      state.files.add(path);
      const code = tryRead(path, state);
      if (code === undefined) continue;
      scan(code, folderOf(path), state);
      return;
    }
  } catch {
    // A path outside of the collection: the script is told when it gets there.
  }
}

function tryRead(path: string, state: Scan): string | undefined {
  try {
    return state.readFile(path);
  } catch {
    return undefined;
  }
}

function add(name: string, names: Set<string>): void {
  const bundle = NODE_NAMES.includes(name) ? "brace:node" : name;
  if (!Object.hasOwn(LOADERS, bundle)) return;
  for (const needed of NEEDS[bundle] ?? []) add(needed, names);
  names.add(bundle);
}
