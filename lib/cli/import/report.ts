import type { Account } from "../../tools/convert/account.ts";
import { sentenceOf } from "../../tools/convert/words.ts";
import type {
  FoundSecret,
  ImportNote,
  ReplacedSecret,
} from "../../tools/convert/types.ts";
import type { UpdateCounts } from "../../tools/convert/update/types.ts";
import type { NextStep } from "./next_steps.ts";
import type { SelfCheck } from "./self_check.ts";

/** A note with the file that it is about. */
export type ReportNote = Omit<ImportNote, "item" | "items"> & {
  readonly target?: string;
  /** What the document has instead of what the file has, line by line. */
  readonly difference?: string;
  /** All files that it is about, of which the message or `target` names the first. */
  readonly files?: readonly string[];
};

/** What an import or an export says at its end; names of secrets, never their values. */
export interface Report {
  readonly name: string;
  readonly kind: string;
  readonly source: string;
  /** The folder or file that was written; absent: standard output. */
  readonly output?: string;
  readonly account: Account;
  readonly notes: readonly ReportNote[];
  readonly files: readonly string[];
  /** Those of the files that an update found nothing in place of. */
  readonly added?: readonly string[];
  /** The names that `.env` has for secrets. */
  readonly secrets?: readonly string[];
  /** Further names that the source's own `.env` has. */
  readonly values?: readonly string[];
  /** Those of all these names that the source reads from the process. */
  readonly ofProcess?: readonly string[];
  /** Where their values were. */
  readonly found?: readonly (FoundSecret | ReplacedSecret)[];
  /** What an update did to requests, and to the files beside them. */
  readonly updated?: UpdateCounts & { readonly others: UpdateCounts };
  /** Files that an update does not name again until the document changes. */
  readonly settled?: readonly string[];
  /** Files that an update replaced because a person chose so. */
  readonly taken?: readonly string[];
  /** Other files of which an update wrote only the hashes. */
  readonly marked?: readonly string[];
  readonly check?: SelfCheck & { command: string };
  readonly next?: readonly NextStep[];
}

/** The report as JSON for programs. */
export function reportJson(report: Report): string {
  const { name, kind, source, output, account, notes, files } = report;
  const { secrets, values, found, updated, settled, taken, marked } = report;
  const { check, next, added } = report;
  return `${
    JSON.stringify(
      {
        name,
        kind,
        source,
        output,
        counts: {
          source: account.source,
          written: account.written,
          named: account.named,
          added: account.added,
        },
        updated,
        settled,
        taken,
        marked,
        notes: notes.map((note) => ({
          kind: note.kind,
          message: sentenceOf(note),
          source: note.source,
          target: note.target,
          difference: note.difference,
          lost: note.lost,
          files: note.files,
        })),
        files,
        added,
        secrets,
        values,
        found,
        check: check && {
          errors: check.errors,
          warnings: check.warnings,
          hints: check.hints,
          waiting: check.waiting,
          command: check.command,
        },
        next: next?.map(({ command, why, first }) => ({
          command,
          why: first === undefined ? why : `${why}: ${first}`,
        })),
      },
      null,
      2,
    )
  }\n`;
}
