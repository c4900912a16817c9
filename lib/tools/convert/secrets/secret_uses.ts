import type { FileDefaults, FileVariable } from "../open_collection.ts";
import type { Imported, ImportedItem } from "../types.ts";
import { hideInRequest } from "./hide_in_request.ts";
import { hideAuth, hideRows, hideVariables } from "./hide_secrets.ts";
import { isUnlike, SecretValues } from "./secret_values.ts";

/** A whole value, maybe behind a scheme. */
const WHOLE = /^(?:[A-Za-z]+ +)?\{\{\s*([^{}]*?)\s*\}\}$/;
/** A cookie. */
const COOKIE = /(?:^|;)\s*[^=;\s]+=\{\{\s*([^{}]*?)\s*\}\}(?=\s*(?:;|$))/g;

/**
 * The variables of a source that stand where a secret does, whatever their own
 * names: `X-API-Key: {{x}}`. In a cookie and in a body, where names tell less,
 * the value has to look like a secret, too.
 */
export class SecretUses {
  readonly #whole = new Set<string>();
  readonly #unsure = new Set<string>();

  constructor({ defaults, items, environments }: Imported) {
    const noting = new Noting(this.#whole, this.#unsure);
    const aliases = new Map<string, string[]>();
    const visitVariables = (variables: readonly FileVariable[] = []) => {
      hideVariables(variables, noting);
      for (const { name, value } of variables) {
        const [, to] = typeof value === "string" && WHOLE.exec(value) || [];
        if (to === undefined) continue;
        const all = aliases.get(name);
        if (all === undefined) aliases.set(name, [to]);
        else all.push(to);
      }
    };
    const visitLevel = (
      { headers, metadata, auth, variables }: FileDefaults,
    ) => {
      if (headers) hideRows(headers, noting);
      if (metadata) hideRows(metadata, noting);
      if (auth) hideAuth(auth, noting);
      visitVariables(variables);
    };
    const visit = (item: ImportedItem) => {
      if (item.kind === "request") {
        hideInRequest(item.request, noting);
        visitVariables(item.request.runtime?.variables);
      } else {
        if (item.defaults) visitLevel(item.defaults);
        item.items.forEach(visit);
      }
    };
    if (defaults) visitLevel(defaults);
    items.forEach(visit);
    for (const { variables } of environments) visitVariables(variables);
    for (const names of [this.#whole, this.#unsure]) {
      // A set that grows is walked to its end.
      for (const name of names) {
        for (const one of aliases.get(name) ?? []) names.add(one);
      }
    }
  }

  /** Whether a variable with a value of its own is one of them. */
  has(name: string, value: string): boolean {
    return this.#whole.has(name) ||
      this.#unsure.has(name) && isUnlike(value);
  }
}

/** Takes nothing out: it notes the placeholders in what would be. */
class Noting extends SecretValues {
  override readonly isNoting = true;
  #isBody = false;

  constructor(readonly whole: Set<string>, readonly unsure: Set<string>) {
    super();
  }

  override hide(hint: string, value: string): string {
    const [, name] = WHOLE.exec(value) ?? [];
    if (name !== undefined) {
      (this.#isBody ? this.unsure : this.whole).add(name);
    } else if (/cookies?$/i.test(hint)) {
      for (const [, name] of value.matchAll(COOKIE)) this.unsure.add(name);
    }
    return value;
  }

  override within<T>(part: string, act: () => T): T {
    const outer = this.#isBody;
    this.#isBody = part === "body" || part === "message";
    try {
      return act();
    } finally {
      this.#isBody = outer;
    }
  }

  override variable(_name: string, value: string) {
    return { value };
  }
}
