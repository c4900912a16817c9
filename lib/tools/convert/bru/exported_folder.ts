import type { BruBlock } from "../../../core/collection/bru/shape.ts";
import { type AccountCounts, NOTHING } from "../counts.ts";
import { fileName } from "../file_name.ts";
import { elements, isMapping, jsonTextOf, members } from "../json.ts";
import type { RawJson } from "../json.ts";
import type { ImportNote } from "../types.ts";
import { countExported, isExportedFolder } from "./count_exported.ts";
import {
  environmentBlocks,
  exportedRows,
  exportedText,
  levelBlocks,
  requestBlocks,
  requestType,
} from "./exported_blocks.ts";

/** An export of Bruno's app, as the folder that the app would make of it. */
export interface ExportedFolder {
  /** The blocks of its `.bru` files, by their paths. */
  readonly blocks: ReadonlyMap<string, readonly BruBlock[]>;
  /** Where in the export each of these files stands. */
  readonly places: ReadonlyMap<string, string>;
  /** `bruno.json`. */
  readonly config: string;
  /** Names of environments by their paths: a file's name may differ. */
  readonly names: ReadonlyMap<string, string>;
  /** Colors of environments by their paths. */
  readonly colors: ReadonlyMap<string, string>;
  /** Values of secrets by the path of their environment, and by name. */
  readonly values: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** Files of scripts, by their paths. */
  readonly texts: ReadonlyMap<string, string>;
  readonly notes: readonly ImportNote[];
  readonly counts: AccountCounts;
}

interface Making {
  readonly main: string;
  readonly blocks: Map<string, readonly BruBlock[]>;
  readonly places: Map<string, string>;
  readonly texts: Map<string, string>;
  readonly notes: ImportNote[];
}

/** Keys of a request that become blocks, and the app's own. */
const KNOWN = [
  "url",
  "method",
  "methodType",
  "protoPath",
  "headers",
  "params",
  "query",
  "auth",
  "body",
  "script",
  "vars",
  "assertions",
  "tests",
  "docs",
  "uid",
];

/** Deeper nesting is a document made to be hostile. */
const MAX_NESTING = 1000;

/** Whether lists and mappings stand in each other deeper than an export is read. */
export function isTooDeep(json: RawJson): boolean {
  const stack = [{ value: json, depth: 0 }];
  for (let one; (one = stack.pop()) !== undefined;) {
    const { value, depth } = one;
    if (depth > MAX_NESTING) return true;
    if (typeof value !== "object" || value === null) continue;
    for (const inner of Object.values(value)) {
      stack.push({ value: inner, depth: depth + 1 });
    }
  }
  return false;
}

/** Reads the JSON in which Bruno's app exports a collection, or environments alone. */
export function exportedFolder(main: string, json: RawJson): ExportedFolder {
  const making: Making = {
    main,
    blocks: new Map(),
    places: new Map(),
    texts: new Map(),
    notes: [],
  };
  const { name, items, root, brunoConfig, info } = members(json);
  const isAlone = members(info).type === "bruno-environment";
  const { color, variables, environments } = members(json);
  const own = isAlone && Array.isArray(variables)
    ? [{ name: name ?? members(info).name, color, variables }]
    : elements(environments);
  if (isMapping(root)) put("collection.bru", "root", levelBlocks(root), making);
  addItems(elements(items), { folder: "", place: "items" }, making);
  const names = new Map<string, string>();
  const colors = new Map<string, string>();
  const values = new Map<string, Map<string, string>>();
  const taken = new Set<string>();
  own.forEach((one, index) => {
    if (!isMapping(one)) return;
    const name = exportedText(one.name) || "environment";
    const path = `environments/${fileName(name, taken, ".bru")}.bru`;
    names.set(path, name);
    const color = exportedText(one.color);
    if (color !== "") colors.set(path, color);
    values.set(
      path,
      new Map(
        exportedRows(one.variables).filter(({ secret }) => secret === true)
          .map((row) => [exportedText(row.name), exportedText(row.value)]),
      ),
    );
    const place = own === environments ? `environments[${index}]` : "variables";
    put(path, place, environmentBlocks(one.variables), making);
  });
  return {
    ...making,
    names,
    colors,
    values,
    config: JSON.stringify({
      ...members(brunoConfig),
      ...(exportedText(name) !== "" && { name: exportedText(name) }),
    }),
    counts: {
      ...NOTHING,
      ...countExported({ items, root, environments: own }),
    },
  };
}

function put(
  path: string,
  place: string,
  blocks: readonly BruBlock[],
  making: Making,
): void {
  making.blocks.set(path, blocks);
  making.places.set(path, place);
}

function addItems(
  items: readonly RawJson[],
  { folder, place }: { folder: string; place: string },
  making: Making,
): void {
  // Names of files that say something of the folder they are in.
  const taken = new Set(["folder.bru", "collection.bru"]);
  items.forEach((item, index) => {
    if (!isMapping(item)) return;
    const at = `${place}[${index}]`;
    const name = jsonTextOf(item.filename) || exportedText(item.name);
    if (isExportedFolder(item)) {
      const path = `${folder}${fileName(name, taken, "")}/`;
      const seq = item.seq ?? members(members(item.root).meta).seq;
      const level = levelBlocks(item.root, { name: item.name, seq });
      const [blocks, texts] = [making.blocks.size, making.texts.size];
      const inside = { folder: path, place: `${at}.items` };
      addItems(elements(item.items), inside, making);
      // One that only holds files of scripts is no folder of requests.
      const isEmpty = making.blocks.size === blocks;
      if (isMapping(item.root) || !isEmpty || making.texts.size === texts) {
        put(`${path}folder.bru`, at, level, making);
      }
    } else if (requestType(item) !== undefined) {
      const own = name.replace(/\.(?:bru|ya?ml)$/i, "");
      const path = `${folder}${fileName(own, taken, ".bru")}.bru`;
      put(path, at, requestBlocks(item, { seq: index + 1 }), making);
      noteUnknown(item, at, making);
    } else if (item.type === "js") {
      const own = /\.[cm]?js$/i.test(name) ? name : `${name}.js`;
      const path = `${folder}${fileName(own, taken, "")}`;
      making.texts.set(path, exportedText(item.fileContent));
    } else {
      making.notes.push({
        kind: "person",
        message: `Left out "${exportedText(item.name)}": items of the type "${
          exportedText(item.type)
        }" are unknown, make a request for it by hand`,
        source: { file: making.main, path: at },
        lost: { requests: 1 },
      });
    }
  });
}

/** Names what a request has that is in no `.bru` file. */
function noteUnknown(
  item: Record<string, RawJson>,
  at: string,
  { main, notes }: Making,
): void {
  for (const [key, value] of Object.entries(members(item.request))) {
    if (KNOWN.includes(key) || /^(?:\[\]|\{\})?$/.test(exportedText(value))) {
      continue;
    }
    notes.push({
      kind: "person",
      message: `Left out "${key}" of "${
        exportedText(item.name)
      }": the key is unknown, write what it means by hand`,
      source: { file: main, path: `${at}.request.${key}` },
    });
  }
}
