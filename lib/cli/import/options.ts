import type { Format } from "../flags/formats.ts";
import type { ImportKind } from "../../tools/convert/types.ts";

/** What `brace import` was asked to do. */
export interface ImportCommandOptions {
  /** A file, a folder, a URL, a curl command, or `-` for standard input. */
  readonly source: string;
  /** The folder to write; absent: named after the collection. */
  readonly output?: string;
  /** The format; absent: by content. */
  readonly from?: ImportKind;
  /** Replace files that are there. */
  readonly force: boolean;
  /** Write the values of secrets to `.env`. */
  readonly withSecrets: boolean;
  /** OpenAPI: a test of each response's schema. */
  readonly withTests: boolean;
  /** OpenAPI: bring the collection in the folder up to date. */
  readonly update: boolean;
  /** Hosts that may be fetched from, besides the one that was typed. */
  readonly allowNet: true | readonly string[];
  /** How the report is printed. */
  readonly format: Format;
}
