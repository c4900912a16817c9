/** @jsxRuntime automatic */
/** @jsxImportSource preact */
/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { useEffect, useState } from "preact/hooks";
import type { VariableView } from "../api.ts";
import { shown } from "../../shown.ts";
import { useWorkbench } from "../parts/context.tsx";
import { VariableRow } from "../parts/variable_row.tsx";
import { newEnvironment } from "../state/item_actions.ts";
import { call } from "../state/session.ts";

/** Environments, and every variable with the definition that wins. */
export function VariablesPage() {
  const workbench = useWorkbench();
  const { state } = workbench;
  const [variables, setVariables] = useState<readonly VariableView[]>();
  const [kept, setKept] = useState<readonly VariableView[]>([]);
  const [text, setText] = useState("");
  useEffect(() => {
    void workbench.try(async () => {
      const { variables, kept } = await call("variables", {});
      setVariables(variables);
      setKept(kept);
    });
  }, [state, workbench.notes.version]);
  const words = text.trim().toLowerCase();
  const found = variables?.filter(({ name }) =>
    name.toLowerCase().includes(words)
  );
  return (
    <section class="view" aria-label="Variables of the collection">
      <h1>Variables</h1>
      <h2>Environments</h2>
      {state?.environments.length === 0 && (
        <p class="hint">
          An environment has the values for one server, such as “local”. “New
          environment” makes one.
        </p>
      )}
      <ul class="choices">
        {state?.environments.map(({ id, name, problems }) => (
          <li key={id}>
            <button
              type="button"
              class="link"
              onClick={() => workbench.go({ view: "item", id })}
            >
              {shown(name)}
            </button>
            {state.selected.includes(name) && <span class="tag">selected</span>}
            {problems > 0 && <span class="badge">{problems}</span>}
          </li>
        ))}
      </ul>
      <p class="panel-tools">
        <button
          type="button"
          class="plain-button"
          disabled={state?.readOnly}
          onClick={() => newEnvironment(workbench)}
        >
          New environment
        </button>
        {state?.collection !== undefined && (
          <button
            type="button"
            class="plain-button"
            onClick={() =>
              workbench.go({ view: "item", id: state.collection! })}
          >
            Variables of the collection
          </button>
        )}
      </p>
      {kept.length > 0 && (
        <>
          <h2>Set by scripts in this session</h2>
          <p class="hint">
            {keptHint(state?.selected ?? [])}
          </p>
          <ul class="variables" aria-label="Set by scripts in this session">
            {kept.map((it, at) => <VariableRow key={at} variable={it} />)}
          </ul>
          <p class="panel-tools">
            <button
              type="button"
              class="plain-button"
              onClick={() =>
                void workbench.try(() => call("forgetVariables", {}))}
            >
              Forget
            </button>
          </p>
        </>
      )}
      <h2>All variables</h2>
      <div class="panel-tools">
        <input
          type="text"
          class="filter"
          aria-label="Find a variable"
          placeholder="Find a variable"
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
      </div>
      {found?.length === 0 && (
        <p class="empty">
          {words === ""
            ? "No variable is defined yet."
            : "No variable has this name."}
        </p>
      )}
      {found !== undefined && found.length > 0 && (
        <ul class="variables">
          {found.slice(0, 400).map((it) => (
            <VariableRow key={it.name} variable={it} />
          ))}
        </ul>
      )}
    </section>
  );
}

/** Who gets the values that scripts set. */
function keptHint(selected: readonly string[]): string {
  const names = selected.map((name) => `“${shown(name)}”`).join(" and ");
  const whom = names === "" ? "without an environment" : `with ${names}`;
  return `What you send next ${whom} starts with these values, which are in no file. Brace forgets them when a variable that the files define gets another value.`;
}
