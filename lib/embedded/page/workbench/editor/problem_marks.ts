/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import {
  type Extension,
  RangeSetBuilder,
  StateEffect,
  StateField,
  type Text,
} from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView } from "@codemirror/view";
import type { LineProblem } from "./types.ts";

/** What checks say of the text has changed. */
export const problemsChanged = StateEffect.define<readonly LineProblem[]>();

/** Marks the lines of which checks say something, as long as nobody edits them. */
export const problemMarks: Extension = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, { effects, changes, newDoc, docChanged }) {
    const told = effects.find((it) => it.is(problemsChanged));
    if (told) return marksOf(newDoc, told.value);
    if (!docChanged) return marks;
    return marks.update({
      filter: (from, to) => changes.touchesRange(from, to) === false,
    }).map(changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

function marksOf(
  doc: Text,
  problems: readonly LineProblem[],
): DecorationSet {
  const byLine = Map.groupBy(problems, ({ line }) => line);
  const builder = new RangeSetBuilder<Decoration>();
  for (const line of [...byLine.keys()].sort((a, b) => a - b)) {
    if (line < 1 || line > doc.lines) continue;
    const { from, text } = doc.line(line);
    const all = byLine.get(line)!;
    const start = text.length - text.trimStart().length;
    const end = text.trimEnd().length;
    if (start >= end) continue;
    const isError = all.some(({ severity }) => severity === "error");
    builder.add(
      from + start,
      from + end,
      Decoration.mark({
        class: `cm-problem ${isError ? "error" : "warning"}`,
        attributes: { title: all.map(({ message }) => message).join("\n") },
      }),
    );
  }
  return builder.finish();
}
