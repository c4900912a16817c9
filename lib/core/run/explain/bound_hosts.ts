import { levelsAround } from "../../collection/inherit.ts";
import type {
  Collection,
  Environment,
  Folder,
  Item,
  Variable,
} from "../../collection/types.ts";
import {
  type Diagnostic,
  locationOf,
  type Related,
} from "../../source/diagnostic.ts";
import { rootName } from "../../template/template_of.ts";

/** What has variables around a request. */
interface Around {
  readonly collection: Collection;
  readonly folders: readonly Folder[];
  readonly item: Item;
  /** The selected environments, each before what it extends. */
  readonly chain: readonly Environment[];
  readonly globals: readonly Variable[];
}

/** The words of a refusal to send a secret, by the run and by the check. */
const REFUSED =
  /\b(?:holds|send) the secret "([^"]+)".*?(?:it|which) may only go to (.+?) \(add the host/;

/**
 * Says of a refusal to send a secret which declaration names the hosts, and
 * which ones of a higher scope do not count, as they have no value.
 */
export function withBoundHosts(
  diagnostic: Diagnostic,
  around: Around,
): Diagnostic {
  const [, expression = "", hosts = ""] = REFUSED.exec(diagnostic.message) ??
    [];
  if (diagnostic.code !== "PERMISSION" || expression === "") return diagnostic;
  const name = rootName(expression) ?? expression;
  const declared = variablesOf(around).filter((it) =>
    it.name === name && !it.disabled
  );
  const isIt = (one: Variable) => textOf(one.hosts) === hosts;
  const found = declared.find((it) => isIt(it) && !it.unset) ??
    declared.find(isIt);
  if (found === undefined) return diagnostic;
  const above = declared.slice(0, declared.indexOf(found));
  return {
    ...diagnostic,
    related: [
      ...diagnostic.related ?? [],
      related("the hosts that count are named here", found),
      ...above.filter(({ unset }) => unset).map((it) =>
        related("this one has no value, so its hosts do not count", it)
      ),
    ],
  };
}

function variablesOf(
  { collection, folders, item, chain, globals }: Around,
): Variable[] {
  const [defaults, ...inner] = levelsAround(collection, folders);
  return [
    ...item.kind === "request" ? item.variables : [],
    ...inner.toReversed().flatMap(({ variables }) => variables),
    ...chain.flatMap(({ variables }) => variables),
    ...defaults.variables,
    ...globals,
  ];
}

/** As messages list them. */
function textOf(hosts: readonly string[] | undefined): string | undefined {
  return hosts && (hosts.map((host) => `"${host}"`).join(", ") || "no host");
}

function related(message: string, { at }: Variable): Related {
  return {
    message,
    location: locationOf({ file: at.file, path: at.path.slice(0, -1) }),
  };
}
