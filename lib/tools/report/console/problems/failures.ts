import { counted } from "../../../../core/source/counted.ts";
import type { RequestResult } from "../../../../core/run/types.ts";
import { causedMessage } from "../../text/caused_message.ts";
import { fitEnd } from "../../text/fit.ts";
import { failedChecks } from "../checks.ts";
import { type Context, indent } from "../context.ts";
import { ClosingList, inPlan } from "./closing_list.ts";
import {
  type Group,
  grouped,
  listLines,
  restLines,
  scriptOf,
  type ShownProblem,
} from "./grouped.ts";
import { errorText, notedText } from "./error_text.ts";
import { responseLines } from "./response_lines.ts";
import { LAST_LINES, scriptOutputLines } from "../script_output.ts";
import type { Diagnostic } from "../../../../core/source/diagnostic.ts";
import { diagnosticLines, placeText } from "../diagnostic_lines.ts";
import { inFlags } from "../../text/flag_words.ts";

/** Problems of one request that are shown in full: a screen has no room for more. */
const MAX_COUNT = {
  check: { all: 20, first: 10 },
  error: { all: 6, first: 2 },
} as const;
/** Requests whose problems are shown in full. */
const MAX_BLOCKS = 100;
/** Problems that are known by name. */
const MAX_GROUPS = 10_000;
/** Responses of one problem that are told apart. */
const MAX_RESPONSES = 10;
/** Titles below the line of a request. */
const MAX_TITLES = 3;

/** Said of a request with the problems of the one above. */
export const AS_ABOVE: readonly string[] = ["as above"];

/** What the report's end says about one request. */
interface Block {
  /** Where the request is in the plan. */
  readonly index: number;
  readonly head: readonly string[];
  readonly groups: readonly Group[];
  /** What follows the problems. */
  readonly tail: readonly string[];
}

/** The failures of a run: equal ones are grouped, whichever requests they are in. */
export class Failures {
  readonly #context: Context;
  /** By key; those that are shown by name only have no group. */
  readonly #known = new Map<string, Group | undefined>();
  /** What the server said with a problem, by the problem's key. */
  readonly #said = new Map<string, string[]>();
  readonly #blocks: Block[] = [];
  /** Requests with other problems than those that are shown. */
  readonly #others: string[] = [];
  readonly #list: ClosingList;
  /** The problems of the last request. */
  #last: string | undefined;
  #failed = 0;
  #sent = 0;

  constructor(context: Context) {
    this.#context = context;
    this.#list = new ClosingList(context);
  }

  /** How many requests failed, and how many of them were sent. */
  get count(): { readonly failed: number; readonly sent: number } {
    return { failed: this.#failed, sent: this.#sent };
  }

  /**
   * Takes a request that did not pass, and gives what is to stand below its
   * line: the titles of its problems, or that they are those of the one above.
   *
   * @param request What it is called.
   * @param head The lines above its failures.
   * @param isBelow Whether its line stands below that of the last one.
   * @param isAlone Whether the run has no other request: the list names each of its problems.
   */
  add(
    result: RequestResult,
    { request, head, isBelow, isAlone = false }: {
      readonly request: string;
      readonly head: readonly string[];
      readonly isBelow: boolean;
      readonly isAlone?: boolean;
    },
  ): readonly string[] {
    this.#failed++;
    if (result.sent !== undefined) this.#sent++;
    const context = this.#context;
    const all = inTime(
      errorsOf(result, context),
      failedChecks(result, context),
    );
    const listed = isAlone && all.length > 0 ? all : [all[0]];
    for (const problem of listed) this.#list.add(result, { request, problem });
    // With more the response stands below the request's line.
    const said = context.verbose === "none" ? errorText(result, context) : "";
    const keys = all.length === 0
      ? ""
      : [...all.map((it) => it.key), said].join("\n");
    const isAsAbove = isBelow && keys !== "" && keys === this.#last;
    this.#last = keys;
    const problems = all.map((it) => this.#apart(it, said));
    const fresh = problems.filter((it) => {
      if (!it.isQuoted) this.#known.get(it.key)?.add(it, request);
      return !this.#known.has(it.key);
    });
    if (fresh.length > 0 || problems.length === 0) {
      if (this.#blocks.length >= MAX_BLOCKS) this.#others.push(request);
      else this.#addBlock(head, { result, problems: fresh });
    }
    if (isAsAbove) return AS_ABOVE;
    const titles = new Map(problems.map(({ key, title }) => [key, title]));
    return titleLines([...titles.values()], context);
  }

  /** The problem with a key of its own if the server said something else with those before. */
  #apart(problem: ShownProblem, said: string): ShownProblem {
    const { key } = problem;
    const all = this.#said.get(key) ?? [];
    let at = all.indexOf(said);
    if (at < 0) {
      const hasRoom = all.length < MAX_RESPONSES &&
        this.#blocks.length < MAX_BLOCKS && this.#said.size < MAX_GROUPS;
      at = hasRoom ? all.push(said) - 1 : 0;
      if (hasRoom) this.#said.set(key, all);
    }
    return at === 0 ? problem : { ...problem, key: `${at}\n${key}` };
  }

  /** What failed, a line each, for the very end. */
  list(): string[] {
    return this.#list.lines();
  }

  #addBlock(
    head: readonly string[],
    { result, problems }: {
      readonly result: RequestResult;
      readonly problems: readonly ShownProblem[];
    },
  ): void {
    const context = this.#context;
    const { groups, rest } = grouped(problems, MAX_COUNT);
    for (const { key } of problems) {
      if (this.#known.size < MAX_GROUPS) this.#known.set(key, groups.get(key));
    }
    this.#blocks.push({
      index: result.step.index,
      head,
      groups: [...groups.values()],
      tail: [
        ...restLines(rest, context),
        // With more both stand below the request's line.
        ...context.verbose === "none"
          ? [
            ...responseLines(result, context),
            ...scriptOutputLines(result.console, context, LAST_LINES),
          ]
          : [],
      ],
    });
  }

  /** The failures in full, each with its request's line above. */
  lines(title = "Failures"): string[] {
    const { style, prose } = this.#context;
    return [
      style.bold(title),
      "",
      ...inPlan(this.#blocks).flatMap((block) => [
        ...block.head,
        ...indent(this.#blockLines(block), 2),
        "",
      ]),
      ...this.#others.length === 0 ? [] : [
        ...listLines(
          `and ${counted(this.#others.length, "more request")}`,
          this.#others.slice(0, 100),
          prose,
        ).map(style.dim),
        "",
      ],
    ];
  }

  /** What went wrong in the only request. */
  ofOne(): string[] {
    return this.#blocks.flatMap((block) => this.#blockLines(block));
  }

  #blockLines({ groups, tail }: Block): string[] {
    return [
      ...groups.flatMap((group) => [
        ...group.lines,
        ...indent(group.more(this.#context), 2),
      ]),
      ...tail,
    ];
  }
}

/** Errors before checks, which may fail because of them; a check of a script before the error that ended the script later. */
function inTime(
  errors: readonly ShownProblem[],
  checks: readonly ShownProblem[],
): ShownProblem[] {
  const isFirst = ({ script, line = Infinity }: ShownProblem) =>
    script !== undefined && errors.length > 0 &&
    errors.every((it) =>
      it.script === script && it.line !== undefined && line < it.line
    );
  const first = checks.filter(isFirst);
  return [...first, ...errors, ...checks.filter((it) => !first.includes(it))];
}

function titleLines(
  titles: readonly string[],
  { style, width }: Context,
): string[] {
  // A note would be no shorter than one line.
  const most = titles.length === MAX_TITLES + 1 ? titles.length : MAX_TITLES;
  const shown = titles.slice(0, most)
    .map((title) => `${style.red("✗")} ${fitEnd(title, width - 4)}`);
  const more = titles.length - shown.length;
  return more > 0 ? [...shown, style.dim(`… ${more} more`)] : shown;
}

/** The errors of a request outside of its checks. */
function errorsOf(
  { diagnostics }: Pick<RequestResult, "diagnostics">,
  context: Context,
): ShownProblem[] {
  let searched = "";
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  const isQuoted = quotedBy(errors);
  return errors.map(
    ({ scopesSearched, ...rest }) => {
      const before = searched;
      searched = scopesSearched?.join() ?? before;
      // Once is enough.
      const known = scopesSearched === undefined || searched === before;
      return {
        ...failureProblem(known ? rest : { ...rest, scopesSearched }, context),
        ...isQuoted(rest) && { isQuoted: true },
      };
    },
  );
}

/** Which errors are those of a request that the script ran: the script's own error has the reason, too. */
function quotedBy(
  errors: readonly Pick<Diagnostic, "message">[],
): (one: Pick<Diagnostic, "message">) => boolean {
  const reasons = errors.flatMap(({ message }) =>
    /^Cannot finish the \S+ script: Cannot run the request "[^]*?": ([^]+)$/
      .exec(message)?.[1] ?? []
  );
  return ({ message }) =>
    reasons.some((reason) =>
      message.replace(/^Cannot finish the \S+ script: /, "") === reason
    );
}

/** A diagnostic as a problem. */
export function failureProblem(
  diagnostic: Diagnostic,
  context: Context,
): ShownProblem {
  const told = inFlags(diagnostic);
  const { code, message } = told;
  const masked = context.masker.maskDiagnostic(told);
  const { location, expression } = masked;
  const place = placeText(location);
  const line = location?.line;
  const title = context.own(causedMessage(masked));
  return {
    key: `${code}\n${message}\n${notedText(told)}`,
    kind: "error",
    title,
    name: expression === undefined ? title : context.own(`{{${expression}}}`),
    ...place !== undefined && { place: context.own(place) },
    ...line !== undefined && { line },
    ...scriptOf(location),
    why: (width) => fitEnd(title, width),
    lines: () => diagnosticLines(told, context),
  };
}
