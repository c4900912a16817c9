import type { Diagnostic } from "../../source/diagnostic.ts";
import { lineColumn } from "../../source/line_starts.ts";
import { didYouMean, nearest } from "../../source/nearest.ts";
import type { YamlDocument } from "../yaml/parse_yaml.ts";
import { BLOCKS, type BruKind, isVault, TARGET_BLOCKS } from "./blocks.ts";
import { parseBlocks } from "./parse_blocks.ts";
import { readBlocks } from "./read_blocks.ts";
import { type BruMapping, type BruPlaces, BruShape } from "./shape.ts";
import { setAuth } from "./to_auth.ts";
import { toRequest } from "./to_request.ts";
import type { BruBlock } from "./types.ts";

/** The kind of a `.bru` file by its path inside the collection. */
export function bruKind(path: string): BruKind {
  if (/^environments\/[^/]+$/.test(path)) return "environment";
  return /(?:^|\/)(?:folder|collection)\.bru$/.test(path) ? "level" : "request";
}

/**
 * Reads a `.bru` file into the form that OpenCollection YAML has, so that one
 * reader serves both; without a document when it is malformed.
 *
 * @param places Filled with where each part stands, for {@linkcode locateInBru}.
 */
export function parseBru(
  file: string,
  source: string,
  { kind, places }: { kind: BruKind; places?: BruPlaces },
): { document?: YamlDocument; diagnostics: Diagnostic[] } {
  const { blocks, diagnostics } = parseBlocks(file, source);
  if (!blocks) return { diagnostics };
  if (kind === "request" && !blocks.some(isTarget)) {
    return { diagnostics: [noRequest(file, source, blocks)] };
  }
  const shape = new BruShape(places);
  return {
    document: {
      file,
      root: convert(kind, blocks, shape),
      // Every value is text here, as written.
      written: () => undefined,
    },
    diagnostics: unknownBlocks(file, source, { blocks, kind }),
  };
}

function convert(
  kind: BruKind,
  blocks: readonly BruBlock[],
  shape: BruShape,
): BruMapping {
  switch (kind) {
    case "request":
      return toRequest(blocks, shape);
    case "level":
      return toLevel(blocks, shape);
    case "environment":
      return toEnvironment(blocks, shape);
    default:
      return kind satisfies never;
  }
}

function isTarget({ name }: BruBlock): boolean {
  return TARGET_BLOCKS.includes(name) || name === "app";
}

function noRequest(
  file: string,
  source: string,
  blocks: readonly BruBlock[],
): Diagnostic {
  const [first] = blocks;
  if (!first) {
    return {
      code: "UNSUPPORTED",
      severity: "warning",
      message: `Ignored "${file}": there is nothing in it`,
      location: { file },
    };
  }
  return {
    code: "INVALID_FIELD",
    severity: "error",
    message:
      `Cannot read "${file}": a request needs a block with its method and URL, such as "get { url: … }"`,
    location: {
      file,
      ...lineColumn(source, first.nameAt.start),
      length: first.nameAt.end - first.nameAt.start,
    },
  };
}

function unknownBlocks(
  file: string,
  source: string,
  { blocks, kind }: { blocks: readonly BruBlock[]; kind: BruKind },
): Diagnostic[] {
  const isKnown = (name: string) => BLOCKS.get(name)?.[kind] !== undefined;
  return blocks.filter(({ name }) => !isKnown(name) && !isVault(name))
    .map(({ name, nameAt }): Diagnostic => {
      const near = nearest(name, [...BLOCKS.keys()].filter(isKnown));
      const wayOut = didYouMean(near);
      return {
        code: "UNKNOWN_KEY",
        severity: "warning",
        message: `Ignored "${name}": the block is unknown${wayOut}`,
        location: {
          file,
          ...lineColumn(source, nameAt.start),
          length: nameAt.end - nameAt.start,
        },
        ...(near !== undefined && { suggestion: near }),
      };
    });
}

/** The OpenCollection form of a file of `environments/`. */
function toEnvironment(
  blocks: readonly BruBlock[],
  shape: BruShape,
): BruMapping {
  const root: BruMapping = {};
  readBlocks(root, { kind: "environment", blocks }, shape);
  for (const { name, nameAt, pairs } of blocks) {
    if (!isVault(name)) continue;
    const at = { key: nameAt };
    const vault = shape.set(root, "externalSecrets", {}, at);
    shape.set(vault, "variables", pairs.map((it) => it.name), at);
  }
  return root;
}

/** The OpenCollection form of `folder.bru` and `collection.bru`: `info`, `request`, `docs`. */
function toLevel(blocks: readonly BruBlock[], shape: BruShape): BruMapping {
  const root: BruMapping = {};
  const key = blocks[0]?.nameAt ?? { start: 0, end: 0 };
  const request = shape.set(root, "request", {}, { key });
  readBlocks(root, { kind: "level", blocks }, shape);
  const mode = blocks.filter(({ name }) => name === "auth")
    .flatMap(({ pairs }) => pairs).findLast(({ name }) => name === "mode");
  setAuth(request, mode, { blocks, shape, isLevel: true });
  return root;
}
