import type { Draft } from "../../embedded/page/workbench/api.ts";
import { isV3Path } from "../../core/collection/v3/parse_v3.ts";
import type { Masker } from "../../core/secrets/masker.ts";
import { Locator } from "../../host/locate/locator.ts";
import { KeptMasker } from "../../lsp/kept_masker.ts";
import type { VariablesInReach } from "../../lsp/variables_in_reach.ts";
import type {
  ListedDefinition,
  ListedVariable,
} from "../../tools/check/list_variables.ts";
import { Refused } from "../answers.ts";
import { documentOf, drafted, fileOf, pageCollection } from "../drafts.ts";
import type { Workbench } from "../workbench.ts";
import { type SeenFlags, seenFlags } from "./seen_flags.ts";

/** The variables of the collection, for one who asks. */
export interface SeenVariables {
  /** The file from which they are looked at; empty: the collection. */
  readonly path: string;
  /** Undefined where the collection's own file cannot be read. */
  readonly inReach: VariablesInReach | undefined;
  readonly flags: SeenFlags;
  readonly masker: Pick<Masker, "maskValue">;
  readonly locator: Pick<Locator, "locate">;
  /** Which of the saved definitions of its variable has the value of this one; undefined: none has. */
  savedNth(
    name: string,
    definition: ListedDefinition,
    nth: number,
  ): number | undefined;
}

/**
 * The variables as an item sees them: with a page's edits of it, which a Send
 * of it takes, or as the files say.
 */
export async function seenVariables(
  bench: Workbench,
  { id, draft }: {
    readonly id?: string | undefined;
    readonly draft?: Draft | undefined;
  },
): Promise<SeenVariables> {
  const { session } = bench;
  const path = id === undefined ? "" : fileOf(bench.ids.ref(id), bench).file;
  await session.indexed();
  const edited = id !== undefined && draft !== undefined
    ? await withEdits(bench, { id, draft, path })
    : undefined;
  const inReach = edited?.inReach ?? session.inReach;
  const flags = await seenFlags(bench, inReach?.index.collection);
  if (edited) return { ...edited, flags };
  return {
    path,
    inReach,
    flags,
    masker: session.masker(),
    locator: session,
    savedNth: (_name, _definition, nth) => nth,
  };
}

/** Undefined where the edits cannot be read, as while a person types: what is saved counts until then. */
async function withEdits(
  bench: Workbench,
  { id, draft, path }: {
    readonly id: string;
    readonly draft: Draft;
    readonly path: string;
  },
): Promise<Omit<SeenVariables, "flags"> | undefined> {
  const { session, hidden } = bench;
  const page = await readableCollection(bench, id, draft);
  if (page?.collection === undefined) return undefined;
  const inReach = session.inReachOf(page.collection);
  const isLost = session.placeOf(path) && !inReach?.placeOf(path);
  if (inReach === undefined || isLost) return undefined;
  // What is typed is nobody else's secret yet.
  const own = new KeptMasker().of(inReach.index.levels());
  const saved = session.masker();
  let known: ReadonlyMap<string, ListedVariable> | undefined;
  return {
    path,
    inReach,
    masker: {
      maskValue: (value) =>
        saved.maskValue(hidden.masker.maskValue(own.maskValue(value))),
    },
    locator: new Locator(page.texts),
    savedNth(name, { scope, label, by, value }) {
      known ??= new Map(
        session.variablesFor(path).map((one) => [one.name, one]),
      );
      const text = JSON.stringify(value);
      const nth = known.get(name)?.definitions.findIndex((one) =>
        one.scope === scope && one.label === label && one.by === by &&
        JSON.stringify(one.value) === text
      );
      return nth === -1 ? undefined : nth;
    },
  };
}

async function readableCollection(
  bench: Workbench,
  id: string,
  draft: Draft,
) {
  try {
    if ("source" in draft) {
      const edit = await drafted(bench, id, draft);
      const isRead = isV3Path(edit.file) ||
        documentOf(edit, edit.text) !== undefined;
      if (!isRead) return undefined;
    }
    const { loaded: { collection }, texts } = await pageCollection(bench, [], {
      edited: { id, draft },
    });
    return { collection, texts };
  } catch (error) {
    if (error instanceof Refused) return undefined;
    throw error;
  }
}
