/** @jsxRuntime automatic */
/** @jsxImportSource preact */
/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { counted } from "../../../core/source/counted.ts";
import { isPastedCommand } from "../../../tools/convert/command_text.ts";
import type { ContextType } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Icon } from "../icon.tsx";
import { PlaceOpener } from "../place_text.tsx";
import { shown } from "../shown.ts";
import { ResponsePane } from "./answer/response_pane.tsx";
import { useWorkbench } from "./parts/context.tsx";
import { Splitter, usePaneWidth } from "./parts/splitter.tsx";
import { RequestPane } from "./request/request_pane.tsx";
import { actOnKey } from "./state/actions.ts";
import { shownLine } from "./state/shown_line.ts";
import { itemOfFile } from "./state/file_item.ts";
import type { PagePlace } from "./state/place.ts";
import { TreePane } from "./tree/tree_pane.tsx";
import { problemsShownAt } from "./tree/tree_rows.ts";
import { dropFiles, importPasted } from "./state/imports.ts";
import { isUnsaved } from "./state/unsaved.ts";
import { Dialogs } from "./views/dialogs.tsx";
import { HistoryPage } from "./views/history.tsx";
import { Home } from "./views/home.tsx";
import { ProblemItem, Problems } from "./views/problems.tsx";
import { RunView } from "./views/run_view.tsx";
import { VariablesPage } from "./views/variables.tsx";

/** The page: tree, request and answer, or another view beside the tree. */
export function App() {
  const workbench = useWorkbench();
  const { place, state, doc } = workbench;
  const [tree, setTree] = usePaneWidth("tree", 250);
  const [answer, setAnswer] = usePaneWidth("answer", 0);
  const [isOver, setOver] = useState(false);
  const main = useRef<HTMLElement>(null);
  const opener = usePlaceOpener();
  useGlobalKeys();
  useEffect(() => {
    const dirty = doc?.isDirty ? "• " : "";
    document.title = [doc && dirty + doc.view.name, state?.name, "Brace"]
      .filter(Boolean).join(" – ");
  });
  if (state === undefined) return null;
  const isRequest = doc?.view.kind === "request";
  return (
    <div
      class={isOver ? "app workbench dropping" : "app workbench"}
      onDragOver={(event) => {
        if (!event.dataTransfer?.types.includes("Files")) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false);
        if (!event.dataTransfer?.files.length) return;
        event.preventDefault();
        void dropFiles(workbench, event.dataTransfer.files);
      }}
    >
      <a
        class="skip"
        href="#main"
        onClick={(event) => {
          event.preventDefault();
          main.current?.focus();
        }}
      >
        Skip to the content
      </a>
      <Head />
      <Ended />
      <Notices />
      <div
        class={place.view === "home" ? "columns3 at-home" : "columns3"}
        style={{
          "--tree": `${tree}px`,
          "--answer": answer ? `${answer}px` : "37%",
        }}
      >
        <TreePane>
          <Splitter
            label="Width of the tree"
            value={tree}
            min={160}
            max={600}
            onChange={setTree}
          />
        </TreePane>
        <main id="main" ref={main} tabIndex={-1} class={isRequest ? "two" : ""}>
          <PlaceOpener.Provider value={opener}>
            <Place place={place} />
            {isRequest && (
              <>
                <Splitter
                  label="Width of the response"
                  value={answer}
                  min={240}
                  max={1400}
                  sign={-1}
                  onChange={setAnswer}
                />
                <ResponsePane
                  key={doc.view.id}
                  send={workbench.sendOf(doc.view.id)}
                />
              </>
            )}
          </PlaceOpener.Provider>
        </main>
      </div>
      <Dialogs />
    </div>
  );
}

function Place({ place }: { readonly place: PagePlace }) {
  const { doc, isOpening, state } = useWorkbench();
  const isUnread = state?.broken.some(({ id }) => id === state.collection);
  switch (place.view) {
    case "item":
      return doc === undefined
        ? isOpening ? null : (
          <p class="empty">
            {isUnread
              ? "Brace cannot read the collection's own file: repair it in Source."
              : "This file does not exist any more."}
          </p>
        )
        : <RequestPane key={doc.view.id} doc={doc} />;
    case "run":
      return <RunView />;
    case "history":
      return <HistoryPage />;
    case "variables":
      return <VariablesPage />;
    case "problems":
      return <Problems />;
    case "home":
      return <Home />;
    default:
      return place satisfies never;
  }
}

const LINKS = [
  ["run", "Run", "play", "Alt+R"],
  ["history", "History", "clock", "Alt+H"],
  ["variables", "Variables", "braces", "Alt+V"],
  ["problems", "Problems", "warning", "Alt+P"],
] as const;

/** The collection's name, environments, and the way to other views. */
function Head() {
  const workbench = useWorkbench();
  const { state, place } = workbench;
  const { name = "", environments = [], selected = [] } = state ?? {};
  const several = selected.length > 1 ? selected.join(" + ") : undefined;
  const problems = (state?.items ?? []).reduce(
    (sum, item) => sum + problemsShownAt(item),
    0,
  ) + (state?.broken.length ?? 0);
  return (
    <header>
      <a class="brand" href="#/">
        <span class="braces" aria-hidden="true">{"{ }"}</span>
        <span class="brand-name">{shown(name)}</span>
      </a>
      {state?.readOnly && <span class="tag">read only</span>}
      <div class="environment">
        <select
          aria-label="Environment"
          class={selected.length > 0 ? "set" : ""}
          value={several ?? selected[0] ?? ""}
          onChange={({ currentTarget: { value } }) =>
            void workbench.selectEnvironments(value === "" ? [] : [value])}
        >
          <option value="">No environment</option>
          {environments.map(({ id, name }) => (
            <option key={id} value={name}>
              {isUnsaved(workbench, id) ? `${name} •` : name}
            </option>
          ))}
          {several && <option value={several}>{several}</option>}
        </select>
        <button
          type="button"
          class="icon-button"
          aria-label="Layers"
          title="Several at once"
          onClick={() => workbench.ask({ kind: "environments" })}
        >
          <Icon name="layers" />
        </button>
      </div>
      <div class="head-views">
        {LINKS.map(([view, title, icon, keys]) =>
          view === "run" && place.view === "run"
            ? <HereIsRun key={view} />
            : (
              <button
                key={view}
                type="button"
                class="head-button"
                aria-current={place.view === view ? "page" : undefined}
                aria-label={title}
                title={`${title} (${keys})`}
                aria-keyshortcuts={keys}
                onClick={() => workbench.go({ view })}
              >
                <Icon name={icon} />
                <span class="head-title">{title}</span>
                {view === "problems" && problems > 0 && (
                  <span class="badge" data-text={problems} />
                )}
              </button>
            )
        )}
      </div>
      <div class="tools">
        <button
          type="button"
          class="icon-button"
          aria-label="Keyboard shortcuts"
          title="Keyboard shortcuts (?)"
          onClick={() => workbench.ask({ kind: "keys" })}
        >
          <Icon name="help" />
        </button>
      </div>
    </header>
  );
}

/** The view of runs is shown: the button "Run" is in it. */
function HereIsRun() {
  return (
    <span class="head-button" aria-current="page">
      <Icon name="play" />
      <span class="head-title">Run</span>
    </span>
  );
}

/** The server is not there any more, or does not know this page. */
export function Ended() {
  const { ended } = useWorkbench();
  if (ended === undefined) return null;
  return (
    <p class="note bad ended" role="alert">
      {ended === "gone"
        ? "brace open has ended. What you typed is kept in this tab: start it again with the same --port, and open its new address here."
        : "This address has been used, or brace open was started anew. Press Enter where it runs, and open the new address in this tab: what you typed is kept."}
    </p>
  );
}

/** What went wrong or is done, in a line. */
function Notices() {
  const workbench = useWorkbench();
  const { notice } = workbench;
  // One that says the same adds no more than its place, which the text names.
  const problems = (notice?.problems ?? []).filter(({ message }) =>
    message !== notice?.text
  );
  return (
    <div class="notices" aria-live="polite">
      {notice && (
        <div class={notice.kind === "error" ? "toast bad" : "toast"}>
          <p>{shown(notice.text)}</p>
          {problems.length > 0 && (
            <ul class="problems">
              {problems.slice(0, 5).map((it, index) => (
                <ProblemItem key={index} problem={it} />
              ))}
            </ul>
          )}
          {notice.notes && (
            <details class="toast-notes">
              <summary>{counted(notice.notes.length, "note")}</summary>
              <ul>
                {notice.notes.map((it, index) => (
                  <li key={index}>{shown(it)}</li>
                ))}
              </ul>
            </details>
          )}
          <button
            type="button"
            class="icon-button"
            aria-label="Close the message"
            onClick={() => {
              workbench.notice = undefined;
              workbench.changed();
            }}
          >
            <Icon name="close" />
          </button>
        </div>
      )}
    </div>
  );
}

/** Opens the line that an error or a failed check names. */
function usePlaceOpener(): ContextType<typeof PlaceOpener> {
  const workbench = useWorkbench();
  return (location, source) => {
    const { file = "", line } = location;
    const id = workbench.state && itemOfFile(workbench.state, file);
    if (id === undefined) return undefined;
    const doc = workbench.docs.get(id);
    const place = doc ? shownLine(doc, location, source) : { line };
    return place && (() => workbench.goToLine(id, place.line, place.path));
  };
}

/** The keys that work everywhere. */
function useGlobalKeys(): void {
  const workbench = useWorkbench();
  // Before the page is painted: an effect comes after it, and would miss a key.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isAsked = workbench.asking !== undefined ||
        workbench.questions.length > 0;
      if (event.defaultPrevented && event.key !== "Enter" || isAsked) return;
      if (actOnKey(workbench, event)) event.preventDefault();
    };
    const onPaste = (event: ClipboardEvent) => {
      const text = event.clipboardData?.getData("text/plain").trim() ?? "";
      // In a text of several lines, a command is text.
      const isText = event.target instanceof Element &&
        event.target.closest("dialog, textarea, .cm-editor") !== null;
      const { readOnly, empty } = workbench.state ?? { readOnly: true };
      if (!isPastedCommand(text) || isText || readOnly || empty) return;
      event.preventDefault();
      void workbench.try(() => importPasted(workbench, text));
    };
    addEventListener("keydown", onKey);
    addEventListener("paste", onPaste);
    return () => {
      removeEventListener("keydown", onKey);
      removeEventListener("paste", onPaste);
    };
  }, []);
}
