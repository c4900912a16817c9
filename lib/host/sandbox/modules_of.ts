import type { Script } from "../../core/collection/types.ts";
import {
  bundleOf,
  moduleName,
  NEEDS,
  postmanModule,
} from "../../core/collection/required/module_names.ts";
import {
  candidatePaths,
  folderOf,
  isFilePath,
} from "../../core/collection/required/module_path.ts";

type Loader = () => Promise<{ default: string }>;

/** The bundles, by name; each is loaded when the first script needs it. */
const LOADERS: Readonly<Record<string, Loader>> = {
  "brace:web": () => import("./modules/generated/web.ts"),
  "brace:postman": () => import("./modules/generated/postman.ts"),
  "brace:node": () => import("./modules/generated/node.ts"),
  "brace:schema": () => import("./modules/generated/schema.ts"),
  "brace:jsonpath": () => import("./modules/generated/jsonpath.ts"),
  "brace:ajv6": () => import("./modules/generated/ajv6.ts"),
  "brace:lodash3": () => import("./modules/generated/lodash3.ts"),
  ajv: () => import("./modules/generated/ajv.ts"),
  "ajv-formats": () => import("./modules/generated/ajv-formats.ts"),
  assert: () => import("./modules/generated/assert.ts"),
  axios: () => import("./modules/generated/axios.ts"),
  chai: () => import("./modules/generated/chai.ts"),
  cheerio: () => import("./modules/generated/cheerio.ts"),
  "crypto-js": () => import("./modules/generated/crypto-js.ts"),
  jsonwebtoken: () => import("./modules/generated/jsonwebtoken.ts"),
  lodash: () => import("./modules/generated/lodash.ts"),
  moment: () => import("./modules/generated/moment.ts"),
  nanoid: () => import("./modules/generated/nanoid.ts"),
  "node-fetch": () => import("./modules/generated/node-fetch.ts"),
  path: () => import("./modules/generated/path.ts"),
  tv4: () => import("./modules/generated/tv4.ts"),
  uuid: () => import("./modules/generated/uuid.ts"),
  xml2js: () => import("./modules/generated/xml2js.ts"),
};

const WEB =
  /\b(?:Buffer|URL|URLSearchParams|TextEncoder|TextDecoder|atob|btoa|structuredClone|crypto|CryptoKey|fetch|Headers|Response|getDataBuffer|response\.stream)\b/;
const CHAI = /\b(?:expect|assert|chai)\b/;
const SCHEMA = /\bjsonSchema\b/;
const JSON_PATH = /\bjsonPath\b/;
const REQUIRE = /\brequire\s*\(\s*(["'`])([^"'`\n]+)\1/g;
/** What a file with `import` and `export` takes from others. */
const IMPORT = /\b(?:from|import)\s*\(?\s*(["'])([^"'\n]+)\1/g;
/** A use of `require` other than a call with a plain string. */
const COMPUTED = /\brequire\b(?!\s*\(\s*(["'`])[^"'`\n$]+\1\s*\))/;

/** Global names that scripts of Postman's have for bundles. */
const POSTMAN_GLOBALS: readonly (readonly [name: string, pattern: RegExp])[] = [
  // lodash 4 and copies of either look at the global as they load.
  ["brace:lodash3", /(?<![\w$])_(?![\w$])|\blodash\b/],
  ["crypto-js", /\bCryptoJS\b/],
  ["cheerio", /\bcheerio\b/],
  ["moment", /\bmoment\b/],
  ["tv4", /\btv4\b/],
  ["xml2js", /\bxml2Json\b/],
];

/** What a script's text asks for. */
export interface WantedModules {
  /** Sources by name, in the order in which they can be loaded. */
  readonly sources: ReadonlyMap<string, string>;
  /** Whether it may ask for others: by names that are made while it runs. */
  readonly computed: boolean;
  /** Whether a file may have `import` and `export`. */
  readonly modules: boolean;
}

/** The sources of all modules. */
export async function allModules(): Promise<ReadonlyMap<string, string>> {
  return new Map(
    await Promise.all(
      Object.entries(LOADERS).map(async ([name, load]) =>
        [name, (await load()).default] as const
      ),
    ),
  );
}

/**
 * The modules that a script's text asks for, and those that the collection's
 * files do that it requires.
 */
export async function modulesOf(
  { code, dialect }: Pick<Script, "code" | "dialect">,
  { readFile, root, has }: {
    readFile(path: string): string;
    /** The collection's folder. */
    root(): string;
    /** Whether a module is there already. */
    has(name: string): boolean;
  },
): Promise<WantedModules> {
  const names = new Set<string>();
  const files = new Set<string>();
  const state = {
    globals: dialect === "postman" ? POSTMAN_GLOBALS : [],
    names,
    files,
    computed: false,
    modules: false,
    readFile,
    root,
  };
  if (dialect === "postman") scanPostman(code, state);
  else scan(code, "", state);
  const sources = new Map<string, string>();
  for (const name of names) {
    if (!has(name)) sources.set(name, (await LOADERS[name]()).default);
  }
  const { computed, modules } = state;
  return { sources, computed, modules };
}

interface Scan {
  /** Global names that stand for bundles, in required files too. */
  readonly globals: typeof POSTMAN_GLOBALS;
  /** In the order in which they can be loaded. */
  readonly names: Set<string>;
  readonly files: Set<string>;
  computed: boolean;
  modules: boolean;
  readFile(path: string): string;
  root(): string;
}

function scan(
  code: string,
  folder: string,
  state: Scan,
  meant: (name: string) => string = (name) => name,
): void {
  if (WEB.test(code)) add("brace:web", state.names);
  if (CHAI.test(code)) add("chai", state.names);
  if (SCHEMA.test(code)) add("brace:schema", state.names);
  if (JSON_PATH.test(code)) add("brace:jsonpath", state.names);
  for (const [name, pattern] of state.globals) {
    if (pattern.test(code)) add(name, state.names);
  }
  if (!code.includes("require")) return;
  if (COMPUTED.test(code)) {
    state.computed = true;
    // A file that nobody knows yet may count on them.
    add("brace:web", state.names);
  }
  for (const [, , name = ""] of code.matchAll(REQUIRE)) {
    scanName(meant(name), folder, state);
  }
}

function scanName(name: string, folder: string, state: Scan): void {
  if (isFilePath(name)) return scanFile(name, folder, state);
  add(name, state.names);
  if (Object.hasOwn(LOADERS, bundleOf(moduleName(name)))) return;
  // A package in node_modules may ask for any other.
  state.computed = true;
  add("brace:web", state.names);
}

/** What scripts of Postman's find without requiring it. */
function scanPostman(code: string, state: Scan): void {
  scan(code, "", state, postmanModule);
  add("brace:postman", state.names);
  // Code that runs from a string can require any module.
  if (/\b(?:eval|Function)\b/.test(code)) {
    state.computed = true;
    add("brace:web", state.names);
  }
}

function scanFile(name: string, folder: string, state: Scan): void {
  try {
    for (const path of candidatePaths({ root: state.root, folder }, name)) {
      if (path.endsWith(".json") || state.files.has(path)) continue;
      state.files.add(path);
      const code = tryRead(path, state);
      if (code === undefined) continue;
      scan(code, folderOf(path), state);
      if (!/\b(?:import|export)\b/.test(code)) return;
      state.modules = true;
      for (const [, , from = ""] of code.matchAll(IMPORT)) {
        scanName(from, folderOf(path), state);
      }
      return;
    }
  } catch {
    // A path outside of the collection: the script gets an error when it reaches the call.
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
  const bundle = bundleOf(name);
  if (!Object.hasOwn(LOADERS, bundle)) return;
  for (const needed of NEEDS[bundle] ?? []) add(needed, names);
  names.add(bundle);
}
