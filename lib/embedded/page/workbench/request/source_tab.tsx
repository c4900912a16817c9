/** @jsxRuntime automatic */
/** @jsxImportSource preact */
/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import type { Doc } from "../state/doc.ts";
import { CodeEditor } from "../parts/code_editor.tsx";
import { useWorkbench } from "../parts/context.tsx";
import { isSame } from "../state/json_edit.ts";

/** The file as text. */
export function SourceTab({ doc }: { readonly doc: Doc }) {
  const workbench = useWorkbench();
  const { view, source } = doc;
  const isFormEdited = !isSame(doc.document, view.document);
  const line = workbench.line?.id === view.id ? workbench.line.line : undefined;
  return (
    <>
      {isFormEdited && source === undefined && (
        <p class="note">
          Other tabs have unsaved edits: save them to see and edit them here.
        </p>
      )}
      {view.problems.map(({ message, place, severity }, index) => (
        <p key={index} class={severity === "error" ? "note bad" : "note warn"}>
          <span>
            {/* The check reads files: what is typed may have mended it. */}
            {doc.isDirty && "As saved: "}
            {message}
          </span>
          {place?.line !== undefined && (
            <button
              type="button"
              class="link"
              onClick={() => workbench.goToLine(view.id, place.line)}
            >
              Line {place.line}
            </button>
          )}
        </p>
      ))}
      <CodeEditor
        key={isFormEdited ? "locked" : "open"}
        label="Source"
        language={view.language}
        text={source ?? view.source}
        line={line}
        {...isFormEdited && source === undefined && { readOnly: true }}
        onChange={(text) => {
          doc.setSource(text);
          workbench.edited(doc);
        }}
      />
    </>
  );
}
