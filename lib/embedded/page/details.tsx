/** @jsxRuntime automatic */
/** @jsxImportSource preact */
/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { scriptJson } from "../../tools/report/html/script_json.ts";
import type { Details } from "../../tools/report/html/types.ts";

/** Reads a block of data that the report carries. */
export function readBlock<T>(id: string): T {
  return JSON.parse(textOf(id));
}

let given: readonly Details[] | undefined;

/** Shows the details of a run that came another way than with the page. */
export function giveDetails(details: readonly Details[]): void {
  given = details;
}

/** What the report knows of the request with this place in the run. */
export function readDetails(index: number): Details {
  return given?.[index] ?? readBlock(`details-${index}`);
}

/** Whether a word, in lower case, stands in what is known of a request. */
export function searchDetails(index: number, word: string): boolean {
  const text =
    (given ? JSON.stringify(given[index]) : textOf(`details-${index}`))
      .toLowerCase();
  // The data writes quotes and what has no sign of its own in JSON's way.
  return text.includes(scriptJson(word).slice(1, -1));
}

function textOf(id: string): string {
  return document.getElementById(id)?.textContent ?? "null";
}
