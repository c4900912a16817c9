import type { ImportNote } from "../types.ts";

/** What an update says, with the file that it is about. */
export type UpdateNote = Omit<ImportNote, "item" | "items"> & {
  readonly target?: string;
  /** The file's text and that of the document's version, where a person has to look at both. */
  readonly both?: { readonly here: string; readonly there: string };
  /** The choices that end it. */
  readonly ends?: readonly Choice[];
};

/** What became of a kind of files; `gone` are those that the document has no more. */
export interface UpdateCounts {
  readonly added: number;
  readonly changed: number;
  /** Edited here and changed in the document, so that a person has to choose. */
  readonly open: number;
  readonly kept: number;
  readonly gone: number;
}

/** What an update writes of some files, and what it says. */
export interface Updated {
  /** Only what is new or another text than before. */
  readonly files: ReadonlyMap<string, string>;
  readonly notes: readonly UpdateNote[];
  readonly counts: UpdateCounts;
  /** Files that a person has chosen to keep as they are. */
  readonly settled: readonly string[];
  /** Files of which only the marks are written, and that nobody chose for. */
  readonly marked: readonly string[];
}

/** What a person chose for a file, where the update cannot: its own text, or the document's. */
export type Choice = "keep" | "take";

/**
 * How a file stands to the document: `open`, where a person has to choose;
 * `gone`, where the document has it no more, so that there is nothing to take;
 * `edited`, where it stays unless it is taken; `written`, where the update writes
 * the document's version anyway; `same`, where it has that already.
 */
export type FileState = "open" | "gone" | "edited" | "written" | "same";

/** What a person chose for a file. */
export type ChoiceOf = (path: string, state: FileState) => Choice | undefined;

/** The mark of a file that a person keeps although the document has nothing for it. */
export const NO_VERSION = "0".repeat(16);
