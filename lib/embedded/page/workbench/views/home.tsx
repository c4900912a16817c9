/** @jsxRuntime automatic */
/** @jsxImportSource preact */
/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { useState } from "preact/hooks";
import { shown } from "../../shown.ts";
import { useWorkbench } from "../parts/context.tsx";
import * as items from "../state/item_actions.ts";
import { call } from "../state/session.ts";

/** What can be done first, where nothing is open. */
export function Home() {
  const workbench = useWorkbench();
  const { state } = workbench;
  if (state?.empty) return <Init />;
  return (
    <section class="view home" aria-label="Start">
      <h1>{state?.name}</h1>
      {state?.items.length === 0 && !state.readOnly
        ? (
          <p class="faint">
            Make the first request, or drop a file here: a collection of another
            client, OpenAPI, HAR or curl commands.
          </p>
        )
        : (
          <p class="faint">
            Choose a request in the tree, or press <kbd>Ctrl</kbd> <kbd>K</kbd>
            {" "}
            to go anywhere; <kbd>?</kbd> shows all keys.
          </p>
        )}
      {!state?.readOnly && (
        <p class="panel-tools">
          <button
            type="button"
            class="plain-button"
            onClick={() => items.newRequest(workbench)}
          >
            Make a request
          </button>
          <button
            type="button"
            class="plain-button"
            onClick={() => workbench.ask({ kind: "paste" })}
          >
            Paste a curl command
          </button>
        </p>
      )}
      {state?.collection !== undefined && (
        <p>
          <button
            type="button"
            class="link"
            onClick={() =>
              workbench.go({ view: "item", id: state.collection! })}
          >
            Headers, auth and variables of all requests
          </button>
        </p>
      )}
    </section>
  );
}

/** In a folder without a collection the page makes one. */
function Init() {
  const workbench = useWorkbench();
  const { name: folder = "", inside = [] } = workbench.state ?? {};
  const [name, setName] = useState(folder);
  const make = async (event: Event) => {
    event.preventDefault();
    await workbench.try(async () => {
      await call("init", { name: name.trim() });
      await workbench.refresh([], true);
    });
  };
  return (
    <section class="view home" aria-label="Start">
      <h1>This folder has no collection</h1>
      {inside.length > 0 && (
        <>
          <p>
            {inside.length === 1
              ? "A folder in it is one. To open it, type this in a terminal:"
              : "These folders in it are some. To open one, type its command in a terminal:"}
          </p>
          <ul class="choices" aria-label="Collections in this folder">
            {inside.map(({ name, command }) => (
              <li key={name}>
                <strong>{shown(name)}</strong> <code>{shown(command)}</code>
              </li>
            ))}
          </ul>
        </>
      )}
      <p class="faint">
        A collection is a folder of requests, in files that you can read and
        keep in Git.
      </p>
      <form onSubmit={make}>
        <label class="form-label">
          Name
          <input
            type="text"
            value={name}
            autocomplete="off"
            onInput={({ currentTarget }) => setName(currentTarget.value)}
          />
        </label>
        <button
          type="submit"
          class="main-button"
          disabled={name.trim() === "" || workbench.state?.readOnly}
        >
          Create the collection
        </button>
      </form>
      <p class="faint">
        To make one of an export of Postman, Insomnia or Bruno, of an OpenAPI
        document or a HAR file, type this in a terminal:{" "}
        <code>brace import FILE</code>
      </p>
    </section>
  );
}
