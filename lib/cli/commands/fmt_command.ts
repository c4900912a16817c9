import { join } from "../../host/path.ts";
import {
  type FileKind,
  formatOf,
  V3_FORMAT,
} from "../../core/collection/format.ts";
import { fileKinds } from "../../core/collection/file_kinds.ts";
import { formatFile } from "../../tools/convert/format/format_file.ts";
import { styleOf } from "../../tools/convert/format/format_yaml.ts";
import { readCollectionFiles } from "../../host/files/read_collection_files.ts";
import { writeAtomically } from "../../host/files/write/write_atomically.ts";
import { Locator } from "../../host/locate/locator.ts";
import { withoutEnvironment } from "../../host/without_environment.ts";
import { writeOutput } from "../../host/terminal/write_output.ts";
import { escapeControls } from "../../tools/report/text/escape_controls.ts";
import { counted } from "../../core/source/counted.ts";
import { loadingCode } from "../../core/run/exit_code.ts";
import { createMasker } from "../../core/secrets/masker.ts";
import type { Diagnostic } from "../../core/source/diagnostic.ts";
import { forCommand } from "../for_command.ts";
import { Output } from "../run/output.ts";
import type { FmtOptions } from "../command.ts";

/** A file of a collection. */
interface Target {
  readonly path: string;
  /** As it is shown. */
  readonly shown: string;
  readonly text: string;
  readonly kind: FileKind;
}

/**
 * `brace fmt`: writes the files of collections in one style, or says which
 * would change. Files that cannot be read are told, the others formatted.
 */
export async function fmtCommand(options: FmtOptions): Promise<number> {
  const { color, check } = options;
  const output = new Output(
    { color, verbose: "none", reporters: [] },
    new Locator(),
    createMasker(),
  );
  const { targets, diagnostics } = targetsOf(options.paths);
  let [changed, unreadable, unwritten] = [0, 0, 0];
  for (const { path, shown, text, kind } of targets) {
    const formatted = withoutEnvironment(() =>
      formatFile(shown, text, styleOf(kind))
    );
    diagnostics.push(...formatted.diagnostics);
    if (errorsIn(formatted.diagnostics).length > 0) unreadable++;
    if (formatted.text === undefined || formatted.text === text) continue;
    const problem = check
      ? undefined
      : await writeAtomically(path, formatted.text);
    if (problem) {
      diagnostics.push(problem);
      unwritten++;
    } else {
      changed++;
      const line = `${check ? "Would format" : "Formatted"} ${shown}`;
      writeOutput(`${escapeControls(line)}\n`);
    }
  }
  await output.diagnostics(diagnostics);
  if (targets.length > 0) {
    const count = targets.length - unreadable;
    const parts = [
      ...count > 0 ? [summary(count, { changed, unwritten, check })] : [],
      ...unreadable > 0 ? [`${unreadable} unreadable`] : [],
      ...unwritten > 0 ? [`${unwritten} not written`] : [],
    ];
    writeOutput(`${parts.join(", ")}\n`);
  }
  const errors = errorsIn(diagnostics);
  if (errors.length > 0) return loadingCode(errors);
  return check && changed > 0 ? 1 : 0;
}

function errorsIn(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return diagnostics.filter(({ severity }) => severity === "error");
}

function targetsOf(
  paths: readonly string[],
): { targets: Target[]; diagnostics: Diagnostic[] } {
  const targets = new Map<string, Target>();
  const diagnostics: Diagnostic[] = [];
  for (const given of paths.length === 0 ? ["."] : paths) {
    const texts = readCollectionFiles(given);
    diagnostics.push(...forCommand("fmt", texts.diagnostics));
    if (texts.files === undefined) continue;
    const { files, main, root, shown, path } = texts;
    if (!/\.ya?ml$/.test(main) || formatOf(main) === V3_FORMAT) {
      diagnostics.push(leftAlone(given, main));
      continue;
    }
    const kinds = [...fileKinds(files, main)].filter(([one]) =>
      path === "" || one === path || one.startsWith(`${path}/`)
    ).sort(([one], [other]) => one < other ? -1 : 1);
    if (kinds.length === 0) diagnostics.push(nothingIn(given));
    for (const [one, kind] of kinds) {
      const text = files.get(one);
      const absolute = join(root, one);
      if (text === undefined) continue;
      targets.set(absolute, {
        path: absolute,
        shown: shown(one),
        text,
        kind,
      });
    }
  }
  return { targets: [...targets.values()], diagnostics };
}

function leftAlone(path: string, main: string): Diagnostic {
  return {
    code: "UNSUPPORTED",
    severity: "warning",
    message: `Left "${path}" as it is: ${
      formatOf(main) === V3_FORMAT
        ? "its files have the form that Postman gives them"
        : main === "bruno.json"
        ? "only YAML files are formatted, .bru files have the form that Bruno gives them"
        : "only YAML files are formatted"
    }`,
  };
}

function nothingIn(path: string): Diagnostic {
  return {
    code: "UNSUPPORTED",
    severity: "warning",
    message: `Left "${path}" as it is: the collection reads nothing there`,
  };
}

function summary(
  count: number,
  { changed, unwritten, check }: {
    readonly changed: number;
    readonly unwritten: number;
    readonly check: boolean;
  },
): string {
  const files = counted(count, "file");
  if (changed + unwritten === 0) return `${files}, nothing to format`;
  return `${check ? "Would format" : "Formatted"} ${changed} of ${files}`;
}
