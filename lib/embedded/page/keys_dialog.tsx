/** @jsxRuntime automatic */
/** @jsxImportSource preact */
/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import type { RefObject } from "preact";
import { Icon } from "./icon.tsx";

const KEYS: readonly (readonly [keys: string, what: string])[] = [
  ["/", "Search"],
  ["j", "Next request"],
  ["k", "Previous request"],
  ["n", "Next request that did not pass"],
  ["↑ ↓ Home End", "Move in the list"],
  ["Enter", "Open the request"],
  [
    "Tab",
    "Move on, to placeholders too: they tell where their value came from",
  ],
  ["Esc", "Close what is open"],
  ["1 2 3", "Overview, requests, waterfall"],
  ["t", "Light or dark"],
  ["?", "This help"],
];

/** Tells which keys do what. */
export function KeysDialog(
  { dialog }: { readonly dialog: RefObject<HTMLDialogElement> },
) {
  return (
    <dialog ref={dialog} aria-labelledby="keys-title">
      <form method="dialog">
        <h2 id="keys-title">Keyboard</h2>
        <button type="submit" class="icon-button" aria-label="Close">
          <Icon name="close" />
        </button>
      </form>
      <dl class="keys">
        {KEYS.map(([keys, what]) => (
          <div key={keys}>
            <dt>{keys.split(" ").map((key) => <kbd key={key}>{key}</kbd>)}</dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </dialog>
  );
}
