/** @jsxRuntime automatic */
/** @jsxImportSource preact */
/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { useState } from "preact/hooks";
import { diffLines } from "./line_diff.ts";
import { shown } from "../../shown.ts";
import type { Question } from "../api.ts";
import { Dialog } from "../parts/dialog.tsx";
import { useWorkbench } from "../parts/context.tsx";
import { type Asking, type Workbench } from "../state/workbench.ts";
import { remove } from "../state/item_actions.ts";
import { call, Refused } from "../state/session.ts";
import { KeysDialog } from "./keys_dialog.tsx";
import { Palette } from "./palette.tsx";

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

/** Something that the server asks while it sends. */
function QuestionDialog({ question }: { readonly question: Question }) {
  const workbench = useWorkbench();
  const [value, setValue] = useState("");
  const answer = (text: string) => workbench.answer(question, text);
  const cancel = async () => {
    await answer(question.kind === "prompt" ? "" : "no");
    if (question.kind !== "prompt") return;
    await workbench.doc && workbench.sendOf(workbench.doc!.view.id).cancel();
    await workbench.run.cancel();
  };
  switch (question.kind) {
    case "host":
      return (
        <Dialog
          title="Send to an undeclared host?"
          onClose={() => answer("no")}
        >
          <p>
            {question.request && (
              <>
                <strong>{shown(question.request)}</strong> goes to{" "}
              </>
            )}
            <code>{shown(question.host)}</code>, which no request and no
            environment of this collection names.
          </p>
          <p class="faint">
            To permit it for good, add it to <code>extensions.brace.hosts</code>
            {" "}
            of the collection.
          </p>
          <div class="dialog-actions">
            <button
              type="button"
              class="plain-button"
              data-first
              onClick={() => answer("no")}
            >
              No
            </button>
            <button
              type="button"
              class="plain-button"
              onClick={() => answer("once")}
            >
              Once
            </button>
            <button
              type="button"
              class="main-button"
              onClick={() => answer("session")}
            >
              For this session
            </button>
          </div>
        </Dialog>
      );
    case "prompt":
      return (
        <Dialog title={question.text} onClose={cancel}>
          <form
            onSubmit={(event) => {
              event.preventDefault();
              void answer(value);
            }}
          >
            <input
              type={question.hidden ? "password" : "text"}
              aria-label={question.text}
              autocomplete="off"
              data-first
              value={value}
              onInput={({ currentTarget }) => setValue(currentTarget.value)}
            />
            {question.hidden && (
              <p class="faint">It is masked wherever Brace prints something.</p>
            )}
            <div class="dialog-actions">
              <button type="button" class="plain-button" onClick={cancel}>
                Stop
              </button>
              <button type="submit" class="main-button">Go on</button>
            </div>
          </form>
        </Dialog>
      );
    case "needed":
      return (
        <Dialog
          title="Run what it needs first?"
          onClose={() => answer("no")}
        >
          <p>
            {question.names.map((it) => `{{${it}}}`).map(shown).join(", ")}{" "}
            {question.names.length === 1 ? "is" : "are"}{" "}
            set by other requests only, which have not run.
          </p>
          <div class="dialog-actions">
            <button
              type="button"
              class="plain-button"
              onClick={() => answer("no")}
            >
              No
            </button>
            <button
              type="button"
              class="main-button"
              data-first
              onClick={() => answer("yes")}
            >
              Yes
            </button>
          </div>
        </Dialog>
      );
    default:
      return question satisfies never;
  }
}

/** What `run` of a dialog does: it closes where nothing is wrong, else says what. */
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
      if (error instanceof Refused && error.status !== 403) {
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
        {isFolder && ", with all that is in it"}.
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

/** The file has changed where it was edited, too. */
function ConflictDialog(
  { asking: { id, conflict } }: {
    readonly asking: Extract<Asking, { kind: "conflict" }>;
  },
) {
  const workbench = useWorkbench();
  const [isCompared, setCompared] = useState(false);
  const { mine, theirs, revision, fits } = conflict;
  const doc = workbench.docs.get(id);
  const keepMine = async () => {
    workbench.ask(undefined);
    if (doc === undefined) return;
    if (fits) return await workbench.save(doc, "mine");
    // The person has seen both: what is on the disk now is what is replaced.
    doc.view = { ...doc.view, revision, source: theirs };
    doc.source = mine;
    await workbench.save(doc, "mine");
  };
  const takeTheirs = async () => {
    workbench.ask(undefined);
    if (doc !== undefined) await workbench.discard(doc);
  };
  return (
    <Dialog
      title="The file has changed outside"
      size={isCompared ? "wide" : undefined}
      onClose={() => workbench.ask(undefined)}
    >
      <p>
        <code>{doc?.view.file}</code>{" "}
        was written by another program or page after you opened it. Nothing is
        saved yet.
      </p>
      <p class="faint">
        {fits
          ? "Keep mine writes the lines that you edited into the file as it is now."
          : "Both changed the same lines: Keep mine replaces the file with your text."}
      </p>
      {isCompared && (
        <div class="diff" tabIndex={0} role="group" aria-label="Differences">
          <p class="diff-legend">
            <span class="actual">− theirs</span>{" "}
            <span class="expected">+ mine</span>
          </p>
          {diffLines(theirs, mine).map(({ sign, text }, index) => (
            <div key={index} class={`diff-line ${DIFF_CLASSES[sign]}`}>
              <span class="sign">{sign}</span>
              {shown(text)}
            </div>
          ))}
        </div>
      )}
      <div class="dialog-actions">
        <button
          type="button"
          class="plain-button"
          onClick={() => setCompared(!isCompared)}
        >
          Compare
        </button>
        <button type="button" class="plain-button" onClick={takeTheirs}>
          Take theirs
        </button>
        <button type="button" class="main-button" data-first onClick={keepMine}>
          Keep mine
        </button>
      </div>
    </Dialog>
  );
}

const DIFF_CLASSES = { "+": "expected", "-": "actual", " ": "" } as const;

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
        Of two that are chosen, the lower one wins where both set a variable.
      </p>
      <ul class="choices">
        {names.map((name) => {
          const at = selected.indexOf(name);
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
          void act(() => importText(workbench, text));
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
            Make a request of it
          </button>
        </div>
      </form>
    </Dialog>
  );
}

/** Makes requests from a command, and opens the first one. */
export async function importText(
  workbench: Workbench,
  text: string,
): Promise<void> {
  const chosen = workbench.item(workbench.selected);
  const parent = chosen?.kind === "folder" ? chosen.id : chosen?.parent;
  const { ids, notes } = await call("importText", {
    text,
    ...parent !== undefined && { parent },
  });
  await workbench.refresh([], true);
  if (ids.length > 0) workbench.go({ view: "item", id: ids[0] });
  workbench.tell(["Imported", ...notes].join(" · "));
}
