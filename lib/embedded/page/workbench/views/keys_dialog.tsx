/** @jsxRuntime automatic */
/** @jsxImportSource preact */
/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { Dialog } from "../parts/dialog.tsx";
import { useWorkbench } from "../parts/context.tsx";
import { ACTIONS, keyWords } from "../state/actions.ts";

/** Keys that a part of the page has by itself. */
const MORE: readonly (readonly [string, string])[] = [
  ["↑ ↓ ← →", "Move in the tree, open and close folders; Enter opens"],
  ["Alt+↑ Alt+↓", "Move an item of the tree, or a row of a table"],
  [
    "Alt+→ Alt+←",
    "Move an item of the tree into the next folder, or out of it",
  ],
  ["Delete", "Delete the selected item"],
  ["Ctrl+V", "Create a request from a curl command"],
  ["Ctrl+Space", "Complete a placeholder"],
  ["Ctrl+I", "Show the value of the placeholder at the cursor"],
  ["← →", "Next tab, where a tab has the focus"],
  ["Esc Tab", "Leave an editor"],
];

/** Which keys do what. */
export function KeysDialog() {
  const workbench = useWorkbench();
  return (
    <Dialog
      title="Keyboard"
      size="wide"
      onClose={() => workbench.ask(undefined)}
    >
      <dl class="keys">
        {ACTIONS.filter(({ keys }) => keys !== undefined).map((it) => (
          <div key={it.title}>
            <dt>
              <Keys text={keyWords(it)} />
            </dt>
            <dd>{it.title}</dd>
          </div>
        ))}
        {MORE.map(([keys, title]) => (
          <div key={title}>
            <dt>
              <Keys text={keys} />
            </dt>
            <dd>{title}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

function Keys({ text }: { readonly text: string }) {
  return (
    <>
      {text.split(/[ +]/).map((key, index) => <kbd key={index}>{key}</kbd>)}
    </>
  );
}
