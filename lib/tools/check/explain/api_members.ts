import { didYouMean, nearest } from "../../../core/source/nearest.ts";
import { RESPONSE_NAMES } from "../../../core/run/explain/response_names.ts";
import type { ScriptDialect } from "../../../core/collection/types.ts";
import { dataRow } from "../../../embedded/sandbox/client.ts";
import { createGlobals } from "../../../embedded/sandbox/globals.ts";
import { createPostman } from "../../../embedded/sandbox/postman/create.ts";
import type { Makers } from "../../../embedded/sandbox/postman/legacy.ts";
import type { Bridge } from "../../../core/script/border/bridge.ts";
import { declarationsIn } from "./declarations.ts";
import type { Tree } from "./find_expression.ts";

/** Objects of the language whose members are as good to know. */
const LANGUAGE = { JSON, Math, Object, Array, Promise, Number, String, Date };

/** Methods without effect, whose results are objects of the API, too. */
const MAKERS = ["jar"];

/** Getters of which the methods are known, but only the run knows the values. */
const OPEN: ReadonlyMap<string, unknown> = new Map([
  ["iterationData", dataRow({})],
]);

/** What does the same as methods that a data row has in Bruno. */
const FOR_ROWS = new Map([
  ["set", "client.setVar, which wins over the column"],
  ["stringify", "JSON.stringify"],
]);

/** What scripts know without declaring it, by name. */
export type Api = Readonly<Record<string, unknown>>;

/** Where a member stands. */
export interface ApiSource {
  readonly tree: Tree;
  readonly api: Api;
}

/** What an expression of a script is, as far as the script API tells. */
export interface KnownApi {
  readonly value: unknown;
  /** Whether it may have more members, none of which can be called. */
  readonly open?: true;
}

/** Names that scripts know without declaring them. */
export function globalNames(api: Api): string[] {
  return [...Object.keys(api), "expect", "assert", "require"];
}

/** What to write instead of a member that an object of the API does not have, or not so; "" where nothing is known. */
export function memberHint(
  member: Tree,
  source: ApiSource,
  { called }: { called: boolean },
): string {
  const [owner, name] = memberOf(member, source.tree) ?? [];
  const found = owner && valueOf(owner, source, 0);
  if (name === undefined || !isObject(found?.value)) return "";
  const { value: object, open } = found;
  if (open && !called) return "";
  const forRow = open && FOR_ROWS.get(name);
  if (forRow) return ` (write ${forRow})`;
  const known = Object.getOwnPropertyDescriptor(object, name);
  if (known !== undefined) {
    return called && typeof known.value !== "function"
      ? ": it is a value; leave out the brackets"
      : "";
  }
  const members = membersOf(object);
  const similar = INSTEAD.get(name)?.find((it) => members.includes(it)) ??
    near(name, members);
  return didYouMean(similar);
}

/** Whether a member is one of an object of the API that does not have it. */
export function isMissingMember(
  member: Tree,
  source: ApiSource,
  { called }: { called: boolean },
): boolean {
  if (member.type !== "MemberExpression" || member.computed) return false;
  const owner = valueOf(member.object as Tree, source, 0);
  return isObject(owner?.value) && (called || !owner.open) &&
    !((member.property as Tree).name as string in owner.value);
}

/** Names that others have for the same. */
const INSTEAD = new Map<string, readonly string[]>([
  ...[...RESPONSE_NAMES].map(([name, meant]) => [name, [meant]] as const),
  ["getAll", ["all", "getCookies", "getAllVars"]],
  ["unset", ["deleteVar"]],
  ["setGlobalVariable", ["setGlobalEnvVar"]],
  ["getGlobalVariable", ["getGlobalEnvVar"]],
]);

/** The known name that is nearest, also where a word is written in full or left out: `setVariable`, `skip`. */
function near(name: string, names: readonly string[]): string | undefined {
  const words = wordsOf(name);
  return nearest(name, names) ?? names.find((known) => {
    const others = wordsOf(known);
    return others.length >= words.length &&
      words.every((word, i) =>
        word.startsWith(others[i]) || others[i].startsWith(word)
      );
  });
}

function wordsOf(name: string): string[] {
  return name.split(/(?=[A-Z])/).map((word) => word.toLowerCase());
}

function membersOf(object: object): string[] {
  return Object.getOwnPropertyNames(object).filter((name) =>
    !["length", "name", "prototype"].includes(name)
  );
}

/** The object of a member, and the member's name; a destructured name is one, too. */
function memberOf(node: Tree, tree: Tree): [Tree, string] | undefined {
  if (node.type === "MemberExpression" && !node.computed) {
    return [node.object as Tree, (node.property as Tree).name as string];
  }
  return node.type === "Identifier"
    ? declarationsIn(tree).destructured.get(node.name as string)
    : undefined;
}

const MAX_DEPTH = 20;

/** The API's value that an expression gives, through variables that hold it. */
function valueOf(
  node: Tree,
  source: ApiSource,
  depth: number,
): KnownApi | undefined {
  if (depth > MAX_DEPTH) return undefined;
  const { tree, api } = source;
  const inside = (inner: unknown) => valueOf(inner as Tree, source, depth + 1);
  const memberIn = (object: unknown, name: string) => {
    if (!isObject(object)) return undefined;
    // Getters ask the host, which is there in a run only: do not call them here.
    const member = Object.getOwnPropertyDescriptor(object, name);
    if (member?.get && OPEN.has(name)) {
      return { value: OPEN.get(name), open: true } as const;
    }
    return member && "value" in member ? { value: member.value } : undefined;
  };
  switch (node.type) {
    case "Identifier": {
      const name = node.name as string;
      const { declarators, destructured, others } = declarationsIn(tree);
      if (others.has(name)) return undefined;
      const declared = declarators.get(name);
      if (declared) return declared.init ? inside(declared.init) : undefined;
      const [from, key] = destructured.get(name) ?? [];
      if (key !== undefined) return memberIn(inside(from)?.value, key);
      if (Object.hasOwn(api, name)) return { value: api[name] };
      return Object.hasOwn(LANGUAGE, name)
        ? { value: LANGUAGE[name as keyof typeof LANGUAGE] }
        : undefined;
    }
    case "MemberExpression": {
      if (node.computed) return undefined;
      const { name } = node.property as Tree;
      return memberIn(inside(node.object)?.value, name as string);
    }
    case "CallExpression": {
      const { property, object } = node.callee as Tree;
      const name = (property as Tree | undefined)?.name as string;
      if (!MAKERS.includes(name)) return undefined;
      const owner = inside(object)?.value;
      const make = isObject(owner)
        ? Object.getOwnPropertyDescriptor(owner, name)?.value
        : undefined;
      return typeof make === "function" ? { value: make() } : undefined;
    }
    case "ChainExpression":
      return inside(node.expression);
    case "AwaitExpression":
      return inside(node.argument);
    default:
      return undefined;
  }
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null ||
    typeof value === "function";
}

const made = new Map<ScriptDialect | undefined, Api>();

/** The script API over nothing: only its members are looked at. */
export function apiOf(dialect: ScriptDialect | undefined): Api {
  const known = made.get(dialect);
  if (known !== undefined) return known;
  const refuse = () => {
    throw new TypeError("There is no request");
  };
  const bridge = { call: refuse, wait: refuse } as unknown as Bridge;
  const watch = <T>(it: T): T => it;
  const { values, test, skip } = createGlobals(bridge, {
    safeMode: true,
    watch,
    load: refuse,
  });
  const api = dialect === undefined ? values : {
    ...values,
    ...madeBy(
      createPostman({
        bridge,
        test,
        skip,
        watch,
        require: refuse,
        hasResponse: true,
      })
        .globals,
    ),
  };
  made.set(dialect, api);
  return api;
}

/** What can be made without a request. */
function madeBy(makers: Makers): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(makers).map(([name, make]) => {
      try {
        return [name, make()];
      } catch {
        return [name, undefined];
      }
    }),
  );
}
