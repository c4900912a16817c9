/** @jsxRuntime automatic */
/** @jsxImportSource preact */
/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { Asked } from "../api.ts";
import { shown } from "../../shown.ts";
import { useAnswer } from "../parts/answer.ts";
import { useWorkbench } from "../parts/context.tsx";
import { UnsavedDot } from "../parts/unsaved.tsx";
import { VariableRow } from "../parts/variable_row.tsx";
import { newEnvironment, openVariables } from "../state/item_actions.ts";
import { call } from "../state/session.ts";

/** Environments, and every variable with the definition that wins. */
export function VariablesPage() {
  const workbench = useWorkbench();
  const { state } = workbench;
  const [text, setText] = useState("");
  const { variables, kept = [], cookies = [], secrets = [] } =
    useAnswer(() => call("variables", {}), [state, workbench.notes.version]) ??
      {};
  const whom = selection(state?.selected ?? []);
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
              onClick={() => openVariables(workbench, id)}
            >
              {shown(name)}
            </button>
            <UnsavedDot id={id} />
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
            onClick={() => openVariables(workbench, state.collection!)}
          >
            Variables of the collection
          </button>
        )}
        {state?.collection !== undefined && (
          <UnsavedDot
            id={state.collection}
          />
        )}
      </p>
      {kept.length > 0 && (
        <Kept
          title="Set by scripts in this session"
          hint={`Requests that you send ${whom} start with these values. No file contains them. ${FORGETS}`}
          what="variables"
        >
          {kept.map((it, at) => <VariableRow key={at} variable={it} />)}
        </Kept>
      )}
      {cookies.length > 0 && (
        <Kept
          title="Cookies of this session"
          hint={`Requests that you send ${whom} carry the cookies that match their URL. A run starts without cookies. ${FORGETS}`}
          what="cookies"
        >
          {cookies.map(({ name, domain, path }, at) => (
            <li key={at}>
              <code>{shown(name)}</code>
              <span class="definition">
                <span class="tip-line">{shown(domain + path)}</span>
              </span>
            </li>
          ))}
        </Kept>
      )}
      {secrets.length > 0 && (
        <Kept
          title="Secrets that you typed in this session"
          hint={`Requests that you send ${whom} use them. No file contains them. ${FORGETS}`}
          what="secrets"
        >
          {secrets.map((name) => (
            <li key={name}>
              <code>{shown(name)}</code>
              <span class="definition">
                <code class="placeholder-value">***</code>
                <span class="scope secret">secret</span>
              </span>
            </li>
          ))}
        </Kept>
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

const FORGETS =
  "Brace forgets them when a variable that the files define gets another value.";

/** For whom it is kept. */
function selection(selected: readonly string[]): string {
  const names = selected.map((name) => `“${shown(name)}”`).join(" and ");
  return names === "" ? "without an environment" : `with ${names}`;
}

/** What the session keeps for the selected environments, and how to be rid of it. */
function Kept({ title, hint, what, children }: {
  readonly title: string;
  readonly hint: string;
  readonly what: Asked<"forgetKept">["what"];
  readonly children: ComponentChildren;
}) {
  const workbench = useWorkbench();
  return (
    <>
      <h2>{title}</h2>
      <p class="hint">{hint}</p>
      <ul class="variables" aria-label={title}>{children}</ul>
      <p class="panel-tools">
        <button
          type="button"
          class="plain-button"
          aria-label={`Forget ${what}`}
          onClick={() => void workbench.try(() => call("forgetKept", { what }))}
        >
          Forget
        </button>
      </p>
    </>
  );
}
