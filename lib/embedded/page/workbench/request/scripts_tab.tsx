/** @jsxRuntime automatic */
/** @jsxImportSource preact */
/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { useMemo, useState } from "preact/hooks";
import { formatYamlPath } from "../../../../core/source/origin.ts";
import type { ScriptLanguage } from "../../../../core/collection/types.ts";
import { shown } from "../../shown.ts";
import type { Json } from "../api.ts";
import type { LineProblem } from "../editor/types.ts";
import type { Doc } from "../state/doc.ts";
import { listAt, textAt } from "../state/json_edit.ts";
import { useWorkbench } from "../parts/context.tsx";
import { TextEditor } from "./body_tab.tsx";
import { FromLink } from "./row_tabs.tsx";
import { TextView } from "../answer/text_view.tsx";

const PHASES = [
  ["before-request", "Before the request"],
  ["after-response", "After the response"],
  ["tests", "Tests"],
] as const;

const LANGUAGES = [
  ["javascript", "JavaScript"],
  ["typescript", "TypeScript"],
] as const;

/** Scripts around the request, and those that come from above. */
export function ScriptsTab({ doc }: { readonly doc: Doc }) {
  const workbench = useWorkbench();
  const keys = [
    doc.view.kind === "request" ? "runtime" : "request",
    "scripts",
  ];
  const scripts = listAt(doc.document, keys);
  const problems = useProblems(doc, keys);
  const inherited = doc.view.inherited?.scripts ?? [];
  const isReadOnly = workbench.state?.readOnly;
  const edit = (path: readonly (string | number)[], value?: string) => {
    doc.set([...keys, ...path], value, Date.now());
    workbench.edited(doc);
  };
  const [added, setAdded] = useState<number>();
  const add = (type: string) => {
    // It stands beside scripts that a person reads as one piece with it.
    const isPostmans = scripts.length > 0
      ? scripts.every(isPostman)
      : doc.view.scriptDialect === "postman";
    const extensions = { brace: { dialect: "postman" } };
    const script = { type, ...isPostmans && { extensions }, code: "" };
    doc.set([...keys, scripts.length], script, Date.now());
    setAdded(scripts.length);
    workbench.edited(doc);
  };
  return (
    <div class="editors">
      {scripts.length === 0 && (
        <p class="hint">
          No script yet. A test is such as{" "}
          <code>
            {'test("it is there", () => expect(res.status).to.equal(200))'}
          </code>
        </p>
      )}
      {scripts.map((script, index) => (
        <section key={index} aria-label={`Script ${index + 1}`}>
          <div class="panel-tools">
            <select
              aria-label={`Script ${index + 1} phase`}
              value={textAt(script, ["type"])}
              disabled={isReadOnly}
              onChange={({ currentTarget }) =>
                edit([index, "type"], currentTarget.value)}
            >
              {PHASES.map(([value, title]) => (
                <option key={value} value={value}>{title}</option>
              ))}
            </select>
            {
              /* Only OpenCollection has a place for it. */
            }
            {doc.view.language === "yaml" && (
              <select
                aria-label={`Script ${index + 1} language`}
                value={languageOf(script)}
                disabled={isReadOnly}
                onChange={({ currentTarget: { value } }) =>
                  edit(
                    [index, "language"],
                    value === "javascript" ? undefined : value,
                  )}
              >
                {LANGUAGES.map(([value, title]) => (
                  <option key={value} value={value}>{title}</option>
                ))}
              </select>
            )}
            {isPostman(script) && <span class="faint">Postman's API</span>}
            <button
              type="button"
              class="link"
              aria-label={`Remove script ${index + 1}`}
              disabled={isReadOnly}
              onClick={() =>
                edit([index])}
            >
              Remove
            </button>
          </div>
          <TextEditor
            doc={doc}
            label={`Script ${index + 1}`}
            keys={[...keys, index, "code"]}
            language={languageOf(script)}
            problems={problems[index]}
            class="low"
            {...index === added && { line: 1 }}
          />
        </section>
      ))}
      {!isReadOnly && (
        <p class="panel-tools">
          {PHASES.map(([value, title]) => (
            <button
              key={value}
              type="button"
              class="plain-button"
              onClick={() => add(value)}
            >
              + {title}
            </button>
          ))}
        </p>
      )}
      {inherited.map(({ phase, code, from }, index) => (
        <section
          key={index}
          class="more-rows"
          aria-label={`Inherited script ${index + 1}`}
        >
          <h2>
            {phase} <FromLink from={from} />
          </h2>
          <div class="low">
            <TextView text={code} language="text" label="Inherited script" />
          </div>
        </section>
      ))}
    </div>
  );
}

/** What checks say of the scripts of the file, by their indices; nothing of one that is edited. */
function useProblems(
  { document, view }: Doc,
  keys: readonly string[],
): (readonly LineProblem[] | undefined)[] {
  const codes = (of: Json | undefined) =>
    listAt(of, keys).map((it) => textAt(it, ["code"]));
  const now = codes(document);
  return useMemo(() => {
    const saved = codes(view.document);
    return now.map((code, index) => {
      if (code !== saved[index]) return undefined;
      const path = formatYamlPath([...keys, index, "code"]);
      return view.problems.flatMap(({ place, message, severity }) => {
        const { textLine, keys: at = [] } = place ?? {};
        const line = textLine ?? (code.includes("\n") ? undefined : 1);
        return line === undefined || formatYamlPath(at) !== path
          ? []
          : [{ line, message: shown(message), severity }];
      });
    });
  }, [view.problems, view.document, ...now]);
}

function languageOf(script: Json): ScriptLanguage {
  const isTyped = textAt(script, ["language"]) === "typescript";
  return isTyped ? "typescript" : "javascript";
}

function isPostman(script: Json): boolean {
  return textAt(script, ["extensions", "brace", "dialect"]) === "postman";
}
