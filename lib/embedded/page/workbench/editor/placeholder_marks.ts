/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { type Extension, StateEffect, StateField } from "@codemirror/state";
import {
  closeHoverTooltips,
  Decoration,
  EditorView,
  hoverTooltip,
  keymap,
  MatchDecorator,
  showTooltip,
  type Tooltip,
  type TooltipView,
  ViewPlugin,
  type ViewUpdate,
} from "@codemirror/view";
import { PLACEHOLDER } from "../placeholder_pattern.ts";
import type { EditorOptions } from "./types.ts";

/** What placeholders mean has changed: they are marked anew. */
export const marksChanged = StateEffect.define<null>();

/** Pins a note to the text, or takes it away. */
const pinned = StateEffect.define<Tooltip | null>();

/** The note that was asked for with the keyboard; an edit takes it away. */
const pinnedNote = StateField.define<Tooltip | null>({
  create: () => null,
  update(note, { effects, docChanged, selection }) {
    const next = effects.find((it) => it.is(pinned));
    return next ? next.value : docChanged || selection ? null : note;
  },
  provide: (field) => showTooltip.from(field),
});

type Options = Pick<EditorOptions, "describe" | "isText" | "isUnresolved">;

/** Marks placeholders, and tells of the one that is pointed at, or that the cursor is in. */
export function placeholderMarks(
  { describe, isText = () => false, isUnresolved = () => false }: Options,
): Extension {
  const matcher = new MatchDecorator({
    regexp: PLACEHOLDER,
    decoration: ([, expression]) =>
      isText(expression.trim()) ? null : Decoration.mark({
        class: isUnresolved(expression.trim())
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
  if (describe === undefined) return marks;
  // A note that Escape closed stays closed until the pointer moves: browsers
  // report a move, too, where the page changes below a pointer that rests.
  let pointer = "";
  let restsAt: string | undefined;
  const moves = EditorView.domEventObservers({
    mousemove({ clientX, clientY }) {
      pointer = `${clientX} ${clientY}`;
      if (pointer !== restsAt) restsAt = undefined;
    },
  });
  const hover = hoverTooltip((view, at) =>
    view.state.field(pinnedNote) || restsAt !== undefined
      ? null
      : noteAt(view, at, { describe, isText })
  );
  const keys = keymap.of([{
    key: "Mod-i",
    run(view) {
      const { head } = view.state.selection.main;
      const note = noteAt(
        view,
        head,
        { describe, isText },
        () => restsAt = pointer,
      );
      view.dispatch({ effects: [closeHoverTooltips, pinned.of(note)] });
      return note !== null;
    },
  }]);
  return [keys, marks, moves, hover, pinnedNote];
}

/** The note of the placeholder at an offset; a pinned one, with `onClosed`, takes the focus until Escape. */
function noteAt(
  view: EditorView,
  at: number,
  { describe, isText }: Required<Pick<Options, "describe" | "isText">>,
  onClosed?: () => void,
): Tooltip | null {
  const { from, text } = view.state.doc.lineAt(at);
  for (const match of text.matchAll(PLACEHOLDER)) {
    const start = from + match.index;
    const end = start + match[0].length;
    if (at < start || at > end || isText(match[1].trim())) continue;
    const replace = (insert: string) => {
      view.dispatch({ changes: { from: start, to: end, insert } });
      view.focus();
    };
    return {
      pos: start,
      end,
      create(): TooltipView {
        const note = describe(match[1].trim(), replace);
        if (onClosed === undefined) return note;
        note.dom.tabIndex = -1;
        note.dom.addEventListener("keydown", (event) => {
          if (event.key !== "Escape") return;
          event.stopPropagation();
          onClosed();
          view.dispatch({ effects: pinned.of(null) });
          view.focus();
        });
        return {
          ...note,
          mount: () =>
            (note.dom.querySelector<HTMLElement>("button") ?? note.dom).focus(),
        };
      },
    };
  }
  return null;
}
