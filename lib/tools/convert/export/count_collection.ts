import { parseBru } from "../../../core/collection/bru/parse_bru.ts";
import type { FileKind } from "../../../core/collection/format.ts";
import { formatOf } from "../../../core/collection/format.ts";
import { fileKinds } from "../../../core/collection/file_kinds.ts";
import { REQUEST_TYPES } from "../../../core/collection/request_types.ts";
import { isV3Path, parseV3 } from "../../../core/collection/v3/parse_v3.ts";
import { parseYaml } from "../../../core/collection/yaml/parse_yaml.ts";
import {
  blocksOf,
  countBru,
  examplesIn,
  vaultSecrets,
} from "../bru/count_bru.ts";
import {
  type AccountCounts,
  countWritten,
  NOTHING,
  sumCounts,
} from "../counts.ts";
import {
  elements,
  isMapping,
  jsonTextOf,
  members,
  type RawJson,
} from "../json.ts";
import { withExamples } from "../postman/v3_examples.ts";
import type { ImportNote } from "../types.ts";

/** A file of a collection, or an item of a bundled one, as it is written. */
interface Part {
  readonly kind: FileKind;
  readonly data: Record<string, RawJson>;
  readonly file: string;
  readonly path?: string;
}

/**
 * Counts what a collection holds that is to be exported: its files as a run
 * finds them, whether Brace sends their requests or not; `.bru` files as an
 * import counts them.
 */
export function countCollection(
  files: ReadonlyMap<string, string>,
  main: string,
): AccountCounts {
  if (main === "bruno.json") return countBru(partsOfBru(files, main));
  return sumCounts(partsOf(files, main).map(countPart));
}

/** Lists the parts of a collection that no export can write. */
export function collectionLosses(
  files: ReadonlyMap<string, string>,
  main: string,
  types: readonly CountedType[],
): ImportNote[] {
  if (main === "bruno.json") {
    return [...partsOfBru(files, main)].flatMap(([file, text]) =>
      bruLosses(file, text, types)
    );
  }
  return partsOf(files, main).flatMap((part): ImportNote[] => {
    const { kind, data, file, path } = part;
    if (kind === "environment") return storeLosses(data, file);
    if (kind !== "request" || isOfType(data, types)) return [];
    const counts = countPart(part);
    return Object.values(counts).every((count) => count === 0)
      ? []
      : [leftOut(data, { file, path, lost: counts, types })];
  });
}

/** The types of requests that a format can have. */
export type CountedType = "http" | "graphql" | "websocket" | "grpc";

/** True for what is written: a request of one of the types. */
export function isOfType(
  data: Record<string, RawJson>,
  types: readonly CountedType[],
): boolean {
  return types.some((type) => isMapping(data[type]));
}

function leftOut(
  data: Record<string, RawJson>,
  { file, path, lost, types }: {
    file: string;
    path?: string;
    lost: AccountCounts;
    types: readonly CountedType[];
  },
): ImportNote {
  const name = jsonTextOf(members(data.info).name) ?? file;
  const type = typeOf(data);
  return {
    kind: "person",
    message: `The request "${name}" is left out: ${
      types.some((one) => one === type)
        ? `it has no "${type}"`
        : `its type is ${type}, and the format only has requests of ${
          types.includes("grpc") ? "HTTP, WebSocket and gRPC" : "HTTP"
        }`
    }`,
    source: { file, ...(path !== undefined && { path }) },
    lost,
  };
}

/** Other programs have the secrets of a store elsewhere. */
function storeLosses(
  data: Record<string, RawJson>,
  file: string,
): ImportNote[] {
  const { length } = elements(members(data.externalSecrets).variables);
  return length === 0 ? [] : [{
    kind: "person",
    message: "Left out the secrets of a store",
    source: { file },
    lost: { variables: length },
  }];
}

function bruLosses(
  file: string,
  text: string,
  types: readonly CountedType[],
): ImportNote[] {
  const blocks = blocksOf(text);
  const examples = examplesIn(blocks);
  const variables = vaultSecrets(blocks);
  const { document } = parseBru(file, text, { kind: "request" });
  const data = members(document?.root);
  const isRequest = (countBru(new Map([[file, text]])).requests ?? 0) > 0;
  if (isRequest && !isOfType(data, types)) {
    const lost = countBru(new Map([[file, text]]));
    return [leftOut(data, { file, lost, types })];
  }
  return [
    ...(examples === 0 ? [] : [{
      kind: "person" as const,
      message: `Left out ${examples} saved example${examples === 1 ? "" : "s"}`,
      source: { file },
      lost: { examples },
    }]),
    ...(variables === 0 ? [] : [{
      kind: "person" as const,
      message: "Left out the secrets of a store",
      source: { file },
      lost: { variables },
    }]),
  ];
}

function countPart({ kind, data }: Part): AccountCounts {
  if (kind !== "request") return countWritten([{ kind, data }]);
  switch (typeOf(data)) {
    case "workspace":
    case undefined:
      return NOTHING;
    case "script":
      return { ...NOTHING, scripts: 1 };
    default:
      return countWritten([{ kind, data }]);
  }
}

function typeOf(data: Record<string, RawJson>): string | undefined {
  return jsonTextOf(members(data.info).type) ?? jsonTextOf(data.type) ??
    REQUEST_TYPES.find((type) => type in data);
}

function partsOfBru(
  files: ReadonlyMap<string, string>,
  main: string,
): Map<string, string> {
  return new Map(
    [...fileKinds(files, main).keys()].map((path) =>
      [path, files.get(path) ?? ""] as const
    ),
  );
}

function partsOf(files: ReadonlyMap<string, string>, main: string): Part[] {
  const kinds = fileKinds(files, main);
  // Beside a tree of Postman's; other formats have no file of this kind.
  const globals = formatOf(main).globals?.find((path) => files.has(path));
  if (globals !== undefined) kinds.set(globals, "environment");
  return [...kinds].flatMap(([file, kind]): Part[] => {
    const text = files.get(file) ?? "";
    const { document } = isV3Path(file)
      ? parseV3({ path: file, shown: file }, text)
      : parseYaml(file, text);
    const data = withExamples(document?.root, file, files);
    const own = { kind, data, file };
    if (kind !== "collection") return [own];
    const environments = elements(members(data.config).environments).map(
      (one): Part => ({ kind: "environment", data: members(one), file }),
    );
    return [own, ...environments, ...itemsOf(data.items, file)];
  });
}

/** The items of a bundled collection. */
function itemsOf(list: RawJson, file: string): Part[] {
  const parts: Part[] = [];
  const stack = elements(list).map((item, index) => ({
    data: members(item),
    path: `items[${index}]`,
  }));
  for (let at; (at = stack.pop()) !== undefined;) {
    const { data, path } = at;
    const isFolder = Array.isArray(data.items);
    parts.push({ kind: isFolder ? "folder" : "request", data, file, path });
    for (const [index, item] of elements(data.items).entries()) {
      stack.push({ data: members(item), path: `${path}.items[${index}]` });
    }
  }
  return parts;
}
