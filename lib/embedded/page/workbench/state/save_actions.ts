/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import type { SaveAnswer, Saved } from "../api.ts";
import { type Doc, savedText } from "./doc.ts";
import { forgetDraft } from "./drafts.ts";
import { inTurn } from "./item_actions.ts";
import { call } from "./session.ts";
import type { Workbench } from "./workbench.ts";

/** Writes what was edited into its file, once what is written before is; undefined: it is not saved. */
export function saveDoc(
  workbench: Workbench,
  doc: Doc | undefined = workbench.doc,
  keep?: "mine",
): Promise<Saved | undefined> {
  return inTurn(workbench, () => write(workbench, doc, keep));
}

async function write(
  workbench: Workbench,
  doc: Doc | undefined,
  keep: "mine" | undefined,
): Promise<Saved | undefined> {
  const draft = doc?.draft;
  if (doc === undefined || draft === undefined) return undefined;
  const { document, source, view: { id } } = doc;
  workbench.isSaving = true;
  workbench.changed();
  const answer = await workbench.try(() =>
    call("save", { id, draft, ...keep && { keep } }).catch(doc.refuse)
  );
  workbench.isSaving = false;
  workbench.changed();
  if (answer) await takeSaved(workbench, doc, answer, { document, source });
  return answer?.type === "saved" ? answer : undefined;
}

/** Takes over what became of a save or a fix; what was typed since stays. */
export async function takeSaved(
  workbench: Workbench,
  doc: Doc,
  answer: SaveAnswer,
  saved: Pick<Doc, "document" | "source"> = { ...doc },
): Promise<void> {
  const { id } = doc.view;
  switch (answer.type) {
    case "saved": {
      const asOf = workbench.outdate();
      const view = await workbench.try(() => call("open", { id: answer.id }));
      if (view === undefined) return;
      doc.asOf = asOf;
      doc.isGone = false;
      if (doc.document !== saved.document || doc.source !== saved.source) {
        doc.view = view;
      } else {
        doc.take(view);
        forgetDraft(id);
      }
      if (answer.id !== id) {
        const isOpen = workbench.doc === doc;
        workbench.docs.delete(id);
        workbench.docs.set(answer.id, doc);
        if (isOpen) workbench.go({ view: "item", id: answer.id });
      }
      workbench.asking = undefined;
      workbench.notes.forget();
      workbench.tell(savedText([view.file], answer));
      break;
    }
    case "conflict":
      workbench.ask({ kind: "conflict", id, conflict: answer });
      break;
    case "refused":
      workbench.notice = {
        text: answer.message,
        kind: "error",
        problems: answer.problems,
      };
      workbench.changed();
      break;
    default:
      answer satisfies never;
  }
}

/** Forgets the unsaved edits of an item for what its file says. */
export async function discard(workbench: Workbench, doc: Doc): Promise<void> {
  await workbench.try(async () => {
    const asOf = workbench.outdate();
    doc.take(await call("open", { id: doc.view.id }));
    doc.asOf = asOf;
    forgetDraft(doc.view.id);
    workbench.notes.edited(doc.view.id);
  });
  workbench.changed();
}
