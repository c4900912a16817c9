/** @jsxRuntime automatic */
/** @jsxImportSource preact */
/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { useState } from "preact/hooks";
import type { DefinitionView, FilePlace, PlaceholderView } from "../api.ts";
import { defineVariable, homeOfVariables } from "../state/item_actions.ts";
import { call } from "../state/session.ts";
import { shown } from "../../shown.ts";
import { useWorkbench } from "./context.tsx";
import { type ShownDefinition, shownDefinitions } from "./shown_definitions.ts";

/** Words for the kinds of placeholders that no file defines. */
const KINDS: Readonly<Partial<Record<PlaceholderView["kind"], string>>> = {
  generator: "A generated value, another one each time",
  prompt: "Brace asks for it when you send the request",
  environment: "From the environment of the process",
  expression: "An expression that Brace evaluates when you send the request",
};

/** What a placeholder stands for, and where that comes from. */
export function PlaceholderTip({ text, view, onReplace }: {
  readonly text: string;
  readonly view: PlaceholderView | undefined;
  /** Writes a suggestion in its place. */
  readonly onReplace?: (text: string) => void;
}) {
  if (view === undefined) return <p class="faint">Looking for {text} …</p>;
  const { kind, definitions, hides, more = 0, problem } = view;
  const { name = "", suggestion } = view;
  const [first, ...behind] = shownDefinitions(definitions);
  const wins = first?.definition;
  return (
    <>
      <span class="tip-head">
        <code>{shown(text)}</code>
        <span class="scope" data-scope={wins?.scope ?? kind}>
          {wins?.scope ?? kind}
        </span>
      </span>
      {problem !== undefined && <p class="tip-problem">{shown(problem)}</p>}
      {suggestion !== undefined && (
        <p>
          {onReplace === undefined
            ? `Did you mean ${shown(suggestion)}?`
            : (
              <button
                type="button"
                class="link"
                onClick={() => onReplace(text.replace(name, () => suggestion))}
              >
                Use {shown(text.replace(name, () => suggestion))}
              </button>
            )}
        </p>
      )}
      {problem !== undefined && kind === "variable" && wins === undefined && (
        <DefineIt name={name} />
      )}
      {wins === undefined
        ? KINDS[kind] && <p class="tip-line">{KINDS[kind]}</p>
        : <DefinitionTip {...first} />}
      {behind.length > 0 && (
        <>
          <p class="tip-line">
            {hides ? "Hides these definitions:" : "Other definitions:"}
          </p>
          {behind.map((it, index) => <DefinitionTip key={index} {...it} />)}
          {more > 0 && <p class="tip-line">and {more} more</p>}
        </>
      )}
    </>
  );
}

/** Makes a variable that nothing defines. */
function DefineIt({ name }: { readonly name: string }) {
  const workbench = useWorkbench();
  if (workbench.state?.readOnly || !/^[\w-]+$/.test(name)) return null;
  return (
    <p>
      <button
        type="button"
        class="link"
        onClick={() => void defineVariable(workbench, name)}
      >
        Define it in {shown(homeOfVariables(workbench).name)}
      </button>
    </p>
  );
}

/** One definition: its value, and its place, which it leads to. */
export function DefinitionTip(
  { definition, setters }: ShownDefinition,
) {
  const { text, scope, label, secret, place, by, reveal, kind } = definition;
  const [revealed, setRevealed] = useState<string>();
  const workbench = useWorkbench();
  const show = async () => {
    const answer = await workbench.try(() =>
      call("reveal", { definition: reveal! })
    );
    setRevealed(answer?.value);
  };
  return (
    <span class="definition">
      {(revealed ?? text) !== undefined && (
        <code class="placeholder-value">{shown(revealed ?? text!)}</code>
      )}
      {kind !== undefined && <span class="faint">{kind}</span>}
      {secret && <span class="scope secret">secret</span>}
      {reveal !== undefined && secret && (
        <button
          type="button"
          class="link"
          onClick={() =>
            revealed === undefined ? show() : setRevealed(undefined)}
        >
          {revealed === undefined ? "Reveal" : "Hide"}
        </button>
      )}
      <span class="tip-line">
        {label ?? scope}
        {by !== "file" && `, ${setText(definition)}`}
        {[place ?? [], setters].flat().map((it, index) => (
          <PlaceLink key={index} place={it} />
        ))}
      </span>
    </span>
  );
}

/** What sets a variable while requests run. */
function setText({ by, setBy, kept }: DefinitionView): string {
  if (kept) return "set by a script in this session";
  return `set by ${setBy === undefined ? `a ${by}` : `the ${setBy}`}`;
}

/** A file and line, which it opens where the page can. */
export function PlaceLink({ place }: { readonly place: FilePlace }) {
  const workbench = useWorkbench();
  const { id, file, line } = place;
  const text = line === undefined ? file : `${file}:${line}`;
  if (id === undefined) return <span class="place-link">{shown(text)}</span>;
  return (
    <button
      type="button"
      class="link place-link"
      onClick={() => workbench.goToLine(id, line)}
    >
      {shown(text)}
    </button>
  );
}
