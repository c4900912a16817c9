import {
  parseStrictly,
  type Tree,
} from "../../../check/explain/find_expression.ts";
import {
  isReference,
  literalText,
  type NodeVisit,
  walk,
} from "../../../check/script/bindings.ts";
import { addNames } from "../../../check/script/bound_names.ts";

/** A place where a script uses a name that it does not declare: `client.runner.iterationIndex`. */
export interface ApiUse {
  readonly root: string;
  /** The names of the members behind it. */
  readonly path: readonly string[];
  /** The expressions from the name to the last member; where a constant stands for some of them, fewer. */
  readonly nodes: readonly Tree[];
  /** How many of the members a constant of the script stands for; absent: none does. */
  readonly aliased?: number;
  /** Whether a member follows whose name only the run knows. */
  readonly isOpen: boolean;
  /** Around the last member. */
  readonly parent: NodeVisit;
  /** The names that a pattern takes out of it. */
  readonly taken: readonly string[];
  /** Whether the script has a name of its own there. */
  declares(name: string): boolean;
}

/** What a script uses and does not declare, in the order of the text; undefined for what cannot be parsed. */
export function apiUses(code: string): ApiUse[] | undefined {
  const tree = scriptTree(code);
  if (tree === undefined) return undefined;
  const visits = [...walk(tree)];
  const scopes = scopesIn(visits);
  const uses: ApiUse[] = [];
  for (const visit of visits) {
    if (!isReference(visit)) continue;
    const use = useAt(visit, scopes, 0);
    if (use !== undefined) uses.push(use);
  }
  return uses.sort((a, b) => a.nodes[0].start - b.nodes[0].start);
}

/** The syntax tree of a script, or of a module with `import` and `export`. */
export function scriptTree(code: string): Tree | undefined {
  for (const type of ["script", "module"] as const) {
    try {
      return parseStrictly(code, type);
    } catch {
      // The next one may fit; there is none for a text that nests too deeply.
    }
  }
  return undefined;
}

/** Constants that stand for others are followed so far. */
const MAX_DEPTH = 20;

function useAt(
  visit: NodeVisit,
  scopes: Scopes,
  depth: number,
): ApiUse | undefined {
  const name = visit.node.name as string;
  const declared = declarationOf(name, visit, scopes);
  const above = declared?.init && depth < MAX_DEPTH
    ? useIn(declared.init, scopes, depth + 1)
    : undefined;
  if (declared !== undefined && above === undefined) return undefined;
  const chain = chainFrom(visit);
  return {
    root: above?.root ?? name,
    path: [...above?.path ?? [], ...chain.path],
    nodes: chain.nodes,
    ...(above && { aliased: above.path.length }),
    isOpen: chain.isOpen,
    parent: chain.parent,
    taken: takenIn(chain.parent, chain.nodes.at(-1)!),
    declares: (other) => declarationOf(other, visit, scopes) !== undefined,
  };
}

/** What the value of a constant uses, if it is nothing but that. */
function useIn(
  init: NodeVisit,
  scopes: Scopes,
  depth: number,
): ApiUse | undefined {
  let { node } = init;
  let visit = init;
  const inside = (inner: unknown) => {
    node = inner as Tree;
    visit = { ...visit, node, parent: visit };
  };
  while (node.type === "MemberExpression" || node.type === "ChainExpression") {
    inside(node.type === "MemberExpression" ? node.object : node.expression);
  }
  if (node.type !== "Identifier") return undefined;
  const use = useAt(visit, scopes, depth);
  return use && use.nodes.at(-1)!.end === init.node.end && !use.isOpen
    ? use
    : undefined;
}

/** The members behind a name, as far as they are written. */
function chainFrom(
  visit: NodeVisit,
): Pick<ApiUse, "path" | "nodes" | "isOpen" | "parent"> {
  const nodes = [visit.node];
  const path: string[] = [];
  let { node, parent } = visit;
  let isOpen = false;
  while (parent !== undefined) {
    const outer: Tree = parent.node;
    // `client?.setVar` has a node of its own around it.
    const isWrapper = outer.type === "ChainExpression";
    if (!isWrapper) {
      if (outer.type !== "MemberExpression" || outer.object !== node) break;
      const property = outer.property as Tree;
      const name = outer.computed
        ? literalText(property)
        : property.name as string;
      if (name === undefined) {
        isOpen = true;
        break;
      }
      path.push(name);
      nodes.push(outer);
    }
    ({ node, parent } = parent);
  }
  return { nodes, path, isOpen, parent: parent! };
}

/** What `const { setVar, runner: { skipRequest } } = client` takes. */
function takenIn({ node }: NodeVisit, value: Tree): string[] {
  const pattern =
    (node.type === "VariableDeclarator" && node.init === value
      ? node.id
      : node.type === "AssignmentExpression" && node.right === value
      ? node.left
      : undefined) as Tree | undefined;
  return pattern?.type === "ObjectPattern" ? keysOf(pattern) : [];
}

function keysOf(pattern: Tree): string[] {
  return (pattern.properties as Tree[]).flatMap((one) => {
    if (one.type === "RestElement") return ["…"];
    const key = one.computed
      ? literalText(one.key as Tree)
      : (one.key as Tree).name ?? (one.key as Tree).value;
    const name = key === undefined ? "…" : `${key}`;
    const value = one.value as Tree;
    return value.type === "ObjectPattern"
      ? keysOf(value).map((inner) => `${name}.${inner}`)
      : [name];
  });
}

/** The names of a scope, and the values of its constants. */
type Scope = Map<string, { readonly init?: NodeVisit }>;
type Scopes = ReadonlyMap<Tree, Scope>;

const FUNCTION = /Function(?:Expression|Declaration)$/;
const BLOCK =
  /^(?:Program|BlockStatement|StaticBlock|SwitchStatement|For(?:In|Of)?Statement|CatchClause)$/;

/** What each function and block of a script declares. */
function scopesIn(visits: readonly NodeVisit[]): Scopes {
  const scopes = new Map<Tree, Scope>();
  const add = (scope: Tree, pattern: unknown, init?: NodeVisit) => {
    if (!pattern) return;
    let names = scopes.get(scope);
    if (names === undefined) scopes.set(scope, names = new Map());
    const found = new Set<string>();
    addNames(pattern as Tree, found);
    for (const name of found) {
      names.set(name, init === undefined ? {} : { init });
    }
  };
  for (const visit of visits) {
    const { node } = visit;
    switch (node.type) {
      case "VariableDeclarator": {
        const { kind } = visit.parent!.node;
        const isConstant = kind === "const" && node.init &&
          (node.id as Tree).type === "Identifier";
        add(
          scopeAround(visit, kind === "var"),
          node.id,
          isConstant
            ? { ...visit, node: node.init as Tree, parent: visit }
            : undefined,
        );
        break;
      }
      case "ArrowFunctionExpression":
      case "FunctionExpression":
      case "FunctionDeclaration":
        for (const param of node.params as Tree[]) add(node, param);
        add(
          node.type === "FunctionDeclaration"
            ? scopeAround(visit, false)
            : node,
          node.id,
        );
        break;
      case "ClassDeclaration":
        add(scopeAround(visit, false), node.id);
        break;
      case "ClassExpression":
        add(node, node.id);
        break;
      case "CatchClause":
        add(node, node.param);
        break;
      case "ImportSpecifier":
      case "ImportDefaultSpecifier":
      case "ImportNamespaceSpecifier":
        add(visits[0].node, node.local);
        break;
      case "AssignmentExpression":
        // A name that the script gives a value without declaring it is its own.
        if ((node.left as Tree).type === "Identifier") {
          const { name } = node.left as Tree;
          if (declarationOf(name as string, visit, scopes) === undefined) {
            add(visits[0].node, node.left);
          }
        }
        break;
    }
  }
  return scopes;
}

/** The function or block around a declaration; `var` goes through blocks. */
function scopeAround(visit: NodeVisit, isVar: boolean): Tree {
  let at = visit.parent!;
  while (at.parent !== undefined) {
    const { type } = at.node;
    if (FUNCTION.test(type) || !isVar && BLOCK.test(type)) break;
    at = at.parent;
  }
  return at.node;
}

function declarationOf(name: string, visit: NodeVisit, scopes: Scopes) {
  for (let at: NodeVisit | undefined = visit; at; at = at.parent) {
    const found = scopes.get(at.node)?.get(name);
    if (found !== undefined) return found;
  }
  return undefined;
}
