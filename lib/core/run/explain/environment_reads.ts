const READ =
  /\b(pm\s*\.\s*environment\s*\.\s*get|postman\s*\.\s*getEnvironmentVariable|(?:client|bru)\s*\.\s*getEnvVar)\(\s*(["'`])([^"'`\\\n$]+)\2/g;

const GLOBAL_READ =
  /\b(pm\s*\.\s*globals\s*\.\s*get|postman\s*\.\s*getGlobalVariable|(?:client|bru)\s*\.\s*getGlobalEnvVar)\(\s*(["'`])([^"'`\\\n$]+)\2/g;

/** A name that a script reads from one scope alone. */
interface ScopeRead {
  readonly name: string;
  /** The call as the script writes it, less `client`. */
  readonly call: string;
}

/** What a script reads from the environment alone, by what its calls look like. */
export function environmentReads(code: string): ScopeRead[] {
  return readsIn(code, READ);
}

/** The same of globals. */
export function globalReads(code: string): ScopeRead[] {
  return readsIn(code, GLOBAL_READ);
}

function readsIn(code: string, pattern: RegExp): ScopeRead[] {
  return [...code.matchAll(pattern)].map(([, chain, , name]) => ({
    name,
    call: chain.replace(/\s+/g, "").replace(/^(?:client|bru)\./, ""),
  }));
}
