import { isJsonPath } from "../../../../core/assertion/select_fast.ts";
import type { ApiUse } from "./api_uses.ts";
import { asJavaScript, member } from "./as_java_script.ts";
import {
  argumentsOf,
  argumentText,
  callBy,
  lacking,
  rewrite,
  type UseVerdict,
} from "./rewrite.ts";
import { type BrunoScript, toBrunoScript } from "./to_bruno.ts";

/** An assertion's or an action's expression for Bruno. */
export interface BrunoExpression extends BrunoScript {
  /** What Bruno's scripts have, and its expressions do not. */
  readonly inScripts: readonly string[];
  /** Whether it is a JSONPath that JavaScript cannot say. */
  readonly isJsonPath?: true;
}

/** What `res` has in Bruno's expressions. */
const OF_RESPONSE = /^(?:status|statusText|headers|body|responseTime|url)$/;

/** Calls of scripts that read one of those. */
const GETTERS: ReadonlyMap<string, string> = new Map([
  ["getStatus", "status"],
  ["getStatusText", "statusText"],
  ["getHeaders", "headers"],
  ["getBody", "body"],
  ["getResponseTime", "responseTime"],
  ["getUrl", "url"],
]);

/**
 * An expression in words that Bruno evaluates. Bruno takes it for JavaScript,
 * so `res.headers.content-type` is a subtraction there, and its `res` has no
 * methods.
 */
export function toBrunoExpression(expression: string): BrunoExpression {
  const plain = asJavaScript(expression);
  if (plain !== undefined) return { ...NOTHING, code: plain };
  if (isJsonPath(expression)) {
    return { ...NOTHING, code: expression, isJsonPath: true };
  }
  const inScripts = new Set<string>();
  const { code } = rewrite(expression, (use) => {
    const verdict = judge(use);
    if (verdict?.kind !== "lacking") return verdict;
    verdict.names.forEach((it) => inScripts.add(it));
    return undefined;
  });
  return { ...toBrunoScript(code), inScripts: [...inScripts] };
}

const NOTHING = { lacking: [], limits: [], developer: [], inScripts: [] };

function judge(use: ApiUse): UseVerdict | undefined {
  const { root, path } = use;
  const [first] = path;
  if (root !== "res" || use.aliased !== undefined || first === undefined) {
    return undefined;
  }
  if (OF_RESPONSE.test(first)) return undefined;
  const call = callBy(use);
  if (path.length === 1 && call !== undefined) {
    const given = argumentsOf(call);
    const read = GETTERS.get(first);
    if (read !== undefined && given.length === 0) {
      return instead(use, call.end, `res.${read}`);
    }
    const header = first === "getHeader" ? argumentText(given[0]) : undefined;
    if (header !== undefined) {
      return instead(
        use,
        call.end,
        `res.headers${member(header.toLowerCase())}`,
      );
    }
  }
  return lacking({ ...use, path: [first], isOpen: false });
}

/** Other words in the place of a use up to the end of its call. */
function instead(
  { nodes }: ApiUse,
  end: number,
  text: string,
): UseVerdict {
  return { kind: "edits", edits: [{ start: nodes[0].start, end, text }] };
}
