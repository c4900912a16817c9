/** @jsxRuntime automatic */
/** @jsxImportSource preact */
/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Json, Keys } from "../api.ts";
import type { Doc } from "../state/doc.ts";
import { isSame, listAt, textAt, withAt } from "../state/json_edit.ts";
import { Icon } from "../../icon.tsx";
import { useWorkbench } from "./context.tsx";
import { Field } from "./field.tsx";

export interface Column {
  readonly key: string | readonly string[];
  /** Where its text stands in this row, where that is not always the same. */
  readonly path?: (row: Json | undefined) => readonly string[];
  readonly title: string;
  /** Words to choose from; absent: a text. */
  readonly options?: readonly (readonly [value: string, title: string])[];
  readonly isPlain?: boolean;
  /** Whether its text can have several lines. */
  readonly takesLines?: boolean;
  /** Whether the text of this row is not to be read over a shoulder. */
  readonly isSecret?: (row: Json) => boolean;
  readonly class?: string;
  readonly hint?: string;
  /** Whether this row has the column. */
  readonly isShown?: (row: Json) => boolean;
  /** What this row has there in place of a text. */
  readonly cell?: (
    row: Json,
    place: { readonly name: string; readonly keys: Keys },
  ) => ComponentChildren;
}

/** Rows that can be edited, switched off, moved, and added by typing in the last one. */
export function Rows(
  { doc, keys, columns, of, normal = {}, onSet, onEdited, more }: {
    readonly doc: Doc;
    /** Where the list stands. */
    readonly keys: Keys;
    readonly columns: readonly Column[];
    /** What a row is, such as "Header". */
    readonly of: string;
    /** What a new row has besides what is typed. */
    readonly normal?: Readonly<Record<string, Json>>;
    /** Runs after each edit of a text, for what follows from it. */
    readonly onSet?: (row: number, key: string, text: string) => void;
    /** Runs after each edit, with the list before and after it. */
    readonly onEdited?: (
      before: readonly Json[],
      after: readonly Json[],
    ) => void;
    /** What else a row has. */
    readonly more?: (row: Json, index: number) => ComponentChildren;
  },
) {
  const workbench = useWorkbench();
  const isReadOnly = workbench.state?.readOnly ?? false;
  const list = useRef<HTMLUListElement>(null);
  const rows = listAt(doc.document, keys);
  useFocusOnRow({ list, rows, of, view: doc.view });
  const set = (path: Keys, value: Json | undefined) => {
    doc.set([...keys, ...path], value, Date.now());
    edited();
  };
  const edited = () => {
    onEdited?.(rows, listAt(doc.document, keys));
    workbench.edited(doc);
  };
  const type = (row: number, column: Column, text: string) => {
    const path = pathOf(column, rows[row]);
    if (row < rows.length) {
      set([row, ...path], text);
      onSet?.(row, path[0], text);
      return;
    }
    const first: Record<string, Json> = {};
    for (const { key } of columns) {
      if (typeof key === "string" && !Object.hasOwn(normal, key)) {
        first[key] = "";
      }
    }
    const whole = withAt({ ...first, ...normal }, path, text);
    // The letters that follow are of the same step as the row.
    doc.set([...keys, row, ...path], text, Date.now());
    doc.follow([...keys, row], whole);
    edited();
  };
  const move = (row: number, to: number) => {
    if (to < 0 || to >= rows.length) return;
    const next = rows.toSpliced(row, 1).toSpliced(to, 0, rows[row]);
    set([], next);
    requestAnimationFrame(() =>
      list.current?.querySelectorAll<HTMLElement>("li")[to]
        ?.querySelector<HTMLElement>("input[type=text]")?.focus()
    );
  };
  const count = rows.length + (isReadOnly ? 0 : 1);
  return (
    <ul class="rows" ref={list} aria-label={`${of}s`}>
      {Array.from({ length: count }, (_, index) => {
        const row = rows[index] as Readonly<Record<string, Json>> | undefined;
        const isOff = row?.disabled === true || row?.enabled === false;
        const name = `${of} ${index + 1}`;
        return (
          <li
            key={index}
            class={isOff ? "off" : undefined}
            onKeyDown={(event) => {
              if (!event.altKey || row === undefined) return;
              const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
              if (step === undefined) return;
              event.preventDefault();
              event.stopPropagation();
              move(index, index + step);
            }}
          >
            <input
              type="checkbox"
              aria-label={`${name} is used`}
              title="Whether it is used"
              checked={row !== undefined && !isOff}
              disabled={row === undefined || isReadOnly}
              onChange={({ currentTarget: { checked } }) => {
                if (row && Object.hasOwn(row, "enabled")) {
                  set([index, "enabled"], checked ? undefined : false);
                } else set([index, "disabled"], checked ? undefined : true);
              }}
            />
            {columns.map((column) =>
              column.isShown && row && !column.isShown(row)
                ? <span key={column.title} class={column.class} />
                : row && column.cell?.(row as Json, {
                      name,
                      keys: [...keys, index, ...pathOf(column, row as Json)],
                    }) || (
                  <Cell
                    key={column.title}
                    column={column}
                    name={`${name} ${column.title.toLowerCase()}`}
                    keys={[...keys, index, ...pathOf(column, row as Json)]}
                    value={textAt(row as Json, pathOf(column, row as Json))}
                    isSecret={row && column.isSecret?.(row as Json)}
                    onInput={(text) => type(index, column, text)}
                  />
                )
            )}
            {row !== undefined && more?.(row as Json, index)}
            {row === undefined ? <span class="icon-button" /> : (
              <button
                type="button"
                class="icon-button"
                aria-label={`Remove ${name.toLowerCase()}`}
                title="Remove"
                disabled={isReadOnly}
                onClick={() => set([index], undefined)}
              >
                <Icon name="close" />
              </button>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/**
 * Keeps the focus in its row where a file that was read anew has the rows in
 * another order, as a `.bru` file that divides them into blocks: who types on
 * would else change another row.
 */
function useFocusOnRow(
  { list, rows, of, view }: {
    readonly list: { readonly current: HTMLUListElement | null };
    readonly rows: readonly Json[];
    readonly of: string;
    readonly view: Doc["view"];
  },
): void {
  const before = useRef({ rows, view });
  // The text of another row moves its caret.
  const focused = document.activeElement ?? undefined;
  const caret = isText(focused)
    ? [focused.selectionStart, focused.selectionEnd] as const
    : undefined;
  useLayoutEffect(() => {
    const was = before.current;
    before.current = { rows, view };
    // What a person edits stays in its place.
    if (was.view === view || was.view.id !== view.id || !focused) return;
    const items = [...list.current?.children ?? []];
    const from = items.findIndex((item) => item.contains(focused));
    const to = from < 0 ? -1 : sameRow(was.rows[from], rows, from);
    if (to < 0 || to === from) return;
    const label = focused.getAttribute("aria-label")
      ?.replace(`${of} ${from + 1}`, `${of} ${to + 1}`);
    const field = [...items[to].querySelectorAll<HTMLElement>("[aria-label]")]
      .find((it) => it.getAttribute("aria-label") === label);
    field?.focus();
    if (caret && isText(field)) field.setSelectionRange(...caret);
  });
}

function isText(
  element: Element | undefined,
): element is HTMLInputElement | HTMLTextAreaElement {
  return element instanceof HTMLTextAreaElement ||
    element instanceof HTMLInputElement && element.type === "text";
}

/** Where a row is now: where it was, if a row of its name is still there. */
function sameRow(
  row: Json | undefined,
  rows: readonly Json[],
  from: number,
): number {
  if (row === undefined) return -1;
  const isNamesake = (one: Json | undefined) =>
    ["name", "type"].every((key) => textAt(one, [key]) === textAt(row, [key]));
  if (isNamesake(rows[from])) return from;
  const same = rows.findIndex((one) => isSame(one, row));
  return same < 0 ? rows.findIndex(isNamesake) : same;
}

function pathOf({ key, path }: Column, row: Json | undefined) {
  return path?.(row) ?? (typeof key === "string" ? [key] : key);
}

function Cell({ column, name, keys, value, isSecret, onInput }: {
  readonly column: Column;
  readonly name: string;
  readonly keys: Keys;
  readonly value: string;
  readonly isSecret?: boolean;
  readonly onInput: (text: string) => void;
}) {
  const { options, title, isPlain, takesLines, hint } = column;
  if (options === undefined) {
    return (
      <Field
        label={name}
        value={value}
        keys={keys}
        hint={hint ?? title}
        class={column.class}
        isPlain={isPlain}
        isSecret={isSecret}
        takesLines={takesLines}
        onInput={onInput}
      />
    );
  }
  return (
    <select
      aria-label={name}
      class={column.class}
      value={value || options[0][0]}
      onChange={({ currentTarget }) => onInput(currentTarget.value)}
    >
      {options.map(([value, title]) => (
        <option key={value} value={value}>{title}</option>
      ))}
    </select>
  );
}
