import type { LookupFunction } from "node:net";
import type { Policy } from "../../request/policy.ts";

/** A name resolved to an address that `--deny-net` forbids. */
export class DeniedAddressError extends Error {
  override name = "DeniedAddressError";

  /** Makes an error that names the rule as written. */
  constructor(readonly rule: string) {
    super("denied address");
  }
}

/**
 * A name resolver for node:http which takes the time and, when something is
 * denied, checks every address before the connection is made.
 */
export function createLookup(
  policy: Policy,
  port: number,
  clock: { dns?: number },
): LookupFunction {
  return (hostname, options, callback) => {
    const started = performance.now();
    // Loaded with node:http already; the promise costs nothing then.
    import("node:dns").then(({ lookup }) =>
      lookup(hostname, options, (error, address, family) => {
        clock.dns = performance.now() - started;
        const denied = error ? undefined : deniedBy(policy, port, address);
        if (denied !== undefined) {
          callback(new DeniedAddressError(denied), "", 0);
        } else callback(error, address, family);
      })
    );
  };
}

function deniedBy(
  policy: Policy,
  port: number,
  found: string | { address: string }[],
): string | undefined {
  if (!policy.checksAddresses) return undefined;
  const addresses = typeof found === "string"
    ? [found]
    : found.map((entry) => entry.address);
  for (const address of addresses) {
    const decision = policy.checkAddress(address, port);
    if (!decision.allowed && decision.reason === "denied") {
      return decision.rule;
    }
  }
  return undefined;
}
