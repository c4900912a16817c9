import type { Variable } from "../../../core/collection/types.ts";
import type {
  GivenSecret,
  RunPorts,
  SecretUse,
} from "../../../core/run/ports.ts";
import type { Value } from "../../../core/scope/value/value.ts";
import { SECRET_PREFIX } from "../../../core/policy/env_refusal.ts";
import {
  type LearnedVariable,
  SecretIndex,
} from "../../../core/secrets/secret_index.ts";
import { leavesOf } from "../../../core/secrets/secrets_of.ts";
import {
  lackedPermission,
  processSecret,
  processSecretNames,
  secretsOfProcess,
} from "../../process_env.ts";
import { nearest } from "../../../core/source/nearest.ts";
import { isShellName, settingSecret } from "../../../core/source/way_out.ts";

/** The values that secrets get from outside of the collection's files. */
export type SecretPorts =
  & Required<
    Pick<
      RunPorts,
      | "givenSecret"
      | "askSecret"
      | "hasSecretsFile"
      | "lackedPermission"
      | "isEmptySecret"
    >
  >
  & {
    /** Told the value of a secret that is in no file. */
    readonly keepOut: (variable: LearnedVariable) => void;
    /** Whether a value holds a secret that is in no file; for a secret itself, one that a script did not make. */
    readonly holdsGiven: (value: Value, forSecret: boolean) => boolean;
  };

/** What has a value under nearly the name of a secret. */
interface OtherName {
  /** In words. */
  readonly text: string;
  readonly isInProcess?: true;
}

/**
 * Connects secret variables to `BRACE_SECRET_…`, to the secrets file and to the
 * terminal: the first that has a value gives it. A person is asked for each
 * once a run.
 *
 * @param secrets What the secrets file holds.
 * @param learn Told each value.
 * @param ask Asks, and does not show what is typed.
 */
export function secretPorts(
  secrets: readonly Variable[],
  { learn, ask, onOther = () => {}, isDeclared = () => false }: {
    readonly learn: Required<RunPorts>["learn"];
    readonly ask: (
      question: string,
      about: SecretUse & { readonly secret: string },
    ) => string | undefined;
    /** Told of a secret without a value, and of what has one under a name that is nearly the same. */
    readonly onOther?: (name: string, other: OtherName) => void;
    /** Whether a name is that of a secret: it is not a misspelling of another one. */
    readonly isDeclared?: (name: string) => boolean;
  },
): SecretPorts {
  const inFile = new Map(secrets.map((one) => [one.name, one]));
  const known = new Map<string, GivenSecret | undefined>();
  const answers = new Map<string, string | undefined>();
  const outside = new SecretIndex();
  const made = new SecretIndex();
  const take = (name: string, value: Value) => {
    outside.learn({ name, value, secret: true });
    learn({ name, value, secret: true });
  };
  return {
    givenSecret(name) {
      if (!known.has(name)) {
        const given = fromProcess(name) ?? fromFile(inFile.get(name));
        if (given) take(name, given.value);
        else {
          const other = otherName(name, [...inFile.keys()], isDeclared);
          if (other !== undefined) onOther(name, other);
        }
        known.set(name, given);
      }
      return known.get(name);
    },
    hasSecretsFile: secrets.length > 0,
    ...secretsOfProcess,
    askSecret(name, use) {
      if (!answers.has(name)) {
        const permission = lackedPermission(name);
        const variable = settingSecret(
          permission === undefined ? [name] : [name, permission],
        );
        const ways = [
          ...isShellName(name) ? [variable] : [],
          "give --secrets-file FILE",
        ].map((way) => `or ${way}`);
        const answer = ask(
          `Value of the secret "${name}" (${ways.join(", ")})`,
          { ...use, secret: name },
        ) || undefined;
        if (answer !== undefined) take(name, answer);
        answers.set(name, answer);
      }
      return answers.get(name);
    },
    keepOut({ given, ...variable }) {
      if (given === "outside") outside.learn(variable);
      if (given === "script") made.learn(variable);
    },
    holdsGiven: (value, forSecret) =>
      leavesOf(value).some((leaf) =>
        outside.find(leaf).length > 0 ||
        !forSecret && made.find(leaf).length > 0
      ),
  };
}

function otherName(
  name: string,
  inFile: readonly string[],
  isDeclared: (name: string) => boolean,
): OtherName | undefined {
  const key = similar(name, inFile, isDeclared);
  if (key !== undefined) return { text: `"${key}" of the secrets file` };
  // One that is empty gives no value.
  const set = processSecretNames().filter((it) =>
    processSecret(withoutPrefix(it)) !== undefined
  );
  const other = similar(name, set, isDeclared);
  return other === undefined
    ? undefined
    : { text: `"${other}"`, isInProcess: true };
}

/** The key that means a name: it differs in capitals, separators or the prefix, or is misspelled. */
function similar(
  name: string,
  keys: readonly string[],
  isDeclared: (name: string) => boolean,
): string | undefined {
  const wanted = folded(name);
  const same = keys.find((key) =>
    key !== name && folded(withoutPrefix(key)) === wanted
  );
  if (same !== undefined) return same;
  const near = nearest(
    name,
    keys.map(withoutPrefix).filter((own) => !isDeclared(own)),
  );
  return keys.find((key) => withoutPrefix(key) === near);
}

function withoutPrefix(key: string): string {
  return key.startsWith(SECRET_PREFIX) ? key.slice(SECRET_PREFIX.length) : key;
}

function folded(name: string): string {
  return name.toLowerCase().replace(/[-_./: ]/g, "");
}

function fromProcess(name: string): GivenSecret | undefined {
  const found = processSecret(name);
  return found && {
    value: found.value,
    from: { kind: "process", name: found.name },
  };
}

function fromFile(variable: Variable | undefined): GivenSecret | undefined {
  return variable && { value: variable.value, at: variable.at };
}
