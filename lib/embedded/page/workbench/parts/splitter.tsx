/** @jsxRuntime automatic */
/** @jsxImportSource preact */
/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { useRef, useState } from "preact/hooks";

/** How wide a pane is, kept in the browser. */
export function usePaneWidth(name: string, normal: number) {
  const key = `brace-open-${name}`;
  const [width, setWidth] = useState(() => {
    const stored = Number(localStorage.getItem(key));
    return stored > 0 ? stored : normal;
  });
  return [width, (next: number) => {
    setWidth(next);
    localStorage.setItem(key, String(Math.round(next)));
  }] as const;
}

/** The border of two panes: the pointer and the arrows move it. */
export function Splitter({ label, value, min, max, sign = 1, onChange }: {
  readonly label: string;
  /** Pixels; 0: it was never moved, and the style says how wide the pane is. */
  readonly value: number;
  readonly min: number;
  readonly max: number;
  /** -1 where the pane is at the right of it. */
  readonly sign?: 1 | -1;
  readonly onChange: (value: number) => void;
}) {
  const start = useRef<{ x: number; value: number }>();
  const bar = useRef<HTMLDivElement>(null);
  const now = () =>
    value || bar.current!.nextElementSibling!.getBoundingClientRect().width;
  const set = (next: number) => onChange(Math.max(min, Math.min(max, next)));
  return (
    <div
      class="splitter"
      ref={bar}
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={Math.round(value || min)}
      aria-valuemin={min}
      aria-valuemax={max}
      tabIndex={0}
      onPointerDown={(event) => {
        start.current = { x: event.clientX, value: now() };
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={({ clientX }) => {
        if (start.current) {
          set(start.current.value + sign * (clientX - start.current.x));
        }
      }}
      onPointerUp={() => start.current = undefined}
      onKeyDown={(event) => {
        const step = { ArrowRight: 24, ArrowLeft: -24 }[event.key];
        if (step === undefined) return;
        event.preventDefault();
        set(now() + sign * step);
      }}
    />
  );
}
