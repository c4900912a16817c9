/** @jsxRuntime automatic */
/** @jsxImportSource preact */
/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { counted } from "../../../core/source/counted.ts";
import { useMemo, useState } from "preact/hooks";
import {
  formatBytes,
  formatDuration,
} from "../../../tools/report/text/amounts.ts";
import { Checks } from "./checks.tsx";
import { readDetails } from "../details.tsx";
import { DiagnosticCard } from "../diagnostic_card.tsx";
import type { FilterEntry, Filters } from "../filters.ts";
import { Icon, StatusIcon } from "../icon.tsx";
import { MarkedText, marksIn, MoreLines } from "../code/marked_text.tsx";
import { RequestPanel, ResponsePanel } from "./message_panels.tsx";
import { Code, Method } from "../request_list.tsx";
import { formatRoute } from "../route.ts";
import { shown, shownLines } from "../shown.ts";
import { Timing } from "../timing.tsx";
import { Timeline } from "./timeline.tsx";
import { callLabel, streamCounts } from "../../../tools/report/step_label.ts";
import type { ConsoleLine } from "../../../core/script/border/types.ts";

/** Everything about one request. */
export function RequestView({ entry, shown: list, filters, iterations }: {
  readonly entry: FilterEntry;
  /** The requests that the list has. */
  readonly shown: readonly FilterEntry[];
  readonly filters: Filters;
  readonly iterations: number;
}) {
  const { row, index } = entry;
  const details = useMemo(() => readDetails(index), [index]);
  const { request, response, diagnostics, assertions, tests } = details;
  const stream = response?.stream;
  const link = (other: FilterEntry | undefined) =>
    other && formatRoute({ view: "requests", id: other.row.id, filters });
  const at = list.indexOf(entry);
  const facts = [
    stream === undefined
      ? response && `${formatBytes(response.size.body)} body`
      : streamCounts(stream),
    stream?.firstMessageTime !== undefined &&
    `first message after ${formatDuration(stream.firstMessageTime)}`,
    `started after ${formatDuration(row.start)}`,
    details.attempts > 1 && `${details.attempts} attempts`,
    details.stage,
    details.slow && "slow",
    iterations > 1 && details.stage === undefined &&
    `iteration ${details.iteration + 1} of ${iterations}`,
    response?.remoteAddress,
    response && `HTTP/${response.httpVersion}`,
    response?.tls?.version,
  ].filter((it): it is string => typeof it === "string" && it !== "");
  const before = details.flaky ?? [];
  const errors = diagnostics.toSorted((a, b) =>
    Number(a.severity === "warning") - Number(b.severity === "warning")
  );
  return (
    <article class="request">
      <div class="request-nav">
        <a
          class="back"
          href={formatRoute({ view: "requests", filters })}
        >
          <Icon name="back" />
          <span class="back-text">All requests</span>
        </a>
        <span class="path">{shown(details.file)}</span>
        <Step href={link(list[at - 1])} name="up" label="Previous request" />
        <Step href={link(list[at + 1])} name="down" label="Next request" />
      </div>
      <h1>
        <StatusIcon status={row.status} />
        {shown(details.name)}
        {row.tags.map((tag) => <span key={tag} class="tag">{shown(tag)}</span>)}
      </h1>
      {request !== undefined && (
        <p class="target">
          <Method method={callLabel(request.method, request.stream)} />
          <span class="url">
            <MarkedText
              text={request.url}
              marks={marksIn(request, { place: "url" })}
            />
          </span>
        </p>
      )}
      <p class="facts">
        {response !== undefined && (
          <span class="fact">
            <Code code={response.status} grpc={row.grpc} />{" "}
            {row.grpc === undefined && shown(response.statusText)}
          </span>
        )}
        <span class="fact strong">{formatDuration(details.duration)}</span>
        {facts.map((fact) => <span key={fact} class="fact">{shown(fact)}
        </span>)}
      </p>
      {before.length > 0 && (
        <p class="skipped-note">
          Flaky: it passed when it ran again; before, {shown(before[0].message)}
        </p>
      )}
      {details.skipReason !== undefined && (
        <p class="skipped-note">Skipped: {shown(details.skipReason)}</p>
      )}
      {errors.map((it, index) => (
        <DiagnosticCard
          key={index}
          diagnostic={it}
        />
      ))}
      <Checks assertions={assertions} tests={tests} />
      {row.phases.some(({ name }) => name !== "rest") && (
        <Timing phases={row.phases} />
      )}
      {request !== undefined && (
        <div class="exchange">
          <RequestPanel request={request} unanswered={response === undefined} />
          <ResponsePanel response={response} />
        </div>
      )}
      {stream !== undefined && <Timeline key={index} stream={stream} />}
      {details.console.length > 0 && (
        <section class="card">
          <h2>
            Console{" "}
            <span class="faint">{counted(details.console.length, "line")}</span>
          </h2>
          <ConsoleOutput lines={details.console} />
        </section>
      )}
    </article>
  );
}

function Step({ href, name, label }: {
  readonly href: string | undefined;
  readonly name: "up" | "down";
  readonly label: string;
}) {
  return href === undefined
    ? (
      <span class="icon-button off">
        <Icon name={name} />
      </span>
    )
    : (
      <a class="icon-button" href={href} aria-label={label} title={label}>
        <Icon name={name} />
      </a>
    );
}

/** Lines that are shown before the reader asks for more. */
const LINES = 200;

/** What the scripts of a request printed. */
function ConsoleOutput(
  { lines }: { readonly lines: readonly ConsoleLine[] },
) {
  const [most, setMost] = useState(LINES);
  return (
    <>
      <div class="console" tabIndex={0} role="group" aria-label="Console">
        {lines.slice(0, most).map(({ level, text }, index) => (
          <div key={index} class={`console-line ${level}`}>
            <span class="level">{level}</span>
            <span class="console-text">{shownLines(text)}</span>
          </div>
        ))}
      </div>
      <MoreLines
        left={lines.length - most}
        onMore={() => setMost(most + LINES)}
      />
    </>
  );
}
