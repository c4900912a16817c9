/** @jsxRuntime automatic */
/** @jsxImportSource preact */
/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { useState } from "preact/hooks";
import { METHOD_CHOICES } from "./methods.ts";
import type { Json, Problem } from "../api.ts";
import type { Doc } from "../state/doc.ts";
import { at, listAt, textAt } from "../state/json_edit.ts";
import { editorOf } from "../state/shown_line.ts";
import { lastTab } from "../state/last_tab.ts";
import { discard, saveDoc } from "../state/save_actions.ts";
import { useWorkbench } from "../parts/context.tsx";
import { Field } from "../parts/field.tsx";
import { Tabs } from "../parts/tabs.tsx";
import { UnsentNote } from "../parts/unsaved.tsx";
import { unsentWith } from "../state/unsaved.ts";
import { AuthTab } from "./auth_tab.tsx";
import { BodyTab } from "./body_tab.tsx";
import { DocsTab } from "./docs_tab.tsx";
import { ExamplesTab } from "./examples_tab.tsx";
import { followUrl } from "./query.ts";
import { ResolvedTab } from "./resolved_tab.tsx";
import {
  AssertionsTab,
  HeadersTab,
  ParamsTab,
  VariablesTab,
} from "./row_tabs.tsx";
import { ScriptsTab } from "./scripts_tab.tsx";
import { sectionOf } from "./section.ts";
import { SettingsTab } from "./settings_tab.tsx";
import { SourceTab } from "./source_tab.tsx";

const TABS = [
  "Params",
  "Headers",
  "Body",
  "Auth",
  "Variables",
  "Scripts",
  "Assertions",
  "Docs",
  "Examples",
  "Settings",
  "Source",
  "Resolved",
] as const;

type TabName = typeof TABS[number];

/** The tabs of what is not a request. */
const LEVEL_TABS: readonly TabName[] = [
  "Headers",
  "Auth",
  "Variables",
  "Scripts",
  "Docs",
  "Source",
];
const ENVIRONMENT_TABS: readonly TabName[] = ["Variables", "Source"];
/** The tabs of a request that is edited as text: one of Postman 12, or one that cannot be read. */
const TEXT_TABS: readonly TabName[] = ["Source", "Resolved"];

/** An item, to be read and edited. */
export function RequestPane({ doc }: { readonly doc: Doc }) {
  const workbench = useWorkbench();
  const { view } = doc;
  const isRequest = view.kind === "request";
  const hasExamples = listAt(view.document, ["examples"]).length > 0;
  const isText = view.document === undefined;
  const names: readonly TabName[] = isText
    ? isRequest ? TEXT_TABS : ["Source"]
    : isRequest
    ? TABS.filter((name) => name !== "Examples" || hasExamples)
    : view.kind === "environment"
    ? ENVIRONMENT_TABS
    : view.kind === "other"
    ? ["Source"]
    : LEVEL_TABS;
  const [tab, setTab] = useState(lastTab.name as TabName);
  const { line } = workbench;
  const wanted = line?.id === view.id
    ? editorOf(line.path ?? "") ?? "Source"
    : undefined;
  const chosen = wanted ?? (names.includes(tab) ? tab : names[0]);
  const choose = (name: TabName) => {
    workbench.line = undefined;
    lastTab.name = name;
    setTab(name);
  };
  const tabs = badges(doc, names);
  return (
    <section class="request-pane" aria-label="Request">
      <PaneHead doc={doc} />
      {isRequest && !isText && <Target doc={doc} />}
      {isRequest && <UnsentNote docs={unsentWith(workbench, view.id)} />}
      {chosen !== "Source" && <ProblemLine doc={doc} />}
      <Tabs label="Request" tabs={tabs} chosen={chosen} onChoose={choose}>
        {doc.source !== undefined && chosen !== "Source" &&
            chosen !== "Resolved"
          ? <SourceIsEdited doc={doc} />
          : <Panel doc={doc} tab={chosen} />}
      </Tabs>
    </section>
  );
}

function Panel({ doc, tab }: { readonly doc: Doc; readonly tab: TabName }) {
  const key = doc.view.id;
  switch (tab) {
    case "Params":
      return <ParamsTab key={key} doc={doc} />;
    case "Headers":
      return <HeadersTab key={key} doc={doc} />;
    case "Body":
      return <BodyTab key={key} doc={doc} />;
    case "Auth":
      return <AuthTab key={key} doc={doc} />;
    case "Variables":
      return <VariablesTab key={key} doc={doc} />;
    case "Scripts":
      return <ScriptsTab key={key} doc={doc} />;
    case "Assertions":
      return <AssertionsTab key={key} doc={doc} />;
    case "Docs":
      return <DocsTab key={key} doc={doc} />;
    case "Examples":
      return <ExamplesTab key={key} doc={doc} />;
    case "Settings":
      return <SettingsTab key={key} doc={doc} />;
    case "Source":
      return <SourceTab key={key} doc={doc} />;
    case "Resolved":
      return <ResolvedTab key={key} doc={doc} />;
    default:
      return tab satisfies never;
  }
}

function badges(doc: Doc, names: readonly TabName[]) {
  const { document } = doc;
  const section = sectionOf(document);
  const level = doc.view.kind === "request" ? "runtime" : "request";
  const auth = at(document, [section, "auth"]);
  const counts: Readonly<Partial<Record<TabName, number | "•" | false>>> = {
    Params: listAt(document, [section, "params"]).length,
    Headers: listAt(document, [
      doc.view.kind === "request" ? section : "request",
      "headers",
    ]).length,
    Body: at(document, [section, "body"]) !== undefined && "•",
    Auth: typeof auth === "object" && "•",
    Variables: doc.view.kind === "environment"
      ? listAt(document, ["variables"]).length
      : listAt(document, [level, "variables"]).length,
    Scripts: listAt(document, [level, "scripts"]).length,
    Assertions: listAt(document, ["runtime", "assertions"]).length,
    Docs: at(document, ["docs"]) !== undefined && "•",
    Examples: listAt(document, ["examples"]).length,
  };
  return names.map((name) => ({
    name,
    ...counts[name] && { badge: counts[name] },
  }));
}

/** The name of what is open, and whether it is saved. */
function PaneHead({ doc }: { readonly doc: Doc }) {
  const workbench = useWorkbench();
  const { view, isDirty, isStale, isGone } = doc;
  const isReadOnly = workbench.state?.readOnly;
  return (
    <>
      <div class="pane-head">
        <h1>{view.name}</h1>
        <span class="path">{view.file}</span>
        {isDirty && (
          <button
            type="button"
            class="plain-button"
            onClick={() => discard(workbench, doc)}
          >
            Discard
          </button>
        )}
        <button
          type="button"
          class="plain-button"
          disabled={!isDirty || workbench.isSaving || isReadOnly}
          title={isReadOnly
            ? "brace open --read-only writes nothing"
            : "Save (Ctrl-S)"}
          aria-keyshortcuts="Control+S"
          onClick={() => saveDoc(workbench, doc)}
        >
          Save
        </button>
      </div>
      {isGone && (
        <p class="note warn">
          This file was deleted. Your edits are kept here: copy them from the
          tabs, or make a new request.
        </p>
      )}
      {isStale && !isGone && (
        <p class="note warn">
          This file has changed on disk. Your edits are kept, and a save asks
          before it writes.
        </p>
      )}
    </>
  );
}

/** Method, URL, and the button that sends. */
function Target({ doc }: { readonly doc: Doc }) {
  const workbench = useWorkbench();
  const section = sectionOf(doc.document);
  const send = workbench.sendOf(doc.view.id);
  const isReadOnly = workbench.state?.readOnly;
  const method = textAt(doc.document, [section, "method"]);
  const url = textAt(doc.document, [section, "url"]);
  const set = (key: string, text: string) => {
    doc.set([section, key], text, Date.now());
    workbench.edited(doc);
  };
  const setUrl = (text: string) => {
    const params = listAt(doc.document, [section, "params"]);
    const next = followUrl(
      params as Readonly<Record<string, Json>>[],
      url,
      text,
      // Bruno makes the URL from the rows.
      { isWhole: doc.view.language === "bru" && section !== "grpc" },
    );
    set("url", text);
    if (
      next.some((it, at) => it !== params[at]) || next.length !== params.length
    ) {
      doc.follow(
        [section, "params"],
        next.length ? next as Json : undefined,
      );
      workbench.edited(doc);
    }
  };
  const methods = METHOD_CHOICES.includes(method || "GET")
    ? METHOD_CHOICES
    : [...METHOD_CHOICES, method];
  return (
    <div class="target-bar">
      {section === "http" || section === "graphql"
        ? (
          <select
            aria-label="Method"
            class={`method ${(method || "get").toLowerCase()}`}
            value={method || (section === "graphql" ? "POST" : "GET")}
            disabled={isReadOnly}
            onChange={({ currentTarget }) => set("method", currentTarget.value)}
          >
            {methods.map((it) => <option key={it} value={it}>{it}</option>)}
          </select>
        )
        : <span class="method ws">{section === "grpc" ? "GRPC" : "WS"}</span>}
      <Field
        label="URL"
        value={url}
        keys={[section, "url"]}
        hint="https://api.example.com/users or {{baseUrl}}/users"
        class="url-field"
        onInput={setUrl}
      />
      {section === "grpc" && (
        <Field
          label="Service and method"
          value={method}
          keys={[section, "method"]}
          hint="/package.Service/Method"
          class="url-field"
          onInput={(text) => set("method", text)}
        />
      )}
      {send.isBusy
        ? (
          <button
            type="button"
            class="main-button cancel"
            title="Cancel (Esc)"
            aria-keyshortcuts="Escape"
            onClick={() => send.cancel()}
          >
            Cancel
          </button>
        )
        : (
          <button
            type="button"
            class="main-button"
            title="Send (Ctrl-Enter)"
            aria-keyshortcuts="Control+Enter"
            onClick={() => send.send()}
          >
            Send
          </button>
        )}
    </div>
  );
}

/** What is wrong with the open file, in a line that leads to the place. */
function ProblemLine({ doc }: { readonly doc: Doc }) {
  const workbench = useWorkbench();
  const problems = problemsOf(doc);
  const [first] = problems;
  if (first === undefined) return null;
  const { message, place, severity } = first;
  return (
    <p class={severity === "error" ? "note bad" : "note warn"}>
      <span>
        {/* The check reads files: what is typed may have mended it. */}
        {doc.isDirty && "As saved: "}
        {message}
      </span>
      {place?.line !== undefined && (
        <button
          type="button"
          class="link"
          onClick={() => workbench.goToLine(doc.view.id, place.line)}
        >
          {lineOf(place)}
        </button>
      )}
      {problems.length > 1 && (
        <button
          type="button"
          class="link"
          onClick={() => workbench.go({ view: "problems" })}
        >
          {problems.length - 1} more
        </button>
      )}
    </p>
  );
}

/** Where a problem is: an editor of the form counts its own lines. */
function lineOf(
  { line, textLine, keys = [] }: NonNullable<Problem["place"]>,
): string {
  const tab = keys.includes("scripts")
    ? "Scripts"
    : keys.includes("body")
    ? "Body"
    : undefined;
  return textLine === undefined || tab === undefined
    ? `Line ${line}`
    : `Line ${textLine} in ${tab}, ${line} in Source`;
}

/** What is wrong with the file, errors first; that a new request has no URL yet needs no words. */
function problemsOf({ view }: Doc) {
  const { document } = view;
  const url = textAt(document, [sectionOf(document), "url"]);
  const found = view.problems.filter(({ code }) =>
    code !== "INVALID_URL" || url !== ""
  );
  return ["error", "warning"].flatMap((severity) =>
    found.filter((one) => one.severity === severity)
  );
}

function SourceIsEdited({ doc }: { readonly doc: Doc }) {
  const workbench = useWorkbench();
  return (
    <div class="empty">
      <p>The source has unsaved edits: save or discard them to edit here.</p>
      <p class="empty-actions">
        <button
          type="button"
          class="plain-button"
          onClick={() => discard(workbench, doc)}
        >
          Discard the edits
        </button>
      </p>
    </div>
  );
}
