/** @jsxRuntime automatic */
/** @jsxImportSource preact */
/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import type { CollectedSent } from "../../../tools/report/collect/types.ts";
import type { JsonInsertion } from "../../../tools/report/provenance/provenance_json.ts";
import { count } from "../../../tools/report/text/amounts.ts";
import { shown } from "../shown.ts";
import { sourceText } from "./source_text.ts";

const MAX_VALUE_LENGTH = 60;

/** Every value that placeholders gave to a request, and where it came from. */
export function PlaceholderTable(
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
