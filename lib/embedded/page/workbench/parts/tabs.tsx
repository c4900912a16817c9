/** @jsxRuntime automatic */
/** @jsxImportSource preact */
/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

interface Tab<Name extends string> {
  readonly name: Name;
  /** How many it holds, or how many of them failed; a point for what is there and is not counted. */
  readonly badge?: number | string;
  /** Whether something is wrong in it. */
  readonly isBad?: boolean;
}

/** Scrolls a list of tabs, and nothing around it, to the chosen one. */
function showTab(list: HTMLElement): void {
  const tab = list.querySelector<HTMLElement>("[aria-selected=true]");
  if (tab === null) return;
  const start = tab.offsetLeft - list.offsetLeft;
  const least = start + tab.offsetWidth + MARGIN - list.clientWidth;
  const most = Math.max(0, start - MARGIN);
  list.scrollLeft = Math.max(least, Math.min(list.scrollLeft, most));
}

/** Tells the style at which side tabs are out of sight. */
function tellHidden(list: HTMLElement): void {
  const { scrollLeft, scrollWidth, clientWidth } = list;
  list.toggleAttribute("data-before", scrollLeft > 1);
  list.toggleAttribute(
    "data-after",
    scrollLeft + clientWidth < scrollWidth - 1,
  );
}

/** Pixels of its neighbours that are seen, so that nobody takes it for the last one. */
const MARGIN = 28;

/** Tabs, and the panel of the one that is chosen, which is named by it. */
export function Tabs<Name extends string>(
  { label, tabs, chosen, onChoose, children }: {
    readonly label: string;
    readonly tabs: readonly Tab<Name>[];
    readonly chosen: Name;
    readonly onChoose: (name: Name) => void;
    readonly children: ComponentChildren;
  },
) {
  const list = useRef<HTMLDivElement>(null);
  // In a narrow window not all of them are in sight.
  useLayoutEffect(() => {
    const show = () => {
      showTab(list.current!);
      tellHidden(list.current!);
    };
    show();
    const size = new ResizeObserver(show);
    size.observe(list.current!);
    return () => size.disconnect();
  }, [chosen]);
  const id = (name: string) => `${label}-${name}`.toLowerCase();
  const onKeyDown = (event: KeyboardEvent) => {
    const at = tabs.findIndex(({ name }) => name === chosen);
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[
      event.key
    ];
    if (next === undefined) return;
    event.preventDefault();
    const { name } = tabs.at(next === tabs.length ? 0 : next)!;
    onChoose(name);
    list.current!.querySelector<HTMLElement>(`[id="${id(name)}"]`)?.focus();
  };
  return (
    <>
      <div
        role="tablist"
        aria-label={label}
        class="tabs"
        ref={list}
        onScroll={({ currentTarget }) => tellHidden(currentTarget)}
        onKeyDown={onKeyDown}
      >
        {tabs.map(({ name, badge, isBad }) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={id(name)}
            aria-label={name}
            aria-description={isBad ? `${badge}` : undefined}
            aria-selected={name === chosen}
            aria-controls={name === chosen ? `${id(name)}-panel` : undefined}
            tabIndex={name === chosen ? 0 : -1}
            class={isBad ? "tab bad" : "tab"}
            onClick={() => onChoose(name)}
          >
            {name}
            {badge !== undefined && badge !== 0 && (
              <span class="tab-badge" data-text={badge} />
            )}
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id={`${id(chosen)}-panel`}
        aria-labelledby={id(chosen)}
        class="tab-panel"
        tabIndex={-1}
      >
        {children}
      </div>
    </>
  );
}
