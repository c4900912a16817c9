/** @jsxRuntime automatic */
/** @jsxImportSource preact */
/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { useEffect, useRef, useState } from "preact/hooks";
import {
  formatBytes,
  formatDuration,
} from "../../../../tools/report/text/amounts.ts";
import type { Difference, ExchangeRow, ExchangeView } from "../api.ts";
import { VirtualList } from "../../virtual_list.tsx";
import { isBad } from "../../filters.ts";
import { StatusIcon } from "../../icon.tsx";
import { shown } from "../../shown.ts";
import { ExchangePane } from "../answer/response_pane.tsx";
import { useWorkbench } from "../parts/context.tsx";
import { call } from "../state/session.ts";

/** Every exchange of the session, and what two of them differ in. */
export function HistoryPage() {
  const workbench = useWorkbench();
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [open, setOpen] = useState<ExchangeView>();
  const [differences, setDifferences] = useState<readonly Difference[]>();
  const words = text.trim().toLowerCase();
  const rows = workbench.exchanges.filter((it) =>
    words === "" ||
    [it.name, it.path, it.url, it.method, it.status, it.result].some((part) =>
      String(part ?? "").toLowerCase().includes(words)
    )
  );
  const show = (exchange: string) =>
    workbench.try(async () => {
      setDifferences(undefined);
      setOpen(await call("exchange", { exchange }));
    });
  const compare = () =>
    workbench.try(async () => {
      const [a, b] = chosen;
      const answer = await call("compare", { a, b });
      setOpen(undefined);
      setDifferences(answer.differences);
    });
  const choose = (exchange: string, isChosen: boolean) =>
    setChosen(
      isChosen
        ? [...chosen, exchange].slice(-2)
        : chosen.filter((it) => it !== exchange),
    );
  const detail = useRef<HTMLElement>(null);
  // Below the list, where the window is narrow.
  useEffect(() => {
    if (open || differences) {
      detail.current?.scrollIntoView({ block: "nearest" });
    }
  }, [open, differences]);
  const kept = workbench.state?.history;
  return (
    <div class="view split">
      <section class="history" role="region" aria-label="History">
        <h1>History</h1>
        <div class="panel-tools">
          <input
            type="text"
            class="filter"
            aria-label="Find in the history"
            placeholder="Name, URL or status"
            value={text}
            onInput={({ currentTarget }) => setText(currentTarget.value)}
          />
          <button
            type="button"
            class="plain-button"
            disabled={chosen.length !== 2}
            title="Choose two responses to see where they differ"
            onClick={compare}
          >
            Compare
          </button>
          {rows.length > 0 && (
            <button
              type="button"
              class="link"
              onClick={() =>
                workbench.try(async () => {
                  await call("forget", {});
                  workbench.exchanges = [];
                  setOpen(undefined);
                  setDifferences(undefined);
                  workbench.changed();
                })}
            >
              Forget all
            </button>
          )}
        </div>
        {rows.length === 0
          ? (
            <p class="empty">
              {kept === "none"
                ? "brace open --no-history keeps nothing."
                : words === ""
                ? "Requests that you send appear here, newest first."
                : "Nothing in the history has this text."}
            </p>
          )
          : (
            <VirtualList items={rows} height={48} label="Exchanges">
              {(row, tabIndex) => (
                <HistoryRow
                  row={row}
                  tabIndex={tabIndex}
                  isOpen={open?.exchange === row.exchange}
                  isChosen={chosen.includes(row.exchange)}
                  onOpen={() => show(row.exchange)}
                  onChoose={(it) => choose(row.exchange, it)}
                />
              )}
            </VirtualList>
          )}
        {kept === "session" && rows.length > 0 && (
          <p class="hint">Kept until you stop brace open.</p>
        )}
      </section>
      <section
        class="history-detail"
        ref={detail}
        aria-label="Chosen response"
      >
        {differences !== undefined
          ? (
            <Differences
              differences={differences}
              rows={chosen.map((it) =>
                workbench.exchanges.find(({ exchange }) => exchange === it)
              )}
            />
          )
          : open !== undefined
          ? (
            <>
              <div class="pane-head">
                <h2>{shown(open.details.name)}</h2>
                {open.id !== undefined && (
                  <button
                    type="button"
                    class="link"
                    onClick={() => workbench.go({ view: "item", id: open.id! })}
                  >
                    To the request
                  </button>
                )}
              </div>
              <ExchangePane key={open.exchange} exchange={open} />
            </>
          )
          : (
            <p class="empty">
              Open a response to read it again, or choose two to compare them.
            </p>
          )}
      </section>
    </div>
  );
}

function HistoryRow({ row, tabIndex, isOpen, isChosen, onOpen, onChoose }: {
  readonly row: ExchangeRow;
  readonly tabIndex: 0 | -1;
  readonly isOpen: boolean;
  readonly isChosen: boolean;
  readonly onOpen: () => void;
  readonly onChoose: (isChosen: boolean) => void;
}) {
  const { name, method = "", status, statusText, startedAt, duration, size } =
    row;
  const { url = "" } = row;
  // What differs from row to row stands first: the end of the line may be cut.
  const [, origin = "", path = url] =
    /^([a-z][\w+.-]*:\/\/[^/?#]*)(.+)$/i.exec(url) ?? [];
  return (
    <div class={isOpen ? "history-row open" : "history-row"}>
      <input
        type="checkbox"
        aria-label={`Choose ${shown(name)} of ${timeOf(startedAt)}`}
        checked={isChosen}
        onChange={({ currentTarget: { checked } }) => onChoose(checked)}
      />
      <button type="button" tabIndex={tabIndex} onClick={onOpen}>
        <span class={`method ${method.toLowerCase()}`}>{method}</span>
        <span class="history-name" title={shown(name)}>{shown(name)}</span>
        <span class={`code c${Math.floor((status ?? 0) / 100)}`}>
          {status === undefined ? row.result : `${status} ${statusText ?? ""}`}
          {status !== undefined && isBad(row.result) && (
            <>
              {" "}
              <StatusIcon status={row.result} says={row.failed} />
            </>
          )}
        </span>
        <span class="faint history-url" title={shown(url) || undefined}>
          {shown(path)}
          {origin !== "" && <span class="history-origin">{shown(origin)}</span>}
        </span>
        <span class="faint">
          {timeOf(startedAt)} · {formatDuration(duration)}
          {size !== undefined && ` · ${formatBytes(size)}`}
        </span>
      </button>
    </div>
  );
}

function timeOf(iso: string): string {
  return new Date(iso).toLocaleTimeString();
}

/** Where two answers differ, side by side. */
function Differences({ differences, rows }: {
  readonly differences: readonly Difference[];
  readonly rows: readonly (ExchangeRow | undefined)[];
}) {
  return (
    <>
      <h2 class="differences-head">Differences</h2>
      {differences.length === 0
        ? <p class="empty">Status, headers and body are the same.</p>
        : (
          <div
            class="table-box"
            tabIndex={0}
            role="group"
            aria-label="Differences"
          >
            <table class="differences">
              <thead>
                <tr>
                  <th scope="col">Where</th>
                  {rows.map((row, index) => (
                    <th scope="col" key={index}>
                      {row && `${shown(row.name)}, ${timeOf(row.startedAt)}`}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {differences.slice(0, 500).map((
                  { part, path, a, b },
                  index,
                ) => (
                  <tr key={index}>
                    <th scope="row">
                      <span class="faint">{part}</span> {shown(path)}
                    </th>
                    {[a, b].map((it, at) => (
                      <td key={at} class={at === 0 ? "actual" : "expected"}>
                        {it === undefined
                          ? <span class="faint">not there</span>
                          : shown(it.slice(0, 2000))}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
    </>
  );
}
