import type { ImportKind } from "../../tools/convert/types.ts";
import { shellPath, shellWord } from "../../host/terminal/shell_word.ts";
import { shortList } from "./short_list.ts";
import type { WaitingNames } from "./written_folder.ts";
import type { RowsFile } from "./rows_file.ts";
import type { SelfCheck } from "./self_check.ts";

/** A command that goes on from an import, and why where it does not say so itself. */
export interface NextStep {
  readonly command: string;
  readonly why?: string;
  /** What the command says first. */
  readonly first?: string;
}

/** What has to be done before the first run, and the run. */
export function nextSteps(
  { folder, source, program, kind, hasRequests, waiting, check, rows }: {
    folder: string;
    /** What was imported, as the command line names it. */
    source: string;
    program: string;
    kind: ImportKind;
    hasRequests: boolean;
    /** The names that wait for their values in `.env`. */
    waiting: WaitingNames;
    check: SelfCheck;
    /** The file of the source that has rows for it. */
    rows: RowsFile | undefined;
  },
): NextStep[] {
  const word = shellPath(folder);
  const steps: NextStep[] = [];
  if (!hasRequests) {
    // A document without operations is no file of environments.
    if (kind === "openapi") return [];
    return [{
      command: `${program} import ${shellWord(source)} -o COLLECTION`,
      why:
        "it contains no request: add it to the folder of a collection in the same way",
    }];
  }
  const needsEnv = waiting.names.length > 0;
  if (needsEnv && !waiting.isThere) {
    steps.push(copyStep(folder));
  }
  const [first, ...others] = check.blocking;
  const toDo = [
    ...needsEnv && waiting.isThere ? [valuesToGive(folder, waiting.names)] : [],
    ...first === undefined ? [] : [
      others.length === 0
        ? "fix what stops a run"
        : `fix the ${
          others.length + 1
        } problems that stop a run, such as this one`,
    ],
  ];
  if (toDo.length > 0) {
    steps.push({
      command: checkCommandLine(program, folder, check),
      why: `and ${toDo.join(", and ")}`,
      ...(first !== undefined && { first }),
    });
  }
  const inRows = rows?.names ?? check.inRows;
  const lacking = check.undefined.filter((name) => !inRows.includes(name));
  if (
    kind === "postman" && check.environment === undefined && lacking.length > 0
  ) {
    steps.push({
      command: `${program} import ENVIRONMENT.json -o ${word}`,
      why:
        "if Postman has an environment with these values: export it, and add it to the folder",
    });
  }
  const vars = lacking.map((name) =>
    ` --${check.inEnvironment.has(name) ? "env-var" : "var"} ${
      shellWord(name)
    }=…`
  );
  const whys = [
    ...check.outside.length > 0
      ? [
        `scripts require ${
          shortList(check.outside.map((name) => `"${name}"`))
        }, which only trusted scripts have: read them before you run them`,
      ]
      : [],
    ...vars.length > 0
      ? [
        "with values for variables that have none, or write the values into an environment",
      ]
      : [],
    ...rows !== undefined
      ? [`${rows.path} has ${columns(inRows)}`]
      : inRows.length > 0
      ? [
        `FILE is a CSV or JSON file whose rows have ${
          shortList(inRows.map((name) => `"${name}"`))
        }, which scripts read from the data`,
      ]
      : [],
    ...needsEnv
      ? []
      : check.empty.map((name) =>
        `the auth that uses "${name}" is empty: give it a value, or requests go out without credentials`
      ),
    ...check.emptyAuth.length > 0
      ? [
        `the auth in ${
          shortList(check.emptyAuth)
        } is empty: give it a value, or requests go out without credentials`,
      ]
      : [],
    ...check.early.map(({ name, path, firstValue }) =>
      firstValue !== undefined
        ? `"${name}" is set by "${path}" only after a request that needs it: ${firstValue}`
        : `"${name}" is set by "${path}", which runs later: add it to extensions.brace.setup of opencollection.yml`
    ),
  ];
  steps.push({
    command: `${program} run ${word}${
      check.environment === undefined
        ? ""
        : ` --env ${shellWord(check.environment)}`
    }${globalsFlag(check)}${
      inRows.length > 0
        ? ` --data ${rows === undefined ? "FILE" : shellPath(rows.path)}`
        : ""
    }${check.outside.length > 0 ? " --trust-scripts" : ""}${vars.join("")}`,
    ...(whys.length > 0 && { why: whys.join("; ") }),
  });
  return steps;
}

function columns(names: readonly string[]): string {
  const all = shortList(names.map((name) => `"${name}"`));
  return names.length === 1 ? `a column ${all}` : `the columns ${all}`;
}

/** What has to be done where `.env.example` got further names. */
export function fillSteps(
  program: string,
  folder: string,
  { names, isThere }: WaitingNames,
): NextStep[] {
  if (names.length === 0) return [];
  return isThere
    ? [{
      command: checkCommandLine(program, folder),
      why: `and ${valuesToGive(folder, names)}`,
    }]
    : [copyStep(folder)];
}

function copyStep(folder: string): NextStep {
  const [example, own] = [".env.example", ".env"].map((name) =>
    shellPath(`${folder}/${name}`)
  );
  return { command: `cp ${example} ${own}`, why: "and fill it in" };
}

function valuesToGive(folder: string, names: readonly string[]): string {
  return `give ${shortList(names)} a value in ${shellPath(`${folder}/.env`)}`;
}

/** The command that shows what was found. */
export function checkCommandLine(
  program: string,
  folder: string,
  check: Pick<SelfCheck, "unnamedGlobals"> = {},
): string {
  return `${program} check ${shellPath(folder)}${globalsFlag(check)}`;
}

/** Gives the globals, as long as `brace.yaml` does not. */
function globalsFlag({ unnamedGlobals }: Pick<SelfCheck, "unnamedGlobals">) {
  return unnamedGlobals === undefined
    ? ""
    : ` --global-env ${shellPath(unnamedGlobals)}`;
}
