/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { type Extension, StateEffect } from "@codemirror/state";
import {
  Decoration,
  hoverTooltip,
  MatchDecorator,
  ViewPlugin,
  type ViewUpdate,
} from "@codemirror/view";
import type { EditorOptions } from "./types.ts";

const PLACEHOLDER = /\{\{([^{}]*)\}\}/g;

/** What placeholders mean has changed: they are marked anew. */
export const marksChanged = StateEffect.define<null>();

/** Marks placeholders, and tells of the one that is pointed at. */
export function placeholderMarks(
  describe: EditorOptions["describe"] = () => undefined,
): Extension {
  const matcher = new MatchDecorator({
    regexp: PLACEHOLDER,
    decoration: ([, expression]) =>
      Decoration.mark({
        class: describe(expression.trim())?.unresolved
          ? "brace-mark unresolved"
          : "brace-mark",
      }),
  });
  const marks = ViewPlugin.define(
    (view) => ({
      decorations: matcher.createDeco(view),
      update(update: ViewUpdate) {
        const isNew = update.transactions.some(({ effects }) =>
          effects.some((it) => it.is(marksChanged))
        );
        this.decorations = isNew
          ? matcher.createDeco(update.view)
          : matcher.updateDeco(update, this.decorations);
      },
    }),
    { decorations: ({ decorations }) => decorations },
  );
  const hover = hoverTooltip((view, at) => {
    const { from, text } = view.state.doc.lineAt(at);
    for (const match of text.matchAll(PLACEHOLDER)) {
      const [start, end] = [
        from + match.index,
        from + match.index + match[0].length,
      ];
      if (at < start || at > end) continue;
      const note = describe(match[1].trim());
      if (note === undefined) return null;
      return {
        pos: start,
        end,
        create() {
          const dom = document.createElement("div");
          dom.className = "tip-box cm-note";
          dom.textContent = note.text;
          return { dom };
        },
      };
    }
    return null;
  });
  return [marks, hover];
}
