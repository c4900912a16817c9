import { isAddress } from "../../core/policy/ip_address.ts";
import type { Policy } from "../../core/policy/policy.ts";
import type { Server } from "../../core/policy/format_host.ts";

/** A name led to an address that `--deny-net` forbids. */
export class DeniedAddressError extends Error {
  override name = "DeniedAddressError";

  /** Makes an error that names the rule as written. */
  constructor(readonly rule: string) {
    super("denied address");
  }
}

/** Gives every address of a server's name. */
export type Resolve = (server: Server) => Promise<readonly string[]>;

/**
 * Resolves a name and checks every address, so that nothing connects to a denied
 * one. What the name resolves to later is checked when the connection stands
 * (`checkAddress`), before anything is sent.
 *
 * @throws {DeniedAddressError} One of the addresses is denied.
 */
export async function checkAddresses(
  policy: Policy,
  server: Server,
  resolve: Resolve = lookUpHost,
): Promise<void> {
  if (isAddress(server.hostname)) return;
  for (const address of await resolve(server)) {
    checkAddress(policy, address, server.port);
  }
}

/** Asks the system for every address of a name. */
export async function lookUpHost(
  { hostname, port }: Server,
): Promise<string[]> {
  const { lookup } = await import("node:dns");
  // Deno's --allow-net=name:port covers this call only if it knows the port (denoland/deno#27936).
  const options = { all: true as const, port };
  return await new Promise((resolve, reject) =>
    lookup(
      hostname,
      options,
      (error, found) =>
        error ? reject(error) : resolve(found.map(({ address }) => address)),
    )
  );
}

/** @throws {DeniedAddressError} The address is denied. */
export function checkAddress(
  policy: Policy,
  address: string,
  port: number,
): void {
  const decision = policy.checkAddress(address, port);
  if (!decision.allowed && decision.reason === "denied") {
    throw new DeniedAddressError(decision.rule);
  }
}
