/** @jsxRuntime automatic */
/** @jsxImportSource preact */
/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { useState } from "preact/hooks";
import { shown } from "../../shown.ts";
import { useWorkbench } from "../parts/context.tsx";
import { Dialog } from "../parts/dialog.tsx";
import type { Asking } from "../state/asking.ts";
import { discard, saveDoc } from "../state/save_actions.ts";
import { diffLines } from "./line_diff.ts";

/** The file has changed where it was edited, too. */
export function ConflictDialog(
  { asking: { id, conflict } }: {
    readonly asking: Extract<Asking, { kind: "conflict" }>;
  },
) {
  const workbench = useWorkbench();
  const [isCompared, setCompared] = useState(false);
  const { mine, theirs, revision, fits } = conflict;
  const doc = workbench.docs.get(id);
  const keepMine = async () => {
    workbench.ask(undefined);
    if (doc === undefined) return;
    if (fits) return await saveDoc(workbench, doc, "mine");
    // The person has seen both: what is on the disk now is what is replaced.
    doc.view = { ...doc.view, revision, source: theirs };
    doc.source = mine;
    await saveDoc(workbench, doc, "mine");
  };
  const takeTheirs = async () => {
    workbench.ask(undefined);
    if (doc !== undefined) await discard(workbench, doc);
  };
  return (
    <Dialog
      title="The file has changed on disk"
      size={isCompared ? "wide" : undefined}
      onClose={() => workbench.ask(undefined)}
    >
      <p>
        <code>{doc?.view.file}</code>{" "}
        was written by another program or page after you opened it. Nothing is
        saved yet.
      </p>
      <p class="faint">
        {fits
          ? "Keep mine writes the lines that you edited into the file as it is now."
          : "Both changed the same lines: Keep mine replaces the file with your text."}
      </p>
      {isCompared && (
        <div class="diff" tabIndex={0} role="group" aria-label="Differences">
          <p class="diff-legend">
            <span class="actual">− theirs</span>{" "}
            <span class="expected">+ mine</span>
          </p>
          {diffLines(theirs, mine).map(({ sign, text }, index) => (
            <div key={index} class={`diff-line ${DIFF_CLASSES[sign]}`}>
              <span class="sign">{sign}</span>
              {shown(text)}
            </div>
          ))}
        </div>
      )}
      <div class="dialog-actions">
        <button
          type="button"
          class="plain-button"
          onClick={() => setCompared(!isCompared)}
        >
          Compare
        </button>
        <button type="button" class="plain-button" onClick={takeTheirs}>
          Take theirs
        </button>
        <button type="button" class="main-button" data-first onClick={keepMine}>
          Keep mine
        </button>
      </div>
    </Dialog>
  );
}

const DIFF_CLASSES = { "+": "expected", "-": "actual", " ": "" } as const;
