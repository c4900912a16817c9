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
import type { Hit } from "../api.ts";
import type { Workbench } from "../state/workbench.ts";
import { call } from "../state/session.ts";
import { rowAt, scrollTo, topsOf, useView } from "../../virtual_list.tsx";
import { Icon } from "../../icon.tsx";
import { useWorkbench } from "../parts/context.tsx";
import * as items from "../state/item_actions.ts";
import { DRAGGED, TreeLine } from "./row.tsx";
import { hitRows, type TreeRow, treeRows } from "./tree_rows.ts";

const CLOSED = "brace-open-closed";
const SPARE = 12;

/** The collection: its folders and requests, and what finds one. */
export function TreePane(
  { children }: { readonly children: ComponentChildren },
) {
  const workbench = useWorkbench();
  const { state } = workbench;
  const [closed, setClosed] = useState<ReadonlySet<string>>(() =>
    new Set(JSON.parse(sessionStorage.getItem(CLOSED) ?? "[]"))
  );
  const [text, setText] = useState("");
  const hits = useHits(text);
  const rows = useMemo(
    () =>
      hits !== undefined
        ? hitRows(hits)
        : state === undefined
        ? []
        : treeRows(state, closed),
    [state, closed, hits],
  );
  const close = (next: ReadonlySet<string>) => {
    setClosed(next);
    sessionStorage.setItem(CLOSED, JSON.stringify([...next]));
  };
  const toggle = (id: string, isOpen?: boolean) => {
    const next = new Set(closed);
    if (isOpen ?? closed.has(id)) next.delete(id);
    else next.add(id);
    close(next);
  };
  // What is chosen elsewhere, such as a new request, is to be seen.
  useEffect(() => {
    const above = new Set<string>();
    let parent = workbench.item(workbench.selected)?.parent;
    for (; parent !== undefined; parent = workbench.item(parent)?.parent) {
      above.add(parent);
    }
    if (!closed.isDisjointFrom(above)) close(closed.difference(above));
  }, [workbench.selected]);
  if (state === undefined) return null;
  return (
    <section class="tree-pane" aria-label="Collection files">
      <div class="search">
        <Icon name="search" />
        <input
          type="search"
          id="search"
          aria-label="Search"
          placeholder="Search ( / )"
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === "ArrowDown") {
              event.preventDefault();
              document.getElementById("tree")?.focus();
            } else if (event.key === "Escape" && text !== "") {
              event.stopPropagation();
              setText("");
            }
          }}
        />
      </div>
      <TreeTools />
      {rows.length === 0
        ? (
          <div class="empty">
            {text !== ""
              ? <p>Nothing has “{text}” in its name, URL, tags or text.</p>
              : state.empty
              ? null
              : (
                <p>
                  No requests yet: “New request” makes one, or paste a curl
                  command, or drop a file here.
                </p>
              )}
          </div>
        )
        : <Tree rows={rows} toggle={toggle} isSearch={hits !== undefined} />}
      {children}
    </section>
  );
}

/** What a search finds; undefined: nothing is searched for. */
function useHits(text: string): readonly Hit[] | undefined {
  const workbench = useWorkbench();
  const [hits, setHits] = useState<readonly Hit[]>();
  useEffect(() => {
    if (text.trim() === "") return setHits(undefined);
    let isOld = false;
    const timer = setTimeout(async () => {
      const answer = await workbench.try(() =>
        call("search", { text, limit: 500 })
      );
      if (!isOld) setHits(answer?.hits);
    }, 60);
    return () => {
      isOld = true;
      clearTimeout(timer);
    };
  }, [text, workbench.state]);
  return hits;
}

/** Buttons for the chosen item. */
function TreeTools() {
  const workbench = useWorkbench();
  if (workbench.state?.readOnly || workbench.state?.empty) return null;
  const chosen = workbench.item(workbench.selected);
  const none = chosen === undefined;
  return (
    <div class="tree-tools" role="toolbar" aria-label="Items">
      <ToolButton
        name="New request"
        icon="add"
        keys="Alt+N"
        onClick={() => items.newRequest(workbench)}
      />
      <ToolButton
        name="New folder"
        icon="folder"
        keys="Alt+Shift+N"
        onClick={() => items.newFolder(workbench)}
      />
      <ToolButton
        name="Rename"
        icon="edit"
        keys="F2"
        disabled={none}
        onClick={() => items.rename(workbench)}
      />
      <ToolButton
        name="Duplicate"
        icon="copy"
        keys="Ctrl+D"
        disabled={none}
        onClick={() => items.duplicate(workbench)}
      />
      <ToolButton
        name="Delete"
        icon="delete"
        keys="Delete"
        disabled={none}
        onClick={() => items.askDelete(workbench)}
      />
    </div>
  );
}

function ToolButton({ name, icon, keys, disabled, onClick }: {
  readonly name: string;
  readonly icon: Parameters<typeof Icon>[0]["name"];
  readonly keys: string;
  readonly disabled?: boolean;
  readonly onClick: () => void;
}) {
  return (
    <button
      type="button"
      class="icon-button"
      aria-label={name}
      title={`${name} (${keys})`}
      aria-keyshortcuts={keys.replace("Ctrl", "Control")}
      disabled={disabled}
      onClick={onClick}
    >
      <Icon name={icon} />
    </button>
  );
}

/** What the arrows do with Alt. */
const MOVES: Readonly<
  Record<string, (workbench: Workbench) => Promise<void>>
> = {
  ArrowUp: (it) => items.moveBy(it, -1),
  ArrowDown: (it) => items.moveBy(it, 1),
  ArrowRight: items.moveIn,
  ArrowLeft: items.moveOut,
};

const HEIGHT = 28;
const HIT_HEIGHT = 44;

/** The rows in sight; arrows move, Enter opens, letters find. */
function Tree({ rows, toggle, isSearch }: {
  readonly rows: readonly TreeRow[];
  readonly toggle: (id: string, isOpen?: boolean) => void;
  readonly isSearch: boolean;
}) {
  const workbench = useWorkbench();
  const { box, view } = useView(700);
  const [over, setOver] = useState<{ id: string; inside: boolean }>();
  const typed = useRef({ text: "", at: 0 });
  const height = isSearch ? HIT_HEIGHT : HEIGHT;
  const tops = useMemo(
    () => topsOf(rows, ({ more }) => more === undefined ? HEIGHT : HIT_HEIGHT),
    [rows],
  );
  const at = rows.findIndex(({ id }) => id === workbench.selected);
  useLayoutEffect(() => {
    if (at >= 0) scrollTo(box.current!, tops, at);
  }, [workbench.selected, rows.length]);
  const from = Math.max(0, rowAt(tops, view.top) - SPARE);
  const to = Math.min(rows.length, rowAt(tops, view.top + view.height) + SPARE);
  const select = (index: number) => {
    workbench.selected = rows[Math.max(0, Math.min(rows.length - 1, index))].id;
    workbench.changed();
  };
  const open = (row: TreeRow) => {
    workbench.selected = row.id;
    if (row.kind === "folder" && !isSearch) toggle(row.id);
    workbench.go({ view: "item", id: row.id });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[at];
    if (event.ctrlKey || event.metaKey) return;
    if (event.altKey) {
      // While a move is under way, the tree has no chosen row.
      const move = MOVES[event.key];
      if (move && !isSearch) {
        event.preventDefault();
        void move(workbench);
      }
      return;
    }
    const page = Math.max(1, Math.floor(view.height / height) - 1);
    const next: Readonly<Record<string, () => void>> = {
      ArrowDown: () => select(at + 1),
      ArrowUp: () => select(at - 1),
      PageDown: () => select(at + page),
      PageUp: () => select(at - page),
      Home: () => select(0),
      End: () => select(rows.length - 1),
      Enter: () => row && open(row),
      " ": () => row && open(row),
      Delete: () => items.askDelete(workbench),
      ArrowRight: () => {
        if (row?.isOpen === false) toggle(row.id, true);
        else if (row?.isOpen) select(at + 1);
      },
      ArrowLeft: () => {
        if (row?.isOpen) toggle(row.id, false);
        else if (row) {
          const above = rows.slice(0, at).findLastIndex(({ level }) =>
            level < row.level
          );
          if (above >= 0) select(above);
        }
      },
    };
    if (Object.hasOwn(next, event.key)) {
      event.preventDefault();
      next[event.key]();
    } else if (event.key.length === 1 && !"/?".includes(event.key)) {
      find(event.key);
    }
  };
  /** Goes to the next row whose name begins with what is typed. */
  const find = (letter: string) => {
    const now = Date.now();
    const { text, at: before } = typed.current;
    const wanted = (now - before < 700 ? text : "") + letter.toLowerCase();
    typed.current = { text: wanted, at: now };
    const start = wanted.length === 1 ? at + 1 : Math.max(0, at);
    const order = [...rows.keys().map((it) => (it + start) % rows.length)];
    const found = order.find((it) =>
      rows[it].name.toLowerCase().startsWith(wanted)
    );
    if (found !== undefined) select(found);
  };
  return (
    <div
      class="tree"
      id="tree"
      ref={box}
      role="tree"
      aria-label="Collection"
      tabIndex={0}
      aria-activedescendant={at >= from && at < to ? `row-${at}` : undefined}
      onKeyDown={onKeyDown}
      onFocus={({ currentTarget }) => {
        // The pointer chooses a row by itself.
        if (
          at < 0 && rows.length > 0 && currentTarget.matches(":focus-visible")
        ) {
          select(0);
        }
      }}
      onDragOver={(event) => event.preventDefault()}
      onDragLeave={() => setOver(undefined)}
      onDrop={(event) => {
        const id = event.dataTransfer?.getData(DRAGGED);
        if (id) void items.dropAtEnd(workbench, id);
      }}
    >
      <div
        role="none"
        class="tree-rows"
        style={{ height: `${tops[rows.length]}px` }}
      >
        {rows.slice(from, to).map((row, offset) => (
          <TreeLine
            key={row.id + row.more}
            row={row}
            index={from + offset}
            top={tops[from + offset]}
            isChosen={from + offset === at}
            over={over?.id === row.id ? over : undefined}
            onOpen={() => open(row)}
            onToggle={() => toggle(row.id)}
            onOver={(inside) => setOver({ id: row.id, inside })}
            onDrop={(id, inside) => {
              setOver(undefined);
              items.drop(workbench, id, row.id, inside);
            }}
          />
        ))}
      </div>
    </div>
  );
}
