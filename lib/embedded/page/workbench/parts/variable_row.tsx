/** @jsxRuntime automatic */
/** @jsxImportSource preact */
/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { useState } from "preact/hooks";
import type { Json, Keys, VariableView } from "../api.ts";
import type { Doc } from "../state/doc.ts";
import { listAt, textAt } from "../state/json_edit.ts";
import { saveDoc } from "../state/save_actions.ts";
import { shown } from "../../shown.ts";
import { useWorkbench } from "./context.tsx";
import { Field } from "./field.tsx";
import { DefinitionTip } from "./placeholder_tip.tsx";
import { type ShownDefinition, shownDefinitions } from "./shown_definitions.ts";

/** A variable with the definition that wins, and those behind it. */
export function VariableRow(
  { variable: { name, definitions, hides, more = 0 } }: {
    readonly variable: VariableView;
  },
) {
  const [first, ...behind] = shownDefinitions(definitions);
  return (
    <li>
      <code>{shown(name)}</code>
      {first && <DefinitionRow name={name} shown={first} />}
      {behind.length > 0 && (
        <details>
          <summary class="faint">
            {hides ? "hides " : "others: "}
            {behind.length + more}
          </summary>
          {behind.map((it, at) => (
            <div key={at} class="definition-row">
              <DefinitionRow name={name} shown={it} isBehind />
            </div>
          ))}
          {more > 0 && <p class="tip-line">and {more} more</p>}
        </details>
      )}
    </li>
  );
}

/** A definition, whose value is edited in place. */
function DefinitionRow({ name, shown: definition, isBehind }: {
  readonly name: string;
  readonly shown: ShownDefinition;
  readonly isBehind?: boolean;
}) {
  const workbench = useWorkbench();
  const [edited, setEdited] = useState<{ doc: Doc; keys: Keys }>();
  const { by, place, scope, label = scope } = definition.definition;
  const id = by === "file" ? place?.id : undefined;
  const edit = async () => {
    const doc = id === undefined ? undefined : await workbench.opened(id);
    const keys = doc && keysOf(doc, name);
    if (doc && keys) setEdited({ doc, keys });
    else if (id !== undefined) workbench.goToLine(id, place?.line);
  };
  if (edited) {
    return (
      <ValueForm
        name={name}
        {...edited}
        onClose={() => setEdited(undefined)}
      />
    );
  }
  return (
    <>
      <DefinitionTip {...definition} />
      {id !== undefined && !workbench.state?.readOnly && (
        <button
          type="button"
          class="link"
          aria-label={`Edit ${name}${isBehind ? ` of ${label}` : ""}`}
          onClick={edit}
        >
          Edit
        </button>
      )}
    </>
  );
}

/** The value as its file has it; Enter saves it there. */
function ValueForm({ name, doc, keys, onClose }: {
  readonly name: string;
  readonly doc: Doc;
  readonly keys: Keys;
  readonly onClose: () => void;
}) {
  const workbench = useWorkbench();
  const [text, setText] = useState(textAt(doc.document, keys));
  const env = envName(textAt(doc.view.document, keys));
  const save = async (event: Event) => {
    event.preventDefault();
    doc.set(keys, text, Date.now());
    workbench.edited(doc);
    await saveDoc(workbench, doc);
    if (!doc.isDirty) onClose();
  };
  return (
    <form
      class="value-form"
      onSubmit={save}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        onClose();
      }}
    >
      <Field
        label={`Value of ${name}`}
        value={text}
        takesLines
        onInput={setText}
        inputRef={(element) => {
          if (element?.dataset.seen === undefined) element?.focus();
          if (element) element.dataset.seen = "";
        }}
      />
      <button type="submit" class="plain-button">Save it</button>
      <button type="button" class="link" onClick={onClose}>Cancel</button>
      {env !== undefined && <EnvHint of={name} env={env} />}
    </form>
  );
}

/** A secret that was kept out of the file must not get into it unnoticed. */
export function EnvHint({ of, env }: {
  readonly of: string;
  readonly env: string;
}) {
  return (
    <p class="hint">
      The value of <code>{shown(of)}</code> is that of <code>{env}</code>{" "}
      in .env or the environment: change it there. What you type here is written
      into the file as it is.
    </p>
  );
}

/** The entry of `.env` that a value in a file stands for, if it does. */
export function envName(value: string): string | undefined {
  return /^\{\{\s*process\.env\.(\w+)\s*\}\}$/.exec(value)?.[1];
}

/** Where the value of a variable stands in its file. */
function keysOf(doc: Doc, name: string): Keys | undefined {
  const { kind } = doc.view;
  const keys = kind === "environment"
    ? ["variables"]
    : [kind === "request" ? "runtime" : "request", "variables"];
  const at = listAt(doc.document, keys).findLastIndex((it) =>
    textAt(it, ["name"]) === name &&
    (it as { disabled?: Json }).disabled !== true
  );
  if (at < 0) return undefined;
  return [...keys, at, ...valuePath(listAt(doc.document, keys)[at])];
}

/** A value of a kind stands in a mapping with its type. */
export function valuePath(row: Json | undefined): readonly string[] {
  return textAt(row, ["value", "type"]) === "" ? ["value"] : ["value", "data"];
}
