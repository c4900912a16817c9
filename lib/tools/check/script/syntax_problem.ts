import { misplacedAwait } from "../explain/misplaced_await.ts";
import type { ScriptProblem } from "../types.ts";

/** Why code is no JavaScript. Acorn ends its message with line and column, which the place tells. */
export function syntaxProblem(
  error: SyntaxError & { pos?: number },
  { code, expression }: { readonly code: string; readonly expression: boolean },
): ScriptProblem {
  const found = misplacedAwait(code);
  const offset = Math.min(error.pos ?? 0, Math.max(0, code.length - 1));
  return {
    code: "SCRIPT_SYNTAX",
    severity: "error",
    message: `Cannot parse the ${expression ? "expression" : "script"}: ${
      found?.message ?? why(error.message.replace(/ \(\d+:\d+\)$/, ""))
    }`,
    offset: found?.offset ?? offset,
    length: found?.length ?? 1,
  };
}

function why(message: string): string {
  // Acorn names a setting of its own.
  if (/^'import' and 'export'/.test(message)) {
    return "scripts are not modules: load others with require()";
  }
  const plain = message.charAt(0).toLowerCase() + message.slice(1);
  return plain.includes("import.meta")
    ? `${plain}; client.cwd() is the collection's folder`
    : plain;
}
