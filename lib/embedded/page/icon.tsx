/** @jsxRuntime automatic */
/** @jsxImportSource preact */
/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import type { RequestStatus } from "../../core/run/types.ts";

const PATHS = {
  passed: "M4 10.5l4 4 8-9",
  failed: "M5.5 5.5l9 9m0-9l-9 9",
  errored: "M10 4.5v7M10 15v.5",
  skipped: "M5 10h10",
  sun:
    "M10 6.5a3.5 3.5 0 100 7 3.5 3.5 0 000-7zM10 1.5v2m0 13v2M1.5 10h2m13 0h2M4 4l1.4 1.4m9.2 9.2L16 16M4 16l1.4-1.4m9.2-9.2L16 4",
  moon: "M16.5 12.2A7 7 0 017.8 3.5a7 7 0 108.7 8.7z",
  back: "M12 4.5L6.5 10l5.5 5.5",
  up: "M4.5 12.5L10 7l5.5 5.5",
  down: "M4.5 7.5L10 13l5.5-5.5",
  search: "M8.5 3.5a5 5 0 100 10 5 5 0 000-10zM12.3 12.3L17 17",
  lock: "M5 9.5h10v7H5zM7 9.5V7a3 3 0 016 0v2.5",
  close: "M5 5l10 10m0-10L5 15",
  help: "M7.5 7.5a2.5 2.5 0 114 2c-1 .8-1.5 1.2-1.5 2.5M10 15v.5",
} as const;

/** A drawing in the colour of the text around it. */
export function Icon({ name }: { readonly name: keyof typeof PATHS }) {
  return (
    <svg class="icon" viewBox="0 0 20 20" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}

/** A status as a sign, with its name for those who do not see it. */
export function StatusIcon({ status }: { readonly status: RequestStatus }) {
  return (
    <span class={`status-icon ${status}`} title={status}>
      <Icon name={status} />
      <span class="hidden">{status}</span>
    </span>
  );
}
