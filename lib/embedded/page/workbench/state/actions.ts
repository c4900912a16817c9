/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import * as items from "./item_actions.ts";
import { saveDoc } from "./save_actions.ts";
import { saveDocs } from "./unsaved.ts";
import type { Workbench } from "./workbench.ts";

/** Something that a key does, and the palette offers. */
export interface PageAction {
  readonly title: string;
  /** As `KeyboardEvent` has it: `Ctrl+s`, `Alt+Shift+n`, `?`. */
  readonly keys?: string;
  readonly run: (workbench: Workbench) => void;
  /** Whether it cannot be done now. */
  readonly isOff?: (workbench: Workbench) => boolean;
  /** The palette does not offer it. */
  readonly isHidden?: true;
}

const isReadOnly = ({ state }: Workbench) =>
  state === undefined || state.readOnly || state.empty === true;

function focus(selector: string): void {
  document.querySelector<HTMLElement>(selector)?.focus();
}

/** Everything that has a key of its own, or can be gone to. */
export const ACTIONS: readonly PageAction[] = [
  {
    title: "Go anywhere",
    keys: "Ctrl+k",
    isHidden: true,
    run: (it) => it.ask({ kind: "palette" }),
  },
  {
    title: "Send the request",
    keys: "Ctrl+Enter",
    isOff: ({ request }) => request === undefined,
    run: (it) => it.request && void it.sendOf(it.request).send(),
  },
  {
    title: "Cancel the request",
    keys: "Escape",
    isHidden: true,
    isOff: (it) =>
      !(it.request && it.sendOf(it.request).isBusy) && !it.run.isBusy,
    run: (it) => {
      if (it.request) void it.sendOf(it.request).cancel();
      if (it.place.view === "run") void it.run.cancel();
    },
  },
  {
    title: "Save",
    keys: "Ctrl+s",
    isOff: (it) => isReadOnly(it) || it.doc === undefined,
    run: (it) => void saveDoc(it),
  },
  {
    title: "Save everything",
    keys: "Ctrl+Shift+s",
    isOff: isReadOnly,
    run: (it) =>
      void saveDocs(it, [...it.docs.values()].filter(({ isDirty }) => isDirty)),
  },
  {
    title: "Undo",
    keys: "Ctrl+z",
    isOff: (it) => it.doc === undefined,
    run: (it) => it.doc?.undo() && it.edited(it.doc),
  },
  {
    title: "Redo",
    keys: "Ctrl+Shift+z",
    isOff: (it) => it.doc === undefined,
    run: (it) => it.doc?.redo() && it.edited(it.doc),
  },
  {
    title: "New request",
    keys: "Alt+n",
    isOff: isReadOnly,
    run: items.newRequest,
  },
  {
    title: "New folder",
    keys: "Alt+Shift+n",
    isOff: isReadOnly,
    run: items.newFolder,
  },
  { title: "New environment", isOff: isReadOnly, run: items.newEnvironment },
  {
    title: "Paste a curl command",
    keys: "Alt+c",
    isOff: isReadOnly,
    run: (it) => it.ask({ kind: "paste" }),
  },
  { title: "Rename", keys: "F2", isOff: isReadOnly, run: items.rename },
  {
    title: "Duplicate",
    keys: "Ctrl+d",
    isOff: isReadOnly,
    run: (it) => void items.duplicate(it),
  },
  { title: "Delete", isOff: isReadOnly, run: items.askDelete },
  { title: "Run requests", keys: "Alt+r", run: (it) => it.go({ view: "run" }) },
  { title: "History", keys: "Alt+h", run: (it) => it.go({ view: "history" }) },
  {
    title: "Variables",
    keys: "Alt+v",
    run: (it) => it.go({ view: "variables" }),
  },
  {
    title: "Problems",
    keys: "Alt+p",
    run: (it) => it.go({ view: "problems" }),
  },
  { title: "Search", keys: "/", isHidden: true, run: () => focus("#search") },
  {
    title: "To the tree",
    keys: "Alt+1",
    isHidden: true,
    run: () => focus("#tree"),
  },
  {
    title: "To the request",
    keys: "Alt+2",
    isHidden: true,
    run: () => focus(".request-pane [role=tab][aria-selected=true]"),
  },
  {
    title: "To the response",
    keys: "Alt+3",
    isHidden: true,
    run: () => focus(".response-pane [role=tab][aria-selected=true]"),
  },
  {
    title: "Show keyboard shortcuts",
    keys: "?",
    run: (it) => it.ask({ kind: "keys" }),
  },
];

/** The keys of an action, for people. */
export function keyWords({ keys = "" }: PageAction): string {
  return keys.split("+").map((key) =>
    key === "Escape" ? "Esc" : key.length === 1 ? key.toUpperCase() : key
  ).join("+");
}

/** What an event's keys are called in {@linkcode PageAction.keys}. */
function nameOf(
  { key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent,
): string {
  const letter = key.length === 1 ? key.toLowerCase() : key;
  const isSign = key.length === 1 && !/[a-z]/i.test(key);
  return [
    (ctrlKey || metaKey) && "Ctrl",
    altKey && "Alt",
    shiftKey && !isSign && "Shift",
    letter,
  ].filter(Boolean).join("+");
}

/** Does what a key stands for; false: it stands for nothing here. */
export function actOnKey(workbench: Workbench, event: KeyboardEvent): boolean {
  const target = event.target instanceof Element ? event.target : undefined;
  const name = nameOf(event);
  const field = target?.closest("input, select, textarea, .cm-editor");
  // A sign in a field is text.
  if (field && /^.$/.test(name)) return false;
  // An editor undoes by itself.
  if (target?.closest(".cm-editor") && /^Ctrl\+(Shift\+)?z$/.test(name)) {
    return false;
  }
  const wanted = name === "Ctrl+y" ? "Ctrl+Shift+z" : name;
  const action = ACTIONS.find(({ keys }) => keys === wanted);
  if (action === undefined) return false;
  if (action.isOff?.(workbench)) return /^Ctrl\+[skd]$/.test(name);
  action.run(workbench);
  return true;
}
