/** @jsxRuntime automatic */
/** @jsxImportSource preact */
/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { formatDuration } from "../../tools/report/text/amounts.ts";
import type { Phase, PhaseName } from "../../tools/report/html/types.ts";

export const PHASE_TITLES: Readonly<Record<PhaseName, string>> = {
  dns: "DNS",
  connect: "Connect",
  tls: "TLS",
  wait: "Wait",
  download: "Download",
  rest: "Other",
};

/** What a request's time was spent on. */
export function Timing({ phases }: { readonly phases: readonly Phase[] }) {
  const total = phases.reduce((sum, { time }) => sum + time, 0);
  return (
    <section class="card timing" aria-label="Timing">
      <div class="phases" aria-hidden="true">
        {phases.map(({ name, time }) => (
          <span
            key={name}
            class={`phase ${name}`}
            style={{ width: `${100 * time / total}%` }}
          />
        ))}
      </div>
      <ul class="phase-legend">
        {phases.map(({ name, time }) => (
          <li key={name}>
            <span class={`dot ${name}`} aria-hidden="true" />
            {PHASE_TITLES[name]} <strong>{formatDuration(time)}</strong>
          </li>
        ))}
      </ul>
    </section>
  );
}
