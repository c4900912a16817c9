/** @jsxRuntime automatic */
/** @jsxImportSource preact */
/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import type {
  CollectedBody,
  CollectedHeader,
  CollectedResponse,
  CollectedSent,
} from "../../../tools/report/collect/types.ts";
import { count, formatBytes } from "../../../tools/report/text/amounts.ts";
import { CodeView } from "../code/code_view.tsx";
import { MarkedText } from "../code/marked_text.tsx";
import { type InsertionMark, marksIn } from "../code/marks_in.ts";
import { shown } from "../shown.ts";
import type { JsonInsertion } from "../../../tools/report/provenance/provenance_json.ts";
import { sourceText } from "../code/source_text.ts";

/** What was sent. */
export function RequestPanel({ request }: { readonly request: CollectedSent }) {
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
      <Headers headers={headers} marks={marks} />
      {insertions.length > 0 && <PlaceholderTable request={request} />}
      <Body
        body={body}
        contentType={contentType(headers)}
        marks={marksIn(request, { place: "body" })}
        request={request}
      />
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
        <p class="empty">There was none.</p>
      </section>
    );
  }
  const { status, statusText, headers, body, redirects } = response;
  const note = endOf(response);
  return (
    <section class="card panel">
      <h2>
        Response <span class="faint">{status} {shown(statusText)}</span>
      </h2>
      {redirects.length > 0 && (
        <details class="part">
          <summary>{count(redirects.length, "redirect")}</summary>
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
      <Body body={body} contentType={contentType(headers)} marks={[]} />
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

function Headers({ headers, marks }: {
  readonly headers: readonly CollectedHeader[];
  readonly marks?: readonly ((
    place: "header" | "header name",
  ) => InsertionMark[])[];
}) {
  if (headers.length === 0) return null;
  const hasMarks = marks?.some((it) => it("header").length > 0);
  return (
    <details class="part" open={hasMarks || headers.length <= 12}>
      <summary>{count(headers.length, "header")}</summary>
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
    </details>
  );
}

function Body({ body, contentType, marks, request }: {
  readonly body: CollectedBody | undefined;
  readonly contentType: string;
  readonly marks: readonly InsertionMark[];
  readonly request?: CollectedSent;
}) {
  switch (body?.kind) {
    case undefined:
      return <p class="no-body faint">No body</p>;
    case "text":
      return (
        <div class="part">
          <h3>
            Body{" "}
            <span class="faint">
              {formatBytes(body.size)}
              {body.cut && ", cut"}
            </span>
          </h3>
          {body.text !== "" && (
            <CodeView
              text={body.text}
              isJson={isJson(body.text, contentType)}
              marks={marks}
            />
          )}
          {body.cut && <p class="cut">The report holds the beginning only.</p>}
        </div>
      );
    case "binary":
      return (
        <div class="part">
          <h3>
            Body <span class="faint">{formatBytes(body.size)}, binary</span>
          </h3>
          <CodeView text={hexDump(body.base64)} isJson={false} marks={[]} />
        </div>
      );
    case "file":
      return (
        <div class="part">
          <h3>Body</h3>
          <p>
            the file{" "}
            <code>
              <MarkedText
                text={body.path}
                marks={request ? marksIn(request, { place: "file" }) : []}
              />
            </code>
          </p>
        </div>
      );
    case "multipart":
      return (
        <div class="part">
          <h3>
            Body <span class="faint">{count(body.parts.length, "part")}</span>
          </h3>
          <Parts body={body} request={request} />
        </div>
      );
    default:
      return body satisfies never;
  }
}

function Parts({ body, request }: {
  readonly body: Extract<CollectedBody, { kind: "multipart" }>;
  readonly request: CollectedSent | undefined;
}) {
  const nths = new Map<string, number>();
  return (
    <dl class="headers">
      {body.parts.map((part, index) => {
        const { name } = part;
        const nth = nths.get(name.toLowerCase()) ?? 0;
        nths.set(name.toLowerCase(), nth + 1);
        const marks = (place: "part" | "part name") =>
          request ? marksIn(request, { place, name, nth }) : [];
        return (
          <div key={index}>
            <dt>
              <MarkedText text={name} marks={marks("part name")} />
            </dt>
            <dd>
              {part.kind === "file" && <span class="faint">the file</span>}
              <MarkedText
                text={part.kind === "file" ? part.path : part.value}
                marks={marks("part")}
              />
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

function contentType(headers: readonly CollectedHeader[]): string {
  return headers.find(({ name }) => name.toLowerCase() === "content-type")
    ?.value ?? "";
}

/** The first bytes, sixteen a line. */
function hexDump(base64: string): string {
  const bytes = Array.from(atob(base64), (it) => it.charCodeAt(0)).slice(
    0,
    512,
  );
  const lines: string[] = [];
  for (let at = 0; at < bytes.length; at += 16) {
    const line = bytes.slice(at, at + 16);
    const hex = line.map((it) => it.toString(16).padStart(2, "0")).join(" ");
    const text = line.map((it) =>
      it >= 0x20 && it < 0x7f ? String.fromCharCode(it) : "."
    ).join("");
    lines.push(
      `${at.toString(16).padStart(4, "0")}  ${hex.padEnd(47)}  ${text}`,
    );
  }
  return lines.join("\n");
}

/** Whether a text is to be read as JSON: its type says so, or it is some. */
export function isJson(text: string, contentType: string): boolean {
  const type = contentType.split(";")[0].trim().toLowerCase();
  if (!/^\s*[[{]/.test(text)) return false;
  if (/[/+]json$/.test(type)) return true;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const MAX_VALUE_LENGTH = 60;

/** Every value that placeholders gave to a request, and where it came from. */
function PlaceholderTable(
  { request }: { readonly request: CollectedSent },
) {
  const rows = rowsOf(request);
  return (
    <details class="part">
      <summary>{count(rows.length, "placeholder")}</summary>
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
