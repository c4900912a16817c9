import { formatHost } from "./format_host.ts";
import type { Diagnostic } from "../source/diagnostic.ts";
import { UsageError } from "../source/errors.ts";
import type { DeclaringFile } from "../source/way_out.ts";
import { hostKey, type HostRule, matchesRule } from "./host_rule.ts";
import { parseHostRules } from "./host_rule.ts";

/** What a run may connect to. */
export interface PolicyOptions {
  /** Hosts of the planned requests and of `extensions.brace.hosts`; without a port they mean 80 and 443. */
  readonly declared: readonly string[];
  /** `--allow-net`: rules, or true for every host. Without a port a rule means all ports. */
  readonly allow: readonly string[] | true;
  /** `--deny-net`: stronger than everything else; also checked against resolved addresses. */
  readonly deny: readonly string[];
  /** The program whose declared hosts are those of its start; absent: a run, whose files declare them. */
  readonly since?: string;
  /** The collection whose file can declare more hosts; absent: none. */
  readonly home?: DeclaringFile;
  /** Asks the person at the terminal about a host that nothing decides; absent: refused. */
  readonly ask?: (question: HostQuestion) => Promise<HostAnswer>;
}

/** A host that the person at the terminal is asked about. */
export interface HostQuestion {
  /** Such as `api.example.com:443`. */
  readonly host: string;
  /** The request that wants it. */
  readonly request?: string;
  /** Whether it is a script of the request that sends there. */
  readonly byScript?: boolean;
}

/** Who wants a host. */
export type HostAsker = Omit<HostQuestion, "host">;

export type HostAnswer = "once" | "run" | "no";

/** Whether a connection is allowed, and if not, why. */
export type Decision =
  | { readonly allowed: true }
  | {
    readonly allowed: false;
    readonly reason: "denied";
    /** The rule that denies, as written. */
    readonly rule: string;
  }
  | {
    readonly allowed: false;
    readonly reason: "undeclared" | "declined";
    /** The program whose hosts are those of its start. */
    readonly since?: string;
    readonly home?: DeclaringFile;
  };

/** The one choke point of the network: everything that connects asks it first. */
export interface Policy {
  /** Whether addresses that a name resolves to must be checked too. */
  readonly checksAddresses: boolean;
  /** Decides by the rules and earlier answers; never asks. */
  check(host: string, port: number): Decision;
  /** Decides, asking once per host and port where nothing else decides. */
  authorize(host: string, port: number, asker?: HostAsker): Promise<Decision>;
  /** Decides about an address that an allowed name resolved to: only denials count. */
  checkAddress(address: string, port: number): Decision;
}

const ALLOWED: Decision = { allowed: true };

/**
 * Makes a run's network policy. `localhost`, `127.0.0.1` and `[::1]` are one
 * host.
 *
 * @throws {UsageError} A rule is not written in Deno's syntax.
 *
 * @example
 * ```ts
 * import { createPolicy } from "./policy.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const policy = createPolicy({ declared: ["api.example.com"], allow: [], deny: [] });
 * assertEquals(policy.check("api.example.com", 443).allowed, true);
 * assertEquals(policy.check("api.example.com", 8443).allowed, false);
 * ```
 */
export function createPolicy(options: PolicyOptions): Policy {
  return new RulePolicy(options);
}

class RulePolicy implements Policy {
  readonly checksAddresses: boolean;
  readonly #declared: readonly HostRule[];
  readonly #allow: readonly HostRule[] | true;
  readonly #deny: readonly HostRule[];
  readonly #ask: PolicyOptions["ask"];
  readonly #undeclared: Decision;
  readonly #home: DeclaringFile | undefined;
  /** Decisions of the rules by `host:port`; the rules never change. */
  readonly #decided = new Map<string, Decision>();
  readonly #asking = new Map<string, Promise<Decision>>();

  constructor(options: PolicyOptions) {
    const problems: Diagnostic[] = [];
    const parse = (texts: readonly string[], source: string) => {
      const parsed = parseHostRules(texts, source);
      problems.push(...parsed.problems);
      return parsed.rules;
    };
    this.#declared = parse(options.declared, "the declared hosts");
    this.#allow = options.allow === true ||
      parse(options.allow, "the allowed hosts");
    this.#deny = parse(options.deny, "the denied hosts");
    if (problems.length > 0) throw new UsageError(problems);
    this.checksAddresses = this.#deny.length > 0;
    this.#ask = options.ask;
    const { since, home } = options;
    this.#home = home;
    this.#undeclared = {
      allowed: false,
      reason: "undeclared",
      ...(since !== undefined && { since }),
      ...(home && { home }),
    };
  }

  check(host: string, port: number): Decision {
    const id = `${host} ${port}`;
    let decision = this.#decided.get(id);
    if (decision === undefined) {
      decision = this.#decide(host, port);
      this.#decided.set(id, decision);
    }
    return decision;
  }

  async authorize(
    host: string,
    port: number,
    asker: HostAsker = {},
  ): Promise<Decision> {
    const decision = this.check(host, port);
    if (
      decision.allowed || decision.reason !== "undeclared" || !this.#ask
    ) return decision;
    const id = `${host} ${port}`;
    const pending = this.#asking.get(id);
    // After an answer "once", the next request asks again.
    if (pending) {
      await pending;
      return this.authorize(host, port, asker);
    }
    const asked = this.#askOnce(id, {
      ...asker,
      host: formatHost(host, port),
    }).finally(() => this.#asking.delete(id));
    this.#asking.set(id, asked);
    return await asked;
  }

  checkAddress(address: string, port: number): Decision {
    return this.#denied(address, port) ?? ALLOWED;
  }

  async #askOnce(id: string, question: HostQuestion): Promise<Decision> {
    const answer = await this.#ask!(question);
    switch (answer) {
      case "once":
        return ALLOWED;
      case "run":
        this.#decided.set(id, ALLOWED);
        return ALLOWED;
      case "no": {
        const declined: Decision = {
          allowed: false,
          reason: "declined",
          ...(this.#home && { home: this.#home }),
        };
        this.#decided.set(id, declined);
        return declined;
      }
      default:
        return answer satisfies never;
    }
  }

  #decide(host: string, port: number): Decision {
    const denied = this.#denied(host, port);
    if (denied) return denied;
    if (this.#allow === true) return ALLOWED;
    const key = hostKey(host);
    const allowed = this.#allow.some((rule) => matchesRule(rule, key, port)) ||
      this.#declared.some((rule) =>
        matchesRule(rule, key, port) &&
        (rule.port !== undefined || rule.kind === "socket" || port === 80 ||
          port === 443)
      );
    return allowed ? ALLOWED : this.#undeclared;
  }

  #denied(host: string, port: number): Decision | undefined {
    const key = hostKey(host);
    const rule = this.#deny.find((rule) => matchesRule(rule, key, port));
    return rule && { allowed: false, reason: "denied", rule: rule.text };
  }
}
