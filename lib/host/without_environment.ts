import process from "node:process";

/**
 * Does something while the process shows no environment: npm:yaml looks for
 * debugging switches of its own there (LOG_TOKENS), which Deno may not permit
 * Brace to read; upstream has no issue about it.
 */
export function withoutEnvironment<T>(action: () => T): T {
  const { env } = process;
  process.env = {};
  try {
    return action();
  } finally {
    process.env = env;
  }
}
