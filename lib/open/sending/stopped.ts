import type { Diagnostic } from "../../core/source/diagnostic.ts";
import { bodyPaths } from "../../core/collection/body_paths.ts";
import type { Body } from "../../core/collection/body_types.ts";
import { missingFile } from "../../host/check/missing_file.ts";
import type { RenderedItem } from "../../host/run/render_requests.ts";
import { isFilePath } from "../../core/collection/required/module_path.ts";
import {
  TEXT_PARTS,
  writesSomeHeader,
} from "../../tools/check/script/text_parts.ts";
import type { RequestPart, ScriptFacts } from "../../tools/check/types.ts";
import type { ScriptIndex } from "../../tools/check/script/script_index.ts";
import type { SentRequest } from "./sent_requests.ts";

/** Why no request is sent. */
interface Stopped {
  /** What has to be told instead, as the run fails before it can tell it. */
  readonly untold: readonly Diagnostic[];
}

/**
 * What is wrong where none of the requests is sent, whatever a person types;
 * undefined: one may be. A script before a request may mend what it sets or
 * writes, unless the script cannot be parsed.
 *
 * @param about.stops Whether a problem stays, whatever the person types and other requests set.
 */
export function allStopped(
  items: readonly RenderedItem[],
  sent: ReadonlyMap<string, SentRequest>,
  { stops, scripts, root }: {
    readonly stops: (problem: Diagnostic, sent: SentRequest) => boolean;
    readonly scripts: ScriptIndex | undefined;
    readonly root: string;
  },
): Stopped | undefined {
  if (items.length === 0) return undefined;
  const untold: Diagnostic[] = [];
  for (const { path, request: rendered, diagnostics } of items) {
    const found = sent.get(path);
    if (found === undefined) return undefined;
    const { request, before } = found;
    const facts = before.map((script) => scripts?.factsOf(script));
    const isBroken = facts.some((one) =>
      one?.problems.some(({ code }) => code === "SCRIPT_SYNTAX")
    );
    if (isBroken) continue;
    if (facts.some(setsAny)) return undefined;
    const mayWrite = (part: RequestPart) =>
      facts.some((one) => one && writes(one, part));
    const stay = (problem: Diagnostic) => {
      const part = problem.location?.place &&
        TEXT_PARTS[problem.location.place];
      const isMended = part === undefined ? facts.length > 0 : mayWrite(part);
      return !isMended && stops(problem, found);
    };
    const files = mayWrite("body") ? [] : fileProblems(request.body, root);
    const staying = [
      ...files,
      ...rendered === undefined ? diagnostics.filter(isError).filter(stay) : [],
    ];
    if (staying.length === 0) return undefined;
    // What cannot be rendered never comes to its files.
    const isHidden = rendered === undefined && files.length > 0;
    if (facts.length > 0 || isHidden) untold.push(...staying);
  }
  return { untold };
}

/** Whether only the run knows what a script sets. */
function setsAny(facts: ScriptFacts | undefined): boolean {
  return facts === undefined || facts.computed !== undefined ||
    facts.requires.some(({ name }) => isFilePath(name));
}

function writes({ writes }: ScriptFacts, part: RequestPart): boolean {
  return writes.has(part) || part === "headers" && writesSomeHeader(writes);
}

/** What stands in the way of sending the files of a body, which the page cannot permit either; of those in a template, only the run knows the path. */
function fileProblems(body: Body | undefined, root: string): Diagnostic[] {
  return bodyPaths(body).filter(({ text }) => !text.includes("{{"))
    .flatMap(({ text, at }): Diagnostic[] => {
      const found = missingFile(text, { access: { root, allowRead: [] }, at });
      return found ? [{ ...found, severity: "error" }] : [];
    });
}

function isError({ severity }: Diagnostic): boolean {
  return severity === "error";
}
