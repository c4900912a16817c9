/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import {
  acceptCompletion,
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from "@codemirror/autocomplete";
import {
  defaultKeymap,
  history,
  historyKeymap,
  indentLess,
  insertTab,
} from "@codemirror/commands";
import {
  bracketMatching,
  codeFolding,
  foldGutter,
  foldKeymap,
  indentOnInput,
  syntaxHighlighting,
} from "@codemirror/language";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { Compartment, EditorState, type Extension } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import { hiddenSpans } from "./hidden_spans.ts";
import { languageOf } from "./languages.ts";
import { classes } from "./highlighting.ts";
import { marksChanged, placeholderMarks } from "./placeholder_marks.ts";
import { problemMarks, problemsChanged } from "./problem_marks.ts";
import type { EditorOptions, Editors } from "./types.ts";

/** Puts an editor into an element; the page loads this script when it first needs one. */
export const createEditor: Editors["createEditor"] = (parent, options) => {
  const language = new Compartment();
  /** What the editor holds, once it was told: a long text takes time to put together. */
  let told: string | undefined;
  const extensions: Extension[] = [
    lineNumbers(),
    foldGutter(),
    codeFolding(),
    highlightSpecialChars(),
    history(),
    drawSelection(),
    indentOnInput(),
    bracketMatching(),
    closeBrackets(),
    highlightActiveLine(),
    highlightSelectionMatches(),
    EditorView.lineWrapping,
    syntaxHighlighting(classes),
    language.of(languageOf(options.language)),
    EditorView.cspNonce.of(options.nonce),
    EditorView.contentAttributes.of({
      "aria-label": options.label,
      spellcheck: "false",
      tabindex: "0",
    }),
    EditorState.readOnly.of(options.readOnly ?? false),
    placeholderMarks(options),
    problemMarks,
    hiddenSpans,
    autocompletion({
      ...options.complete && { override: [completing(options.complete)] },
    }),
    keymap.of([
      // Keys of the page come first.
      { key: "Mod-Enter", run: () => true },
      { key: "Tab", run: acceptCompletion },
      // Escape, then Tab, leaves the editor: the library sees to it.
      { key: "Tab", run: insertTab, shift: indentLess },
      ...closeBracketsKeymap,
      ...searchKeymap,
      ...historyKeymap,
      ...foldKeymap,
      ...completionKeymap,
      ...defaultKeymap.filter(({ key }) => key !== "Mod-Enter"),
    ]),
    EditorView.updateListener.of((update) => {
      if (!update.docChanged) return;
      told = update.state.doc.toString();
      options.onChange?.(told);
    }),
  ];
  const view = new EditorView({
    parent,
    state: EditorState.create({ doc: options.text, extensions }),
  });
  return {
    text: () => view.state.doc.toString(),
    setText(text) {
      if (text === (told ?? view.state.doc.toString())) return;
      view.dispatch({
        changes: { from: 0, to: view.state.doc.length, insert: text },
      });
    },
    setLanguage: (name) =>
      view.dispatch({ effects: language.reconfigure(languageOf(name)) }),
    goTo(line, column = 1) {
      const { from, to } = view.state.doc.line(
        Math.max(1, Math.min(line, view.state.doc.lines)),
      );
      const anchor = Math.min(to, from + column - 1);
      view.dispatch({ selection: { anchor }, scrollIntoView: true });
      view.focus();
    },
    focus: () => view.focus(),
    marksChanged: () => view.dispatch({ effects: marksChanged.of(null) }),
    setProblems: (problems) =>
      view.dispatch({ effects: problemsChanged.of(problems) }),
    destroy: () => view.destroy(),
  };
};

type Complete = NonNullable<EditorOptions["complete"]>;

/** Completion as the page's server offers it. */
function completing(complete: Complete) {
  return async (
    { state, pos, explicit }: {
      state: EditorState;
      pos: number;
      explicit: boolean;
    },
  ) => {
    const line = state.doc.lineAt(pos);
    const before = line.text.slice(0, pos - line.from);
    if (!explicit && !/\{\{[^{}]*$/.test(before)) return null;
    const offer = await complete(state.doc.toString(), pos);
    if (!offer?.options.length) return null;
    return {
      from: offer.from,
      to: offer.to,
      options: offer.options.map(({ label, insert, detail }) => ({
        label,
        apply: insert,
        ...detail !== undefined && { detail },
      })),
      // The server has chosen what fits.
      filter: false,
    };
  };
}
