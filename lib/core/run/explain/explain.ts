import { nearest, withMeant } from "../../source/nearest.ts";
import { levelsIn } from "../../collection/inherit.ts";
import type { Collection, Request } from "../../collection/types.ts";
import type { Diagnostic } from "../../source/diagnostic.ts";
import { requestsOf } from "../../plan/find_request.ts";
import type { RunPorts } from "../ports.ts";
import type { CodesOf } from "../../collection/required/required_code.ts";
import {
  environmentNotes,
  givenNote,
  leftOutNotes,
  notesOfChosen,
  notYetGiven,
} from "./environment_notes.ts";
import { codesIn, type Setter, settersOf } from "./setters.ts";
import {
  aboutSecret,
  askedName,
  secretBehind,
  withValue,
} from "./unset_secrets.ts";
import {
  entryNotes,
  isInSharedHeader,
  originNotes,
  refusedNotes,
  removedNotes,
  unreadNotes,
  withDotenvWays,
} from "./value_notes.ts";
import { narrowerNotes } from "./narrower_notes.ts";
import { outOfReach, runsAfter, runsBefore } from "./out_of_reach.ts";
import {
  displacedNotes,
  isOutranked,
  setterNotes,
  settersToTell,
  type Told,
  told,
} from "./setter_notes.ts";
import { setsLocally, stepSettings } from "../../collection/settings_of.ts";
import {
  filledFromRows,
  givenName,
  namesInRows,
  waysToDefine,
} from "./ways_to_define.ts";
import { type Surroundings, wayToRun, withoutValue } from "./way_to_run.ts";
import { once } from "../../source/once.ts";
import { wayOut } from "../../source/way_out.ts";
import type { ScopeName } from "../../scope/names.ts";

/** What a collection says about its variables. */
interface Known {
  /** What reads the files that scripts require. */
  readonly readFile: RunPorts["readFile"] | undefined;
  readonly codesOf: CodesOf | undefined;
  readonly setters: ReadonlyMap<string, readonly Setter[]>;
  /** The requests of scripts and actions. */
  readonly owners: ReadonlyMap<object, Request>;
  /** What environments have to do with a name, as notes. */
  readonly environments: ReadonlyMap<string, readonly Told[]>;
}

const NOTHING: Known["environments"] = new Map();
const known = new WeakMap<Collection, Known>();
/** Names that scripts set, among which one is looked for that was meant. */
const MAX_NAMES = 1_000;

/**
 * Adds to what is wrong with a placeholder which scripts of the collection set its
 * variable and whether they ran; where no scope defines it also which
 * environments do, or leave its value out, and to the first that stands in a
 * header of the collection what may have been meant.
 */
export function explainProblems(
  diagnostics: readonly Diagnostic[],
  collection: Collection,
  surroundings: Surroundings,
): Diagnostic[] {
  let isFirst = true;
  const readFile = surroundings.settings?.ports?.readFile;
  const chosen = surroundings.settings?.environments?.get(collection) ?? [];
  const leftOut = once(() => leftOutNotes(collection, chosen));
  return diagnostics.map((one) => {
    const diagnostic = withDotenvWays(one, collection, readFile);
    const { code, severity, expression } = diagnostic;
    if (code === "UNANSWERED_PROMPT") return withAnswer(diagnostic);
    // Auth that is empty is no error, and may want the value of a script.
    const isAbout = severity === "error" || code === "INVALID_FIELD";
    const secret = secretBehind(diagnostic, collection, surroundings);
    const name = isAbout && expression !== undefined
      ? secret ?? askedName(expression, code, collection)
      : undefined;
    const refused = refusedNotes(diagnostic, collection, chosen)
      .map((note) => told(note));
    if (name === undefined) return withNotes(diagnostic, refused);
    const { setters, owners, codesOf, ...about } = knownOf(
      collection,
      readFile,
    );
    // A script removed what a selected environment has: to select it is no way out.
    const environments = isSelected(name, collection, surroundings)
      ? NOTHING
      : about.environments;
    const isMissing = code === "UNSET_SECRET";
    const isUndefined = isMissing || code === "UNDEFINED_VARIABLE";
    const removed = code === "UNDEFINED_VARIABLE" && secret === undefined
      ? removedNotes(name, collection, surroundings)
      : [];
    // Of groups that run apart, the message names the setter, which may run.
    const allSetters = code === "SET_APART" ? [] : setters.get(name) ?? [];
    const found = isUndefined ? undefined : surroundings.layerOf?.(name);
    const reaching = allSetters.filter((setter) =>
      surroundings.ran.has(setter.source) || !isOutranked(setter, name, found)
    );
    const deletion = surroundings.ran.deleted?.get(name);
    // What comes before the request itself is enough.
    const own = reaching.filter(({ source }) =>
      surroundings.isRendering && surroundings.step &&
      runsBefore(source, surroundings.step)
    );
    const setBy = own.length > 0
      ? own
      : settersToTell(reaching, collection, { owners, surroundings });
    const [field] = filledFromRows(collection).get(name) ?? [];
    const added = setterNotes(
      name,
      setBy,
      ({ source, scope }) => {
        const ending = surroundings.ran.get(source);
        if (ending === "failed") return { ...told("failed"), time: "lost" };
        const { step, isRendering } = surroundings;
        const unseen = isRendering ? undefined : outOfReach(
          { source, scope },
          collection,
          step,
          ending !== undefined,
        );
        if (unseen !== undefined) return told(unseen);
        if (ending !== undefined) {
          const isRunning = ending === "running" && deletion === undefined;
          const lacksField = isUndefined && !isRunning &&
            deletion === undefined && removed.length === 0 &&
            field !== undefined && !isInRow(field, surroundings);
          return told(
            isUndefined && isRunning
              ? "had not set it yet"
              : isUndefined && (removed.length === 0 || deletion)
              ? withoutValue(source, deletion)
              : severity === "warning" && step && runsAfter(source, step)
              ? "runs after this request"
              : "ran",
            ...lacksField ? [wayOut("give-row", field, name)] : [],
          );
        }
        return wayToRun(
          {
            code,
            name,
            expression,
            collection,
            owner: owners.get(source),
            source,
            scope,
            isLocal: setsLocally(source, name, codesOf),
          },
          surroundings,
        );
      },
    );
    const { entryOf, settings } = surroundings;
    /** The name that was meant: none where scripts set the very name, else one that scripts set if it is nearer. */
    let near = diagnostic.suggestion;
    const entry = entryOf?.(name);
    added.unshift(...originNotes(name, one, entry).map((note) => told(note)));
    if (code === "INVALID_PATH") {
      const around = { owners, surroundings };
      added.push(...displacedNotes(name, allSetters, entry, around));
    }
    if (isUndefined) {
      const notes = [
        ...notYetGiven(environments.get(name) ?? [], name, settings?.globals),
        ...leftOut()(name),
      ];
      const given = givenNote(name, notes, { ports: settings?.ports, chosen });
      added.push(
        ...given && !isMissing ? [given] : notesOfChosen(notes, chosen, {
          isDeclared: isMissing,
          isSecret: isMissing || secret !== undefined,
          name,
          given: givenName(name, expression),
        }),
      );
    }
    if (code === "UNDEFINED_VARIABLE" && secret === undefined) {
      // A script reads it from rows: no like name is meant, but one of a row that lacks it.
      const isField = namesInRows(collection).has(name) &&
        !isInRow(near, surroundings);
      if (near !== undefined) {
        near = allSetters.length > 0 || isField
          ? undefined
          : nearest(name, [near, ...setters.keys().take(MAX_NAMES)]);
      }
      added.push(...removed.map((note) => told(note)));
      const unread = unreadNotes(name, collection);
      if (added.length === 0 && unread.length > 0) {
        const ways = waysToDefine(name, collection, expression);
        added.push({ note: "", ways });
      }
      added.push(...unread.map((note) => told(note)));
      if (added.length === 0) {
        const notes = narrowerNotes(name, collection, surroundings.step);
        added.push(
          ...notes.map((note) =>
            told(note, ...waysToDefine(name, collection, expression))
          ),
        );
      }
      // What gives the name says how to get its value.
      if (added.length === 0) {
        const entries = entryNotes(name, collection, chosen);
        added.push(...entries.map((note) => told(note)));
      }
      if (
        added.length === 0 && (isField || diagnostic.suggestion === undefined)
      ) {
        near = isField
          ? undefined
          : nearest(name, setters.keys().take(MAX_NAMES));
        if (near === undefined) {
          const ways = waysToDefine(name, collection, expression);
          // A row of data is what is meant where scripts name its column.
          const isFree = ways[0].kind !== "give-row";
          const keep = isFree && saysKeep(collection, surroundings.settings)
            ? [wayOut("keep-undefined")]
            : [];
          added.push({ note: "", ways: [...ways, ...keep] });
        }
      }
      // A script of theirs would set it there, too.
      if (
        isFirst && setBy.length === 0 &&
        isInSharedHeader(diagnostic, collection)
      ) {
        isFirst = false;
        added.push({
          note:
            "every request inherits this header, which Bruno and Postman send as it is written",
          ways: [wayOut("keep-undefined")],
        });
      }
    }
    // What is empty may be set under a name much like it.
    const alike = code === "INVALID_FIELD" && allSetters.length === 0
      ? nearest(name, setters.keys().take(MAX_NAMES))
      : undefined;
    if (alike !== undefined) {
      added.push(
        ...setterNotes(
          alike,
          setters.get(alike) ?? [],
          () => told(`does not set "${name}"`),
        ),
      );
    }
    added.unshift(...refused);
    const explained = withNotes(withMeant(diagnostic, near), added);
    if (secret !== undefined) {
      return aboutSecret(explained, secret, collection, surroundings);
    }
    return isMissing
      ? withValue(explained, name, collection, surroundings)
      : explained;
  });
}

/** Files of other clients, which Brace runs as they are. */
const OF_OTHERS = /(?:^|\/)(?:bruno\.json|\.resources\/definition\.ya?ml)$/;
/** The runs that were told of it. */
const toldKeep = new WeakSet<object>();

/** Whether to say, once a run, how to send a placeholder as Bruno and Postman do, whose collection it is. */
function saysKeep(
  collection: Collection,
  run: Surroundings["settings"],
): boolean {
  if (run === undefined || toldKeep.has(run)) return false;
  const isOther = OF_OTHERS.test(collection.file) ||
    [...levelsIn(collection)].some(({ level }) =>
      level.scripts.some(({ dialect }) => dialect === "postman")
    );
  // Nothing that follows has to look again.
  toldKeep.add(run);
  return isOther;
}

/** Whether the row of a run has a field of this name. */
function isInRow(
  name: string | undefined,
  { layerOf }: Surroundings,
): boolean {
  return name !== undefined && layerOf?.(name)?.scope === "data";
}

/** Whether a selected environment's file has a value of this name. */
function isSelected(
  name: string,
  collection: Collection,
  { settings }: Surroundings,
): boolean {
  const selected = settings?.environments?.get(collection) ?? [];
  return selected.some(({ variables }) =>
    variables.some((one) => one.name === name && !one.disabled && !one.unset)
  );
}

function withNotes(
  diagnostic: Diagnostic,
  added: readonly Told[],
): Diagnostic {
  const states = new Set(added.map(({ note }) => note));
  states.delete("");
  const ways = added.flatMap(({ note, ways }) =>
    ways.map((way) => ({ ...way, note }))
  );
  const { notes = [], waysOut = [] } = diagnostic;
  return {
    ...diagnostic,
    ...(states.size > 0 && { notes: [...notes, ...states] }),
    ...(ways.length > 0 && { waysOut: [...waysOut, ...ways] }),
  };
}

function withAnswer(diagnostic: Diagnostic): Diagnostic {
  const { expression = "" } = diagnostic;
  const way = wayOut("answer-prompt", expression.slice(1).trim());
  return { ...diagnostic, waysOut: [...diagnostic.waysOut ?? [], way] };
}

/**
 * Whether a variable waits for other requests: they alone set it in a scope that
 * others see, and none of them came to do so.
 *
 * @param scope The scope that is asked; absent: all.
 */
export function waitsForRequests(
  { name, scope }: { readonly name: string; readonly scope?: ScopeName },
  collection: Collection,
  { ran, settings, step }: Pick<Surroundings, "ran" | "settings" | "step">,
): boolean {
  const { setters, owners } = knownOf(collection, settings?.ports?.readFile);
  const reaching = (setters.get(name) ?? []).filter((it) =>
    (scope ?? it.scope) === it.scope &&
    it.scope !== "request" && it.scope !== "folder"
  );
  return reaching.length > 0 && reaching.every(({ source }) => {
    const owner = owners.get(source);
    return owner !== undefined && owner !== step?.item &&
      (ran.get(source) ?? "failed") === "failed" &&
      settings?.earlier?.ran.get(owner.path) !== "kept";
  });
}

/** The scripts and actions of the collection that set a variable, by a literal name. */
export function settersBy(
  name: string,
  collection: Collection,
  readFile: RunPorts["readFile"] | undefined,
): readonly Setter[] {
  return knownOf(collection, readFile).setters.get(name) ?? [];
}

function knownOf(
  collection: Collection,
  readFile: RunPorts["readFile"] | undefined,
): Known {
  let about = known.get(collection);
  // Another run may find other texts in the files.
  if (about === undefined || about.readFile !== readFile) {
    const codesOf = readFile && codesIn(collection, readFile);
    about = {
      readFile,
      codesOf,
      setters: settersOf(collection, codesOf),
      owners: new Map(
        [...requestsOf(collection.items)].flatMap(({ request }) =>
          [
            ...request.scripts,
            ...request.actions,
            ...stepSettings(request),
          ].map((source) => [source, request] as const)
        ),
      ),
      environments: environmentNotes(collection),
    };
    known.set(collection, about);
  }
  return about;
}
