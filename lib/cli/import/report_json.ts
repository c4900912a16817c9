import type { Account } from "../../tools/convert/account.ts";
import type { ImportNote } from "../../tools/convert/types.ts";
import type { NextStep } from "./next_steps.ts";
import type { SelfCheck } from "./self_check.ts";

/** A note with the file that it is about. */
export type ReportNote = Omit<ImportNote, "item"> & { target?: string };

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
  /** The names that `.env` has. */
  readonly secrets?: readonly string[];
  /** What an update did to requests. */
  readonly updated?: { added: number; changed: number; kept: number };
  readonly check?: SelfCheck & { command: string };
  readonly next?: readonly NextStep[];
}

/** The report as JSON for programs. */
export function reportJson(report: Report): string {
  const { name, kind, source, output, account, notes, files } = report;
  const { secrets, updated, check, next } = report;
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
        notes: notes.map(({ kind, message, source, target, lost }) => ({
          kind,
          message,
          source,
          target,
          lost,
        })),
        files,
        secrets,
        check: check && {
          errors: check.errors,
          warnings: check.warnings,
          hints: check.hints,
          command: check.command,
        },
        next: next?.map(({ command, why }) => ({ command, why })),
      },
      null,
      2,
    )
  }\n`;
}
