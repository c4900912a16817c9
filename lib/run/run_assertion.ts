import type { Assertion } from "../collection/types.ts";
import type { Diagnostic } from "../source/diagnostic.ts";
import type { Text } from "../source/origin.ts";
import type { Execution } from "../scope/execution.ts";
import type { Scopes } from "../scope/scopes.ts";
import {
  assertionResult,
  type RenderedRightSide,
} from "../assertion/assertion_result.ts";
import {
  evaluateOperator,
  type Verdict,
} from "../assertion/evaluate_operator.ts";
import { readPattern } from "../assertion/read_pattern.ts";
import type { RightSide } from "../assertion/read_right_side.ts";
import { isRiskyPattern } from "../assertion/risky_pattern.ts";
import type { Selection } from "../assertion/select_fast.ts";
import type { AssertionResult } from "../assertion/types.ts";
import { renderRightSide } from "./render_right_side.ts";

/** The request that an assertion is about. */
interface Surroundings {
  readonly scopes: Scopes;
  readonly execution: Execution;
  /** Evaluates an expression over the answer. */
  select(expression: Text): Promise<Selection>;
  explain(diagnostics: readonly Diagnostic[]): Promise<Diagnostic[]>;
}

/** Matching a text of more characters may take long with any pattern that repeats. */
const LONG = 10_000;

/** Checks one assertion. */
export async function runAssertion(
  assertion: Assertion,
  around: Surroundings,
): Promise<AssertionResult> {
  const { scopes, execution } = around;
  let right: RenderedRightSide = renderRightSide(assertion, scopes, execution);
  if (!right.ok) {
    const [diagnostic] = await around.explain([right.diagnostic]);
    right = { ok: false, diagnostic };
  }
  const left = await around.select(assertion.expression);
  if (!left.ok || !right.ok) return assertionResult(assertion, left, right);
  const { operator } = assertion;
  const verdict = await matchedElsewhere(
    assertion,
    { left: left.value, right: right.value },
    around,
  ) ??
    evaluateOperator(operator, left.value, right.value);
  return assertionResult(assertion, left, right, verdict);
}

/**
 * Matches in the sandbox, which has a time limit, where the pattern could take
 * for ever; gives nothing where it could not.
 */
async function matchedElsewhere(
  { operator, expression }: Assertion,
  sides: { left: unknown; right: RightSide | undefined },
  around: Surroundings,
): Promise<Verdict | undefined> {
  if (operator !== "matches" && operator !== "notMatches") return undefined;
  const { left, right } = sides;
  const pattern = readPattern(right?.text ?? "");
  if (!pattern.ok || typeof left !== "string") return undefined;
  const { source, flags } = pattern.value;
  const risky = isRiskyPattern(source) ||
    left.length > LONG && /[*+{]/.test(source);
  if (!risky) return undefined;
  const [code, flagged, text] = [source, flags, left].map((it) =>
    JSON.stringify(it)
  );
  const found = await around.select({
    text: `new RegExp(${code}, ${flagged}).test(${text})`,
    at: expression.at,
  });
  if (!found.ok) {
    return {
      passed: false,
      why: `matching ${pattern.value} takes too long`,
    };
  }
  return { passed: found.value === (operator === "matches") };
}
