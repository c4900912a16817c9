/** @jsxRuntime automatic */
/** @jsxImportSource preact */
/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";

/** A list of rows of one height, of which only those in sight are there. */
interface VirtualListProps<T> {
  readonly items: readonly T[];
  /** Pixels of a row. */
  readonly height: number;
  readonly label: string;
  /** The row that is to be in sight. */
  readonly active?: number;
  /** What a row shows: one link, with this tab index. */
  readonly children: (item: T, tabIndex: 0 | -1) => ComponentChildren;
  /** Is told which rows are in sight. */
  readonly onRange?: (from: number, to: number) => void;
}

/** Rows above and below those in sight. */
const SPARE = 8;

/** A list for any number of rows; arrows, Home and End move among their links. */
export function VirtualList<T>(
  { items, height, label, active, children, onRange }: VirtualListProps<T>,
) {
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 800 });
  const [cursor, setCursor] = useState<number>();

  useLayoutEffect(() => {
    const element = box.current!;
    const read = () =>
      setView({ top: element.scrollTop, height: element.clientHeight });
    read();
    const observer = new ResizeObserver(read);
    observer.observe(element);
    element.addEventListener("scroll", read, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", read);
    };
  }, []);

  const show = (index: number) => {
    const element = box.current!;
    const top = index * height;
    if (top < element.scrollTop) element.scrollTop = top;
    else if (top + height > element.scrollTop + element.clientHeight) {
      element.scrollTop = top + height - element.clientHeight;
    }
  };
  useLayoutEffect(() => {
    if (active !== undefined && active >= 0) show(active);
  }, [active]);

  const first = Math.max(0, Math.floor(view.top / height));
  const last = Math.min(
    items.length,
    Math.ceil((view.top + view.height) / height),
  );
  const from = Math.max(0, first - SPARE);
  const to = Math.min(items.length, last + SPARE);
  useEffect(() => onRange?.(first, last), [first, last, items]);

  useLayoutEffect(() => {
    if (cursor === undefined) return;
    box.current!.querySelector<HTMLElement>(`[data-row="${cursor}"] a`)
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
    const element = box.current!;
    setView({ top: element.scrollTop, height: element.clientHeight });
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
        style={{ height: `${items.length * height}px` }}
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
              style={{ top: `${index * height}px`, height: `${height}px` }}
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
