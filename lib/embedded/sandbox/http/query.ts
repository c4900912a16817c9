/**
 * Reads values inside a body by a path: `order.items[0].price`, `..price` for
 * every depth, `items[?]` with a function (a filter when it gives booleans, a
 * mapping otherwise) or an object whose members must be equal. A name read
 * from an array is read from each of its elements; undefined where none has it.
 */
export function query(
  body: unknown,
  path: string,
  filters: readonly unknown[],
): unknown {
  const rest = [...filters];
  let value = body;
  for (const step of steps(path)) {
    if (value === undefined || value === null) return undefined;
    switch (step.kind) {
      case "name":
        value = named(value, step.name);
        break;
      case "deep":
        value = found(deep(value, step.name));
        break;
      case "index":
        value = Array.isArray(value) ? value[step.index] : undefined;
        break;
      case "filter":
        value = filtered(value, rest.shift());
        break;
      default:
        step satisfies never;
    }
  }
  return value;
}

type Step =
  | { readonly kind: "name" | "deep"; readonly name: string }
  | { readonly kind: "index"; readonly index: number }
  | { readonly kind: "filter" };

function steps(path: string): Step[] {
  const out: Step[] = [];
  const pattern =
    /(\.\.)?\.?([^.[\]]+)|\[(\d+)\]|\[\?\]|\[(?:"([^"]*)"|'([^']*)')\]|(.)/gy;
  for (const match of path.matchAll(pattern)) {
    const [all, deepMark, name, index, double, single, unknown] = match;
    if (unknown !== undefined) {
      throw new TypeError(
        `Cannot read the path "${path}": "${unknown}" is not expected at character ${
          match.index + 1
        }`,
      );
    }
    if (index !== undefined) out.push({ kind: "index", index: Number(index) });
    else if (all === "[?]") out.push({ kind: "filter" });
    else {
      out.push({
        kind: deepMark === undefined ? "name" : "deep",
        name: name ?? double ?? single ?? "",
      });
    }
  }
  return out;
}

function named(value: unknown, name: string): unknown {
  if (Array.isArray(value)) {
    if (name === "length") return value.length;
    return found(
      value.map((v) => own(v, name)).filter((v) => v !== undefined),
    );
  }
  return own(value, name);
}

function own(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null &&
      Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}

function deep(value: unknown, name: string): unknown[] {
  if (typeof value !== "object" || value === null) return [];
  const here = Array.isArray(value) ? undefined : own(value, name);
  const inside = Object.values(value).flatMap((v) => deep(v, name));
  return here === undefined ? inside : [here, ...inside];
}

function found(values: unknown[]): unknown[] | undefined {
  return values.length === 0 ? undefined : values.flat();
}

function filtered(value: unknown, filter: unknown): unknown {
  const values = Array.isArray(value) ? value : [value];
  if (typeof filter === "function") {
    const results = values.map((v) => filter(v));
    return results.every((r) => typeof r === "boolean")
      ? values.filter((_, i) => results[i])
      : results;
  }
  if (typeof filter === "object" && filter !== null) {
    const wanted = Object.entries(filter);
    return values.filter((v) => wanted.every(([k, w]) => own(v, k) === w));
  }
  throw new TypeError(
    'Cannot filter with "[?]": give a function or an object for it',
  );
}
