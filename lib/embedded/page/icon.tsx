/** @jsxRuntime automatic */
/** @jsxImportSource preact */
/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import type { RowStatus } from "../../tools/report/html/types.ts";

const PATHS = {
  passed: "M4 10.5l4 4 8-9",
  failed: "M5.5 5.5l9 9m0-9l-9 9",
  errored: "M10 4.5v7M10 15v.5",
  skipped: "M5 10h10",
  unchecked: "M8.500 10a1.500 1.500 0 103 0 1.500 1.500 0 10-3 0",
  sun:
    "M10 6.5a3.5 3.5 0 100 7 3.5 3.5 0 000-7zM10 1.5v2m0 13v2M1.5 10h2m13 0h2M4 4l1.4 1.4m9.2 9.2L16 16M4 16l1.4-1.4m9.2-9.2L16 4",
  moon: "M16.5 12.2A7 7 0 017.8 3.5a7 7 0 108.7 8.7z",
  back: "M12 4.5L6.5 10l5.5 5.5",
  up: "M4.5 12.5L10 7l5.5 5.5",
  down: "M4.5 7.5L10 13l5.5-5.5",
  search: "M8.5 3.5a5 5 0 100 10 5 5 0 000-10zM12.3 12.3L17 17",
  lock: "M5 9.5h10v7H5zM7 9.5V7a3 3 0 016 0v2.5",
  close: "M5 5l10 10m0-10L5 15",
  add: "M10 4.5v11M4.5 10h11",
  folder: "M3 5.5h5l1.5 2H17v8.5H3z",
  edit: "M4 16l.8-3.4L13.4 4l2.6 2.6-8.6 8.6z",
  copy: "M7.5 7.5h8.5v8.5H7.5zM12.5 7.5V4H4v8.5h3.5",
  delete: "M4.5 6h11M8 6V4h4v2M6 6l.7 10h6.6L14 6",
  play: "M6.5 4.5l8.5 5.5-8.5 5.5z",
  clock: "M10 3a7 7 0 100 14 7 7 0 000-14zM10 6v4.2l2.8 1.8",
  warning: "M10 3.5L17.5 16.5h-15zM10 8.5v3.5M10 14v.4",
  braces:
    "M8 4C5.5 4 6.5 7 6 8.5 5.7 9.5 4 10 4 10s1.7.5 2 1.5C6.5 13 5.5 16 8 16M12 4c2.5 0 1.500 3 2 4.5.3 1 2 1.500 2 1.500s-1.700.5-2 1.500c-.5 1.500.5 4.500-2 4.500",
  layers:
    "M10 3.5l7 3.800-7 3.800-7-3.800zM3.500 11.500l6.500 3.500 6.500-3.500",
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

/** A status as a sign, with its name, or what there is to say of it, for those who do not see it. */
export function StatusIcon({ status, says = status }: {
  readonly status: RowStatus;
  readonly says?: string;
}) {
  return (
    <span class={`status-icon ${status}`} title={says}>
      <Icon name={status} />
      <span class="hidden">{says}</span>
    </span>
  );
}
