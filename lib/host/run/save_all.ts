import type {
  Collection,
  Environment,
  Variable,
} from "../../core/collection/types.ts";
import { levelsIn } from "../../core/collection/inherit.ts";
import { isV3Path } from "../../core/collection/v3/parse_v3.ts";
import { isSecretVariable } from "../../core/secrets/secret_field.ts";
import type { EnvironmentChanges } from "../../core/run/ports.ts";
import type { Diagnostic } from "../../core/source/diagnostic.ts";
import { CollectionError, DiagnosticError } from "../../core/source/errors.ts";
import type { SecretPorts } from "./ports/secret_ports.ts";

/** Saves one thing after the other, whatever becomes of those before; tells what failed. */
export async function saveAll(
  savers: readonly (() => Promise<void>)[],
): Promise<Diagnostic[]> {
  const diagnostics: Diagnostic[] = [];
  for (const save of savers) {
    try {
      await save();
    } catch (error) {
      if (!(error instanceof DiagnosticError)) throw error;
      diagnostics.push(...error.diagnostics);
    }
  }
  return diagnostics;
}

/** Keeps what scripts made of an environment until the run has ended. */
export class EnvironmentSaver {
  readonly #environment: Environment;
  readonly #holdsGiven: SecretPorts["holdsGiven"];
  #changes: EnvironmentChanges = { values: new Map(), withheld: new Map() };
  #collection: Collection | undefined;

  /**
   * @param environment The selected one.
   * @param holdsGiven Whether a value holds a secret that is in no file of the collection.
   */
  constructor(
    environment: Environment,
    holdsGiven: SecretPorts["holdsGiven"],
  ) {
    this.#environment = environment;
    this.#holdsGiven = holdsGiven;
  }

  /** Takes the changes of an iteration; those of the last one count. */
  take(
    collection: Collection,
    changes: EnvironmentChanges,
  ): void {
    this.#collection = collection;
    this.#changes = changes;
  }

  /** @throws {CollectionError} The file cannot be read or written, or a value has to stay out of it. */
  async save(): Promise<void> {
    const { values, withheld } = this.#changes;
    const environment = this.#environment;
    const problems = [...withheld].map(([name, variable]) =>
      leftOut(name, variable, environment)
    );
    const secrets = new Set(
      environment.variables.filter(({ secret }) => secret)
        .map(({ name }) => name),
    );
    const changes = new Map(values);
    for (const [name, value] of values) {
      if (value === undefined) continue;
      if (!this.#holdsGiven(value, secrets.has(name))) continue;
      changes.delete(name);
      problems.push(held(name, environment));
    }
    if (changes.size > 0) {
      const { saveEnvironment } = await import(
        "../files/write/save_environment.ts"
      );
      const problem = await saveEnvironment(environment, changes);
      const clear = inClear(changes, environment);
      if (problem) problems.push(problem);
      else if (clear.length > 0) {
        problems.push(readable(clear, environment, this.#collection));
      }
    }
    if (problems.length > 0) throw new CollectionError(problems);
  }
}

/** What is saved for the first time, where its name says that it is a secret, and the file does not. */
function inClear(
  changes: EnvironmentChanges["values"],
  { variables }: Environment,
): string[] {
  const known = new Set(
    variables.filter(({ secret, value }) => secret || value !== "")
      .map(({ name }) => name),
  );
  return [...changes].flatMap(([name, value]) =>
    value === undefined || value === null || value === "" ||
      known.has(name) || !isSecretVariable(name, String(value))
      ? []
      : [name]
  );
}

function readable(
  names: readonly string[],
  { file }: Environment,
  collection: Collection | undefined,
): Diagnostic {
  const quoted = names.map((name) => `"${name}"`).join(", ");
  const [why, them] = names.length === 1
    ? ["though its name is one of a secret", "it"]
    : ["though their names are those of secrets", "them"];
  const api = file.endsWith(".bru") ? "bru" : "client";
  const way = collection && hasPostmanScripts(collection)
    ? ""
    : ` (${api}.setVar keeps ${them} for the run only, where {{name}} and ${api}.getVar read ${them})`;
  return {
    code: "WRITE",
    severity: "warning",
    message: `Saved ${quoted} in "${file}" as clear text, ${why}${way}`,
  };
}

/** Whether scripts may read with `pm.environment`, which has no variables of the run. */
function hasPostmanScripts(collection: Collection): boolean {
  return [...levelsIn(collection)].some(({ level }) =>
    level.scripts.some(({ dialect }) => dialect === "postman")
  );
}

/** A secret that its file has no value of, or that another file declares, stays out of this one. */
function leftOut(
  name: string,
  variable: Variable | undefined,
  { file }: Environment,
): Diagnostic {
  const why = variable?.secret !== true
    ? `it is declared secret elsewhere${wayToHold(file)}`
    : variable.disabled
    ? "it is disabled there"
    : variable.unset
    ? `it is secret, and ${whyUnset(file)}`
    : "it is secret, and the file takes its value from elsewhere (write the value itself there to save it)";
  return {
    code: "WRITE",
    severity: "warning",
    message: `Did not save "${name}" in "${file}": ${why}`,
  };
}

/** How a file holds a secret that another one declares. */
function wayToHold(file: string): string {
  if (file.endsWith(".bru")) return `, and ${NO_VALUES}`;
  const how = isV3Path(file)
    ? "type: secret and any value"
    : 'secret: true and value: ""';
  return ` (declare it in "${file}" with ${how} to save it there)`;
}

/** What a `.bru` environment cannot do, and what can. */
const NO_VALUES =
  'a .bru file holds no values of secrets (let setup or --with-needed run the request that sets it, or turn the collection into YAML with "brace import")';

/** Why a file has no value of a secret, and what changes that. */
function whyUnset(file: string): string {
  if (file.endsWith(".bru")) return NO_VALUES;
  // Postman writes an empty value where it keeps the value to itself.
  const value = isV3Path(file) ? "any value" : 'value: ""';
  return `the file leaves its value out (write ${value} there to save it)`;
}

function held(name: string, { file }: Environment): Diagnostic {
  const how = file.endsWith(".bru")
    ? `name "${name}" in vars:secret`
    : `declare "${name}" with ${
      isV3Path(file) ? "type: secret" : "secret: true"
    }`;
  return {
    code: "WRITE",
    severity: "error",
    message:
      `Cannot save "${name}" in "${file}": it holds a secret that is in no file (${how} to keep it out)`,
  };
}
