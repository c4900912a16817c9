import {
  assertionResult,
  evaluateOperator,
  noteInvalidBody,
  type RenderedRightSide,
  type Verdict,
} from "../../assertion/assertion_result.ts";
import { flawFromText } from "../../assertion/json_path_flaw.ts";
import { readPattern } from "../../assertion/operators.ts";
import type { RightSide } from "../../assertion/read_right_side.ts";
import {
  isJsonPath,
  selectFast,
  selectLong,
} from "../../assertion/select_fast.ts";
import type {
  Actual,
  AssertionResult,
  ValueSelection,
} from "../../assertion/types.ts";
import type { Assertion } from "../../collection/types.ts";
import { LongText } from "../../http/long_text.ts";
import { explainFor } from "../explain/failure_of.ts";
import type { RunState } from "../run_state.ts";
import { kindNote } from "./kind_note.ts";
import { readAsBruno } from "./read_as_bruno.ts";
import { renderRightSide } from "./render_right_side.ts";
import { warnOfAssigned } from "./warn_of_assigned.ts";
import { locationOf } from "../../source/diagnostic.ts";
import type { Text } from "../../source/origin.ts";
import { openScripts } from "../script/load_scripts.ts";
import { shownModule } from "../script/shown_module.ts";

/** Matching a text of more characters may take long with any pattern that repeats. */
const LONG = 10_000;
/** The sandbox, which matches such texts, has no room for longer ones. */
const MAX_LENGTH = 8 * 1024 * 1024;

/** Checks one assertion about a request. */
export async function runAssertion(
  assertion: Assertion,
  state: RunState,
): Promise<AssertionResult> {
  const left = selectLongIn(state, assertion) ?? whole(assertion) ??
    whatIsThere(assertion, await selectIn(state, assertion.expression));
  const result = await compare(assertion, left, state);
  const { diagnostic, expression } = result;
  if (diagnostic === undefined) return result;
  const noted = noteInvalidBody(diagnostic, expression, state.seen);
  return { ...result, diagnostic: noted };
}

/** Compares a left side that is known with an assertion's right side. */
export async function compare(
  assertion: Assertion,
  left: ValueSelection<Actual>,
  state: RunState,
): Promise<AssertionResult> {
  const { scopes, execution, iteration: { data } } = state;
  let right: RenderedRightSide = renderRightSide(assertion, scopes, execution);
  if (!right.ok) {
    const [diagnostic] = await explainFor(state, [right.diagnostic]);
    right = { ok: false, diagnostic };
  }
  if (!left.ok || !right.ok) return assertionResult(assertion, left, right);
  const value = readAsBruno(assertion, left.value, right.value);
  right = { ok: true, value };
  const { operator } = assertion;
  const verdict = await matchedElsewhere(
    assertion,
    { left: left.value, right: value },
    state,
  ) ??
    evaluateOperator(operator, left.value, value);
  const result = assertionResult(assertion, left, right, verdict);
  const { diagnostic } = result;
  if (diagnostic === undefined) return result;
  const sides = { actual: left.value, expected: value?.value };
  const note = left.value === undefined
    ? (await import("../explain/response_names.ts"))
      .memberNote(assertion.expression.text)
    : kindNote(assertion, sides, { scopes, data }) ??
      (await import("../explain/generator_note.ts"))
        .generatorNote(assertion, state);
  return note === undefined
    ? result
    : { ...result, diagnostic: { ...diagnostic, notes: [note] } };
}

/** What the response and the request are, and what of them can be compared: they are no values. */
const WHOLES: ReadonlyMap<
  string,
  { readonly is: string; readonly parts: string }
> = new Map([
  ["res", { is: "response", parts: "res.status or res.body" }],
  ["req", { is: "request", parts: "req.url or req.method" }],
]);

/** The response and the request themselves: they are there, and have parts. */
function whole(
  { expression: { text, at }, operator }: Assertion,
): ValueSelection<Actual> | undefined {
  const name = text.trim();
  const known = WHOLES.get(name);
  if (known === undefined) return undefined;
  const { is, parts } = known;
  if (operator === "isDefined" || operator === "isTruthy") {
    return { ok: true, value: `the ${is}` };
  }
  const why = `it is the whole ${is} (name a part of it, such as ${parts})`;
  return {
    ok: false,
    diagnostic: {
      code: "ASSERTION",
      severity: "error",
      message: `Cannot compare "${name}": ${why}`,
      location: locationOf(at, { length: text.length, place: "assertion" }),
    },
  };
}

/** What no value stands for, such as a function, is there all the same. */
function whatIsThere(
  { expression: { text }, operator }: Assertion,
  left: ValueSelection,
): ValueSelection {
  if (left.ok) return left;
  const { diagnostic } = left;
  const [, what] = /: TypeError: Cannot compare the value: (.+)$/
    .exec(diagnostic.message) ?? [];
  if (what === undefined) return left;
  if (
    operator === "isDefined" || operator === "isTruthy" && what !== "it is NaN"
  ) {
    return { ok: true, value: /^it is (.+)$/.exec(what)?.[1] ?? "an object" };
  }
  const compared = text.trim();
  const isName = /^[\w$.]+$/.test(compared);
  const help = what !== "it is a function"
    ? ""
    : isName
    ? ` (call it: ${compared}())`
    : " (call it)";
  const why = what.replace(/^its "value\./, 'its "');
  const message = `Cannot compare "${compared}": ${why}${help}`;
  return { ok: false, diagnostic: { ...diagnostic, message } };
}

function selectLongIn(state: RunState, assertion: Assertion) {
  const raw = state.scripts?.draft.rawResponse;
  return state.seen && !raw ? selectLong(assertion, state.seen) : undefined;
}

/**
 * Matches in the sandbox, which has a time limit, where the pattern could take
 * for ever; gives nothing where it could not.
 */
async function matchedElsewhere(
  { operator, expression }: Assertion,
  sides: { left: Actual; right: RightSide | undefined },
  state: RunState,
): Promise<Verdict | undefined> {
  if (operator !== "matches" && operator !== "notMatches") return undefined;
  const { left, right } = sides;
  const pattern = readPattern(right?.text ?? "");
  const isText = typeof left === "string" || left instanceof LongText;
  if (!pattern.ok || !isText) return undefined;
  const { source, flags } = pattern.value;
  const risky = isRiskyPattern(source) ||
    left.length > LONG && /[*+{]/.test(source);
  if (!risky) return undefined;
  if (left.length > MAX_LENGTH) {
    const why =
      `${pattern.value} repeats, and the text has ${left.length} characters; such a pattern is matched in at most ${MAX_LENGTH}`;
    return { passed: false, why };
  }
  const [code, flagged, text] = [source, flags, `${left}`].map((it) =>
    JSON.stringify(it)
  );
  const found = await selectIn(state, {
    text: `new RegExp(${code}, ${flagged}).test(${text})`,
    at: expression.at,
  });
  if (!found.ok) {
    const matching = `matching ${pattern.value}`;
    const { waysOut = [] } = found.diagnostic;
    const isStarved = waysOut.some(({ names }) =>
      names.includes("scriptMemory")
    );
    return isStarved
      ? {
        passed: false,
        why: `${matching} needs more memory than scripts may have`,
        waysOut,
      }
      : { passed: false, why: `${matching} takes too long` };
  }
  return { passed: found.value === (operator === "matches") };
}

/** Evaluates an expression over a request's response: JavaScript, or JSONPath (RFC 9535) over the body. */
export async function selectIn(
  state: RunState,
  expression: Text,
): Promise<ValueSelection> {
  // Where a script wants the content unparsed, the sandbox knows.
  const raw = state.scripts?.draft.rawResponse;
  const fast = state.seen && !raw && selectFast(expression, state.seen);
  if (fast) return fast;
  const { sandbox, context } = await openScripts(state);
  if (!isJsonPath(expression.text)) {
    warnOfAssigned(state, expression);
    const selection = await sandbox.evaluate(expression, context);
    if (selection.ok) return selection;
    const { withNameNote } = await import("../explain/bare_name_note.ts");
    const shown = shownModule(selection.diagnostic, state.step.collection);
    return {
      ok: false,
      diagnostic: withNameNote(shown, expression.text, state.scopes),
    };
  }
  const path = JSON.stringify(expression.text.trim());
  const text = `res.jsonPath.find(${path}).value`;
  const selection = await sandbox.evaluate({ ...expression, text }, context);
  if (selection.ok) return selection;
  const { diagnostic } = selection;
  const { why: message, offset } = flawFromText(
    diagnostic.message.replace(text, () => expression.text)
      .replace(/TypeError: Cannot query with "[^]*": /, ""),
  );
  const { text: whole, at } = expression;
  const location = locationOf(at, {
    place: "assertion",
    ...offset === undefined
      ? { length: whole.length }
      : { offset: whole.search(/\S/) + offset, length: 1 },
  });
  return { ok: false, diagnostic: { ...diagnostic, message, location } };
}

/**
 * Whether matching a pattern could take longer than anyone waits: a repeated
 * group that repeats or chooses inside, or a reference back to a group. Such a
 * pattern is for a place that can stop it; a few harmless ones are among them.
 *
 * @example
 * ```ts
 * import { isRiskyPattern } from "./run_assertion.ts";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(isRiskyPattern("^(a+)+$"), true);
 * assertEquals(isRiskyPattern("^[a-z]+(-[0-9]{2})?$"), false);
 * ```
 */
export function isRiskyPattern(source: string): boolean {
  // Whether each open group repeats or chooses, the outermost first.
  const groups: boolean[] = [];
  for (let i = 0; i < source.length; i++) {
    switch (source[i]) {
      case "\\":
        if (/[1-9k]/.test(source[i + 1] ?? "")) return true;
        i++;
        break;
      case "[":
        i = endOfClass(source, i);
        break;
      case "(":
        groups.push(false);
        break;
      case ")": {
        const varies = groups.pop() ?? false;
        if (varies && repeats(source, i + 1)) return true;
        if (varies || repeats(source, i + 1)) mark(groups);
        break;
      }
      case "|":
      case "*":
      case "+":
      case "{":
        mark(groups);
        break;
    }
  }
  return false;
}

function mark(groups: boolean[]): void {
  if (groups.length > 0) groups[groups.length - 1] = true;
}

/** Whether what ends here may come more than once. */
function repeats(source: string, at: number): boolean {
  return /[*+{]/.test(source[at] ?? "");
}

function endOfClass(source: string, open: number): number {
  for (let i = open + 1; i < source.length; i++) {
    if (source[i] === "\\") i++;
    else if (source[i] === "]") return i;
  }
  return source.length;
}
