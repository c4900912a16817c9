/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import type { Extension } from "@codemirror/state";
import {
  Decoration,
  type DecorationSet,
  EditorView,
  MatchDecorator,
  ViewPlugin,
  type ViewUpdate,
  WidgetType,
} from "@codemirror/view";
import { HIDDEN } from "../api.ts";

/** What stands for a secret that the page does not see. */
class Dots extends WidgetType {
  override eq(): boolean {
    return true;
  }

  toDOM(): HTMLElement {
    const dots = document.createElement("span");
    dots.className = "cm-hidden";
    dots.textContent = "••••";
    dots.title = "A hidden secret: it stays unless you write over it";
    return dots;
  }
}

const matcher = new MatchDecorator({
  regexp: HIDDEN,
  decoration: Decoration.replace({ widget: new Dots() }),
});

/** Hidden spans are one sign, which is kept or deleted as a whole. */
export const hiddenSpans: Extension = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;

    constructor(view: EditorView) {
      this.decorations = matcher.createDeco(view);
    }

    update(update: ViewUpdate) {
      this.decorations = matcher.updateDeco(update, this.decorations);
    }
  },
  {
    decorations: ({ decorations }) => decorations,
    provide: (plugin) =>
      EditorView.atomicRanges.of((view) =>
        view.plugin(plugin)?.decorations ?? Decoration.none
      ),
  },
);
