import { isInside, join, resolve } from "../../host/path.ts";
import { isFile } from "../../host/files/is_file.ts";
import { isFolder } from "../../host/files/is_folder.ts";
import { meantPath } from "../../host/files/load/named_path.ts";
import { readImportSource } from "../../host/import/read_import_source.ts";
import { writeCollection } from "../../host/import/write_collection.ts";
import { programName } from "../../host/terminal/program_name.ts";
import { shellPath, shellWord } from "../../host/terminal/shell_word.ts";
import { writeOutput } from "../../host/terminal/write_output.ts";
import { YAML_FORMAT } from "../../core/collection/format.ts";
import { parseYaml } from "../../core/collection/yaml/parse_yaml.ts";
import { createMasker } from "../../core/secrets/masker.ts";
import { loadingCode } from "../../core/run/exit_code.ts";
import { didYouMean } from "../../core/source/nearest.ts";
import { accountOf } from "../../tools/convert/account.ts";
import { elements, jsonTextOf, members } from "../../tools/convert/json.ts";
import { toFiles } from "../../tools/convert/to_files.ts";
import type {
  Imported,
  ImportKind,
  ImportSource,
} from "../../tools/convert/types.ts";
import type {
  Choice,
  FileState,
  UpdateNote,
} from "../../tools/convert/update/types.ts";
import { cameFromOpenapi } from "../../tools/convert/update/came_from_openapi.ts";
import { updateFiles } from "../../tools/convert/update/update_files.ts";
import type { ImportCommandOptions } from "../command.ts";
import { printProblem } from "../print_diagnostics.ts";
import { usageError } from "../usage_error.ts";
import { ownFiles } from "./own_files.ts";
import {
  aroundOthers,
  isOther,
  notImported,
  otherDocument,
} from "./update_refusals.ts";
import { updateReport } from "./update_report.ts";
import { type Report, reportJson, type ReportNote } from "./report.ts";
import { updatedEntries } from "./updated_entries.ts";
import { checkCommandLine, fillSteps, type NextStep } from "./next_steps.ts";
import { checked, shownSource, waitingIn } from "./written_folder.ts";

/** `brace import --update`: writes only what changed, into the folder that is there. */
export async function updateCommand(
  value: Imported,
  kind: ImportKind,
  { source, options }: {
    source: ImportSource;
    options: ImportCommandOptions;
  },
): Promise<number> {
  const folder = options.output ?? ".";
  if (kind !== "openapi") {
    throw usageError(
      `Cannot use "--update" with ${kind}: only operations of OpenAPI can be recognised again (import with --force instead: it replaces the files that are there and your changes to them, so commit them first, and names those that the source does not have)`,
      { command: "import" },
    );
  }
  const { files: all, others: unread = new Set() } = await readImportSource(
    folder,
    options,
  );
  const { own: existing, below } = ownFiles(all);
  const fresh = toFiles(value);
  const main = YAML_FORMAT.mains.find((name) => existing.has(name));
  const meant = main === undefined
    ? [...below].filter(([, files]) => cameFromOpenapi(files, fresh))
      .map(([path]) => join(folder, path))
    : [];
  if (meant.length > 0) {
    const problem = aroundOthers(folder, meant);
    printProblem(problem);
    return loadingCode([problem]);
  }
  if (main !== undefined && !cameFromOpenapi(existing, fresh)) {
    const problem = notImported(folder, main);
    printProblem(problem);
    return loadingCode([problem]);
  }
  const choices = new Choices(folder, options);
  const { notes, counts, others, settled, marked, files: updated } =
    updateFiles(
      existing,
      fresh,
      (path, state) => choices.of(path, state),
      value.unmade,
    );
  if (isOther(counts) && !options.force) {
    const problem = otherDocument(folder, main, {
      isEmpty: value.counts.requests === 0,
      notes: fresh.notes,
    });
    printProblem(problem);
    return loadingCode([problem]);
  }
  choices.refuseUnused();
  const entries = updatedEntries(folder, fresh.files.get(".env.example"), {
    before: existing,
    after: new Map([...existing, ...updated]),
    leaving: new Set(
      notes.flatMap(({ ends, target }) =>
        ends === undefined || ends.includes("take") ? [] : target ?? []
      ),
    ),
    unread,
  });
  const files = new Map([
    ...[...updated].map(([path, text]) => [path, { text }] as const),
    ...entries.files,
  ]);
  const problem = await writeCollection(
    folder,
    files,
    { force: true, isMerged: true },
  );
  if (problem) {
    printProblem(problem);
    return loadingCode([problem]);
  }
  const account = accountOf({
    source: value.counts,
    all: fresh.counts,
    ...(value.added && { added: value.added }),
    notes: fresh.notes,
  });
  const check = await checked(folder, value);
  const program = programName();
  const waiting = notes.filter(({ ends }) => ends !== undefined);
  const report: Report = {
    name: value.name,
    kind,
    source: shownSource(source),
    output: folder,
    account,
    notes: [
      // Operations may be gone because of them.
      ...fresh.notes.filter(({ isMistake }) => isMistake),
      ...await withDifferences(notes),
      ...fresh.notes.filter(({ lost, isMistake, target = "", placeholder }) =>
        !isMistake && (lost !== undefined || files.has(target) ||
          placeholder &&
            hasValue(existing.get(target) ?? "", placeholder.value))
      ),
      ...entries.notes,
      ...(account.note === undefined ? [] : [account.note]),
    ],
    files: [...files.keys()],
    added: [...files.keys()].filter((path) =>
      !existing.has(path) && !unread.has(path)
    ),
    updated: { ...counts, others },
    settled,
    taken: choices.taken,
    marked,
    check: { ...check, command: checkCommandLine(program, folder) },
    next: [
      ...(files.has(".env.example")
        ? fillSteps(
          program,
          folder,
          waitingIn(folder, check.mayStayEmpty, entries.read),
        )
        : []),
      ...choiceSteps(
        waiting,
        {
          folder,
          existing,
          command: [
            program,
            "import",
            shellWord(shownSource({ ...source, name: options.source })),
            "-o",
            shellPath(folder),
            "--update",
          ].join(" "),
        },
      ),
    ],
  };
  writeOutput(
    options.format === "json" ? reportJson(report) : updateReport(report),
  );
  return 0;
}

/** Whether an environment has a value that a person was to replace. */
function hasValue(text: string, value: string): boolean {
  const { document } = parseYaml("environment", text);
  return elements(members(document?.root).variables)
    .some((row) => jsonTextOf(members(row).value) === value);
}

/** The commands that end what a person has to look at. */
function choiceSteps(
  waiting: readonly UpdateNote[],
  { folder, existing, command }: {
    folder: string;
    existing: ReadonlyMap<string, string>;
    command: string;
  },
): NextStep[] {
  const step = (
    choice: Choice,
    why: string,
    isThere = true,
  ): NextStep[] => {
    const paths = waiting.filter(({ ends, target = "" }) =>
      ends?.includes(choice) && existing.has(target) === isThere
    ).map(({ target = "" }) => target);
    if (paths.length === 0) return [];
    const path = paths.length === 1
      ? shellPath(join(folder, paths[0]).replaceAll("\\", "/"))
      : "FILE";
    return [{ command: `${command} --${choice} ${path}`, why }];
  };
  return [
    ...step(
      "keep",
      "if your file is right, or when you have put the change into it: it is not named again until the document changes",
    ),
    ...step("take", "to replace your file by the document's version"),
    ...step("keep", "to leave the file out: it is not named again", false),
    ...step("take", "to have the file again", false),
  ];
}

/** The difference is made where there is one: its library takes a while to load. */
async function withDifferences(
  notes: readonly UpdateNote[],
): Promise<ReportNote[]> {
  if (notes.every(({ both }) => both === undefined)) return [...notes];
  const { maskedDiff } = await import(
    "../../tools/report/text/unified_diff.ts"
  );
  const masker = createMasker();
  return notes.map(({ both, ends: _, ...note }) => ({
    ...note,
    ...(both && {
      difference: maskedDiff(
        note.target ?? "",
        { before: both.here, after: both.there },
        masker,
      ),
    }),
  }));
}

/** What `--keep` and `--take` say of files: paths from here, or from the collection's folder. */
class Choices {
  readonly #folder: string;
  readonly #asked: readonly { choice: Choice; path: string }[];
  readonly #states = new Map<string, FileState>();
  readonly #used = new Set<string>();
  /** The files whose text the document's version replaces. */
  readonly taken: string[] = [];

  constructor(folder: string, { keep, take }: ImportCommandOptions) {
    this.#folder = folder;
    this.#asked = [
      ...keep.map((path) => ({ choice: "keep" as const, path })),
      ...take.map((path) => ({ choice: "take" as const, path })),
    ];
  }

  /**
   * What was chosen for a file of the collection.
   *
   * @throws {UsageError} Both were.
   */
  of(file: string, state: FileState): Choice | undefined {
    const at = resolve(this.#folder, file);
    this.#states.set(at, state);
    const found = this.#asked.filter(({ path }) =>
      this.#placesOf(path).some((one) => isInside(one, at))
    );
    for (const { choice, path } of found) {
      if (APPLIES[choice].has(state)) this.#used.add(path);
    }
    if (state === "written" || state === "same") return undefined;
    const [choice, ...others] = new Set(found.map(({ choice }) => choice));
    if (others.length > 0) {
      throw usageError(
        `Cannot use "--keep" and "--take" for "${file}" at once: name it with one of them`,
        { command: "import" },
      );
    }
    if (choice === "take" && state !== "gone") this.taken.push(file);
    return choice;
  }

  /**
   * Refuses a path that nothing was chosen for.
   *
   * @throws {UsageError} There is one.
   */
  refuseUnused(): void {
    for (const { choice, path } of this.#asked) {
      if (this.#used.has(path)) continue;
      const places = this.#placesOf(path);
      const isThere = places.some((one) => isFile(one) || isFolder(one));
      const states = new Set(
        places.flatMap((place) =>
          [...this.#states].flatMap(([at, state]) =>
            isInside(place, at) ? [state] : []
          )
        ),
      );
      const why = choice === "take" && states.has("gone")
        ? "the document has no version of it any more (delete it, or use --keep)"
        : choice === "take" && states.has("same")
        ? "the document's version is there already"
        : isThere || states.size > 0
        ? `no file there waits for it ${this.#meant(path, choice, "do")}`
        : `no such file or folder ${this.#meant(path, choice, "wait for it")}`;
      throw usageError(
        `Cannot use "--${choice}" for "${path}": ${why}`,
        { command: "import" },
      );
    }
  }

  /**
   * What a path may mean that nothing was chosen for: one with a file to choose for.
   *
   * @param wait What such files do, as a verb.
   */
  #meant(path: string, choice: Choice, wait: string): string {
    const waits = (at: string) =>
      this.#states.entries().some(([file, state]) =>
        APPLIES[choice].has(state) && isInside(at, file)
      );
    const near = meantPath(path, resolve("."), waits) ??
      meantPath(path, resolve(this.#folder), waits);
    return near === undefined
      ? `(see which ${wait} with --update alone)`
      : didYouMean(near).trim();
  }

  #placesOf(path: string): readonly string[] {
    return [resolve(path), resolve(this.#folder, path)];
  }
}

/** The files that a choice is for. */
const APPLIES: Readonly<Record<Choice, ReadonlySet<FileState>>> = {
  keep: new Set(["open", "gone"]),
  take: new Set(["open", "edited", "written"]),
};
