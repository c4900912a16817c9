import {
  findNode,
  parseScript,
  parseStrictly,
  type Tree,
} from "./find_expression.ts";

/** An `await` where it cannot stand. */
export interface MisplacedAwait {
  readonly offset: number;
  readonly length: number;
  /** What is wrong, and the way out. */
  readonly message: string;
}

const AWAIT = "await";
/** An operator that may stand in each place, as long as `await`. */
const ALLOWED = "void ";
const AWAITS = /(?<![\w$.]|\bfor\s+)await(?=\s)/g;

/** The first `await` of a function without `async`, if that is why code is no JavaScript. */
export function misplacedAwait(code: string): MisplacedAwait | undefined {
  if (!code.includes(AWAIT)) return undefined;
  const { index: offset } =
    /(?<![\w$.])await\s+$/.exec(code.slice(0, problemIn(code))) ?? {};
  if (offset === undefined) return undefined;
  const tree = parseScript(code.replaceAll(AWAITS, ALLOWED));
  if (tree === undefined) return undefined;
  const way = asyncBefore(tree, code, offset);
  return {
    offset,
    length: AWAIT.length,
    message: `await needs an async function${way}`,
  };
}

/** Where code is no JavaScript: until there, it may be. */
function problemIn(code: string): number {
  try {
    parseStrictly(code);
    return 0;
  } catch (error) {
    return (error as { pos?: number }).pos ?? 0;
  }
}

/** Says which is the innermost function around an offset, and that it lacks `async`. */
function asyncBefore(tree: Tree, code: string, offset: number): string {
  let found: readonly [start: number, end: number] | undefined;
  const ofMethods = new Set<unknown>();
  findNode(tree, (node) => {
    const isMethod = node.type === "MethodDefinition" ||
      node.type === "Property" && (node.method || node.kind !== "init");
    const { body, generator } = (isMethod ? node.value : node) as Tree;
    if (isMethod) ofMethods.add(node.value);
    const isAround = (isMethod || /Function/.test(node.type)) &&
      !ofMethods.has(node) && (body as Tree).start <= offset &&
      offset < (body as Tree).end;
    if (!isAround) return false;
    const start = isMethod ? (node.key as Tree).start : node.start;
    const cannot = isMethod &&
      (node.computed || generator ||
        /^(?:get|set|constructor)$/.test(`${node.kind}`));
    found = cannot ? undefined : [start, (body as Tree).start];
    return false;
  });
  const head = found && code.slice(...found).trim().replaceAll(/\s+/g, " ");
  if (head === undefined || head === "") return "";
  return `: write "async" before "${head}"`;
}
