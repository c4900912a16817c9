import type { Diagnostic, WayOut } from "../../source/diagnostic.ts";
import { layerWith } from "../../scope/layer.ts";
import { rootName } from "../../template/template_of.ts";
import {
  AuthError,
  DiagnosticError,
  InterpolationError,
  NetworkError,
  PermissionError,
} from "../../source/errors.ts";
import type { DataUse, Step } from "../../plan/types.ts";
import type { FailureClass, RequestResult } from "../types.ts";
import type { RunState } from "../run_state.ts";

/** What an error means for a request's result. */
export interface Failure {
  readonly class: FailureClass;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Sorts an error by what decides the exit code. Errors that are not
 * Brace's own are defects and thrown on.
 */
export function failureOf(error: unknown): Failure {
  if (!(error instanceof DiagnosticError)) throw error;
  const { diagnostics } = error;
  if (error instanceof PermissionError || refused(diagnostics)) {
    return { class: "permission", diagnostics };
  }
  if (error instanceof NetworkError) return { class: "network", diagnostics };
  if (error instanceof InterpolationError || error instanceof AuthError) {
    return { class: "render", diagnostics };
  }
  return { class: "script", diagnostics };
}

/** The class of diagnostics that stopped a rendering. */
export function renderFailure(
  diagnostics: readonly Diagnostic[],
): FailureClass {
  return refused(diagnostics) ? "permission" : "render";
}

/** The class of what ended a script. */
export function failureOfScript(diagnostic: Diagnostic): FailureClass {
  return diagnostic.code === "PERMISSION" ? "permission" : "script";
}

function refused(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some((it) => it.code === "PERMISSION");
}

/** What was explained when it came up: by now, the scripts may have gone on. */
const explainedThen = new WeakSet<Diagnostic>();

/** Diagnostics with what is known about where their variables are set. */
export async function explainFor(
  { step, iteration, scopes }: Pick<RunState, "step" | "iteration" | "scopes">,
  diagnostics: readonly Diagnostic[],
  { isRendering = false } = {},
): Promise<Diagnostic[]> {
  const isBound = diagnostics.some(({ code, message }) =>
    code === "PERMISSION" && message.includes(" may only go to ")
  );
  if (isBound) return await withHosts({ step, iteration, scopes }, diagnostics);
  const isOpen = (it: Diagnostic) => !explainedThen.has(it);
  if (!diagnostics.some((it) => it.expression !== undefined && isOpen(it))) {
    return [...diagnostics];
  }
  const { explainProblems } = await import("./explain.ts");
  const { ran, steps, all, settings, data, isTeardownApart = false } =
    iteration;
  const located = diagnostics.filter(isOpen).map((it): Diagnostic => {
    const isOfValue = it.code === "INVALID_BODY" || it.code === "INVALID_PATH";
    const field = isOfValue && rootName(it.expression ?? "");
    if (!data || !field || scopes.find(field)?.from !== "row") return it;
    const note = `the value is the field "${field}" in ${rowOf(data, step)}`;
    return { ...it, notes: [...it.notes ?? [], note] };
  });
  const explained = explainProblems(located, step.collection, {
    ran,
    steps,
    ...all && { all },
    step,
    isRendering,
    isTeardownApart,
    settings,
    entryOf: (name) => scopes.find(name),
    layerOf: (name) => layerWith(scopes.layers, name),
  });
  const { stage } = step;
  const { inStage } = await import("./ways_to_define.ts");
  const added = explained.map((it) =>
    stage
      ? inStage(it, stage, data !== undefined)
      : data
      ? withRow(it, data, step)
      : it
  ).values();
  return diagnostics.map((it) => {
    if (!isOpen(it)) return it;
    const one = added.next().value!;
    explainedThen.add(one);
    return one;
  });
}

const UNDEFINED =
  /: no scope defines "([^"]+)"(?: \(did you mean "([^"]+)"\?\))?$/;

/** The error of a script over placeholders that nothing defines, with what is known about their names. */
export async function explainScriptError(
  error: Diagnostic,
  state: Pick<RunState, "step" | "iteration" | "scopes">,
): Promise<Diagnostic> {
  const causes = error.message.split(/; (?=Cannot )/).map(
    (message): Diagnostic => {
      const [, name, near] = UNDEFINED.exec(message) ?? [];
      return {
        ...error,
        message,
        ...name !== undefined &&
          { code: "UNDEFINED_VARIABLE", expression: name },
        ...near !== undefined && { suggestion: near },
      };
    },
  );
  const isAlone = causes.length === 1;
  if (causes.every(({ expression }) => expression === undefined)) return error;
  const explained = await explainFor(state, causes);
  const notes = new Set<string>();
  const ways: WayOut[] = [];
  for (const { expression, ...one } of explained) {
    if (expression === undefined) continue;
    for (const note of one.notes ?? []) notes.add(note);
    for (const way of one.waysOut ?? []) {
      // A script asks for a value: it rarely wants the placeholder.
      if (way.kind === "keep-undefined") continue;
      // Of several, each says what it is for.
      const note = isAlone ? way.note : way.note || `"${expression}"`;
      if (note) notes.add(note);
      ways.push({ ...way, ...note !== undefined && { note } });
    }
  }
  return {
    ...error,
    message: explained.map(({ message }) => message).join("; "),
    ...notes.size > 0 && { notes: [...notes] },
    ...ways.length > 0 && { waysOut: ways },
  };
}

/** Refusals to send a secret, with the declarations that say where it may go. */
async function withHosts(
  { step, iteration }: Pick<RunState, "step" | "iteration" | "scopes">,
  diagnostics: readonly Diagnostic[],
): Promise<Diagnostic[]> {
  const { withBoundHosts } = await import("./bound_hosts.ts");
  const { collection } = step;
  const { environments, globals = [] } = iteration.settings;
  const chain = environments?.get(collection) ?? [];
  return diagnostics.map((it) =>
    withBoundHosts(it, { ...step, chain, globals })
  );
}

/** Says that the row lacks a field, where the way out of a problem is to give rows: the run has them. */
function withRow(
  diagnostic: Diagnostic,
  data: DataUse,
  step: Step,
): Diagnostic {
  const { waysOut = [], notes = [] } = diagnostic;
  const way = waysOut.find(({ kind }) => kind === "give-row");
  if (way === undefined) return diagnostic;
  return {
    ...diagnostic,
    waysOut: waysOut.filter((it) => it !== way),
    notes: [
      ...notes,
      `${rowOf(data, step)} has no field "${way.names[0]}"`,
    ],
  };
}

function rowOf({ rows, file }: DataUse, { iteration }: Step): string {
  return `row ${rows[0] + iteration} of ${file}`;
}

/** Everything because of which a request did not pass. */
export function problemsOf(result: RequestResult): Diagnostic[] {
  const { diagnostics, assertions, tests, step } = result;
  const failed = [
    ...assertions.map((it) => ({ ...it, name: it.expression })),
    ...tests,
  ].filter(({ status }) => status === "failed");
  return [
    ...diagnostics.filter(({ severity }) => severity === "error"),
    ...failed.map(({ name, diagnostic }): Diagnostic =>
      diagnostic ?? {
        code: "ASSERTION",
        severity: "error",
        message: `"${name}" failed`,
        location: { file: step.item.at.file },
      }
    ),
  ];
}
