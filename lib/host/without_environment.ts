import process from "node:process";

/**
 * Does something while the process shows no environment: libraries look there
 * for switches of their own, which Deno may not permit Brace to read (npm:yaml
 * for LOG_TOKENS when it parses, vscode-jsonrpc for XDG_RUNTIME_DIR when it is
 * loaded; upstream has no issue about either).
 */
export function withoutEnvironment<T>(action: () => T): T {
  const { env } = process;
  const restore = () => {
    process.env = env;
  };
  process.env = {};
  let result: T | undefined;
  try {
    result = action();
  } finally {
    if (result instanceof Promise) result.then(restore, restore);
    else restore();
  }
  return result;
}
