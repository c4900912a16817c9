/** @jsxRuntime automatic */
/** @jsxImportSource preact */
/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { useState } from "preact/hooks";
import { shown } from "../../shown.ts";
import type { Question } from "../api.ts";
import { useWorkbench } from "../parts/context.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { allNamed, few } from "../parts/names.ts";
import { isUnsaved } from "../state/unsaved.ts";

/** Something that the server asks while it sends. */
export function QuestionDialog({ question }: { readonly question: Question }) {
  const workbench = useWorkbench();
  const [value, setValue] = useState("");
  // A run goes on with the requests that need no such secret.
  const isSend = [...workbench.sends.values()].some((it) => it.asks(question));
  const answer = (text: string) => workbench.answer(question, text);
  const stop = () => {
    for (const task of [...workbench.sends.values(), workbench.run]) {
      void task.stopAt(question);
    }
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
                {question.byScript && "A script of "}
                <strong>{shown(question.request)}</strong>{" "}
                {question.byScript ? "sends" : "goes"} to{" "}
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
        <Dialog title={question.text} onClose={stop}>
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
              required={question.keeps !== undefined && isSend}
              value={value}
              onInput={({ currentTarget }) => setValue(currentTarget.value)}
            />
            {question.hidden && (
              <p class="faint">It is masked wherever Brace prints something.</p>
            )}
            {question.keeps && (
              <p class="faint">
                Brace keeps it in memory{keptFor(question.keeps)}{" "}
                until the server ends or a file gives a variable another value.
                “Forget” in Variables removes it.
              </p>
            )}
            <div class="dialog-actions">
              <button type="button" class="plain-button" onClick={stop}>
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
          onClose={stop}
        >
          <p>
            {shown(allNamed(question.names.map((it) => `{{${it}}}`)))}{" "}
            {question.names.length === 1 ? "has" : "have"}{" "}
            no value yet. Other requests of the collection set{" "}
            {question.names.length === 1 ? "it" : "them"}.
          </p>
          {question.requests.length > 0 && (
            <p>
              “Yes” also runs{" "}
              {shown(few(question.requests.map(({ name }) => name)))} first.
            </p>
          )}
          <RunAsSaved requests={question.requests} />
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

/** Which of the requests that would run first have unsaved edits. */
function RunAsSaved({ requests }: Pick<
  Extract<Question, { kind: "needed" }>,
  "requests"
>) {
  const workbench = useWorkbench();
  const edited = requests.filter(({ id }) => isUnsaved(workbench, id));
  if (edited.length === 0) return null;
  return (
    <p>
      {shown(few(edited.map(({ name }) => name)))} {edited.length === 1
        ? "has unsaved edits: Brace runs the file as saved."
        : "have unsaved edits: Brace runs the files as saved."}
    </p>
  );
}

/** For which selection the session keeps a secret; nothing where there is only one. */
function keptFor({ environments }: { environments?: readonly string[] }) {
  if (environments === undefined) return "";
  return ` for ${
    environments.length === 0 ? "“No environment”" : shown(few(environments))
  }`;
}
