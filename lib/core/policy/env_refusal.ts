import type { Diagnostic } from "../source/diagnostic.ts";
import { nearest } from "../source/nearest.ts";
import { wayOut } from "../source/way_out.ts";

/**
 * Environment variables with this prefix hold values of secrets. Only secret
 * variables may read them.
 */
export const SECRET_PREFIX = "BRACE_SECRET_";

/** Says that Deno keeps what the process may have for a secret from being read. */
export function notIncluded(name: string): string {
  return `Deno's permissions do not include ${SECRET_PREFIX}${name}`;
}

/** What may be read of the process's environment. */
export interface EnvRules {
  /** Names and values of the collection's own `.env` files. */
  readonly dotenv: ReadonlyMap<string, string>;
  /** `--allow-env`: names, or true for all. */
  readonly allow: true | readonly string[];
}

/**
 * Why a name of the process's environment may not be read; undefined: it may.
 * Readable are the names that the collection's `.env` lists, `BRACE_*`, and
 * what `--allow-env` names; `BRACE_SECRET_*` is not among them.
 */
export function envRefusal(
  name: string,
  { dotenv, allow }: EnvRules,
): Pick<Diagnostic, "message" | "waysOut"> | undefined {
  const cannot = `Cannot read "process.env.${name}"`;
  if (isSecretName(name)) {
    return {
      message: `${cannot}: it is for the variable "${
        name.slice(SECRET_PREFIX.length)
      }" only (declare that variable with secret: true, and use it)`,
    };
  }
  if (dotenv.has(name) || isGiven(name, { allow })) return undefined;
  const near = nearest(name, dotenv.keys());
  return {
    message: `${cannot}: not permitted`,
    waysOut: [
      ...near === undefined ? [] : [wayOut("use-name", near)],
      wayOut("allow-env", name),
    ],
  };
}

/** Whether the process's own value of a name is meant for collections: by its prefix, or by `--allow-env`. */
export function isGiven(
  name: string,
  { allow }: Pick<EnvRules, "allow">,
): boolean {
  return name.startsWith("BRACE_") || allow === true || allow.includes(name);
}

const AWS_HOSTS = ["*.amazonaws.com", "*.amazonaws.com.cn"];

/**
 * The hosts that a credential of the process may be sent to: those of the
 * secret store that it is for. Undefined for other names.
 *
 * @param read Reads a variable of the process.
 */
export function hostsOfCredential(
  name: string,
  read: (name: string) => string | undefined,
): readonly string[] | undefined {
  switch (name) {
    case "VAULT_TOKEN": {
      // Vault's own programs have this address where none is given.
      const address = read("VAULT_ADDR") || "https://127.0.0.1:8200";
      if (!URL.canParse(address)) return [];
      const { hostname, port, protocol } = new URL(address);
      return [`${hostname}:${port || (protocol === "http:" ? 80 : 443)}`];
    }
    case "AWS_SECRET_ACCESS_KEY":
    case "AWS_SESSION_TOKEN":
      return AWS_HOSTS;
    case "AZURE_CLIENT_SECRET":
      return ["login.microsoftonline.com"];
    default:
      return undefined;
  }
}

/** Whether a name is that of a secret's value, which no text and no script reads. */
export function isSecretName(name: string): boolean {
  return name.toUpperCase().startsWith(SECRET_PREFIX);
}

/** The entry of the `.env`, or of the process, that a value is: `NAME` for `{{process.env.NAME}}`. */
export function entryName(value: unknown): string | undefined {
  return typeof value === "string"
    ? /^\{\{process\.env\.(\w+)\}\}$/.exec(value)?.[1]
    : undefined;
}
