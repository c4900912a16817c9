/** @jsxRuntime automatic */
/** @jsxImportSource preact */
/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import type { ComponentChildren } from "preact";
import { counted } from "../../../core/source/counted.ts";
import type {
  CollectedHeader,
  CollectedResponse,
  CollectedSent,
} from "../../../tools/report/collect/types.ts";
import {
  type InsertionMark,
  MarkedText,
  marksIn,
  sourceText,
} from "../code/marked_text.tsx";
import { shown } from "../shown.ts";
import type { JsonInsertion } from "../../../tools/report/provenance/provenance_json.ts";
import { BodyView } from "./body_view.tsx";

/** What was sent; `unanswered`: without a response, nobody knows what was added. */
export function RequestPanel({ request, unanswered = false }: {
  readonly request: CollectedSent;
  readonly unanswered?: boolean;
}) {
  const { headers, body, insertions = [] } = request;
  const nths = new Map<string, number>();
  const marks = headers.map(({ name }) => {
    const nth = nths.get(name.toLowerCase()) ?? 0;
    nths.set(name.toLowerCase(), nth + 1);
    return (place: "header" | "header name") =>
      marksIn(request, { place, name, nth });
  });
  return (
    <section class="card panel">
      <h2>Request</h2>
      <Headers headers={headers} marks={marks}>
        {unanswered && (
          <p class="faint">
            These are the request's own. Brace adds others when it sends it,
            such as Host.
          </p>
        )}
      </Headers>
      {insertions.length > 0 && <PlaceholderTable request={request} />}
      {(body !== undefined || request.stream === undefined) && (
        <BodyView
          body={body}
          contentType={contentType(headers)}
          marks={marksIn(request, { place: "body" })}
          request={request}
        />
      )}
    </section>
  );
}

/** What the server responded. */
export function ResponsePanel(
  { response }: { readonly response: CollectedResponse | undefined },
) {
  if (response === undefined) {
    return (
      <section class="card panel">
        <h2>Response</h2>
        <p class="empty">There was no response.</p>
      </section>
    );
  }
  const { status, statusText, headers, body, redirects, stream } = response;
  const note = endOf(response);
  return (
    <section class="card panel">
      <h2>
        Response <span class="faint">{status} {shown(statusText)}</span>
      </h2>
      {redirects.length > 0 && (
        <details class="part">
          <summary>{counted(redirects.length, "redirect")}</summary>
          <ol class="redirects">
            {redirects.map(({ status, method, url, location }, index) => (
              <li key={index}>
                <code>{status}</code> {shown(method)} {shown(url)} →{" "}
                {shown(location)}
              </li>
            ))}
            <li>{shown(response.url)}</li>
          </ol>
        </details>
      )}
      <Headers headers={headers} />
      {note !== undefined && <p class="cut">{note}</p>}
      {stream === undefined
        ? <BodyView body={body} contentType={contentType(headers)} marks={[]} />
        : body && stream.kind !== "grpc" && (
          <details class="part">
            <summary>The text as it came</summary>
            <BodyView
              body={body}
              contentType={contentType(headers)}
              marks={[]}
            />
          </details>
        )}
    </section>
  );
}

/** What is to be said of how the body ends. */
function endOf(
  { cut, truncated, unframed }: CollectedResponse,
): string | undefined {
  if (cut) return "The response was cut off: this is what came.";
  if (truncated) return "The response was longer than Brace takes: it was cut.";
  return unframed
    ? "Unframed: the body ended with the connection, and may have been cut off."
    : undefined;
}

/** Names and values, folded where they are many. */
export function Headers({ headers, marks, title = "header", children }: {
  readonly headers: readonly CollectedHeader[];
  /** What one of them is. */
  readonly title?: string;
  /** What is to be said of them. */
  readonly children?: ComponentChildren;
  readonly marks?: readonly ((
    place: "header" | "header name",
  ) => InsertionMark[])[];
}) {
  if (headers.length === 0) return null;
  const hasMarks = marks?.some((it) => it("header").length > 0);
  return (
    <details class="part" open={hasMarks || headers.length <= 12}>
      <summary>{counted(headers.length, title)}</summary>
      <dl class="headers">
        {headers.map(({ name, value }, index) => (
          <div key={index}>
            <dt>
              <MarkedText
                text={name}
                marks={marks?.[index]("header name") ?? []}
              />
            </dt>
            <dd>
              <MarkedText text={value} marks={marks?.[index]("header") ?? []} />
            </dd>
          </div>
        ))}
      </dl>
      {children}
    </details>
  );
}

function contentType(headers: readonly CollectedHeader[]): string {
  return headers.find(({ name }) => name.toLowerCase() === "content-type")
    ?.value ?? "";
}

const MAX_VALUE_LENGTH = 60;

/** Every value that placeholders gave to a request, and where it came from. */
function PlaceholderTable(
  { request }: { readonly request: CollectedSent },
) {
  const rows = rowsOf(request);
  return (
    <details class="part">
      <summary>{counted(rows.length, "placeholder")}</summary>
      <ul class="placeholders">
        {rows.map(({ insertion, value, places }) => (
          <li key={`${insertion.expression} ${sourceText(insertion)} ${value}`}>
            <span class="placeholder-head">
              <code>{`{{${shown(insertion.expression)}}}`}</code>
              <span
                class="scope"
                data-scope={insertion.scope ?? insertion.origin.kind}
              >
                {insertion.scope ?? insertion.origin.kind}
              </span>
              {insertion.secret && <span class="scope secret">secret</span>}
            </span>
            {value !== "" && <code class="placeholder-value">{value}</code>}
            <span class="faint">
              {shown(sourceText(insertion))}
              {insertion.via.length > 0 &&
                `, via ${insertion.via.map(shown).join(" → ")}`}
              {" · in "}
              {[...places].join(", ")}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}

interface TableRow {
  readonly insertion: JsonInsertion;
  readonly value: string;
  readonly places: Set<string>;
}

/** What is too long ends with `…`, and never in half a surrogate pair. */
function cut(text: string): string {
  return text.length <= MAX_VALUE_LENGTH
    ? text
    : `${text.slice(0, MAX_VALUE_LENGTH - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}

/** The same value of the same variable stands in one row. */
function rowsOf(request: CollectedSent): TableRow[] {
  const rows = new Map<string, TableRow>();
  for (const insertion of request.insertions ?? []) {
    const value = cut(shown(textOf(request, insertion)));
    const { expression, via } = insertion;
    const key = JSON.stringify([expression, sourceText(insertion), via, value]);
    const row = rows.get(key) ?? { insertion, value, places: new Set() };
    row.places.add(placeOf(insertion));
    rows.set(key, row);
  }
  return [...rows.values()];
}

function placeOf({ place, name }: JsonInsertion): string {
  return name === undefined ? place : `${place} ${shown(name)}`;
}

function textOf(request: CollectedSent, insertion: JsonInsertion): string {
  const { place, start, end } = insertion;
  return wholeOf(request, insertion)[place]?.slice(start, end) ?? "";
}

function wholeOf(
  { method, url, headers, body }: CollectedSent,
  { name, nth = 0 }: JsonInsertion,
): Partial<Record<JsonInsertion["place"], string>> {
  const lower = name?.toLowerCase();
  const header = headers.filter((it) => it.name.toLowerCase() === lower)[nth];
  const parts = body?.kind === "multipart" ? body.parts : [];
  const part = parts.filter((it) => it.name.toLowerCase() === lower)[nth];
  return {
    method,
    url,
    "header name": header?.name,
    header: header?.value,
    "part name": part?.name,
    part: part?.kind === "file" ? part.path : part?.value,
    ...body?.kind === "text" && { body: body.text },
    ...body?.kind === "file" && { file: body.path },
  };
}
