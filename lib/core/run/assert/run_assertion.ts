import {
  assertionResult,
  evaluateOperator,
  type RenderedRightSide,
  type Verdict,
} from "../../assertion/assertion_result.ts";
import { noteInvalidBody } from "../../assertion/note_invalid_body.ts";
import { readPattern } from "../../assertion/operators.ts";
import type { RightSide } from "../../assertion/read_right_side.ts";
import { isRiskyPattern } from "../../assertion/risky_pattern.ts";
import { selectLong } from "../../assertion/select_fast.ts";
import type {
  Actual,
  AssertionResult,
  ValueSelection,
} from "../../assertion/types.ts";
import type { Assertion } from "../../collection/types.ts";
import { LongText } from "../../http/long_text.ts";
import { explainFor } from "../explain/explain_for.ts";
import type { RunState } from "../run_state.ts";
import { renderRightSide } from "./render_right_side.ts";
import { selectIn } from "./select_in.ts";

/** Matching a text of more characters may take long with any pattern that repeats. */
const LONG = 10_000;
/** The sandbox, which matches such texts, has no room for longer ones. */
const MAX_LENGTH = 8 * 1024 * 1024;

/** Checks one assertion about a request. */
export async function runAssertion(
  assertion: Assertion,
  state: RunState,
): Promise<AssertionResult> {
  const left = selectLongIn(state, assertion) ??
    await selectIn(state, assertion.expression);
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
  const { scopes, execution } = state;
  let right: RenderedRightSide = renderRightSide(assertion, scopes, execution);
  if (!right.ok) {
    const [diagnostic] = await explainFor(state, [right.diagnostic]);
    right = { ok: false, diagnostic };
  }
  if (!left.ok || !right.ok) return assertionResult(assertion, left, right);
  const { operator } = assertion;
  const verdict = await matchedElsewhere(
    assertion,
    { left: left.value, right: right.value },
    state,
  ) ??
    evaluateOperator(operator, left.value, right.value);
  return assertionResult(assertion, left, right, verdict);
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
    const why = found.diagnostic.message.includes("out of memory")
      ? "needs more memory than scripts may have; raise the limit with --script-memory"
      : "takes too long";
    return { passed: false, why: `matching ${pattern.value} ${why}` };
  }
  return { passed: found.value === (operator === "matches") };
}
