const READ =
  /\b(pm\s*\.\s*environment\s*\.\s*get|postman\s*\.\s*getEnvironmentVariable|(?:client|bru)\s*\.\s*getEnvVar)\(\s*(["'`])([^"'`\\\n$]+)\2/g;

/** A name that a script reads from the environment alone. */
interface EnvironmentRead {
  readonly name: string;
  /** The call as the script writes it, less `client`. */
  readonly call: string;
}

/** What a script reads from the environment alone, by what its calls look like. */
export function environmentReads(code: string): EnvironmentRead[] {
  return [...code.matchAll(READ)].map(([, chain, , name]) => ({
    name,
    call: chain.replace(/\s+/g, "").replace(/^(?:client|bru)\./, ""),
  }));
}
