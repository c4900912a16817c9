import type { SecretIndex } from "./secret_index.ts";

/** A request that is about to be sent. */
interface Outgoing {
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body?: Uint8Array;
  /** A message of a stream. */
  readonly text?: string;
  /** The hosts that each value which was put in may be sent to. */
  readonly insertions?: readonly {
    readonly expression: string;
    readonly hosts?: readonly string[];
  }[];
}

/** Where it is about to go. */
interface Target {
  readonly hostname: string;
  readonly port: number;
}

/** A value that may not go to a host, and where it may. */
export interface Leak {
  readonly name: string;
  readonly hosts: readonly string[];
}

/**
 * Keeps values from hosts that they are not meant for: those that name the
 * hosts they may be sent to, by the values that were inserted and, as scripts
 * and redirects can carry one elsewhere, by looking for them in all that goes
 * out, encoded or not.
 *
 * @param isAmong Whether a host is among those that a variable names.
 */
export function hostGuard(
  secrets: SecretIndex,
  isAmong: (hosts: readonly string[], to: Target) => boolean,
): { check(hop: Outgoing, to: Target): Leak | undefined } {
  return {
    check(hop, to) {
      for (const { expression, hosts } of hop.insertions ?? []) {
        if (hosts === undefined || isAmong(hosts, to)) continue;
        return { name: expression, hosts };
      }
      let texts: readonly string[] | undefined;
      for (const bound of secrets.bound) {
        if (isAmong(bound.hosts, to)) continue;
        texts ??= textsOf(hop);
        if (texts.some((text) => bound.isIn(text))) {
          return { name: bound.name, hosts: bound.hosts };
        }
      }
      return undefined;
    },
  };
}

function textsOf({ url, headers, body, text }: Outgoing): string[] {
  const texts = [url];
  for (const [name, value] of headers) texts.push(name, value);
  if (body) texts.push(new TextDecoder().decode(body));
  if (text !== undefined) texts.push(text);
  return texts;
}
