/**
 * Does something while the process shows no environment: npm:yaml looks for
 * debugging switches of its own there (LOG_TOKENS), which Deno may not permit
 * Brace to read; upstream has no issue about it. A browser has no process.
 */
export function withoutEnvironment<T>(action: () => T): T {
  const { process } = globalThis as { process?: { env: unknown } };
  if (process === undefined) return action();
  const { env } = process;
  process.env = {};
  try {
    return action();
  } finally {
    process.env = env;
  }
}
