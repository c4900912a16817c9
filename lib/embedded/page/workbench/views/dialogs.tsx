/** @jsxRuntime automatic */
/** @jsxImportSource preact */
/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { useState } from "preact/hooks";
import { shown } from "../../shown.ts";
import { Dialog } from "../parts/dialog.tsx";
import { useWorkbench } from "../parts/context.tsx";
import { UnsavedDot } from "../parts/unsaved.tsx";
import type { Asking } from "../state/asking.ts";
import type { Workbench } from "../state/workbench.ts";
import { remove } from "../state/item_actions.ts";
import { importPasted } from "../state/imports.ts";
import { Denied } from "../state/session.ts";
import { ConflictDialog } from "./conflict_dialog.tsx";
import { KeysDialog } from "./keys_dialog.tsx";
import { Palette } from "./palette.tsx";
import { QuestionDialog } from "./question_dialog.tsx";

/** What stands above the page: a question of the server comes first. */
export function Dialogs() {
  const workbench = useWorkbench();
  const [question] = workbench.questions;
  const { asking } = workbench;
  if (question !== undefined) {
    return <QuestionDialog key={question.question} question={question} />;
  }
  switch (asking?.kind) {
    case undefined:
      return null;
    case "keys":
      return <KeysDialog />;
    case "palette":
      return <Palette />;
    case "environments":
      return <EnvironmentsDialog />;
    case "paste":
      return <PasteDialog />;
    case "name":
      return <NameDialog key={asking.title} asking={asking} />;
    case "delete":
      return <DeleteDialog asking={asking} />;
    case "conflict":
      return <ConflictDialog asking={asking} />;
    default:
      return asking satisfies never;
  }
}

/** Does what a dialog is for: it closes where nothing is wrong, else it says what. */
function useAction(workbench: Workbench) {
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const act = async (action: () => Promise<unknown>) => {
    const { asking } = workbench;
    setBusy(true);
    try {
      await action();
      if (workbench.asking === asking) workbench.ask(undefined);
    } catch (error) {
      if (error instanceof Denied && error.status !== 403) {
        setProblem(error.message);
      } else workbench.fail(error);
    }
    setBusy(false);
  };
  return { problem, isBusy, act };
}

const TYPES = [
  ["http", "HTTP"],
  ["graphql", "GraphQL"],
  ["websocket", "WebSocket"],
  ["grpc", "gRPC"],
] as const;

/** Asks for a name. */
function NameDialog(
  { asking }: { readonly asking: Extract<Asking, { kind: "name" }> },
) {
  const workbench = useWorkbench();
  const [name, setName] = useState(asking.name);
  const [type, setType] = useState("http");
  const { problem, isBusy, act } = useAction(workbench);
  return (
    <Dialog title={asking.title} onClose={() => workbench.ask(undefined)}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() !== "") {
            void act(() => asking.done(name.trim(), type));
          }
        }}
      >
        <label class="form-label">
          Name
          <input
            type="text"
            data-first
            autocomplete="off"
            value={name}
            onInput={({ currentTarget }) => setName(currentTarget.value)}
          />
        </label>
        {asking.hint !== undefined && <p class="faint">{shown(asking.hint)}</p>}
        {asking.hasType && (
          <label class="form-label">
            Type
            <select
              value={type}
              onChange={({ currentTarget }) => setType(currentTarget.value)}
            >
              {TYPES.map(([value, title]) => (
                <option key={value} value={value}>{title}</option>
              ))}
            </select>
          </label>
        )}
        {problem !== undefined && <p class="note bad" role="alert">{problem}
        </p>}
        <div class="dialog-actions">
          <button
            type="submit"
            class="main-button"
            disabled={isBusy || name.trim() === ""}
          >
            {asking.action}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

function DeleteDialog(
  { asking: { item } }: {
    readonly asking: Extract<Asking, { kind: "delete" }>;
  },
) {
  const workbench = useWorkbench();
  const isFolder = item.kind === "folder";
  return (
    <Dialog
      title={`Delete “${shown(item.name)}”?`}
      onClose={() => workbench.ask(undefined)}
    >
      <p>
        <code>{shown(item.path)}</code> is deleted from the disk
        {isFolder && ", with everything inside"}.
      </p>
      <div class="dialog-actions">
        <button
          type="button"
          class="plain-button"
          data-first
          onClick={() => workbench.ask(undefined)}
        >
          Keep it
        </button>
        <button
          type="button"
          class="main-button cancel"
          onClick={() => remove(workbench, item)}
        >
          Delete
        </button>
      </div>
    </Dialog>
  );
}

/** Several environments, whose order counts. */
function EnvironmentsDialog() {
  const workbench = useWorkbench();
  const { environments = [], selected: now = [] } = workbench.state ?? {};
  const [selected, setSelected] = useState(now);
  const names = [
    ...selected,
    ...environments.map(({ name }) => name).filter((it) =>
      !selected.includes(it)
    ),
  ];
  const move = (name: string, step: number) => {
    const at = selected.indexOf(name);
    setSelected(selected.toSpliced(at, 1).toSpliced(at + step, 0, name));
  };
  return (
    <Dialog
      title="Layers of variables"
      onClose={() => workbench.ask(undefined)}
    >
      <p class="faint">
        If two chosen ones have the same variable, the lower one wins.
      </p>
      <ul class="choices">
        {names.map((name) => {
          const at = selected.indexOf(name);
          const { id } = environments.find((it) => it.name === name) ?? {};
          return (
            <li key={name}>
              <label>
                <input
                  type="checkbox"
                  checked={at >= 0}
                  onChange={({ currentTarget: { checked } }) =>
                    setSelected(
                      checked
                        ? [...selected, name]
                        : selected.filter((it) => it !== name),
                    )}
                />{" "}
                {shown(name)}
              </label>
              {id !== undefined && <UnsavedDot id={id} />}
              <button
                type="button"
                class="link"
                aria-label={`Move ${name} up`}
                disabled={at < 1}
                onClick={() => move(name, -1)}
              >
                ↑
              </button>
              <button
                type="button"
                class="link"
                aria-label={`Move ${name} down`}
                disabled={at < 0 || at === selected.length - 1}
                onClick={() => move(name, 1)}
              >
                ↓
              </button>
            </li>
          );
        })}
      </ul>
      <div class="dialog-actions">
        <button
          type="button"
          class="main-button"
          onClick={() => {
            workbench.ask(undefined);
            void workbench.selectEnvironments(selected);
          }}
        >
          Use these
        </button>
      </div>
    </Dialog>
  );
}

/** Takes a curl command. */
function PasteDialog() {
  const workbench = useWorkbench();
  const [text, setText] = useState("");
  const { problem, isBusy, act } = useAction(workbench);
  return (
    <Dialog
      title="Paste a curl command"
      onClose={() => workbench.ask(undefined)}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void act(() => importPasted(workbench, text));
        }}
      >
        <textarea
          aria-label="Command"
          data-first
          rows={6}
          spellcheck={false}
          placeholder="curl https://api.example.com/users -H 'Accept: application/json'"
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
        {problem !== undefined && <p class="note bad" role="alert">{problem}
        </p>}
        <div class="dialog-actions">
          <button
            type="submit"
            class="main-button"
            disabled={isBusy || text.trim() === ""}
          >
            Create request
          </button>
        </div>
      </form>
    </Dialog>
  );
}
