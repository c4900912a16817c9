/** @jsxRuntime automatic */
/** @jsxImportSource preact */
/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { shown } from "../../shown.ts";
import { useWorkbench } from "../parts/context.tsx";
import { isUnsaved } from "../state/unsaved.ts";
import type { TreeRow } from "./tree_rows.ts";

/** The kind of data that a dragged item is. */
export const DRAGGED = "application/x-brace-item";

/** A folder or request of the tree. */
export function TreeLine(
  { row, index, top, isChosen, over, onOpen, onToggle, onOver, onDrop }: {
    readonly row: TreeRow;
    readonly index: number;
    readonly top: number;
    readonly isChosen: boolean;
    readonly over: { readonly inside: boolean } | undefined;
    readonly onOpen: () => void;
    readonly onToggle: () => void;
    readonly onOver: (inside: boolean) => void;
    readonly onDrop: (id: string, inside: boolean) => void;
  },
) {
  const workbench = useWorkbench();
  const { place } = workbench;
  const isOpen = place.view === "item" && place.id === row.id;
  const isDirty = isUnsaved(workbench, row.id);
  const isBusy = workbench.sends.get(row.id)?.isBusy ?? false;
  const about = [
    row.kind === "request" ? row.method : row.kind,
    isDirty && "unsaved",
    row.problems && `${row.problems} problems`,
  ].filter(Boolean).join(", ");
  /** In the middle of a folder's row it is dropped into the folder. */
  const isInside = (event: DragEvent) => {
    const { top, height } = (event.currentTarget as HTMLElement)
      .getBoundingClientRect();
    return row.kind === "folder" && event.clientY - top > height * 0.35;
  };
  return (
    <div
      role="treeitem"
      id={`row-${index}`}
      class={[
        "tree-row",
        isOpen && "open",
        isChosen && "chosen",
        over && (over.inside ? "drop-inside" : "drop-before"),
      ].filter(Boolean).join(" ")}
      style={{
        top: `${top}px`,
        paddingLeft: `${8 + Math.min(row.level - 1, 12) * 16}px`,
      }}
      aria-label={shown(row.name)}
      aria-description={about}
      aria-level={row.level}
      aria-posinset={row.place}
      aria-setsize={row.siblings}
      aria-selected={isChosen}
      aria-expanded={row.isOpen}
      title={`${shown(row.name)}\n${shown(row.more ?? row.path)}`}
      draggable={!workbench.state?.readOnly && row.more === undefined}
      onClick={onOpen}
      onDragStart={(event) => event.dataTransfer?.setData(DRAGGED, row.id)}
      onDragOver={(event) => {
        if (!event.dataTransfer?.types.includes(DRAGGED)) return;
        event.preventDefault();
        onOver(isInside(event));
      }}
      onDrop={(event) => {
        const id = event.dataTransfer?.getData(DRAGGED);
        if (!id) return;
        event.preventDefault();
        event.stopPropagation();
        onDrop(id, isInside(event));
      }}
    >
      {row.isOpen !== undefined
        ? (
          <span
            class={row.isOpen ? "twist down" : "twist"}
            aria-hidden="true"
            onClick={(event) => {
              event.stopPropagation();
              onToggle();
            }}
          />
        )
        : row.kind === "request" && row.method !== undefined
        ? (
          <span
            class={`method ${row.method.toLowerCase()}`}
            data-text={SHORT[row.method] ?? shown(row.method)}
          />
        )
        : <span class="method" data-text={MARKS[row.kind] ?? ""} />}
      <span class="tree-name">
        {shown(row.name)}
        {row.more !== undefined && (
          <span class="tree-more" data-text={shown(row.more)} />
        )}
      </span>
      {isBusy && <span class="progress" aria-hidden="true" />}
      {row.problems !== undefined && row.problems > 0 && (
        <span class="badge" data-text={row.problems} />
      )}
      {isDirty && <span class="unsaved" aria-hidden="true" title="Unsaved" />}
    </div>
  );
}

/** Methods that are too long for their column. */
const SHORT: Readonly<Record<string, string>> = {
  DELETE: "DEL",
  OPTIONS: "OPT",
  PATCH: "PATCH",
};

// Texts that a name does not have come from the style: they are told in the description.
const MARKS: Readonly<Partial<Record<TreeRow["kind"], string>>> = {
  broken: "!",
  environment: "ENV",
  unsupported: "–",
};
