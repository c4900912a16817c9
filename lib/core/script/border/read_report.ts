import { SKIPPED, type TestReport, type Thrown } from "./bridge.ts";

/**
 * What the script's side says that was thrown. A script can tamper with what
 * says it, so nothing is taken for granted.
 */
export function readThrown(value: unknown): Thrown {
  if (typeof value !== "object" || value === null) {
    return { name: "Error", message: `${value}`, stack: "" };
  }
  const { line, ...fields } = value as Record<string, unknown>;
  const text = (name: string) => {
    const field = fields[name];
    return typeof field === "string" ? field : undefined;
  };
  const expected = text("expected");
  const actual = text("actual");
  const code = text("code");
  return {
    name: text("name") ?? "Error",
    message: text("message") ?? "an error that cannot be read",
    stack: text("stack") ?? "",
    ...typeof line === "number" ? { line } : {},
    ...expected === undefined ? {} : { expected },
    ...actual === undefined ? {} : { actual },
    ...code === undefined ? {} : { code },
  };
}

/** The same for a test: one whose report cannot be read has not passed. */
export function readTestReport(value: unknown): TestReport {
  const { index, name, error } = (value ?? {}) as Record<string, unknown>;
  const readable = typeof index === "number" && typeof name === "string";
  return {
    index: typeof index === "number" ? index : 0,
    name: typeof name === "string" ? name : "",
    error: readable && (error === undefined || error === SKIPPED)
      ? error
      : readThrown(error),
  };
}
