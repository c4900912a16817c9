import type { Format } from "../flags/formats.ts";

/** The formats that `brace export` writes. */
export const EXPORT_KINDS = ["postman", "bru"] as const;

/** The name of such a format. */
export type ExportKind = typeof EXPORT_KINDS[number];

/** What `brace export` was asked to do. */
export interface ExportOptions {
  readonly kind: ExportKind;
  /** The collection: a folder, or a file with all of it. */
  readonly path: string;
  /** The file or folder to write; absent: standard output, for a single file. */
  readonly output?: string;
  /** Replace files that are there. */
  readonly force: boolean;
  /** How the report is printed. */
  readonly format: Format;
  /** Write the values of secrets, too. */
  readonly withSecrets: boolean;
}
