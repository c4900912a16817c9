import { formatHost } from "../../../core/policy/format_host.ts";
import type { Attempt } from "../../../core/policy/refusal.ts";
import type { DiagnosticCode } from "../../../core/source/diagnostic.ts";

/** What a connection failed with, in the user's words. */
export type Finding = readonly [code: DiagnosticCode, problem: string];

/** The proxy that an attempt goes through, as messages name it. */
export function proxyOf({ proxy }: Attempt): string | undefined {
  return proxy && formatHost(proxy.hostname, proxy.port);
}

/** A message of the system on one line. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
