import type { AuthPorts } from "../../lib/core/auth/types.ts";

/** Ports with a clock that stands still and bytes that count up: every signature can be foretold. */
export function authPorts(more: Partial<AuthPorts> = {}): AuthPorts {
  let next = 0;
  return {
    now: () => Date.UTC(2026, 0, 2, 3, 4, 5, 678),
    random: (length) => Uint8Array.from({ length }, () => next++ % 256),
    ...more,
  };
}
