import { counted } from "../../core/source/counted.ts";
import type { Account } from "../../tools/convert/account.ts";
import { countsText } from "../../tools/convert/counts.ts";
import { sentenceOf } from "../../tools/convert/words.ts";
import type { Report, ReportNote } from "./report.ts";
import { shortList } from "./short_list.ts";
import type { WaitingNames } from "./written_folder.ts";
import { wrapped } from "./wrapped.ts";
import { shellPath } from "../../host/terminal/shell_word.ts";

/** Of more notes of one kind only so many are listed. */
const MAX_COUNT = 40;

/** Of things that a note is about, only so many are listed. */
const MAX_ABOUT = 5;

/** Of places where secrets were, only so many are listed. */
const MAX_PLACES = 10;

/** What `brace import` says at its end: what came over, what changed, what a person has to look at. */
export function importReport(
  report: Report,
  { folders, withSecrets, empty, waiting }: {
    folders: number;
    withSecrets: boolean;
    waiting: WaitingNames;
    /** The secrets that the source has no value of, such as those of a scheme that is declared; with `withSecrets`, nor does `.env`. */
    empty: readonly string[];
  },
): string {
  const { name, kind, source, output, account } = report;
  const names = namesIn(report);
  const lacked = counted(names.length, "value");
  const example = shellPath(`${output}/.env.example`);
  const dotenv = shellPath(`${output}/.env`);
  const unneeded = (report.check?.mayStayEmpty ?? []).filter((env) =>
    !withSecrets || empty.includes(env)
  );
  const lacking = empty.filter((env) => !unneeded.includes(env));
  const fill = waiting.names.length === 0
    ? names.every((env) => unneeded.includes(env))
      ? `${names.length === 1 ? "it" : "all"} may stay empty`
      : `${dotenv} has ${
        names.length === 1 ? "a value for it" : "values for them"
      }`
    : waiting.isThere
    ? `write ${shortList(waiting.names)} into ${dotenv}`
    : `copy ${example} to ${dotenv} and fill it in`;
  const [secrets, values] = [report.secrets, report.values].map((all = []) =>
    all.filter((env) => !report.ofProcess?.includes(env)).length
  );
  const amounts = [
    ...secrets > 0 ? [counted(secrets, "secret")] : [],
    ...values > 0 ? [`${counted(values, "value")} of the source's .env`] : [],
  ];
  const sections = [
    wrapped(
      `Imported "${name}" (${kind}) from ${source} to ${output}:`,
      "",
      "    ",
    ) + countLines(account, folders),
    ...noteSections(report.notes),
    names.length === 0 ? "" : empty.length === names.length
      ? wrapped(
        withSecrets && lacking.length > 0
          ? `The source lacks ${lacked}: fill in ${dotenv}.`
          : `The source lacks ${lacked}: ${fill}.`,
      ) + emptyLines(report, unneeded) + processLine(report, lacking)
      : withSecrets
      ? filledLines(report, { empty, lacking, dotenv }) +
        foundLines(report, unneeded)
      : wrapped(
        `${amounts.join(" and ")} left out of the files: ${fill}${
          waiting.names.length === 0 ? "" : AGAIN
        }.`,
      ) + foundLines(report, unneeded, lacking),
    checkLine(report),
    nextLines(report),
  ];
  return sections.filter((text) => text !== "").join("\n");
}

const AGAIN = " (or import again with --force --with-secrets)";

/** Where secrets were taken out: a name may tell of one where none is. */
function foundLines(
  report: Report,
  unneeded: readonly string[] = [],
  lacking: readonly string[] = [],
): string {
  const { found = [], ofProcess = [] } = report;
  const others = lacking.filter((env) => !ofProcess.includes(env));
  const places = [...Map.groupBy(found, ({ place }) => place)];
  const more = places.length - MAX_PLACES;
  return places.slice(0, MAX_PLACES).map(([place, all]) =>
    wrapped(
      `${place}: ${
        all.map((one) => {
          const by = "env" in one ? one.env : one.variable;
          return `${one.name} → ${by}${one.isEncoded ? ` (${ENCODE})` : ""}${
            unneeded.includes(by) ? ` (${SET_LATER})` : ""
          }`;
        }).join(", ")
      }`,
      "  ",
      "      ",
    )
  ).join("") +
    (more > 0 ? `  … and ${more} more (--format json lists all)\n` : "") +
    emptyLines(report, unneeded) +
    (others.length === 0
      ? ""
      : wrapped(`${shortList(others)}: ${LACKING}`, "  ", "      ")) +
    processLine(report, lacking);
}

/** Which of the values that the source lacks it reads from the process, as a run can. */
function processLine(
  { ofProcess = [] }: Report,
  lacking: readonly string[],
): string {
  const names = lacking.filter((env) => ofProcess.includes(env));
  return names.length === 0 ? "" : wrapped(
    `${
      shortList(names)
    }: read from the process (a run does so with --allow-env=${
      names.join(",")
    })`,
    "  ",
    "      ",
  );
}

const LACKING = "the source has no value";
const ENCODE = 'write it percent-encoded, such as %26 for "&"';
const SET_LATER = "a script sets it: it may stay empty";

/** The secrets that need no value, and were without one in the source. */
function emptyLines(
  report: Report,
  unneeded: readonly string[],
): string {
  const { found = [] } = report;
  const names = namesIn(report);
  return unneeded.filter((env) =>
    names.includes(env) && !found.some((one) => "env" in one && one.env === env)
  ).map((env) => wrapped(`${env}: ${SET_LATER}`, "  ", "      ")).join("");
}

/** What `brace export` says at its end. */
export function exportReport(report: Report): string {
  const { name, kind, account, output } = report;
  return [
    wrapped(
      `Exported "${name}" (${kind}) to ${output ?? "standard output"}:`,
      "",
      "    ",
    ) + countLines(account, 0),
    ...noteSections(report.notes),
    placesTitle(report) + foundLines(report),
  ].filter((text) => text !== "").join("\n");
}

function placesTitle({ found = [] }: Report): string {
  return found.length === 0 ? "" : "Values that are replaced by variables:\n";
}

function countLines(
  { written, named }: Account,
  folders: number,
): string {
  const { requests, environments, ...others } = written;
  const parts = [
    counted(requests, "request"),
    ...(folders > 0 ? [counted(folders, "folder")] : []),
    countsText({ environments, ...others }, " · "),
  ].filter((part) => part !== "");
  const lost = countsText(named, " · ");
  return `  ${parts.join(" · ")}\n${
    lost === "" ? "" : `  not written, and named below: ${lost}\n`
  }`;
}

/** Notes below a title for each kind. */
export function noteSections(notes: readonly ReportNote[]): string[] {
  const easy = notes.filter((note) => note.kind === "changed");
  const isLeftOut = ({ message }: ReportNote) =>
    message.startsWith("Left out ");
  const changed = easy.filter((note) => !isLeftOut(note));
  const leftOut = easy.filter(isLeftOut);
  const person = notes.filter((note) => note.kind === "person");
  return [
    section(
      `Written differently, with the same meaning (${changed.length}):`,
      changed,
    ),
    section(
      `Left out, because a run does not need it (${leftOut.length}):`,
      leftOut,
    ),
    section(`Needs you (${person.length}):`, person),
  ];
}

/** Which values an import has put into `.env`, and which the source does not have. */
function filledLines(
  { secrets = [], values = [] }: Report,
  { empty, lacking, dotenv }: {
    empty: readonly string[];
    /** Those of the empty ones that need a value. */
    lacking: readonly string[];
    dotenv: string;
  },
): string {
  const one = lacking.length === 1;
  const rest = one ? "is empty (fill it in)" : "are empty (fill them in)";
  const filledOf = (names: readonly string[]) =>
    names.filter((name) => !empty.includes(name)).length;
  const [hidden, plain] = [filledOf(secrets), filledOf(values)];
  const parts = [
    ...hidden > 0
      ? [
        `the ${hidden === 1 ? "value" : "values"} of ${
          counted(hidden, "secret")
        }`,
      ]
      : [],
    ...plain > 0 ? [`${counted(plain, "value")} of the source's .env`] : [],
  ];
  const subject = parts.join(" and ").replace(/^t/, "T");
  return wrapped(
    `${subject} ${
      hidden + plain === 1 ? "is" : "are"
    } in ${dotenv}, which .gitignore names.`,
  ) +
    (lacking.length === 0 ? "" : wrapped(
      `${counted(lacking.length, "value")} in it ${rest}: ${
        shortList(lacking)
      }`,
    ));
}

/** The names that `.env` is to have. */
function namesIn({ secrets = [], values = [] }: Report): readonly string[] {
  return [...secrets, ...values];
}

/** What `brace check` finds in the files. */
export function checkLine({ check, updated }: Report): string {
  if (check === undefined) return "";
  const { errors, warnings, hints, waiting } = check;
  // An update's "Next" asks for no values.
  const lacking = updated === undefined
    ? check.lacking
    : { errors: 0, warnings: 0 };
  const lasting = errors - lacking.errors;
  const staying = warnings - lacking.warnings - waiting;
  const listed = (counts: readonly (readonly [number, string])[]) =>
    counts.filter(([count]) => count > 0)
      .map(([count, noun]) => counted(count, noun));
  const counts = listed([
    [lasting, "error"],
    [staying, "warning"],
    [hints, "hint"],
  ]);
  const more = (noun: string, before: number) =>
    before > 0 ? `more ${noun}` : noun;
  const going = (counts: Parameters<typeof listed>[0], when: string) => {
    const parts = listed(counts);
    const isOne = counts.reduce((sum, [count]) => sum + count, 0) === 1;
    return parts.length === 0 ? [] : [
      `${parts.join(" and ")} ${isOne ? "goes" : "go"} away when you ${when}`,
    ];
  };
  const clauses = [
    ...counts.length > 0 ? [counts.join(", ")] : [],
    ...going([
      [lacking.errors, more("error", lasting)],
      [lacking.warnings, more("warning", staying)],
    ], "give the values below"),
    ...going(
      [[waiting, more("warning", staying + lacking.warnings)]],
      "fill in .env",
    ),
  ];
  const all = errors + warnings + hints;
  const see = `see ${all === 1 ? "it" : "them"} with`;
  return clauses.length === 0
    ? "Checked: no problems\n"
    : wrapped(`Checked: ${[...clauses, see].join("; ")}`) +
      `  ${check.command}\n`;
}

/** The files that an update wrote: the new requests, and those that changed. */
export function writtenLines({ files, added = [] }: Report): string {
  if (files.length === 0) return "";
  const lines = files.slice(0, MAX_COUNT).map((file) =>
    `  ${file}${added.includes(file) ? " (new)" : ""}\n`
  );
  const more = files.length > MAX_COUNT
    ? `  … and ${files.length - MAX_COUNT} more (--format json lists all)\n`
    : "";
  return `Wrote ${files.length} file${files.length === 1 ? "" : "s"}:\n${
    lines.join("")
  }${more}`;
}

/** The commands to go on with. */
export function nextLines({ next = [] }: Report): string {
  if (next.length === 0) return "";
  const lines = next.map(({ command, why, first }) =>
    [
      `  ${command}\n`,
      why === undefined ? "" : wrapped(`(${why})`, "    ", "     "),
      first === undefined ? "" : wrapped(first, "    ", "      "),
    ].join("")
  );
  return `Next:\n${lines.join("")}`;
}

function section(title: string, notes: readonly ReportNote[]): string {
  if (notes.length === 0) return "";
  const groups = [
    ...Map.groupBy(
      notes,
      ({ about, message, source, target }) =>
        about !== undefined
          ? JSON.stringify([message, source, target])
          : source?.line !== undefined && target === undefined
          ? JSON.stringify([message, source.file])
          : message,
    ).values(),
  ];
  const shown = groups.slice(0, MAX_COUNT);
  const left = notes.length - shown.flat().length;
  const more = left > 0
    ? `  … and ${left} more (--format json lists all)\n`
    : "";
  return `${title}\n${shown.map(groupLines).join("")}${more}`;
}

/** Notes that say the same of several things. */
function groupLines(notes: readonly ReportNote[]): string {
  const [first] = notes;
  if (notes.length === 1) return noteLines(first);
  if (first.about === undefined) {
    return first.source?.line !== undefined && first.target === undefined
      ? noteLines(first, linesOf(notes))
      : wrapped(sentenceOf(first), "  ", "      ") + placesOf(notes);
  }
  const about = notes.slice(0, MAX_ABOUT).map((note) => note.about).join(", ");
  const left = notes.length - MAX_ABOUT;
  return noteLines({ ...first, about: undefined }) +
    wrapped(
      `in ${about}${left > 0 ? ` and ${left} more` : ""}`,
      "    ",
      "      ",
    );
}

/** The lines of a file that say the same: `3, 5 and 4 more`. */
function linesOf(notes: readonly ReportNote[]): string {
  const lines = [...new Set(notes.map(({ source }) => source?.line))];
  const left = lines.length - MAX_ABOUT;
  return lines.slice(0, MAX_ABOUT).join(", ") +
    (left > 0 ? ` and ${left} more` : "");
}

/** A line for each place that a note is about. */
function placesOf(notes: readonly ReportNote[]): string {
  const left = notes.length - MAX_PLACES;
  return notes.slice(0, MAX_PLACES).map((note) => placeLine(note)).join("") +
    (left > 0 ? `    … and ${left} more (--format json lists all)\n` : "");
}

function noteLines(
  note: ReportNote,
  line: string | number | undefined = note.source?.line,
): string {
  return wrapped(sentenceOf(note), "  ", "      ") + placeLine(note, line);
}

/** Where a note comes from, and the files that it led to. */
function placeLine(
  { source, target, files }: ReportNote,
  line: string | number | undefined = source?.line,
): string {
  const from = source === undefined ? [] : [
    [source.file, line, source.path].filter((part) => part !== undefined)
      .join(":"),
  ];
  const to = target === undefined || files === undefined
    ? target
    : shortList(files);
  const place = [...from, ...(to === undefined ? [] : [to])].join(" → ");
  return place === "" ? "" : wrapped(place, "    ", "      ");
}
