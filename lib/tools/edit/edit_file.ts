import { bruKind, parseBru } from "../../core/collection/bru/parse_bru.ts";
import {
  aboutFolder,
  BRU_FORMAT,
  environmentName,
  type FileKind,
  YAML_FORMAT,
} from "../../core/collection/format.ts";
import { isV3Path } from "../../core/collection/v3/parse_v3.ts";
import {
  parseYaml,
  type YamlDocument,
} from "../../core/collection/yaml/parse_yaml.ts";
import type { Diagnostic } from "../../core/source/diagnostic.ts";
import { isPlainObject } from "../../core/source/plain_value.ts";
import { isShellName } from "../../core/source/way_out.ts";
import { bruChanges } from "./bru/edit_bru.ts";
import { EditRefusal, isSameData } from "./model.ts";
import {
  inPlaceOrder,
  type TextChange,
  withChanges,
} from "../../core/source/text_changes.ts";
import type { Edit, EditData, Edited, EditedFile, FileData } from "./types.ts";
import { yamlChanges } from "./yaml/edit_yaml.ts";

/** What a file says, in the form of OpenCollection whatever its format. */
export function readData(file: EditedFile): FileData {
  const { path, shown = path, text } = file;
  if (isV3Path(path)) return { problem: noV3(shown) };
  if (BRU_FORMAT.mains.includes(path)) return { problem: noBrunoJson(shown) };
  const { document, diagnostics } = documentOf(path, shown, text);
  const problem = diagnostics.find(({ severity }) => severity === "error");
  if (document === undefined || problem) {
    return { problem: problem ?? diagnostics[0] };
  }
  return {
    data: document.root as EditData,
    written: (keys) => document.written(keys),
  };
}

function documentOf(
  path: string,
  shown: string,
  text: string,
): { document?: YamlDocument; diagnostics: Diagnostic[] } {
  return path.endsWith(".bru")
    ? parseBru(shown, text, { kind: bruKind(path) })
    : parseYaml(shown, text);
}

/**
 * Applies edits to a file's text: the lines that they are about change, and all
 * else stays as it is, to the byte. The new text is read once more: where it
 * would say anything but the old one with the edits, there is a problem
 * instead of a text.
 */
export function editFile(file: EditedFile, edits: readonly Edit[]): Edited {
  const { path, shown = path, text } = file;
  const read = readData(file);
  if (read.problem) return { problem: read.problem };
  const isBru = path.endsWith(".bru");
  const bom = text.startsWith("\ufeff") ? 1 : 0;
  const isOpen = text !== "" && !text.endsWith("\n");
  const end = isOpen ? text.includes("\r\n") ? "\r\n" : "\n" : "";
  const source = text.slice(bom) + end;
  try {
    const { changes, data, lost = [] } = isBru
      ? bruChanges(source, read.data, { path, edits })
      : yamlChanges(source, read.data, {
        kind: kindOf(path, read.data),
        edits,
      });
    if (isBru) {
      refuseSecretValue(data);
      refuseSecretMark(data);
    }
    const heldBy = isBru ? heldByBru : (data: unknown) => data;
    const wanted = heldBy(data);
    if (changes.length === 0 && isSameData(heldBy(read.data), wanted)) {
      return { text, edits: [] };
    }
    const sorted = inPlaceOrder(changes);
    const whole = withChanges(source, sorted);
    const isHeld = (edited: string) =>
      isSameData(
        heldBy(documentOf(path, shown, edited).document?.root),
        wanted,
      );
    // A block at the end of the file may need the line end that was not there.
    const edited = [whole.slice(0, whole.length - end.length), whole]
      .slice(end === "" ? 1 : 0).find(isHeld);
    if (edited === undefined) {
      const got = heldBy(documentOf(path, shown, whole).document?.root);
      const keys = differentAt(got, wanted);
      const what = keys.length > 0 ? `this value of "${keys.join(".")}"` : "it";
      throw new EditRefusal(
        lost.length > 0
          ? `saving would lose something: ${lowered(lost[0])}`
          : (isBru
            ? `.bru files cannot hold ${what} (clear it, or import the collection into YAML files)`
            : `the file cannot hold ${what} (edit it as text)`),
        keys,
      );
    }
    const made = end === "" ? sorted : [differing(text.slice(bom), edited)];
    return {
      text: text.slice(0, bom) + edited,
      edits: made.map(({ start, end, text }) => ({
        offset: start + bom,
        length: end - start,
        text,
      })),
    };
  } catch (error) {
    if (!(error instanceof EditRefusal)) throw error;
    return { problem: refused(shown, error.message, error.keys) };
  }
}

/** A sentence behind a colon. */
function lowered(sentence: string): string {
  return sentence.replace(/^[A-Z](?=[a-z]* )/, (unit) => unit.toLowerCase());
}

/** The value of a secret stands in no file of Bruno's, and would be lost. */
function refuseSecretValue(data: unknown) {
  const { variables } = isPlainObject(data) ? data : {};
  const rows = Array.isArray(variables) ? variables.filter(isPlainObject) : [];
  const lost = rows.find(({ secret, value }) =>
    secret === true && value !== undefined && value !== ""
  );
  if (lost === undefined) return;
  const giver = isShellName(String(lost.name))
    ? `set the environment variable BRACE_SECRET_${lost.name}`
    : "give it in a secrets file";
  throw new EditRefusal(
    `.bru files hold no values of secrets (leave it empty: enter the value when a request asks for it, or ${giver})`,
    ["variables"],
  );
}

/** Only environments list secrets: elsewhere, the mark would be lost. */
function refuseSecretMark(data: unknown) {
  if (!isPlainObject(data)) return;
  for (const key of ["request", "runtime"]) {
    const { variables } = isPlainObject(data[key]) ? data[key] : {};
    const rows = Array.isArray(variables) ? variables : [];
    const lost = rows.find((row) => isPlainObject(row) && row.secret === true);
    if (lost === undefined) continue;
    throw new EditRefusal(
      `.bru files mark secrets in environments only (do not mark "${lost.name}" as one, and write {{process.env.NAME}} for its value, with the entry NAME in .env)`,
      [key, "variables"],
    );
  }
}

/** Where what a file would say is not what it is to say; lists are not looked into. */
function differentAt(got: unknown, wanted: unknown): readonly string[] {
  if (!isPlainObject(got) || !isPlainObject(wanted)) return [];
  for (const [name, value] of Object.entries(wanted)) {
    if (isSameData(got[name], value)) continue;
    return [name, ...differentAt(got[name], value)];
  }
  return [];
}

/** What a file is about, by its path and what it says. */
function kindOf(path: string, data: unknown): FileKind {
  if (
    YAML_FORMAT.mains.includes(path) ||
    isPlainObject(data) && ("opencollection" in data || "items" in data)
  ) return "collection";
  if (environmentName(path, YAML_FORMAT) !== undefined) return "environment";
  return aboutFolder(path, YAML_FORMAT) === undefined ? "request" : "folder";
}

/** The stretch in which two texts differ. */
function differing(before: string, after: string): TextChange {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start++;
  let tail = 0;
  while (tail < most - start && before.at(-1 - tail) === after.at(-1 - tail)) {
    tail++;
  }
  return {
    start,
    end: before.length - tail,
    text: after.slice(start, after.length - tail),
  };
}

function refused(
  shown: string,
  why: string,
  keys: readonly string[] = [],
): Diagnostic {
  return {
    code: "WRITE",
    severity: "error",
    message: `Cannot edit "${shown}": ${why}`,
    location: { file: shown, ...(keys.length > 0 && { keys }) },
  };
}

function noV3(shown: string): Diagnostic {
  return refused(
    shown,
    "Brace does not edit the files that Postman writes (edit it as text, or import the collection)",
  );
}

function noBrunoJson(shown: string): Diagnostic {
  return refused(
    shown,
    "Brace does not edit JSON of other programs (edit it as text)",
  );
}

/** Lists that `.bru` files divide into blocks, in the order of what divides them. */
const DIVIDED: Readonly<Record<string, (row: Row) => number>> = {
  params: ({ type }) => type === "path" ? 1 : 0,
  variables: ({ secret }) => secret === true ? 1 : 0,
  scripts: ({ type }) =>
    ["before-request", "after-response", "tests"].indexOf(String(type)),
};

type Row = Readonly<Record<string, unknown>>;

/**
 * What of data a `.bru` file can say: every scalar is a text there, nothing is
 * said of what is empty or as it goes without saying, and lists of two kinds
 * have an order for each.
 */
export function heldByBru(data: unknown): unknown {
  if (Array.isArray(data)) return data.map(heldByBru);
  if (!isPlainObject(data)) return String(data);
  const held: [string, unknown][] = [];
  for (const [key, value] of Object.entries(data)) {
    if (key === "disabled" && value === false) continue;
    if (key === "enabled" && value === true) continue;
    // The values of secrets are in no file.
    if (key === "value" && data.secret === true) continue;
    if (key === "disabled" || key === "enabled") {
      held.push(["disabled", "true"]);
      continue;
    }
    if (key === "value" && data.type === "file") {
      held.push([key, filePaths(value)]);
      continue;
    }
    if (key === "data" && data.type === "file" && Array.isArray(value)) {
      if (value.length > 0) held.push([key, bodyFiles(value).map(heldByBru)]);
      continue;
    }
    const divide = Object.hasOwn(DIVIDED, key) ? DIVIDED[key] : undefined;
    const one = heldByBru(
      divide && Array.isArray(value)
        ? value.toSorted((a: Row, b: Row) => divide(a) - divide(b))
        : value,
    );
    if (!isNothing(one)) held.push([key, one]);
  }
  return Object.fromEntries(held);
}

/** A file is a list of one, and an empty path is none. */
function filePaths(value: unknown): unknown {
  return [value].flat().filter((path) => path !== "" && path !== null).map(
    heldByBru,
  );
}

/** A line is switched off for each file of a body that is not the one that is sent. */
function bodyFiles(rows: readonly Row[]): Row[] {
  const says = rows.some((row) => "selected" in row);
  return rows.map((row, index) => ({
    ...row,
    selected: says ? row.selected === true : index === 0,
  }));
}

function isNothing(value: unknown): boolean {
  if (value === "") return true;
  return typeof value === "object" && value !== null &&
    Object.keys(value).length === 0;
}
