import { patternsOf } from "../../report/mask/patterns_of.ts";
import { type Search, searchFor } from "../../report/mask/automaton.ts";
import type { HopGuard, OutgoingHop } from "../../request/engine.ts";
import {
  hostKey,
  type HostRule,
  matchesRule,
  parseHostRule,
} from "../../request/host_rule.ts";

/** Shorter values are found everywhere by chance. */
const SHORTEST = 4;

interface BoundSecret {
  readonly name: string;
  readonly hosts: readonly string[];
  readonly rules: readonly HostRule[];
  readonly search: Search;
}

/**
 * Secrets that name the hosts they may be sent to. Whoever uses one in a
 * request to another host, a script and a redirect included, is refused.
 */
export class BoundSecrets implements HopGuard {
  readonly #secrets = new Map<string, BoundSecret>();

  /** Takes note of a variable's value; without hosts it is free to go anywhere. */
  learn(
    { name, value, hosts }: {
      name: string;
      value: unknown;
      hosts?: readonly string[];
    },
  ): void {
    if (hosts === undefined || typeof value !== "string") return;
    if (value.length < SHORTEST || this.#secrets.has(`${name} ${value}`)) {
      return;
    }
    this.#secrets.set(`${name} ${value}`, {
      name,
      hosts,
      rules: hosts.flatMap((host) => parseHostRule(host) ?? []),
      search: searchFor(patternsOf(value)),
    });
  }

  check(
    hop: OutgoingHop,
    to: { readonly hostname: string; readonly port: number },
  ): { name: string; hosts: readonly string[] } | undefined {
    if (this.#secrets.size === 0) return undefined;
    const host = hostKey(to.hostname);
    let texts: readonly string[] | undefined;
    for (const { name, hosts, rules, search } of this.#secrets.values()) {
      if (rules.some((rule) => matchesRule(rule, host, to.port))) continue;
      texts ??= textsOf(hop);
      if (texts.some((text) => search(text, false).length > 0)) {
        return { name, hosts };
      }
    }
    return undefined;
  }
}

/** What a hop says, as it stands and with its escapes undone. */
function textsOf({ url, headers, body }: OutgoingHop): string[] {
  const texts = [url, ...headers.map(([, value]) => value)];
  if (body) texts.push(new TextDecoder().decode(body));
  return texts.flatMap((text) => {
    const forms = [text];
    if (text.includes("%") || text.includes("+")) forms.push(percent(text));
    if (text.includes("\\")) forms.push(unescaped(text));
    return forms;
  });
}

function percent(text: string): string {
  return text.replaceAll("+", " ").replace(
    /(?:%[0-9a-f]{2})+/gi,
    (run) =>
      new TextDecoder().decode(
        Uint8Array.from(run.slice(1).split("%"), (hex) => parseInt(hex, 16)),
      ),
  );
}

/** JSON's escapes. */
function unescaped(text: string): string {
  return text.replace(
    /\\(?:u([0-9a-f]{4})|(.))/gi,
    (_, hex: string | undefined, char: string) =>
      hex === undefined
        ? ESCAPES[char] ?? char
        : String.fromCharCode(parseInt(hex, 16)),
  );
}

const ESCAPES: Readonly<Record<string, string>> = {
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
};
