/** @jsxRuntime automatic */
/** @jsxImportSource preact */
/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { useState } from "preact/hooks";
import type { From, Json } from "../api.ts";
import { OPERATOR_ROWS } from "../../../../core/collection/shape/operators.ts";
import {
  ownIndex,
  writtenQuery,
} from "../../../../core/request/written_query.ts";
import { Extended } from "./extended.tsx";
import type { Doc } from "../state/doc.ts";
import { call } from "../state/session.ts";
import { listAt, textAt } from "../state/json_edit.ts";
import { useWorkbench } from "../parts/context.tsx";
import { useFresh } from "../parts/fresh.ts";
import { PlaceLink } from "../parts/placeholder_tip.tsx";
import { Rows } from "../parts/rows.tsx";
import {
  EnvHint,
  envName,
  valuePath,
  VariableRow,
} from "../parts/variable_row.tsx";
import { shown } from "../../shown.ts";
import { asParams, followRows, pathNames, queryOf } from "./query.ts";
import { secretWithoutPlace, tickNewSecrets } from "./secret_tick.ts";
import { sectionOf } from "./section.ts";

const NAME = { key: "name", title: "Name" } as const;
const VALUE = { key: "value", title: "Value" } as const;

/** Path and query parameters; those of the URL are edited there. */
export function ParamsTab({ doc }: { readonly doc: Doc }) {
  const workbench = useWorkbench();
  const section = sectionOf(doc.document);
  const url = textAt(doc.document, [section, "url"]);
  const params = listAt(doc.document, [section, "params"]);
  const names = new Set(params.map((it) => textAt(it, ["name"])));
  const inUrl = queryOf(url);
  const paths = pathNames(url, names);
  const only = inUrl.filter(({ name }) => !names.has(name));
  const follow = (before: readonly Json[], after: readonly Json[]) => {
    const next = followRows(url, asParams(before), asParams(after), {
      // Bruno sends what the URL says.
      isWhole: doc.view.language === "bru",
    });
    if (next !== url) doc.follow([section, "url"], next);
  };
  const add = (name: string, value: string, type: "path" | "query") => {
    doc.set(
      [section, "params", params.length],
      { name, value, type },
      Date.now(),
    );
    workbench.edited(doc);
    const label = `Param ${params.length + 1} value`;
    requestAnimationFrame(() =>
      document.querySelector<HTMLElement>(`[aria-label="${label}"]`)?.focus()
    );
  };
  return (
    <>
      {params.length + only.length + paths.length === 0 && (
        <p class="hint">
          Type a name and a value to add a parameter to the query.
        </p>
      )}
      <Rows
        doc={doc}
        keys={[section, "params"]}
        of="Param"
        normal={{ type: "query" }}
        onEdited={follow}
        columns={[NAME, VALUE, {
          key: "type",
          title: "Type",
          options: [["query", "Query"], ["path", "Path"]],
        }]}
        more={(row) =>
          isSplit(row, url) && (
            <p class="row-note">
              The & begins another parameter: write %26 to send it in the value
            </p>
          )}
      />
      {only.length + paths.length > 0 && (
        <section class="more-rows" aria-label="In the URL">
          <h2>In the URL</h2>
          <ul>
            {only.map(({ name, value }, index) => (
              <li key={index}>
                <code>{shown(name)}={shown(value)}</code>
                <button
                  type="button"
                  class="link"
                  onClick={() => add(name, value, "query")}
                >
                  Edit as a row
                </button>
              </li>
            ))}
            {paths.map((name) => (
              <li key={name}>
                <code>:{shown(name)}</code> has no value
                <button
                  type="button"
                  class="link"
                  onClick={() => add(name, "", "path")}
                >
                  Give it one
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

/** Whether a row is added to the query as more than one parameter. */
function isSplit(row: Json, url: string): boolean {
  const { disabled } = row as { readonly disabled?: Json };
  const name = { text: textAt(row, ["name"]) };
  return disabled !== true && textAt(row, ["type"]) !== "path" &&
    ownIndex(textAt(row, ["value"]), "&") !== undefined &&
    !writtenQuery(url)({ name });
}

/** Headers, and those that come from above. */
export function HeadersTab({ doc }: { readonly doc: Doc }) {
  const section = sectionOf(doc.document);
  const isRequest = doc.view.kind === "request";
  const keys = isRequest
    ? [section, section === "grpc" ? "metadata" : "headers"]
    : ["request", "headers"];
  const own = new Set(
    listAt(doc.document, keys).map((it) => textAt(it, ["name"]).toLowerCase()),
  );
  const inherited = doc.view.inherited?.headers ?? [];
  return (
    <>
      <Rows doc={doc} keys={keys} of="Header" columns={[NAME, VALUE]} />
      {inherited.length > 0 && (
        <section class="more-rows" aria-label="Inherited headers">
          <h2>Inherited</h2>
          <ul>
            {inherited.map(({ name, value, from }, index) => (
              <li
                key={index}
                class={own.has(name.toLowerCase()) ? "hidden-by-own" : ""}
              >
                <code>{shown(name)}: {shown(value)}</code>
                <FromLink from={from} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

/** Where something inherited comes from. */
export function FromLink({ from }: From) {
  return (
    <span class="faint">
      {from.level} {shown(from.name)} <PlaceLink place={from} />
    </span>
  );
}

/** The words for kinds of variables that are more than a text. */
const KINDS = [
  ["", "Text"],
  ["number", "Number"],
  ["boolean", "Boolean"],
  ["null", "Null"],
  ["object", "Object"],
  ["array", "Array"],
] as const;

/** Variables of what is open, and all that are in reach. */
export function VariablesTab({ doc }: { readonly doc: Doc }) {
  const { kind } = doc.view;
  const keys = kind === "environment"
    ? ["variables"]
    : [kind === "request" ? "runtime" : "request", "variables"];
  return (
    <>
      <VariableRows doc={doc} keys={keys} />
      {kind === "environment" && <Extended doc={doc} />}
      {kind === "request" && (
        <section class="more-rows" aria-label="Set by the response">
          <h2>
            Set by the response{" "}
            <span class="faint">such as token from res.body.token</span>
          </h2>
          <Rows
            doc={doc}
            keys={["runtime", "actions"]}
            of="Action"
            normal={{
              type: "set-variable",
              phase: "after-response",
              selector: { expression: "", method: "jsonq" },
              variable: { name: "", scope: "runtime" },
            }}
            columns={[
              { key: ["variable", "name"], title: "Variable", isPlain: true },
              {
                key: ["selector", "expression"],
                title: "Expression",
                hint: "res.body.id",
                isPlain: true,
              },
              {
                key: ["variable", "scope"],
                title: "Scope",
                options: [
                  "runtime",
                  "request",
                  "folder",
                  "environment",
                  "collection",
                  "global",
                ].map((it) =>
                  [it, it] as const
                ),
              },
            ]}
          />
        </section>
      )}
      {kind !== "environment" && <Reach doc={doc} />}
    </>
  );
}

/** Whether a variable is a secret. */
function isTicked(row: Json): boolean {
  return (row as { secret?: Json }).secret === true;
}

/** Rows of variables, each with its kind and whether it is secret. */
function VariableRows({ doc, keys }: {
  readonly doc: Doc;
  readonly keys: readonly string[];
}) {
  const workbench = useWorkbench();
  const rows = listAt(doc.document, keys);
  const change = (row: number, text: string) => {
    const value = textAt(rows[row], valuePath(rows[row]));
    doc.set(
      [...keys, row, "value"],
      text === "" ? value : { type: text, data: value },
      Date.now(),
    );
    const after = listAt(doc.document, keys);
    tickNewSecrets(doc, keys, { before: rows, after });
    workbench.edited(doc);
  };
  const isReadOnly = workbench.state?.readOnly;
  // What the file has: a hint stays while a person types over the value.
  const hints = listAt(doc.view.document, keys).flatMap((row) => {
    const env = envName(textAt(row, valuePath(row)));
    return isTicked(row) && env !== undefined
      ? <EnvHint of={textAt(row, ["name"])} env={env} />
      : [];
  });
  return (
    <>
      <Rows
        doc={doc}
        keys={keys}
        of="Variable"
        onEdited={(before, after) =>
          tickNewSecrets(doc, keys, { before, after })}
        columns={[{ ...NAME, isPlain: true }, {
          ...VALUE,
          path: valuePath,
          takesLines: true,
          isSecret: isTicked,
        }]}
        more={(row, index) => {
          const name = textAt(row, ["name"]) || `variable ${index + 1}`;
          const note = secretWithoutPlace(doc, row);
          return (
            <>
              <select
                aria-label={`Kind of ${name}`}
                value={textAt(row, ["value", "type"])}
                disabled={isReadOnly}
                onChange={({ currentTarget }) =>
                  change(index, currentTarget.value)}
              >
                {KINDS.map(([value, title]) => (
                  <option key={value} value={value}>{title}</option>
                ))}
              </select>
              <label class="secret-label">
                <input
                  type="checkbox"
                  aria-label={`${name} is a secret`}
                  title="Mask its value wherever Brace prints something"
                  checked={isTicked(row)}
                  disabled={isReadOnly}
                  onChange={({ currentTarget: { checked } }) => {
                    doc.set(
                      [...keys, index, "secret"],
                      checked ? true : undefined,
                      Date.now(),
                    );
                    workbench.edited(doc);
                  }}
                />{" "}
                Secret
              </label>
              {note !== undefined && <p class="row-note">{note}</p>}
            </>
          );
        }}
      />
      {hints}
    </>
  );
}

/** Every variable in reach, with the definition that wins. */
function Reach({ doc }: { readonly doc: Doc }) {
  const [isOpen, setOpen] = useState(false);
  const answer = useFresh(doc, (asked) => call("variables", asked), isOpen);
  const variables = answer?.variables;
  return (
    <details
      class="more-rows"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>All variables in reach</summary>
      {variables?.length === 0 && <p class="hint">No variable is in reach.</p>}
      <ul>
        {variables?.map((it) => <VariableRow key={it.name} variable={it} />)}
      </ul>
    </details>
  );
}

/** What must hold of the response. */
export function AssertionsTab({ doc }: { readonly doc: Doc }) {
  return (
    <>
      {listAt(doc.document, ["runtime", "assertions"]).length === 0 && (
        <p class="hint">
          Say what the response must be like, such as <code>res.status</code> eq
          {" "}
          <code>200</code>.
        </p>
      )}
      <Rows
        doc={doc}
        keys={["runtime", "assertions"]}
        of="Assertion"
        normal={{ expression: "res.status", operator: "eq", value: "" }}
        columns={[
          { key: "expression", title: "Expression", hint: "res.status" },
          {
            key: "operator",
            title: "Operator",
            options: Object.entries(OPERATOR_ROWS).map(([name]) =>
              [name, name] as const
            ),
          },
          {
            ...VALUE,
            isShown: (row) => {
              const name = textAt(row, ["operator"]);
              return OPERATOR_ROWS[name as keyof typeof OPERATOR_ROWS]
                ?.hasValue ?? true;
            },
          },
        ]}
      />
    </>
  );
}
