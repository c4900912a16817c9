import type { Diagnostic } from "../source/diagnostic.ts";
import { type HostRule, parseHostRule } from "./host_rule.ts";

/** Reads the host rules of a flag; `source` names it where one is malformed. */
export function parseHostRules(
  texts: readonly string[],
  source: string,
): { rules: HostRule[]; problems: Diagnostic[] } {
  const rules: HostRule[] = [];
  const problems: Diagnostic[] = [];
  for (const text of texts) {
    const rule = parseHostRule(text);
    if (rule) rules.push(rule);
    else problems.push(invalidRule(text, source));
  }
  return { rules, problems };
}

function invalidRule(text: string, source: string): Diagnostic {
  return {
    code: "USAGE",
    severity: "error",
    message:
      `Cannot use "${text}" in ${source}: not a host rule (write host, host:port, :port, [::1]:port, 10.0.0.0/8 or *.example.com)`,
  };
}
