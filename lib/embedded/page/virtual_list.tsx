/** @jsxRuntime automatic */
/** @jsxImportSource preact */
/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import type { ComponentChildren } from "preact";
import {
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "preact/hooks";

/** A list of rows whose heights are known, of which only those in sight are there. */
interface VirtualListProps<T> {
  readonly items: readonly T[];
  /** Pixels of a row; the same function as long as the rows are the same. */
  readonly height: number | ((item: T) => number);
  readonly label: string;
  /** The row that is to be in sight. */
  readonly active?: number;
  /** What a row shows: one link or button, with this tab index. */
  readonly children: (item: T, tabIndex: 0 | -1) => ComponentChildren;
  /** Is told which rows are in sight. */
  readonly onRange?: (from: number, to: number) => void;
}

/** Rows above and below those in sight. */
const SPARE = 8;

/** A list for any number of rows; arrows, Home and End move among them. */
export function VirtualList<T>(
  { items, height, label, active, children, onRange }: VirtualListProps<T>,
) {
  const { box, view, read } = useView(800);
  const [cursor, setCursor] = useState<number>();

  const tops = useMemo(() => topsOf(items, height), [items, height]);
  const show = (index: number) => scrollTo(box.current!, tops, index);
  useLayoutEffect(() => {
    if (active !== undefined && active >= 0) show(active);
  }, [active]);

  const first = rowAt(tops, view.top);
  const last = Math.min(items.length, rowAt(tops, view.top + view.height) + 1);
  const from = Math.max(0, first - SPARE);
  const to = Math.min(items.length, last + SPARE);
  useEffect(() => onRange?.(first, last), [first, last, items]);

  useLayoutEffect(() => {
    if (cursor === undefined) return;
    box.current!.querySelector<HTMLElement>(
      `[data-row="${cursor}"] :is(a, button)`,
    )
      ?.focus();
  }, [cursor]);

  const onKeyDown = (event: KeyboardEvent) => {
    const focused = (event.target as HTMLElement).closest<HTMLElement>(
      "[data-row]",
    );
    if (focused === null) return;
    const next = target(event.key, {
      at: Number(focused.dataset.row),
      page: Math.max(1, last - first - 1),
      last: items.length - 1,
    });
    if (next === undefined) return;
    event.preventDefault();
    show(next);
    read();
    setCursor(next);
  };

  // One row can be reached with the tab key; the arrows lead to the others.
  const entry =
    [cursor, active].find((it) => it !== undefined && it >= from && it < to) ??
      first;
  return (
    <div class="virtual" ref={box} onKeyDown={onKeyDown}>
      <div
        role="list"
        aria-label={label}
        style={{ height: `${tops[items.length]}px` }}
      >
        {items.slice(from, to).map((item, offset) => {
          const index = from + offset;
          return (
            <div
              key={index}
              role="listitem"
              class="row"
              data-row={index}
              aria-setsize={items.length}
              aria-posinset={index + 1}
              style={{
                top: `${tops[index]}px`,
                height: `${tops[index + 1] - tops[index]}px`,
              }}
              onFocusCapture={() => setCursor(index)}
            >
              {children(item, index === entry ? 0 : -1)}
            </div>
          );
        })}
      </div>
    </div>
  );
}

/**
 * An element to scroll in, and the part of it that is in sight.
 *
 * @param height Its height in pixels until it is measured.
 */
export function useView(height: number) {
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height });
  const read = () => {
    const { scrollTop, clientHeight } = box.current!;
    setView({ top: scrollTop, height: clientHeight });
  };
  useLayoutEffect(() => {
    const element = box.current!;
    read();
    const observer = new ResizeObserver(read);
    observer.observe(element);
    element.addEventListener("scroll", read, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", read);
    };
  }, []);
  return { box, view, read };
}

/** Where each row begins, and where the last one ends. */
export function topsOf<T>(
  items: readonly T[],
  height: VirtualListProps<T>["height"],
): Float64Array {
  const tops = new Float64Array(items.length + 1);
  for (const [at, item] of items.entries()) {
    tops[at + 1] = tops[at] +
      (typeof height === "number" ? height : height(item));
  }
  return tops;
}

/** Scrolls no further than it takes to see a row. */
export function scrollTo(
  box: HTMLElement,
  tops: Float64Array,
  index: number,
): void {
  const [top, end] = [tops[index], tops[index + 1]];
  if (top < box.scrollTop) box.scrollTop = top;
  else if (end > box.scrollTop + box.clientHeight) {
    box.scrollTop = end - box.clientHeight;
  }
}

/** The row at a height, from 0. */
export function rowAt(tops: Float64Array, y: number): number {
  let [low, high] = [0, Math.max(0, tops.length - 2)];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (tops[middle] <= y) low = middle;
    else high = middle - 1;
  }
  return low;
}

function target(
  key: string,
  { at, page, last }: { at: number; page: number; last: number },
): number | undefined {
  switch (key) {
    case "ArrowDown":
      return Math.min(last, at + 1);
    case "ArrowUp":
      return Math.max(0, at - 1);
    case "PageDown":
      return Math.min(last, at + page);
    case "PageUp":
      return Math.max(0, at - page);
    case "Home":
      return 0;
    case "End":
      return last;
    default:
      return undefined;
  }
}
