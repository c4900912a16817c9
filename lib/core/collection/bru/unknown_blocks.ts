import { AUTH_TYPES } from "../auth_types.ts";
import { type Diagnostic, wordFix } from "../../source/diagnostic.ts";
import { didYouMean, nearest, surelyMeant } from "../../source/nearest.ts";
import { authMode } from "./auth_mode.ts";
import {
  BLOCK_ALIASES,
  BLOCKS,
  type BruKind,
  isVault,
  TARGET_BLOCKS,
} from "./blocks.ts";
import { AUTH_MODES } from "./own_names.ts";
import { type BruBlock, spanAt } from "./shape.ts";

/** Warns about the blocks that a kind of file does not have. */
export function unknownBlocks(
  file: string,
  source: string,
  { blocks, kind }: { blocks: readonly BruBlock[]; kind: BruKind },
): Diagnostic[] {
  const isKnown = (name: string) => BLOCKS.get(name)?.[kind] !== undefined;
  const known = [...BLOCKS.keys()].filter(isKnown);
  const sureOf = (name: string) =>
    BLOCK_ALIASES.get(name) ?? surelyMeant(name, known);
  const unknown = blocks.filter(({ name }) => !isKnown(name) && !isVault(name));
  /** Whether it is auth that the file asks for, and that it has nowhere else. */
  const isAsked = (sure: string) => {
    const word = authMode(kind, blocks)?.value.text ?? "";
    const mode = AUTH_TYPES.find((type) => sure === `auth:${type}`);
    return mode !== undefined &&
      (word === mode || surelyMeant(word, AUTH_MODES) === mode) &&
      unknown.filter(({ name }) => sureOf(name) === sure).length === 1;
  };
  return unknown.map(({ name, nameAt }): Diagnostic => {
    const near = BLOCK_ALIASES.get(name) ?? nearest(name, known);
    const location = spanAt(file, source, nameAt);
    const sure = sureOf(name);
    // Never where auth would be sent that nothing asks for, nor another block in place of the one that is.
    const isUnsure = sure === undefined ||
      sure.startsWith("auth") && !isAsked(sure) ||
      TARGET_BLOCKS.includes(sure) ||
      blocks.some((one) => one.name === sure);
    return {
      code: "UNKNOWN_KEY",
      severity: "warning",
      message: `Ignored "${name}": the block is unknown${didYouMean(near)}`,
      location,
      ...(near !== undefined && { suggestion: near }),
      ...wordFix(
        { ...location, onKey: true },
        name,
        isUnsure ? undefined : sure,
      ),
    };
  });
}
