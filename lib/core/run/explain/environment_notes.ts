import { isGlobalsName } from "../../collection/format.ts";
import type {
  Collection,
  Environment,
  Variable,
} from "../../collection/types.ts";
import type { RunPorts } from "../ports.ts";
import type { WayOut } from "../../source/diagnostic.ts";
import { wayOut } from "../../source/way_out.ts";
import { type Told, told } from "./setter_notes.ts";
import { add } from "./setters.ts";

/**
 * How a name gets a value that only some environments have. Where another one is
 * selected, that one takes it: to select one of them would send the request elsewhere.
 *
 * @param having The names of those that have it.
 * @param chosen The selected environments, the one that wins first.
 * @param isSecret Whether it is a secret there, which no flag is to hold.
 */
export function environmentWay(
  name: string,
  having: readonly string[],
  [selected]: readonly Environment[],
  isSecret = false,
): WayOut {
  return selected === undefined
    ? wayOut("select-environment", ...having)
    : wayOut(
      isSecret ? "declare-secret" : "define-in-environment",
      name,
      selected.file,
    );
}

/** Says of a name whose value is given from outside that only environments which are not selected take it as a secret. */
export function givenNote(
  name: string,
  notes: readonly Told[],
  { ports, chosen: [selected] }: {
    readonly ports: Partial<Pick<RunPorts, "givenSecret">> | undefined;
    readonly chosen: readonly Environment[];
  },
): Told | undefined {
  const [first, ...others] = notes.flatMap(({ unsetIn }) =>
    unsetIn?.environment ?? []
  );
  const given = first === undefined ? undefined : ports?.givenSecret?.(name);
  if (given === undefined) return undefined;
  const { at, from } = given;
  const where = typeof from === "object" && from.kind === "process"
    ? `the environment variable "${from.name}"`
    : at?.file ?? "the secrets file";
  const note =
    `"${name}" has a value in ${where}, and is a secret of the environment "${first}"`;
  return selected === undefined
    ? told(
      `${note}, which is not selected`,
      wayOut("select-environment", first, ...others),
    )
    : told(
      `${note}, not of "${selected.name}", which is selected (declare it as a secret in ${selected.file})`,
    );
}

/**
 * Without the notes on secrets of other environments than the selected ones, and
 * on others that define what a selected one declares and leaves out; a note on
 * one that the selected environment extends names both, and where nothing else
 * declares it, one on the first of the others stays. Where none is selected, it
 * says how to select it.
 *
 * @param chosen The selected environments, each before what it extends.
 * @param options.isDeclared Whether another scope declares the secret: to select an environment gives no value.
 * @param options.isSecret Whether the message says how the value is given, as that of a secret.
 * @param options.name The variable.
 * @param options.given The name to give a value by.
 */
export function notesOfChosen(
  notes: readonly Told[],
  chosen: readonly Environment[],
  { isDeclared, isSecret, name: variable, given }: {
    readonly isDeclared: boolean;
    readonly isSecret: boolean;
    readonly name: string;
    readonly given: string;
  },
): Told[] {
  // A file that is given may have the name of another environment.
  const placeOf = ({ environment, file }: NonNullable<Told["unsetIn"]>) =>
    chosen.findIndex((one) => one.name === environment && one.file === file);
  const other = notes.find(({ unsetIn }) => unsetIn && placeOf(unsetIn) === -1);
  const isLeftOut = notes.some(({ unsetIn }) =>
    unsetIn && placeOf(unsetIn) !== -1
  );
  const isTold = isDeclared || notes.some(({ definedIn }) => definedIn);
  const wayTo = (having: readonly string[], isSecret: boolean) =>
    environmentWay(isSecret ? variable : given, having, chosen, isSecret);
  return notes.flatMap((one) => {
    const { unsetIn, definedIn, note } = one;
    if (definedIn !== undefined) {
      if (isLeftOut) return [];
      const [selected] = chosen;
      const whole = selected === undefined
        ? `${note}, ${
          definedIn.length === 1 ? "which is not" : "none of which is"
        } selected`
        : `${note}, not by "${selected.name}", which is selected`;
      return selected !== undefined && isSecret
        ? [told(whole)]
        : [told(whole, wayTo(definedIn, one.isSecret || other !== undefined))];
    }
    if (unsetIn === undefined) return [one];
    const { environment, file } = unsetIn;
    const lacking = `whose value ${file} leaves out`;
    if (chosen.length === 0 && !isDeclared) {
      const way = wayOut("select-environment", environment);
      return [told(`${note}, which is not selected and ${lacking}`, way)];
    }
    const whole = `${note}, ${lacking}`;
    if (chosen.length === 0) return [told(whole)];
    const at = placeOf(unsetIn);
    if (at === -1) {
      return isTold || one !== other ? [] : [told(
        `${note}, not of "${chosen[0].name}", which is selected`,
        wayTo([environment], true),
      )];
    }
    // The first one of its chain is the one that is typed.
    let first = at;
    while (chosen[first - 1]?.extends === chosen[first].name) first--;
    const { name, file: extending } = chosen[first];
    return [told(
      first === at
        ? whole
        : `${whole}; the selected environment "${name}" in ${extending} extends it`,
    )];
  });
}

/** What a collection's environments have to do with a name, as notes. */
export function environmentNotes(
  collection: Pick<Collection, "environments" | "file">,
): Map<string, Told[]> {
  const notes = new Map<string, Told[]>();
  /** Environments that could be selected, by name of the variable. */
  const selectable = new Map<string, string[]>();
  const secrets = new Set<string>();
  for (
    const { name: environment, file, variables } of collection.environments
  ) {
    // Of two with one name the last one counts, a disabled one only if no other is there.
    const byName = new Map(
      [...variables].sort((a, b) => Number(b.disabled) - Number(a.disabled))
        .map((it) => [it.name, it]),
    );
    for (const [name, { unset, disabled, store, secret }] of byName) {
      if (unset && !store) {
        const note =
          `"${name}" is a secret of the environment "${environment}"`;
        add(notes, name, { ...told(note), unsetIn: { environment, file } });
      } else if (disabled) {
        add(notes, name, told(`"${name}" is disabled in ${file}`));
      } else if (isGlobalsName(environment) && file !== collection.file) {
        // To select it would leave out the environment that is meant.
        add(notes, name, globalsNote(name, file));
      } else {
        add(selectable, name, environment);
        if (secret) secrets.add(name);
      }
    }
  }
  for (const [name, definedIn] of selectable) {
    const where = definedIn.length === 1
      ? `the environment "${definedIn[0]}"`
      : `${definedIn.length} environments`;
    const note = `"${name}" is defined by ${where}`;
    add(notes, name, {
      ...told(note),
      definedIn,
      isSecret: secrets.has(name),
    });
  }
  return notes;
}

function globalsNote(name: string, file: string): Told {
  const note = `"${name}" is one of the globals in ${file}`;
  return { ...told(note, wayOut("give-globals", file)), isGlobal: true };
}

/** Without the notes that ask for globals where the given ones have the name. */
export function notYetGiven(
  notes: readonly Told[],
  name: string,
  given: readonly Variable[] = [],
): readonly Told[] {
  return given.some((one) => one.name === name && !one.disabled)
    ? notes.filter(({ isGlobal }) => !isGlobal)
    : notes;
}

/** The same of a name that a script reads from the globals alone, where the run has none of that name. */
export function notGivenGlobal(
  name: string,
  collection: Pick<Collection, "environments" | "file">,
  given: readonly Variable[] = [],
): Told | undefined {
  // What was given, a script removed.
  if (given.some((it) => it.name === name)) return undefined;
  const having = collection.environments.find((
    { name: own, file, variables },
  ) =>
    isGlobalsName(own) && file !== collection.file &&
    variables.some((it) => it.name === name && !it.disabled && !it.unset)
  );
  return having && globalsNote(name, having.file);
}

/** The same of selected environments that are files of their own, as that of `--env-file`: which of them leave the value out. */
export function leftOutNotes(
  collection: Collection,
  chosen: readonly Environment[],
): (name: string) => Told[] {
  const environments = chosen.filter((one) =>
    !collection.environments.includes(one)
  );
  const { file } = collection;
  const notes = environmentNotes({ environments, file });
  return (name) =>
    notes.get(name)?.filter(({ unsetIn }) => unsetIn !== undefined) ?? [];
}
