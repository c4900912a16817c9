/** @jsxRuntime automatic */
/** @jsxImportSource preact */
/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { PLACEHOLDER } from "../placeholder_pattern.ts";
import { useWorkbench } from "./context.tsx";

/** A placeholder, or what stands for a hidden secret. */
export const MARKED = new RegExp(`${PLACEHOLDER.source}|⟪secret \\d+⟫`, "g");

/** Whether a mark is a placeholder, and not a hidden secret. */
export function isPlaceholder(piece: string): boolean {
  return piece.startsWith("{{");
}

/** Moves what stands above the page to the left, as far as the window and the pane around it ask for. */
export function keepInside(element: HTMLElement | null): void {
  if (element === null) return;
  element.style.transform = "";
  const pane = scrolledAround(element);
  const start = Math.max(0, pane?.left ?? 0);
  const end = Math.min(innerWidth, pane?.right ?? innerWidth);
  const { left, right } = element.getBoundingClientRect();
  const over = Math.min(right - end + 8, left - start - 8);
  if (over > 0) element.style.transform = `translateX(${-over}px)`;
}

/** The nearest box that cuts off what is wider. */
function scrolledAround(element: HTMLElement): DOMRect | undefined {
  for (let at = element.parentElement; at !== null; at = at.parentElement) {
    if (getComputedStyle(at).overflowX !== "visible") {
      return at.getBoundingClientRect();
    }
  }
  return undefined;
}

/** Scrolls a list, and nothing around it, to what is chosen. */
export function showChosen(list: HTMLElement | null): void {
  const chosen = list?.querySelector<HTMLElement>("[aria-selected=true]");
  if (!list || !chosen) return;
  const { offsetTop, offsetHeight } = chosen;
  const least = offsetTop + offsetHeight - list.clientHeight;
  list.scrollTop = Math.max(least, Math.min(list.scrollTop, offsetTop));
}

/** How far to the right a mark stands. */
export function leftOf(marks: HTMLElement | null, at: number): number {
  const mark = marks?.querySelectorAll("span")[at];
  return mark && marks ? mark.offsetLeft - marks.scrollLeft : 0;
}

/** The note of a placeholder below its field; a pinned one has the focus. */
export function Pinned({ isPinned, left, onEnter, onClose, children }: {
  readonly isPinned: boolean;
  readonly left: number;
  readonly onEnter: () => void;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}) {
  const box = useRef<HTMLDivElement>(null);
  // What it says may come later, and be wider.
  useLayoutEffect(() => keepInside(box.current));
  useEffect(() => {
    const onResize = () => keepInside(box.current);
    addEventListener("resize", onResize);
    return () => removeEventListener("resize", onResize);
  }, []);
  useLayoutEffect(() => {
    if (!isPinned) return;
    const first = box.current!.querySelector<HTMLElement>("button");
    (first ?? box.current!).focus();
  }, [isPinned]);
  return (
    <div
      class="field-tip tip-box"
      ref={box}
      role="group"
      aria-label="Placeholder"
      tabIndex={-1}
      style={{ left: `${Math.max(0, left)}px` }}
      onMouseEnter={onEnter}
      onMouseLeave={() => !isPinned && onClose()}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        onClose();
      }}
    >
      {children}
    </div>
  );
}

/** The text of a field once more, behind it, with its placeholders marked. */
export function Marks({ value, pieces }: {
  readonly value: string;
  readonly pieces: readonly RegExpExecArray[];
}) {
  const workbench = useWorkbench();
  const out: ComponentChildren[] = [];
  let from = 0;
  for (const { index, 0: text } of pieces) {
    const isSecret = !isPlaceholder(text);
    const view = isSecret ? undefined : workbench.note(text);
    out.push(value.slice(from, index));
    out.push(
      <span
        key={index}
        class={isSecret
          ? "mark secret"
          : view?.problem === undefined
          ? "mark"
          : "mark unresolved"}
        data-scope={view?.definitions[0]?.scope ?? view?.kind}
      >
        {text}
      </span>,
    );
    from = index + text.length;
  }
  out.push(value.slice(from));
  return <>{out}</>;
}
