/** @jsxRuntime automatic */
/** @jsxImportSource preact */
/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import type { Json, Keys } from "../api.ts";
import type { Doc } from "../state/doc.ts";
import { at, textAt } from "../state/json_edit.ts";
import { useWorkbench } from "../parts/context.tsx";
import { Field } from "../parts/field.tsx";

/** The paths of a part's files, one a field; typing in the last one adds a file. */
export function PartFiles({ doc, keys, name }: {
  readonly doc: Doc;
  /** Where the path stands, or the list of them. */
  readonly keys: Keys;
  /** Names the part for screen readers. */
  readonly name: string;
}) {
  const workbench = useWorkbench();
  const value = at(doc.document, keys);
  const isList = Array.isArray(value);
  const paths = pathsOf(value);
  const set = (next: readonly Json[]) => {
    // A file that has one path as a text keeps it so.
    const isText = !isList && next.length < 2;
    doc.set(keys, isText ? next[0] ?? "" : next, Date.now());
    workbench.edited(doc);
  };
  const type = (index: number, text: string) => {
    const isLast = index >= paths.length - 1;
    set([
      ...paths.slice(0, index),
      ...(isLast && text === "" ? [] : [text]),
      ...paths.slice(index + 1),
    ]);
  };
  const leave = () => {
    const filled = paths.filter((_, index) => textAt(paths, [index]) !== "");
    if (doc.isDirty && filled.length < paths.length) set(filled);
  };
  const count = paths.length + (workbench.state?.readOnly ? 0 : 1);
  return (
    <div
      class="fields"
      onFocusOut={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget as Node | null)) leave();
      }}
    >
      {Array.from({ length: count }, (_, index) => (
        <Field
          key={index}
          label={`${name} file ${index + 1}`}
          value={textAt(paths, [index])}
          keys={isList || index > 0 ? [...keys, index] : keys}
          hint={index === 0 ? "Path of a file" : "Path of another file"}
          onInput={(text) => type(index, text)}
        />
      ))}
    </div>
  );
}

function pathsOf(value: Json | undefined): readonly Json[] {
  if (Array.isArray(value)) return value;
  return textAt(value, []) === "" ? [] : [value!];
}

/** What a part says as a text that said it as files. */
export function textOfFiles(value: Json | undefined): string {
  return pathsOf(value).map((path) => textAt(path, [])).join(", ");
}
