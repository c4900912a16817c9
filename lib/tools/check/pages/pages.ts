import type { DiagnosticCode } from "../../../core/source/diagnostic.ts";
import { CHECKING } from "./checking.ts";
import { LOADING } from "./loading.ts";
import type { Page } from "./page.ts";
import { RESOLVING } from "./resolving.ts";
import { RUNNING } from "./running.ts";

/** A page on every code; the compiler names a code without one. */
export const PAGES: Readonly<Record<DiagnosticCode, Page>> = {
  ...RESOLVING,
  ...CHECKING,
  ...LOADING,
  ...RUNNING,
};

/** Every code. */
export const CODES = Object.keys(PAGES) as readonly DiagnosticCode[];

/** Whether a word is a code. */
export function isCode(word: string): word is DiagnosticCode {
  return Object.hasOwn(PAGES, word);
}
