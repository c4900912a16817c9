/** @jsxRuntime automatic */
/** @jsxImportSource preact */
/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { useState } from "preact/hooks";
import type { Doc } from "../state/doc.ts";
import { at, textAt } from "../state/json_edit.ts";
import { useWorkbench } from "../parts/context.tsx";
import { Markdown } from "../parts/markdown.tsx";
import { TextEditor } from "./body_tab.tsx";

/** What the author says of the item. */
export function DocsTab({ doc }: { readonly doc: Doc }) {
  const workbench = useWorkbench();
  const keys = typeof at(doc.document, ["docs"]) === "object"
    ? ["docs", "content"]
    : ["docs"];
  const text = textAt(doc.document, keys);
  const [isEdited, setEdited] = useState(false);
  return (
    <>
      <div class="panel-tools">
        <button
          type="button"
          class="plain-button"
          disabled={workbench.state?.readOnly}
          onClick={() => setEdited(!isEdited)}
        >
          {isEdited ? "Read" : "Edit"}
        </button>
      </div>
      {isEdited
        ? <TextEditor doc={doc} label="Docs" keys={keys} language="text" />
        : text === ""
        ? <p class="hint">Nothing is written yet: Edit takes Markdown.</p>
        : <Markdown text={text} />}
    </>
  );
}
