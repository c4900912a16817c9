import { ToolError } from "./tool_error.ts";

type Step =
  | { readonly kind: "name"; readonly name: string; readonly deep: boolean }
  | { readonly kind: "index"; readonly index: number }
  | { readonly kind: "all"; readonly deep: boolean }
  | { readonly kind: "slice"; readonly from?: number; readonly to?: number };

const STEP =
  /(\.\.?)(?:(\*)|([\p{L}_$][\p{L}\p{N}_$-]*))|(\.\.)?\[\s*(?:(\*)|(-?\d{1,9})|(-?\d{1,9})?\s*:\s*(-?\d{1,9})?|"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)')\s*\]/uy;

/** Values that one path gives at most. */
const MAX_VALUES = 10_000;

/**
 * The values at the places that a JSONPath names: members, indexes, slices,
 * wildcards and descendants. No filters: they are code.
 *
 * @throws {ToolError} It is none, or names too much.
 */
export function valuesAt(path: string, root: unknown): unknown[] {
  let values = [root];
  for (const step of stepsOf(path)) {
    values = values.flatMap((value) => at(value, step));
    if (values.length > MAX_VALUES) {
      throw new ToolError(
        `Cannot use the JSONPath "${path}": it names more than ${MAX_VALUES} values (name fewer)`,
      );
    }
  }
  return values;
}

function stepsOf(path: string): Step[] {
  const trimmed = path.trim();
  const steps: Step[] = [];
  let end = trimmed.startsWith("$") ? 1 : -1;
  while (end >= 0 && end < trimmed.length) {
    STEP.lastIndex = end;
    const found = STEP.exec(trimmed);
    if (found === null) {
      end = -1;
      break;
    }
    end = STEP.lastIndex;
    const [, dots, star, name, before, every, index, from, to, double, single] =
      found;
    const deep = dots === ".." || before === "..";
    const quoted = double ?? single;
    if (star !== undefined || every !== undefined) {
      steps.push({ kind: "all", deep });
    } else if (before !== undefined && quoted === undefined) {
      end = -1;
      break;
    } else if (name !== undefined) steps.push({ kind: "name", name, deep });
    else if (quoted !== undefined) {
      steps.push({ kind: "name", name: quoted.replace(/\\(.)/g, "$1"), deep });
    } else if (index !== undefined) {
      steps.push({ kind: "index", index: Number(index) });
    } else {
      steps.push({
        kind: "slice",
        ...from !== undefined && { from: Number(from) },
        ...to !== undefined && { to: Number(to) },
      });
    }
  }
  if (end >= 0) return steps;
  throw new ToolError(
    `Cannot use the JSONPath "${path}": write it as $.items[0].id, $.items[0:5], $.items[*].id or $..id`,
  );
}

function at(value: unknown, step: Step): unknown[] {
  switch (step.kind) {
    case "name": {
      const { name, deep } = step;
      const own = memberOf(value, name);
      return deep
        ? [...own, ...membersOf(value).flatMap((one) => at(one, step))]
        : own;
    }
    case "index":
      return Array.isArray(value) ? value.slice(step.index).slice(0, 1) : [];
    case "slice":
      return Array.isArray(value) ? value.slice(step.from ?? 0, step.to) : [];
    case "all": {
      const members = membersOf(value);
      return step.deep
        ? [...members, ...members.flatMap((one) => at(one, step))]
        : members;
    }
    default:
      return step satisfies never;
  }
}

function memberOf(value: unknown, name: string): unknown[] {
  return typeof value === "object" && value !== null &&
      !Array.isArray(value) && Object.hasOwn(value, name)
    ? [(value as Record<string, unknown>)[name]]
    : [];
}

function membersOf(value: unknown): unknown[] {
  return typeof value === "object" && value !== null
    ? Object.values(value)
    : [];
}
