import { AUTH_TYPES } from "../auth_types.ts";
import { type Diagnostic, wordFix } from "../../source/diagnostic.ts";
import { didYouMean, nearest, surelyMeant } from "../../source/nearest.ts";
import { authMode } from "./auth_mode.ts";
import {
  BLOCK_ALIASES,
  BLOCKS,
  BODY_WORDS,
  type BruKind,
  isVault,
  TARGET_BLOCKS,
} from "./blocks.ts";
import { AUTH_MODES } from "./own_names.ts";
import { type BruBlock, spanAt } from "./shape.ts";

/**
 * Warns about the blocks that a kind of file does not have. One that stands for
 * a body or auth that the file asks for, and lacks, is an error: the request
 * would go out without it.
 */
export function unknownBlocks(
  file: string,
  source: string,
  { blocks, kind }: { blocks: readonly BruBlock[]; kind: BruKind },
): Diagnostic[] {
  const isKnown = (name: string) => BLOCKS.get(name)?.[kind] !== undefined;
  const known = [...BLOCKS.keys()].filter(isKnown);
  const lacking = lackingBlocks(kind, blocks);
  // In YAML, `auth` holds the fields of the auth itself.
  const aliasesOf = (name: string) => {
    const asked = lacking.find(({ key }) => key === name);
    return asked
      ? [asked.block]
      : BLOCK_ALIASES.get(name)?.filter(isKnown) ?? [];
  };
  const sureOf = (name: string) => {
    const [alias, other] = aliasesOf(name);
    if (other !== undefined) return undefined;
    return alias ?? surelyMeant(name, known);
  };
  const unknown = blocks.filter(({ name }) => !isKnown(name) && !isVault(name));
  /** Whether it is auth that the file asks for, and that it has nowhere else. */
  const isAsked = (sure: string) => {
    const word = authMode(kind, blocks)?.value.text ?? "";
    const mode = AUTH_TYPES.find((type) => sure === `auth:${type}`);
    return mode !== undefined &&
      (word === mode || surelyMeant(word, AUTH_MODES) === mode) &&
      unknown.filter(({ name }) => sureOf(name) === sure).length === 1;
  };
  const found = unknown.map((block): Diagnostic => {
    const { name, nameAt } = block;
    const location = spanAt(file, source, nameAt);
    const message = levelsAuth(blocks, block);
    if (message !== undefined) {
      return { code: "INVALID_FIELD", severity: "error", message, location };
    }
    const near = aliasesOf(name)[0] ?? nearest(name, known);
    const lacked = lacking.find((one) =>
      near === one.block || name.startsWith(`${one.key}:`)
    );
    const sure = sureOf(name);
    // Never where auth would be sent that nothing asks for, nor another block in place of the one that is.
    const isUnsure = sure === undefined ||
      sure.startsWith("auth") && !isAsked(sure) ||
      TARGET_BLOCKS.includes(sure) ||
      lacked !== undefined && sure !== lacked.block ||
      blocks.some((one) => one.name === sure);
    const suggestion = lacked?.block ?? near;
    return {
      ...lacked === undefined
        ? {
          code: "UNKNOWN_KEY",
          severity: "warning",
          message: `Ignored "${name}": the block is unknown${didYouMean(near)}`,
        }
        : {
          code: "INVALID_FIELD",
          severity: "error",
          message:
            `Cannot read "${name}": the block is unknown, and "${lacked.line}" asks for "${lacked.block}"`,
        },
      location,
      ...(suggestion !== undefined && { suggestion }),
      ...wordFix(
        { ...location, onKey: true },
        name,
        isUnsure ? undefined : sure,
      ),
    };
  });
  const all = [...found, ...otherKinds(file, source, { blocks, lacking })];
  return kind === "level"
    ? [...all, ...fieldsBesideMode(file, source, { blocks, lacking })]
    : all;
}

interface Asking {
  readonly blocks: readonly BruBlock[];
  readonly lacking: readonly Lacking[];
}

/** Whether a file has auth of another kind than it asks for, and none of that. */
export function hasOtherAuth(
  kind: BruKind,
  blocks: readonly BruBlock[],
): boolean {
  const asked = lackingBlocks(kind, blocks).find(({ key }) => key === "auth");
  return asked !== undefined && blocks.some((one) => isOther(one, asked));
}

function isOther({ name, pairs, text }: BruBlock, { key }: Lacking): boolean {
  return name.startsWith(`${key}:`) && BLOCKS.has(name) &&
    (pairs.length > 0 || text !== undefined && text.text !== "");
}

/** The blocks of another body or auth than a line asks for, where the file lacks the one that it asks for. */
function otherKinds(
  file: string,
  source: string,
  { blocks, lacking }: Asking,
): Diagnostic[] {
  return lacking.flatMap((asked) =>
    blocks.filter((block) => isOther(block, asked)).map((
      { name, nameAt },
    ): Diagnostic => ({
      code: "INVALID_FIELD",
      severity: "warning",
      message:
        `Ignored "${name}": "${asked.line}" asks for "${asked.block}", which the file does not have (write "${
          lineFor(name, asked)
        }", or name the block "${asked.block}")`,
      location: spanAt(file, source, nameAt),
    }))
  );
}

/** The line that asks for a block. */
function lineFor(block: string, { line }: Lacking): string {
  const [key, type] = block.split(":");
  const word = key === "body" && BODY_WORDS.find(([, one]) => one === type);
  return `${line.split(":")[0]}: ${word ? word[0] : type}`;
}

/** The fields of auth that a level has beside its mode, where nothing reads them. */
function fieldsBesideMode(
  file: string,
  source: string,
  { blocks, lacking }: Asking,
): Diagnostic[] {
  const mode = authMode("level", blocks);
  const fields = blocks.filter(({ name }) => name === "auth")
    .flatMap(({ pairs }) => pairs).filter(({ name }) => name !== "mode");
  const asked = lacking.find(({ key }) => key === "auth");
  const found = fields.map(({ name, nameAt }): Diagnostic => {
    // YAML has the word for what a level's block calls its mode.
    const meant = name === "type" && !mode ? "mode" : undefined;
    const location = spanAt(file, source, nameAt);
    return {
      code: asked ? "INVALID_FIELD" : "UNKNOWN_KEY",
      severity: asked ? "error" : "warning",
      message: asked
        ? `Cannot read "auth.${name}": the key is unknown, and "${asked.line}" asks for "${asked.block}" (move the fields to a block of that name)`
        : `Ignored "auth.${name}": the key is unknown${didYouMean(meant)}`,
      location,
      ...(meant !== undefined && { suggestion: meant }),
      ...wordFix({ ...location, onKey: true }, name, meant),
    };
  });
  // The way out of one is that of all.
  return asked ? found.slice(0, 1) : found;
}

/** What to say of a level's block `auth` that asks for auth in a request, where it has no meaning. */
function levelsAuth(
  blocks: readonly BruBlock[],
  { name, pairs }: BruBlock,
): string | undefined {
  const target = blocks.find(({ name }) => TARGET_BLOCKS.includes(name));
  if (name !== "auth" || !target || authMode("request", blocks)) {
    return undefined;
  }
  const mode = pairs.findLast(({ name }) => name === "mode")?.value.text ?? "";
  const block = `auth:${mode}`;
  if (!BLOCKS.has(block)) return undefined;
  const fields = blocks.some(({ name }) => name === block)
    ? ""
    : `, and the fields in a block "${block}"`;
  return `Cannot read "auth": a request has no such block, and "mode: ${mode}" asks for auth (write "auth: ${mode}" in "${target.name}"${fields})`;
}

/** A block that a line asks for, and that the file lacks. */
interface Lacking {
  readonly key: string;
  readonly line: string;
  readonly block: string;
}

/** The lines that ask for a body or auth, and the block of each if the file lacks it. */
function lackingBlocks(
  kind: BruKind,
  blocks: readonly BruBlock[],
): Lacking[] {
  const has = (block: string) => blocks.some(({ name }) => name === block);
  const body = blocks.find(({ name }) => TARGET_BLOCKS.includes(name))?.pairs
    .findLast(({ name }) => name === "body");
  const asked = [
    { key: "body", pair: body },
    { key: "auth", pair: authMode(kind, blocks) },
  ];
  return asked.flatMap(({ key, pair }) => {
    const word = pair?.value.text ?? "";
    const type = BODY_WORDS.find(([one]) => one === word)?.[1] ?? word;
    const block = `${key}:${type}`;
    // The first version of the language has a block "body", which is JSON.
    const isHeld = has(block) || block === "body:json" && has("body");
    if (pair === undefined || !BLOCKS.has(block) || isHeld) return [];
    return [{ key, line: `${pair.name}: ${word}`, block }];
  });
}
