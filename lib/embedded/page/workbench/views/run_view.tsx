/** @jsxRuntime automatic */
/** @jsxImportSource preact */
/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { counted } from "../../../../core/source/counted.ts";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { PageData } from "../../../../tools/report/html/types.ts";
import { formatDuration } from "../../../../tools/report/text/amounts.ts";
import { REPORT_FORMATS, type ReportFormat, type RunAsked } from "../api.ts";
import { giveDetails, searchDetails } from "../../details.tsx";
import { filteredRows, type Filters, isBad, toEntries } from "../../filters.ts";
import { StatusIcon } from "../../icon.tsx";
import { formatRoute, VIEWS } from "../../route.ts";
import { RunViews, useRoute, VIEW_TITLES } from "../../run_views.tsx";
import { shown } from "../../shown.ts";
import { VirtualList } from "../../virtual_list.tsx";
import { saveAs } from "../answer/body_tab.tsx";
import { useWorkbench } from "../parts/context.tsx";
import { few, typedNames } from "../parts/names.ts";
import { namesOfDocs, SaveThem } from "../parts/unsaved.tsx";
import type { Doc } from "../state/doc.ts";
import type { PageRun } from "../state/run_state.ts";
import { call, callBytes } from "../state/session.ts";
import { unsentIn } from "../state/unsaved.ts";
import { ProblemItem } from "./problems.tsx";
import { SessionValues } from "./session_values.tsx";

/** A run: what it is asked for, its results as they come, and its report. */
export function RunView() {
  const workbench = useWorkbench();
  const { run } = workbench;
  return (
    <div class="view run-view">
      <h1 class="hidden">Run</h1>
      <RunOptions run={run} />
      {run.failure !== undefined && (
        <>
          <p class="note bad">{shown(run.failure.message)}</p>
          <ul class="problems">
            {run.failure.problems.map((it, index) => (
              <ProblemItem key={index} problem={it} />
            ))}
          </ul>
          {!run.isBusy && run.summary !== undefined && (
            <p class="ran-with">Below is the report of the run before.</p>
          )}
        </>
      )}
      {run.isBusy || run.summary === undefined
        ? <Progress run={run} />
        : <Report key={run.task} run={run} />}
    </div>
  );
}

/** Options that are numbers, and what stands where none is given. */
const NUMBERS = [
  ["iterations", "Iterations", "1"],
  ["reruns", "Reruns", "0"],
  ["delay", "Delay in ms", "0"],
] as const;

/** What the next run does. */
function RunOptions({ run }: { readonly run: PageRun }) {
  const workbench = useWorkbench();
  const { state, selected } = workbench;
  const chosen = workbench.item(selected);
  const { options } = run;
  const [what, setWhat] = useState(() =>
    chosen?.kind === "folder" ? chosen.id : options.ids[0] ?? ""
  );
  const startButton = useRef<HTMLButtonElement>(null);
  // The button that led here is gone; a second Enter runs.
  useEffect(() => startButton.current?.focus(), []);
  const set = (next: Partial<RunAsked>) => {
    run.options = { ...run.options, ...next };
    workbench.changed();
  };
  const folders = (state?.items ?? []).filter((it) =>
    it.kind === "folder" || it.id === selected
  );
  const selection = { ...options, ids: what === "" ? [] : [what] };
  const unsaved = unsentIn(workbench, selection);
  // Enter in a field changes it just before it runs.
  const start = (more: Partial<RunAsked> = {}) =>
    run.start({ ...run.options, ids: selection.ids, ...more });
  const bad = run.summary !== undefined && !run.isBusy &&
    run.results.some(({ status }) => isBad(status));
  const number = (text: string) =>
    /^\d+$/.test(text) ? Number(text) : undefined;
  return (
    <>
      <form
        class="run-options"
        onSubmit={(event) => {
          event.preventDefault();
          if (!run.isBusy) start();
        }}
      >
        <label>
          Scope
          <select
            value={what}
            onChange={({ currentTarget }) => setWhat(currentTarget.value)}
          >
            <option value="">The whole collection</option>
            {folders.map(({ id, path, name, kind }) => (
              <option key={id} value={id}>
                {kind === "folder" ? path : shown(name)}
                {id === chosen?.id && " (chosen)"}
              </option>
            ))}
          </select>
        </label>
        <label>
          Tags
          <input
            type="text"
            placeholder="smoke"
            list="tags"
            defaultValue={options.tags?.join(", ")}
            onChange={({ currentTarget }) =>
              set({ tags: words(currentTarget.value) })}
          />
          <datalist id="tags">
            {state?.tags.map((it) => <option key={it} value={it} />)}
          </datalist>
        </label>
        <label>
          Data file
          <input
            type="text"
            placeholder="users.csv"
            defaultValue={options.data}
            onChange={({ currentTarget }) =>
              set({ data: currentTarget.value || undefined })}
          />
        </label>
        <label>
          Jobs
          <input
            type="text"
            inputMode="numeric"
            placeholder="1"
            defaultValue={options.jobs?.toString()}
            onChange={({ currentTarget }) =>
              set({ jobs: number(currentTarget.value) })}
          />
        </label>
        <details class="run-more">
          <summary>More</summary>
          <div class="run-options">
            <label>
              Without tags
              <input
                type="text"
                placeholder="slow"
                list="tags"
                defaultValue={options.excludeTags?.join(", ")}
                onChange={({ currentTarget }) =>
                  set({ excludeTags: words(currentTarget.value) })}
              />
            </label>
            {NUMBERS.map(([key, title, hint]) => (
              <label key={key}>
                {title}
                <input
                  type="text"
                  inputMode="numeric"
                  placeholder={hint}
                  defaultValue={options[key]?.toString()}
                  onChange={({ currentTarget }) =>
                    set({ [key]: number(currentTarget.value) })}
                />
              </label>
            ))}
          </div>
        </details>
        <label class="check-label">
          <input
            type="checkbox"
            checked={options.bail === true}
            onChange={({ currentTarget: { checked } }) =>
              set({ bail: checked })}
          />{" "}
          Stop at the first failure
        </label>
        {run.isBusy
          ? (
            <button
              type="button"
              class="main-button cancel"
              onClick={() => run.cancel()}
            >
              Cancel
            </button>
          )
          : (
            <button
              type="submit"
              class="main-button"
              ref={startButton}
            >
              Run
            </button>
          )}
        {!run.isBusy && <SessionValues asked={selection} canRerun={bad} />}
        {bad && run.task !== undefined && (
          <button
            type="button"
            class="plain-button"
            onClick={() => start({ failedOf: run.task })}
          >
            Rerun failed requests
          </button>
        )}
      </form>
      {unsaved.length > 0 && <RunsAsSaved docs={unsaved} />}
    </>
  );
}

/** Which files of the next run have unsaved edits, which it does without. */
function RunsAsSaved({ docs }: { readonly docs: readonly Doc[] }) {
  return (
    <p class="note warn">
      <span>
        {docs.length === 1
          ? "1 file has unsaved edits: the run uses the file as saved"
          : `${docs.length} files have unsaved edits: the run uses the files as saved`}
        {" "}
        ({namesOfDocs(docs)})
      </span>
      <SaveThem docs={docs} />
    </p>
  );
}

function words(text: string): string[] | undefined {
  const list = typedNames(text);
  return list.length > 0 ? list : undefined;
}

/** Results as they come. */
function Progress({ run }: { readonly run: PageRun }) {
  const { results, total, current, isBusy, isCancelled } = run;
  if (!isBusy && results.length === 0) {
    return (
      <p class="empty">
        {isCancelled
          ? "Cancelled before anything ran."
          : "“Run” runs the requests in order, with their scripts, assertions and tests."}
      </p>
    );
  }
  return (
    <>
      <p class="run-progress" role="status">
        {results.length} of {total || "…"} {current && shown(current)}
      </p>
      <RanWith run={run} />
      <progress max={total || 1} value={results.length} aria-label="Progress" />
      <VirtualList
        items={[...results]}
        height={34}
        label="Results"
        active={results.length - 1}
      >
        {({ name, status, duration, response }) => (
          <div class="result-row">
            <StatusIcon status={status} />
            <span>{shown(name)}</span>
            <span class="faint">
              {response?.status} {formatDuration(duration)}
            </span>
          </div>
        )}
      </VirtualList>
    </>
  );
}

/** The environments of a run, and the values of this session that it began with. */
function RanWith(
  { run: { environments, kept, unsaved } }: { readonly run: PageRun },
) {
  if (environments === undefined) return null;
  return (
    <p class="ran-with">
      {environments.length === 0
        ? "Without an environment"
        : `With ${environments.map(shown).join(" + ")}`}
      {kept.length > 0 && (
        <span title={kept.map(shown).join(", ")}>
          {` · started with ${counted(kept.length, "value")} of this session`}
        </span>
      )}
      {unsaved.length > 0 &&
        ` · without the unsaved edits of ${shown(few(unsaved))}`}
    </p>
  );
}

const ENDINGS: Readonly<Record<ReportFormat, string>> = {
  html: "html",
  json: "json",
  junit: "xml",
  markdown: "md",
  tap: "tap",
  ndjson: "ndjson",
  har: "har",
};

/** The views of the HTML report, of a run that has ended. */
function Report({ run }: { readonly run: PageRun }) {
  const workbench = useWorkbench();
  const { task } = run;
  const [data, setData] = useState<PageData>();
  const [files, setFiles] = useState(0);
  const [route, go] = useRoute();
  useEffect(() => {
    if (task === undefined) return;
    void workbench.try(async () => {
      const { details, ...page } = await call("report", { task });
      giveDetails(details);
      setFiles(
        details.filter(({ request }) => request?.body?.kind === "file").length,
      );
      setData(page);
    });
  }, [task]);
  const { view, id, filters } = route;
  const entries = useMemo(() => data ? toEntries(data.rows) : [], [data]);
  const list = useMemo(
    () => filteredRows(entries, filters, searchDetails),
    [entries, JSON.stringify(filters)],
  );
  if (data === undefined || task === undefined) return null;
  const open = entries.find(({ row }) => row.id === id);
  const save = async (format: ReportFormat) => {
    const blob = await workbench.try(() =>
      callBytes("saveReport", { task, format })
    );
    if (blob) saveAs(blob, `report.${ENDINGS[format]}`);
    if (blob && format === "har" && files > 0) {
      workbench.tell(
        `The archive names the ${
          files === 1
            ? "file that was a body"
            : `${files} files that were bodies`
        }, without what is in ${files === 1 ? "it" : "them"}`,
      );
    }
  };
  return (
    <div class={`report ${id === undefined ? `in-${view}` : "in-request"}`}>
      <div class="report-head">
        <nav aria-label="Views of the run">
          {VIEWS.map((it) => (
            <a
              key={it}
              href={formatRoute({ view: it, filters })}
              aria-current={it === view ? "page" : undefined}
            >
              {VIEW_TITLES[it]}
            </a>
          ))}
        </nav>
        <RanWith run={run} />
        <select
          aria-label="Keep the report as"
          value=""
          onChange={({ currentTarget }) => {
            const format = REPORT_FORMATS.find((it) =>
              it === currentTarget.value
            );
            currentTarget.value = "";
            if (format) {
              void save(format);
            }
          }}
        >
          <option value="">Report as …</option>
          {REPORT_FORMATS.map((it) => <option key={it} value={it}>{it}
          </option>)}
        </select>
      </div>
      <div class="report-main">
        <RunViews
          data={data}
          route={route}
          shown={list}
          open={open}
          onFilters={(next: Filters) => go({ ...route, filters: next }, true)}
        />
      </div>
    </div>
  );
}
