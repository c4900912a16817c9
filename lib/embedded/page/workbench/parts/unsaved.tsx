/** @jsxRuntime automatic */
/** @jsxImportSource preact */
/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { shown } from "../../shown.ts";
import type { Doc } from "../state/doc.ts";
import { isUnsaved, saveDocs } from "../state/unsaved.ts";
import { useWorkbench } from "./context.tsx";
import { few } from "./names.ts";

/** A dot beside the name of an item that has unsaved edits. */
export function UnsavedDot({ id }: { readonly id: string }) {
  if (!isUnsaved(useWorkbench(), id)) return null;
  return (
    <span class="unsaved" role="img" aria-label="unsaved" title="Unsaved" />
  );
}

/** Says that Send leaves out unsaved edits of other files than the request's, and saves them. */
export function UnsentNote({ docs }: { readonly docs: readonly Doc[] }) {
  if (docs.length === 0) return null;
  return (
    <p class="note warn">
      <span>{haveUnsaved(docs)}, which Brace does not send</span>
      <SaveThem docs={docs} />
    </p>
  );
}

/** The items, and that they have unsaved edits. */
export function haveUnsaved(docs: readonly Doc[]): string {
  const verb = docs.length === 1 ? "has" : "have";
  return `${namesOfDocs(docs)} ${verb} unsaved edits`;
}

export function namesOfDocs(docs: readonly Doc[]): string {
  return shown(few(docs.map(({ view }) => view.name)));
}

/** Saves items with unsaved edits. */
export function SaveThem({ docs }: { readonly docs: readonly Doc[] }) {
  const workbench = useWorkbench();
  if (workbench.state?.readOnly) return null;
  const isOne = docs.length === 1;
  return (
    <button
      type="button"
      class="link"
      aria-label={isOne ? `Save ${namesOfDocs(docs)}` : undefined}
      disabled={workbench.isSaving}
      onClick={() => void saveDocs(workbench, docs)}
    >
      {isOne ? "Save" : "Save all"}
    </button>
  );
}
