import { counted } from "../../core/source/counted.ts";
import { escapeControls } from "../../tools/report/text/escape_controls.ts";
import type { UpdateCounts } from "../../tools/convert/update/types.ts";
import {
  checkLine,
  nextLines,
  noteSections,
  writtenLines,
} from "./import_report.ts";
import type { Report, ReportNote } from "./report.ts";
import { shortList } from "./short_list.ts";
import { wrapped } from "./wrapped.ts";

/** What `brace import --update` says at its end. */
export function updateReport(report: Report): string {
  const { name, output, updated, notes } = report;
  const { settled = [], taken = [], marked = [] } = report;
  return [
    `Updated "${name}" in ${output}:\n` +
    (updated === undefined ? "" : [
      wrapped(`requests: ${updatedText(updated)}`, "  ", "    "),
      wrapped(`other files: ${updatedText(updated.others)}`, "  ", "    "),
    ].join("")),
    // Of what is kept, only the mark is written.
    writtenLines({
      ...report,
      files: report.files.filter((file) =>
        !settled.includes(file) && !marked.includes(file)
      ),
    }),
    filesUnder(
      "Kept until the document changes again (only its hash changed)",
      settled,
    ),
    filesUnder("Took the document's version", taken),
    ...marked.map((file) =>
      wrapped(
        `Only the hashes changed in ${file}: they say which version of the document each file knows.`,
      )
    ),
    ...noteSections(notes),
    differences(notes),
    checkLine(report),
    nextLines(report),
  ].filter((text) => text !== "").join("\n");
}

function filesUnder(title: string, files: readonly string[]): string {
  return files.length === 0
    ? ""
    : `${title}:\n${files.map((file) => `  ${file}\n`).join("")}`;
}

function updatedText(
  { added, changed, open, kept, gone }: UpdateCounts,
): string {
  return [
    `${added} added`,
    `${changed} changed`,
    ...(open > 0 ? [`${open} edited here, to compare with the document`] : []),
    `${kept} as before`,
    ...(gone > 0 ? [`${gone} no longer in the document`] : []),
  ].join(" · ");
}

/** Of differences only so many lines are shown, and a few more if these are all. */
const MAX_DIFFERENCE = 200;
const MORE_DIFFERENCE = 20;

/** What the document has instead of what stands here. */
function differences(notes: readonly ReportNote[]): string {
  const lines = notes.flatMap(({ difference = "", target = "" }) =>
    difference.split("\n").slice(0, -1).map((line) => ({ line, target }))
  );
  if (lines.length === 0) return "";
  const isAll = lines.length <= MAX_DIFFERENCE + MORE_DIFFERENCE;
  const end = isAll ? lines.length : MAX_DIFFERENCE;
  const shown = lines.slice(0, end).map(({ line }) =>
    `  ${escapeControls(line)}\n`
  );
  const more = lines.slice(end);
  const files = [...new Set(more.map(({ target }) => escapeControls(target)))];
  return `Here (-) and in the document (+):\n${shown.join("")}${
    more.length === 0 ? "" : wrapped(
      `… and ${counted(more.length, "more line")}, of ${
        shortList(files)
      } (--format json has all)`,
      "  ",
      "      ",
    )
  }`;
}
