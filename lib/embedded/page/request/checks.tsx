/** @jsxRuntime automatic */
/** @jsxImportSource preact */
/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import type {
  CollectedAssertion,
  CollectedDiagnostic,
  CollectedTest,
} from "../../../tools/report/collect/types.ts";
import { hiddenLines } from "../../../tools/report/text/hidden_lines.ts";
import {
  type DiffLine,
  lineDiff,
} from "../../../tools/report/text/value_lines.ts";
import { valueLines } from "../../../tools/report/text/value_lines.ts";
import { StatusIcon } from "../icon.tsx";
import { PlaceText } from "../place_text.tsx";
import { shown, shownLines } from "../shown.ts";

/** A test or an assertion. */
interface Check {
  readonly title: string;
  readonly status: "passed" | "failed" | "skipped";
  readonly diagnostic?: CollectedDiagnostic;
  readonly expected?: string;
  readonly actual?: string;
  /** Of an assertion that is not an equality. */
  readonly operator?: string;
}

/** What was asked of the response; what failed comes first. */
export function Checks({ assertions, tests }: {
  readonly assertions: readonly CollectedAssertion[];
  readonly tests: readonly CollectedTest[];
}) {
  const checks = [...assertions.map(fromAssertion), ...tests.map(fromTest)];
  if (checks.length === 0) return null;
  const failed = checks.filter(({ status }) => status === "failed");
  const passed = checks.filter(({ status }) => status === "passed");
  const skipped = checks.filter(({ status }) => status === "skipped");
  return (
    <section class="card checks">
      <h2>
        Checks{" "}
        <span class="faint">
          {passed.length} of {checks.length - skipped.length} passed
          {skipped.length > 0 && `, ${skipped.length} skipped`}
        </span>
      </h2>
      <ul>
        {[...failed, ...passed, ...skipped].map((check, index) => (
          <li key={index}>
            <StatusIcon status={check.status} />
            <div class="check">
              <span class="check-title">{shown(check.title)}</span>
              {check.status === "failed" && <Failure check={check} />}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What failed, in a line each. */
export function failedCheckLines(
  { assertions, tests }: Parameters<typeof Checks>[0],
): string[] {
  return [...assertions.map(fromAssertion), ...tests.map(fromTest)]
    .filter(({ status }) => status === "failed")
    .map(({ title, diagnostic: { message } = { message: title } }) =>
      message.includes(title) ? message : `${title}: ${message}`
    );
}

function fromAssertion(
  { expression, operator, expected, written, actual, status, diagnostic }:
    CollectedAssertion,
): Check {
  return {
    title: [expression, operator, written ?? expected].filter(Boolean).join(
      " ",
    ),
    status,
    ...diagnostic && { diagnostic },
    ...expected !== undefined && { expected },
    ...actual !== undefined && { actual },
    ...operator !== "eq" && { operator },
  };
}

function fromTest(
  { name, status, diagnostic, expected, actual }: CollectedTest,
): Check {
  return {
    title: name,
    status,
    ...diagnostic && { diagnostic },
    ...expected !== undefined && { expected },
    ...actual !== undefined && { actual },
  };
}

function Failure({ check }: { readonly check: Check }) {
  const { diagnostic } = check;
  return (
    <>
      {diagnostic !== undefined && !isShownBelow(check) && (
        <p class="message">{shownLines(diagnostic.message)}</p>
      )}
      {diagnostic?.notes?.map((note) => (
        <p key={note} class="note">{shownLines(note)}</p>
      ))}
      <Difference check={check} />
      {diagnostic?.location?.file !== undefined && (
        <p class="place">
          <PlaceText
            location={diagnostic.location}
            source={diagnostic.source}
          />
        </p>
      )}
    </>
  );
}

/** Whether the message says no more than the values do. */
function isShownBelow({ diagnostic, expected, actual }: Check): boolean {
  return expected !== undefined && actual !== undefined &&
    diagnostic?.message.endsWith(`: got ${actual}`) === true;
}

/** What was expected and what there was: line by line where both are long. */
function Difference({ check }: { readonly check: Check }) {
  const { expected, actual, operator } = check;
  if (expected === undefined && actual === undefined) return null;
  if (
    operator === undefined && expected !== undefined && actual !== undefined
  ) {
    const [left, right] = [expected, actual].map(valueLines);
    if (left.length > 1 || right.length > 1) {
      return <DiffView lines={near(lineDiff(left, right))} />;
    }
  }
  const [start, end] = operator === undefined
    ? changed(expected ?? "", actual ?? "")
    : [0, 0];
  return (
    <dl class="pair">
      {expected !== undefined && (
        <div class="expected">
          <dt>expected</dt>
          <dd>
            {operator !== undefined && `${operator} `}
            <Changed text={expected} start={start} end={end} />
          </dd>
        </div>
      )}
      {actual !== undefined && (
        <div class="actual">
          <dt>actual</dt>
          <dd>
            <Changed text={actual} start={start} end={end} />
          </dd>
        </div>
      )}
    </dl>
  );
}

/** How much two texts share at their start and at their end. */
function changed(a: string, b: string): [start: number, end: number] {
  const most = Math.min(a.length, b.length);
  let start = 0;
  while (start < most && a[start] === b[start]) start++;
  let end = 0;
  while (
    end < most - start && a[a.length - 1 - end] === b[b.length - 1 - end]
  ) {
    end++;
  }
  return [start, end];
}

function Changed({ text, start, end }: {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}) {
  if (start + end === 0) return <>{shown(text)}</>;
  return (
    <>
      {shown(text.slice(0, start))}
      <em>{shown(text.slice(start, text.length - end))}</em>
      {shown(text.slice(text.length - end))}
    </>
  );
}

/** Lines around what differs. */
const AROUND = 3;

type Shown = DiffLine | {
  readonly kind: "hidden";
  readonly texts: string[];
};

/** Leaves out what is far from a difference. */
function near(lines: readonly DiffLine[]): Shown[] {
  const isNear = lines.map(() => false);
  for (const [at, { kind }] of lines.entries()) {
    if (kind !== "same") {
      isNear.fill(true, Math.max(0, at - AROUND), at + AROUND + 1);
    }
  }
  const out: Shown[] = [];
  for (const [at, line] of lines.entries()) {
    const last = out.at(-1);
    if (isNear[at]) out.push(line);
    else if (last?.kind === "hidden") last.texts.push(line.text);
    else out.push({ kind: "hidden", texts: [line.text] });
  }
  return out;
}

/** Lines of a difference that are shown. */
const MAX_COUNT = 400;

const SIGNS = { same: " ", expected: "−", actual: "+" } as const;

function DiffView({ lines }: { readonly lines: readonly Shown[] }) {
  return (
    <div class="diff" role="group" aria-label="Difference" tabIndex={0}>
      <p class="diff-legend">
        <span class="expected">− expected</span>{" "}
        <span class="actual">+ actual</span>
      </p>
      {lines.slice(0, MAX_COUNT).map((line, index) =>
        line.kind === "hidden"
          ? (
            <div key={index} class="diff-line far">
              {hiddenLines(line.texts)}
            </div>
          )
          : (
            <div key={index} class={`diff-line ${line.kind}`}>
              <span class="sign">{SIGNS[line.kind]}</span>
              {shown(line.text)}
            </div>
          )
      )}
      {lines.length > MAX_COUNT && (
        <div class="diff-line far">… {lines.length - MAX_COUNT} more lines</div>
      )}
    </div>
  );
}
