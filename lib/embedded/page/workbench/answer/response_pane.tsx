/** @jsxRuntime automatic */
/** @jsxImportSource preact */
/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { counted } from "../../../../core/source/counted.ts";
import { useEffect, useRef, useState } from "preact/hooks";
import {
  formatBytes,
  formatDuration,
} from "../../../../tools/report/text/amounts.ts";
import type { ExchangeView } from "../api.ts";
import {
  hasDuration,
  withoutResponse,
} from "../../../../tools/report/reason_phrase.ts";
import { Checks, failedCheckLines } from "../../request/checks.tsx";
import { Headers, RequestPanel } from "../../request/message_panels.tsx";
import { Timeline } from "../../request/timeline.tsx";
import { shown, shownLines } from "../../shown.ts";
import { useWorkbench } from "../parts/context.tsx";
import { useLate } from "../parts/late.ts";
import { Tabs } from "../parts/tabs.tsx";
import { UnsentNote } from "../parts/unsaved.tsx";
import { unsentWith } from "../state/unsaved.ts";
import type { SendState } from "../state/send_state.ts";
import { ProblemItem } from "../views/problems.tsx";
import { DiagnosticCard } from "../../diagnostic_card.tsx";
import { AnswerBody } from "./body_tab.tsx";
import { LiveMessages } from "./live_messages.tsx";
import { TimingTab } from "./timing_tab.tsx";

const TABS = [
  "Body",
  "Headers",
  "Checks",
  "Console",
  "Timing",
  "Sent",
] as const;
type TabName = typeof TABS[number];

let lastTab: TabName = "Body";

/** The answer to what was sent last. */
export function ResponsePane({ send }: { readonly send: SendState }) {
  const { exchange, isBusy, failure, isCancelled, messages } = send;
  const isLate = useLate(isBusy && messages.length === 0);
  const pane = useRef<HTMLElement>(null);
  const seen = useRef(exchange);
  // What came stands below the request, where the window is narrow.
  useEffect(() => {
    if (exchange === seen.current && failure === undefined) return;
    seen.current = exchange;
    const { top } = pane.current!.getBoundingClientRect();
    const isAway = top < 0 || top > innerHeight / 2;
    pane.current!.scrollIntoView({ block: isAway ? "start" : "nearest" });
  }, [exchange, failure]);
  const workbench = useWorkbench();
  const takesMessages = workbench.item(workbench.request)?.type === "websocket";
  // Of a stream that was cancelled there is no answer, but what came.
  const isLive = isBusy
    ? messages.length > 0 || send.task !== undefined && takesMessages
    : messages.length > 0 && exchange?.details.response === undefined;
  return (
    <section
      class="response-pane"
      ref={pane}
      role="region"
      aria-label="Response"
    >
      <StatusLine send={send} isLate={isLate} />
      {failure !== undefined && !isBusy && (
        <div class="failure">
          <p class="note bad">{shown(failure.message)}</p>
          <ul class="problems">
            {failure.problems.map((it, index) => (
              <ProblemItem key={index} problem={it} />
            ))}
          </ul>
        </div>
      )}
      {!isBusy && isUnresolved(send) && workbench.request !== undefined && (
        <UnsentNote docs={unsentWith(workbench, workbench.request)} />
      )}
      {(["before", "after"] as const).map((when) => (
        <Others
          key={when}
          when={when}
          others={send.others.filter((other) => other.when === when)}
        />
      ))}
      {isLive
        ? <LiveMessages send={send} takesMessages={takesMessages} />
        : exchange !== undefined && failure === undefined
        ? <ExchangePane key={exchange.exchange} exchange={exchange} />
        : failure === undefined && !isBusy && (
          <div class="empty">
            <p>
              {isCancelled
                ? "Cancelled before a response came."
                : "The response appears here."}
            </p>
            <p>
              <kbd>Ctrl</kbd> <kbd>Enter</kbd> sends the request.
            </p>
          </div>
        )}
    </section>
  );
}

/** Whether it lacks the value of a name, which an unsaved edit may give. */
function isUnresolved({ failure, exchange }: SendState): boolean {
  const codes: readonly { readonly code: string }[] = failure?.problems ??
    exchange?.details.diagnostics ?? [];
  return codes.some(({ code }) =>
    code === "UNDEFINED_VARIABLE" || code === "USED_BEFORE_SET"
  );
}

/** What else ran for the request. */
function Others({ when, others }: {
  readonly when: "before" | "after";
  readonly others: SendState["others"];
}) {
  if (others.length === 0) return null;
  return (
    <p class="note">
      {counted(others.length, "request")} {when} it:{" "}
      {others.map(({ name, status, reason = "History says why" }) =>
        `${shown(name)} ${status}${
          status === "passed" ? "" : ` (${shown(reason)})`
        }`
      ).join(", ")}
    </p>
  );
}

/** Status, time and size; what is under way. */
function StatusLine({ send, isLate }: {
  readonly send: SendState;
  readonly isLate: boolean;
}) {
  const { exchange, isBusy, failure, messages, isCancelled } = send;
  if (isBusy) {
    return (
      <div class="status-line">
        <span role="status">
          {messages.length > 0
            ? `${counted(messages.length, "message")} so far`
            : isLate
            ? "Sending …"
            : ""}
        </span>
        {isLate && <span class="progress" aria-hidden="true" />}
      </div>
    );
  }
  if (exchange === undefined || failure !== undefined) {
    return (
      <div class="status-line">
        <span role="status" />
      </div>
    );
  }
  const { request, response, duration, status, failures } = exchange.details;
  const isSent = request !== undefined;
  const hasTime = isSent &&
    (isCancelled || hasDuration({ ...exchange.details, isSent }));
  const code = Math.floor((response?.status ?? 0) / 100);
  const isGrpc = response?.stream?.kind === "grpc";
  return (
    <div class="status-line">
      <span
        role="status"
        class={`status-code ${isGrpc ? "" : `c${code}`}`}
      >
        {response === undefined
          ? isCancelled ? "Cancelled" : titleOf(exchange)
          : `${response.status} ${shown(response.statusText)}`.trim()}
      </span>
      {hasTime && <span class="fact">{formatDuration(duration)}</span>}
      {response && <span class="fact">{formatBytes(response.size.body)}</span>}
      {response?.remoteAddress && (
        <span class="fact faint">{response.remoteAddress}</span>
      )}
      {status !== "passed" && failures.length > 0 && (
        <span class={`verdict ${status}`}>{status}</span>
      )}
    </div>
  );
}

/** An exchange, tab by tab. */
export function ExchangePane(
  { exchange }: { readonly exchange: ExchangeView },
) {
  const [tab, setTab] = useState<TabName>(lastTab);
  const choose = (name: TabName) => {
    lastTab = name;
    setTab(name);
  };
  const { details } = exchange;
  const { assertions, tests, console, response, diagnostics } = details;
  const checks = assertions.length + tests.length;
  const failed = failedCheckLines({ assertions, tests });
  const badges: Readonly<Partial<Record<TabName, number | string>>> = {
    Headers: response?.headers.length ?? 0,
    Checks: failed.length > 0 ? `${failed.length}/${checks} failed` : checks,
    Console: console.length,
  };
  return (
    <>
      {diagnostics.map((it, index) => (
        <DiagnosticCard key={index} diagnostic={it} />
      ))}
      {failed.length > 0 && tab !== "Checks" && (
        <p class="note bad">
          <span>{shown(failed[0])}</span>
          <button type="button" class="link" onClick={() => choose("Checks")}>
            {failed.length === 1 ? "Show" : `${failed.length - 1} more`}
          </button>
        </p>
      )}
      <Tabs
        label="Response"
        chosen={tab}
        tabs={TABS.map((name) => ({
          name,
          ...badges[name] && { badge: badges[name] },
          isBad: name === "Checks" && failed.length > 0,
        }))}
        onChoose={choose}
      >
        <ExchangeTab exchange={exchange} tab={tab} />
      </Tabs>
    </>
  );
}

function ExchangeTab({ exchange, tab }: {
  readonly exchange: ExchangeView;
  readonly tab: TabName;
}) {
  const { details } = exchange;
  const { response, request, assertions, tests, console } = details;
  switch (tab) {
    case "Body":
      return response?.stream !== undefined
        ? <Timeline stream={response.stream} />
        : <AnswerBody exchange={exchange} />;
    case "Headers":
      return <AnswerHeaders exchange={exchange} />;
    case "Checks":
      return assertions.length + tests.length === 0
        ? (
          <p class="hint">
            {response === undefined
              ? "Nothing was checked: there was no response."
              : "Nothing was checked: add an assertion in the request's tab Assertions, or a test in Scripts."}
          </p>
        )
        : <Checks assertions={assertions} tests={tests} />;
    case "Console":
      return console.length === 0
        ? (
          <p class="hint">
            Scripts printed nothing: <code>console.log</code> prints here.
          </p>
        )
        : (
          <div
            class="console"
            tabIndex={0}
            role="group"
            aria-label="Console output"
          >
            {console.slice(0, 1000).map(({ level, text }, index) => (
              <div key={index} class={`console-line ${level}`}>
                <span class="level">{level}</span>
                <span class="console-text">{shownLines(text)}</span>
              </div>
            ))}
          </div>
        );
    case "Timing":
      return <TimingTab exchange={exchange} />;
    case "Sent":
      return request === undefined ? <p class="hint">Nothing was sent.</p> : (
        <>
          <p class="target">
            <span class={`method ${request.method.toLowerCase()}`}>
              {request.method}
            </span>
            <span class="url">{shown(request.url)}</span>
          </p>
          <RequestPanel request={request} unanswered={response === undefined} />
        </>
      );
    default:
      return tab satisfies never;
  }
}

/** What became of a request without a response, in the words of the reports. */
function titleOf({ details }: ExchangeView): string {
  const isSent = details.request !== undefined;
  const words = withoutResponse({ ...details, isSent });
  return words[0].toUpperCase() + words.slice(1);
}

/** Headers, cookies and redirects. */
function AnswerHeaders({ exchange }: { readonly exchange: ExchangeView }) {
  const { response } = exchange.details;
  if (response === undefined) return <p class="hint">There was no response.</p>;
  const cookies = response.headers.filter(({ name }) =>
    name.toLowerCase() === "set-cookie"
  );
  return (
    <>
      <Headers headers={response.headers} />
      {cookies.length > 0 && (
        <section class="part" aria-label="Cookies">
          <h2>Cookies</h2>
          <dl class="headers">
            {cookies.map(({ value }, index) => {
              const [pair, ...attributes] = value.split(";");
              const at = pair.indexOf("=");
              return (
                <div key={index}>
                  <dt>{shown(pair.slice(0, at))}</dt>
                  <dd>
                    {shown(pair.slice(at + 1))}
                    {attributes.length > 0 && (
                      <span class="faint">
                        {" · "}
                        {attributes.map((it) => shown(it.trim())).join(" · ")}
                      </span>
                    )}
                  </dd>
                </div>
              );
            })}
          </dl>
        </section>
      )}
      {response.redirects.length > 0 && (
        <section class="part" aria-label="Redirects">
          <h2>Redirects</h2>
          <ol class="redirects">
            {response.redirects.map(({ status, method, url, location }, at) => (
              <li key={at}>
                <code>{status}</code> {shown(method)} {shown(url)} →{" "}
                {shown(location)}
              </li>
            ))}
            <li>{shown(response.url)}</li>
          </ol>
        </section>
      )}
    </>
  );
}
