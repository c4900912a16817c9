/** @jsxRuntime automatic */
/** @jsxImportSource preact */
/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { useEffect, useState } from "preact/hooks";
import type { Hit } from "../api.ts";
import { call } from "../state/session.ts";
import { ACTIONS, keyWords } from "../state/actions.ts";
import { Dialog } from "../parts/dialog.tsx";
import { useWorkbench } from "../parts/context.tsx";
import { shown } from "../../shown.ts";

interface Choice {
  readonly title: string;
  readonly more?: string;
  readonly method?: string;
  readonly run: () => void;
}

/** Goes anywhere: to an item, or to an action. */
export function Palette() {
  const workbench = useWorkbench();
  const [text, setText] = useState("");
  const [hits, setHits] = useState<readonly Hit[]>([]);
  const [at, setAt] = useState(0);
  const known = workbench.state?.items;
  useEffect(() => {
    let isOld = false;
    if (text.trim() === "") {
      setHits([]);
      return;
    }
    const timer = setTimeout(async () => {
      const answer = await workbench.try(() =>
        call("search", { text, limit: 30 })
      );
      if (!isOld && answer) setHits(answer.hits);
    }, 40);
    return () => {
      isOld = true;
      clearTimeout(timer);
    };
  }, [text, known]);
  const close = () => workbench.ask(undefined);
  const words = text.trim().toLowerCase();
  const recent = (known ?? []).filter(({ kind }) => kind === "request").slice(
    0,
    12,
  );
  const items: Choice[] = (words === "" ? recent : hits).map((
    { id, name, path, method },
  ) => ({
    title: name,
    more: path,
    ...method !== undefined && { method },
    run: () => workbench.go({ view: "item", id }),
  }));
  const actions: Choice[] = ACTIONS.filter((it) =>
    it.title.toLowerCase().includes(words) && it.isHidden !== true &&
    (it.isOff?.(workbench) ?? false) === false
  ).map((it) => ({
    title: it.title,
    more: keyWords(it),
    run: () => it.run(workbench),
  }));
  const choices = [...items, ...actions];
  const chosen = Math.min(at, choices.length - 1);
  const accept = (choice: Choice | undefined) => {
    if (choice === undefined) return;
    close();
    choice.run();
  };
  return (
    <Dialog title="Go to" onClose={close}>
      <input
        type="text"
        role="combobox"
        aria-label="Go to"
        aria-expanded={choices.length > 0}
        aria-controls="palette"
        aria-activedescendant={choices.length > 0
          ? `choice-${chosen}`
          : undefined}
        placeholder="A request, a folder, an action"
        data-first
        value={text}
        onInput={({ currentTarget }) => {
          setText(currentTarget.value);
          setAt(0);
        }}
        onKeyDown={(event) => {
          const { length } = choices;
          if (event.key === "ArrowDown") setAt((chosen + 1) % length);
          else if (event.key === "ArrowUp") {
            setAt((chosen + length - 1) % length);
          } else if (event.key === "Enter") accept(choices[chosen]);
          else return;
          event.preventDefault();
        }}
      />
      <ul class="palette" role="listbox" id="palette" aria-label="Found">
        {choices.map(({ title, more, method }, index) => (
          <li
            key={index}
            role="option"
            id={`choice-${index}`}
            aria-selected={index === chosen}
            ref={(element) => {
              if (index === chosen) {
                element?.scrollIntoView({ block: "nearest" });
              }
            }}
            onMouseDown={(event) => {
              event.preventDefault();
              accept(choices[index]);
            }}
          >
            {method && (
              <span class={`method ${method.toLowerCase()}`}>{method}</span>
            )}
            <span>{shown(title)}</span>
            <span class="faint">{shown(more ?? "")}</span>
          </li>
        ))}
      </ul>
      {choices.length === 0 && <p class="hint">Nothing has this name.</p>}
    </Dialog>
  );
}
