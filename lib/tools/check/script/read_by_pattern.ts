import { scopeOfCall } from "../../../core/collection/settings_of.ts";
import type {
  FlowCall,
  ScriptFacts,
  ScriptName,
  ScriptReader,
} from "../types.ts";

const NAME = /\s*\(\s*(?:"([^"\\]*)"|'([^'\\]*)'|`([^`\\$]*)`)/;
const SET = /\bset(?:[A-Z][A-Za-z]*)?Var/;
const GET = /\b(?:get|has|delete)(?:[A-Z][A-Za-z]*)?Var/;
const POSTMAN =
  /\b(?:environment|globals|variables|collectionVariables|iterationData|vault)\./;
const POSTMAN_LEGACY = /(?:Environment|Global)Variable/;
const REQUIRE = /\brequire/;
const FLOW = /setNextRequest|skipRequest|stopExecution/;
const RUN = /\brunRequest\b/g;

/**
 * Reads a script by what its calls look like: names in literals only, and
 * nothing of what is wrong with it.
 */
export const readByPattern: ScriptReader = ({ code, dialect }): ScriptFacts => {
  const postman = dialect === "postman";
  const sets = [SET.source];
  const reads = [GET.source];
  if (postman) {
    sets.push(`${POSTMAN.source}set`, `\\bset${POSTMAN_LEGACY.source}`);
    reads.push(
      `${POSTMAN.source}(?:get|has|unset)`,
      `\\b(?:get|clear)${POSTMAN_LEGACY.source}`,
    );
  }
  const computed = new RegExp(
    `(?:${sets.join("|")})\\s*\\((?!\\s*["'\`][^"'\`$]*["'\`]\\s*,)`,
  ).exec(code);
  return {
    sets: namesIn(code, sets).map(({ call, ...set }) => ({
      ...set,
      scope: scopeOf(call),
    })),
    reads: namesIn(code, reads).map(withoutCall),
    ...(computed &&
      {
        computed: {
          offset: computed.index,
          length: computed[0].length,
          scope: scopeOf(computed[0]),
        },
      }),
    readsAny: new RegExp(`(?:${reads.join("|")})\\s*\\((?!\\s*["'\`])`)
      .test(code),
    requires: namesIn(code, [REQUIRE.source]).map(withoutCall),
    writes: new Set(),
    deletes: [],
    flow: flowIn(code),
    texts: [],
    bodyUses: [],
    bareNames: [],
    problems: [],
  };
};

/** The requests that a script runs; where it chooses others, only the run knows which. */
function flowIn(code: string): FlowCall[] {
  const open = { own: false, certain: false, offset: 0, length: 0 };
  const calls: FlowCall[] = namesIn(code, [RUN.source]).map((
    { name, offset, length },
  ) => ({ does: "run", to: name, ...open, offset, length }));
  if ([...code.matchAll(RUN)].length > calls.length) {
    calls.push({ does: "run", ...open });
  }
  if (FLOW.test(code)) calls.push({ does: "next", ...open });
  return calls;
}

/** A name, and the text of its call up to there. */
type CalledName = ScriptName & { readonly call: string };

function withoutCall({ call: _, ...name }: CalledName): ScriptName {
  return name;
}

function scopeOf(call: string): ReturnType<typeof scopeOfCall> {
  const [, owner = "", method = ""] =
    /(?:([A-Za-z]+)\.)?([A-Za-z]+)\s*\(/.exec(call) ?? [];
  return scopeOfCall(method, owner);
}

/** The names that calls are given first. */
function namesIn(code: string, calls: readonly string[]): CalledName[] {
  const pattern = new RegExp(`(?:${calls.join("|")})${NAME.source}`, "g");
  return [...code.matchAll(pattern)].map((match) => {
    const [call, a, b, c] = match;
    const name = a ?? b ?? c;
    const offset = match.index + call.length - name.length - 1;
    return { name, offset, length: name.length, call };
  });
}
