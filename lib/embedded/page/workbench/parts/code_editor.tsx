/** @jsxRuntime automatic */
/** @jsxImportSource preact */
/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { render } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Keys } from "../api.ts";
import type {
  Editor,
  EditorLanguage,
  EditorOptions,
  Editors,
  LineProblem,
} from "../editor/types.ts";
import { PLACEHOLDER } from "../placeholder_pattern.ts";
import type { Doc } from "../state/doc.ts";
import { listAt, textAt } from "../state/json_edit.ts";
import { call } from "../state/session.ts";
import { useWorkbench, WorkbenchContext } from "./context.tsx";
import { PlaceholderTip } from "./placeholder_tip.tsx";

let loading: Promise<Editors> | undefined;

/** The editors are a script of their own, which is loaded when the first one is needed. */
function loadEditors(): Promise<Editors> {
  const { content } = document.querySelector<HTMLMetaElement>(
    "meta[name=editors]",
  )!;
  return loading ??= import(content);
}

function nonce(): string {
  return document.querySelector<HTMLMetaElement>("meta[name=nonce]")!.content;
}

const SCRIPTS: ReadonlySet<EditorLanguage> = new Set([
  "javascript",
  "typescript",
]);

/** The scripts that an item's file has. */
function scriptsOf(doc: Doc | undefined): string[] {
  return ["runtime", "request"].flatMap((level) =>
    listAt(doc?.document, [level, "scripts"]).map((it) => textAt(it, ["code"]))
  );
}

/** An editor for a text of several lines. */
export function CodeEditor(
  {
    label,
    language,
    text,
    keys,
    readOnly,
    onChange,
    line,
    problems,
    class: name,
  }: {
    readonly label: string;
    readonly language: EditorLanguage;
    readonly text: string;
    /** Where its text stands in the document; absent: it is the file's source. */
    readonly keys?: Keys;
    readonly readOnly?: boolean;
    readonly onChange: (text: string) => void;
    /** The line to go to, from 1. */
    readonly line?: number;
    /** What checks say of its lines, as the file has them; absent: of none. */
    readonly problems?: readonly LineProblem[] | undefined;
    readonly class?: string;
  },
) {
  const workbench = useWorkbench();
  const parent = useRef<HTMLDivElement>(null);
  const editor = useRef<Editor>();
  const [isReady, setReady] = useState(false);
  const now = useRef({ onChange, text, language });
  now.current = { onChange, text, language };
  const isReadOnly = readOnly ?? workbench.state?.readOnly ?? false;
  useEffect(() => {
    let isGone = false;
    loadEditors().then(({ createEditor }) => {
      if (isGone) return;
      editor.current = createEditor(parent.current!, {
        language,
        text: now.current.text,
        label,
        nonce: nonce(),
        readOnly: isReadOnly,
        onChange: (text) => {
          if (text === now.current.text) return;
          now.current.text = text;
          now.current.onChange(text);
        },
        complete: (source, offset) => complete(source, offset),
        describe,
        isText: (expression) =>
          workbench.note(`{{${expression}}}`)?.problem !== undefined &&
          isOfScript(expression),
        isUnresolved: (expression) =>
          workbench.note(`{{${expression}}}`)?.problem !== undefined,
      });
      setReady(true);
    }, (error) => workbench.fail(error));
    return () => {
      isGone = true;
      editor.current?.destroy();
      editor.current = undefined;
    };
  }, [isReadOnly]);
  // At once: later the person may have typed on, and it would be undone.
  useLayoutEffect(() => editor.current?.setText(text), [text, isReady]);
  useEffect(() => editor.current?.setLanguage(language), [language, isReady]);
  useEffect(() => {
    if (line !== undefined) editor.current?.goTo(line);
  }, [line, isReady]);
  useEffect(() => {
    editor.current?.marksChanged();
  }, [workbench.notes.version, isReady]);
  useEffect(() => {
    if (problems !== undefined) editor.current?.setProblems(problems);
  }, [problems, isReady]);

  // A template of another engine is text in a script, which only its calls
  // resolve: checks know these, and mark the lines of their mistakes.
  const isOfScript = (expression: string) =>
    SCRIPTS.has(now.current.language) ||
    keys === undefined &&
      scriptsOf(workbench.doc).some((code) =>
        [...code.matchAll(PLACEHOLDER)].some(([, one]) =>
          one.trim() === expression
        )
      );
  const complete: NonNullable<EditorOptions["complete"]> = async (
    source,
    offset,
  ) => {
    const id = workbench.doc?.view.id;
    if (id === undefined) return undefined;
    const cursor = keys === undefined
      ? { source, offset }
      : { keys, text: source, offset };
    return await workbench.try(() => call("complete", { id, ...cursor }));
  };
  const describe: EditorOptions["describe"] = (expression, replace) => {
    const dom = document.createElement("div");
    dom.className = "tip-box cm-note";
    dom.role = "group";
    dom.ariaLabel = "Placeholder";
    const text = `{{${expression}}}`;
    render(
      <WorkbenchContext.Provider value={workbench}>
        <PlaceholderTip
          text={text}
          view={workbench.note(text)}
          {...!isReadOnly && {
            onReplace: replace,
          }}
        />
      </WorkbenchContext.Provider>,
      dom,
    );
    return { dom, destroy: () => render(null, dom) };
  };
  return <div class={`editor ${name ?? ""}`} ref={parent} />;
}
