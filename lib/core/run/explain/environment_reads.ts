import type { Script } from "../../collection/types.ts";
import type { Diagnostic } from "../../source/diagnostic.ts";

const READ =
  /\b(pm\s*\.\s*environment\s*\.\s*get|postman\s*\.\s*getEnvironmentVariable|(?:client|bru)\s*\.\s*getEnvVar)\(\s*(["'`])([^"'`\\\n$]+)\2/g;

const GLOBAL_READ =
  /\b(pm\s*\.\s*globals\s*\.\s*get|postman\s*\.\s*getGlobalVariable|(?:client|bru)\s*\.\s*getGlobalEnvVar)\(\s*(["'`])([^"'`\\\n$]+)\2/g;

const ANY_READ =
  /\b(pm\s*\.\s*(?:variables|environment|globals|collectionVariables)\s*\.\s*get|postman\s*\.\s*get(?:Environment|Global)Variable|(?:client|bru)\s*\.\s*get\w*Var)\(\s*(["'`])([^"'`\\\n$]+)\2/g;

/** A name that a script reads from one scope alone. */
interface ScopeRead {
  readonly name: string;
  /** The call as the script writes it, less `client`. */
  readonly call: string;
  /** Offset in UTF-16 code units. */
  readonly offset: number;
}

/** What a script reads from the environment alone, by what its calls look like. */
export function environmentReads(code: string): ScopeRead[] {
  return readsIn(code, READ);
}

/** The same of globals. */
export function globalReads(code: string): ScopeRead[] {
  return readsIn(code, GLOBAL_READ);
}

/** The same of any variables. */
export function anyReads(code: string): ScopeRead[] {
  return readsIn(code, ANY_READ);
}

/**
 * Whether the line of a script that failed reads a variable, or has the name
 * that the read's value got; undefined if the line is not known.
 */
export function readByFailure(
  { location }: Diagnostic,
  { code, at }: Script,
): ((read: Pick<ScopeRead, "offset">) => boolean) | undefined {
  const { file, keys, offset = 0, length } = location ?? {};
  // Without a length, the whole script is meant.
  if (length === undefined || file !== at.file) return undefined;
  if (JSON.stringify(keys) !== JSON.stringify(at.path)) return undefined;
  const lineAt = (offset: number) => ({
    from: code.lastIndexOf("\n", offset - 1) + 1,
    to: (code + "\n").indexOf("\n", offset),
  });
  const line = lineAt(offset);
  const words = new Set(code.slice(line.from, line.to).match(/[\w$]+/g));
  return (read) => {
    if (read.offset >= line.from && read.offset < line.to) return true;
    const before = code.slice(lineAt(read.offset).from, read.offset);
    const [, name] = /([\w$]+)\s*=(?![=>])[^=;]*$/.exec(before) ?? [];
    return name !== undefined && words.has(name);
  };
}

function readsIn(code: string, pattern: RegExp): ScopeRead[] {
  return [...code.matchAll(pattern)].map(({ 1: chain, 3: name, index }) => ({
    name,
    offset: index,
    call: chain.replace(/\s+/g, "").replace(/^(?:client|bru)\./, ""),
  }));
}
