/** @jsxRuntime automatic */
/** @jsxImportSource preact */
/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import {
  formatBytes,
  formatDuration,
} from "../../../../tools/report/text/amounts.ts";
import { phasesOf } from "../../../../tools/report/html/phases_of.ts";
import type { ExchangeView } from "../api.ts";
import { Timing } from "../../timing.tsx";

/** What the time was spent on, and what else is known of the connection. */
export function TimingTab({ exchange }: { readonly exchange: ExchangeView }) {
  const { response, duration, attempts, startedAt } = exchange.details;
  const phases = phasesOf(exchange.details);
  const isKnown = response !== undefined ||
    phases.some(({ name }) => name !== "rest");
  const none = <p class="hint">There was no response.</p>;
  if (!isKnown) return none;
  const { size, httpVersion, remoteAddress, tls } = response ?? {};
  const facts: readonly (readonly [string, string | undefined])[] = [
    ["Whole", formatDuration(duration)],
    ["Started", new Date(startedAt).toLocaleTimeString()],
    ["Attempts", attempts > 1 ? String(attempts) : undefined],
    ["Headers", size && formatBytes(size.headers)],
    ["Body", size && formatBytes(size.body)],
    ["HTTP", httpVersion],
    ["Address", remoteAddress],
    ["TLS", tls && [tls.version, tls.cipher].filter(Boolean).join(", ")],
  ];
  return (
    <>
      {response === undefined && none}
      <Timing phases={phases} />
      <dl class="headers facts-list">
        {facts.map(([name, value]) =>
          value && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          )
        )}
      </dl>
    </>
  );
}
