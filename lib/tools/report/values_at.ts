import { jsonpath, JSONPathEnvironment } from "json-p3";
import { jsonPathFlawText } from "../../core/assertion/json_path_flaw.ts";

/** Values that a path passes on its way, over all of its segments. */
const MAX_PASSED = 500_000;
/** Each selector looks at every value that comes to it, and a filter at every one below. */
const MAX_SELECTORS = 40;
const MAX_FILTERS = 4;

const environment = new JSONPathEnvironment();
// The time of a regular expression has no bound.
for (const name of ["match", "search"]) {
  environment.functionRegister.delete(name);
}

/**
 * The first values at a JSONPath (RFC 9535). The path may come from anybody: it
 * takes a bounded time. Patterns are therefore refused, and a query inside a
 * filter names one value below the value at hand.
 *
 * @param limit How many values to give at most.
 * @throws {RangeError} It asks for too much.
 * @throws {Error} It is no JSONPath.
 */
export function valuesAt(
  path: string,
  root: unknown,
  limit: number,
): { readonly values: readonly unknown[]; readonly more: boolean } {
  const { segments } = compiled(path.trim());
  const selectors = segments.flatMap(({ selectors }) => selectors);
  if (selectors.length > MAX_SELECTORS) {
    throw new RangeError(`it has more than ${MAX_SELECTORS} selectors`);
  }
  const filters = selectors
    .filter((it) => it instanceof jsonpath.selectors.FilterSelector);
  if (filters.length > MAX_FILTERS) {
    throw new RangeError(`it has more than ${MAX_FILTERS} filters`);
  }
  for (const { expression } of filters) requireBounded(expression);
  let passed = 0;
  function* counted<T>(nodes: Iterable<T>): Iterable<T> {
    for (const node of nodes) {
      if (++passed > MAX_PASSED) {
        throw new RangeError("it passes too many values on its way");
      }
      yield node;
    }
  }
  const start = new jsonpath.JSONPathNode(root as never, [], root as never);
  let nodes: Iterable<jsonpath.JSONPathNode> = [start];
  for (const segment of segments) nodes = counted(segment.lazyResolve(nodes));
  const values: unknown[] = [];
  for (const { value } of nodes) {
    if (values.length === limit) return { values, more: true };
    values.push(value);
  }
  return { values, more: false };
}

/** Makes sure that a filter looks at a value no more than once. */
function requireBounded(
  expression: jsonpath.expressions.FilterExpression,
): void {
  const { FilterQuery, RelativeQuery } = jsonpath.expressions;
  const { InfixExpression, PrefixExpression } = jsonpath.expressions;
  const { FunctionExtension, LogicalExpression } = jsonpath.expressions;
  if (expression instanceof FilterQuery) {
    const isBelow = expression instanceof RelativeQuery;
    if (isBelow && expression.path.singularQuery()) return;
    throw new RangeError(
      `a query inside a filter names one value and begins with "@", not "${expression}"`,
    );
  }
  if (expression instanceof LogicalExpression) {
    requireBounded(expression.expression);
  } else if (expression instanceof InfixExpression) {
    requireBounded(expression.left);
    requireBounded(expression.right);
  } else if (expression instanceof PrefixExpression) {
    requireBounded(expression.right);
  } else if (expression instanceof FunctionExtension) {
    expression.args.forEach(requireBounded);
  }
}

function compiled(path: string): jsonpath.JSONPathQuery {
  try {
    return environment.compile(path);
  } catch (error) {
    throw new Error(jsonPathFlawText(path, error));
  }
}
