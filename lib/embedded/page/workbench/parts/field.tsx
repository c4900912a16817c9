/** @jsxRuntime automatic */
/** @jsxImportSource preact */
/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Completion, Keys } from "../api.ts";
import { call } from "../state/session.ts";
import { useWorkbench } from "./context.tsx";
import { PlaceholderTip } from "./placeholder_tip.tsx";

const PLACEHOLDER = /\{\{[^{}]*\}\}/g;
const HIDDEN = /^⟪secret (\d+)⟫$/;

interface FieldProps {
  /** Names it for screen readers. */
  readonly label: string;
  readonly value: string;
  readonly onInput: (text: string) => void;
  /** Where its text stands in the document; absent: no placeholders in it. */
  readonly keys?: Keys;
  readonly hint?: string;
  readonly class?: string;
  readonly isPlain?: boolean;
  readonly inputRef?: (element: HTMLInputElement | null) => void;
}

interface Offer {
  readonly from: number;
  readonly to: number;
  readonly options: readonly Completion[];
  readonly chosen: number;
}

/** A text of one line in which placeholders are marked and completed. */
export function Field(props: FieldProps) {
  const { label, value, onInput, keys, hint, isPlain, inputRef } = props;
  const workbench = useWorkbench();
  const isReadOnly = workbench.state?.readOnly ?? false;
  const input = useRef<HTMLInputElement>(null);
  const marks = useRef<HTMLDivElement>(null);
  const [offer, setOffer] = useState<Offer>();
  const [tip, setTip] = useState<{ at: number; isPinned: boolean }>();
  const [revealed, setRevealed] = useState<string>();
  const asked = useRef(0);
  const close = useRef<ReturnType<typeof setTimeout>>();
  useLayoutEffect(() => {
    if (marks.current && input.current) {
      marks.current.scrollLeft = input.current.scrollLeft;
    }
  });
  useEffect(() => () => clearTimeout(close.current), []);

  const pieces = isPlain ? [] : [...value.matchAll(PLACEHOLDER)];
  const id = workbench.doc?.view.id;
  const complete = async (explicit: boolean) => {
    const element = input.current!;
    const offset = element.selectionStart ?? 0;
    const text = element.value;
    const number = ++asked.current;
    if (
      isPlain || id === undefined || keys === undefined ||
      !explicit && !/\{\{[^{}]*$/.test(text.slice(0, offset))
    ) return setOffer(undefined);
    const answer = await workbench.try(() =>
      call("complete", { id, keys, text, offset })
    );
    if (number !== asked.current || !answer) return;
    const options = answer.options.slice(0, 50);
    setOffer(options.length ? { ...answer, options, chosen: 0 } : undefined);
  };
  const accept = ({ from, to, options }: Offer, at: number) => {
    const { insert } = options[at];
    onInput(value.slice(0, from) + insert + value.slice(to));
    asked.current++;
    setOffer(undefined);
    requestAnimationFrame(() => {
      input.current?.focus();
      input.current?.setSelectionRange(
        from + insert.length,
        from + insert.length,
      );
    });
  };
  const pin = () => {
    const caret = input.current!.selectionStart ?? 0;
    const at = pieces.findIndex(({ index, 0: text }) =>
      caret >= index && caret <= index + text.length
    );
    if (at >= 0) setTip({ at, isPinned: true });
    return at >= 0;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, ctrlKey } = event;
    if (key === " " && ctrlKey) {
      event.preventDefault();
      void complete(true);
    } else if (key.toLowerCase() === "i" && ctrlKey) {
      if (pin()) event.preventDefault();
    } else if (key === "Escape" && (offer || tip)) {
      event.preventDefault();
      event.stopPropagation();
      setOffer(undefined);
      setTip(undefined);
    } else if (offer !== undefined) onOfferKey(event, offer);
  };
  const onOfferKey = (event: KeyboardEvent, now: Offer) => {
    const { length } = now.options;
    switch (event.key) {
      case "ArrowDown":
      case "ArrowUp": {
        const step = event.key === "ArrowDown" ? 1 : length - 1;
        setOffer({ ...now, chosen: (now.chosen + step) % length });
        break;
      }
      case "Enter":
      case "Tab":
        if (event.ctrlKey) return;
        accept(now, now.chosen);
        break;
      default:
        return;
    }
    event.preventDefault();
  };
  const onMouseMove = ({ clientX, clientY }: MouseEvent) => {
    if (tip?.isPinned) return;
    const found = [...marks.current?.querySelectorAll("span") ?? []].findIndex(
      (it) => {
        const { left, right, top, bottom } = it.getBoundingClientRect();
        return clientX >= left && clientX <= right && clientY >= top &&
          clientY <= bottom;
      },
    );
    clearTimeout(close.current);
    if (found >= 0) setTip({ at: found, isPinned: false });
    else if (tip) leave();
  };
  const leave = () => {
    clearTimeout(close.current);
    close.current = setTimeout(() => setTip(undefined), 250);
  };
  const listId = `offers-${label.replaceAll(/\W+/g, "-")}`;
  const marked = tip === undefined ? undefined : pieces[tip.at];
  const hidden = HIDDEN.exec(value)?.[1];
  const isHidden = hidden !== undefined;
  return (
    <div
      class={`field ${props.class ?? ""}`}
      onMouseLeave={() => !tip?.isPinned && leave()}
    >
      {pieces.length > 0 && (
        <div class="field-marks" ref={marks} aria-hidden="true">
          <Marks value={value} pieces={pieces} />
        </div>
      )}
      <input
        ref={(element) => {
          input.current = element;
          inputRef?.(element);
        }}
        type="text"
        aria-label={label}
        value={isHidden ? "" : value}
        placeholder={isHidden ? revealed ?? "••••••" : hint}
        readOnly={isReadOnly}
        spellcheck={false}
        autocomplete="off"
        {...offer && {
          "aria-controls": listId,
          "aria-activedescendant": `${listId}-${offer.chosen}`,
        }}
        onInput={({ currentTarget }) => {
          onInput(currentTarget.value);
          void complete(false);
        }}
        onKeyDown={onKeyDown}
        onScroll={({ currentTarget }) => {
          if (marks.current) {
            marks.current.scrollLeft = currentTarget.scrollLeft;
          }
        }}
        onMouseMove={onMouseMove}
        onBlur={() => setTimeout(() => setOffer(undefined), 150)}
      />
      {isHidden && (
        <button
          type="button"
          class="link reveal"
          onClick={async () => {
            if (revealed !== undefined) return setRevealed(undefined);
            const answer = await workbench.try(() =>
              call("reveal", { secret: Number(hidden) })
            );
            setRevealed(answer?.value);
          }}
        >
          {revealed === undefined ? "Reveal" : "Hide"}
        </button>
      )}
      {offer && (
        <ul class="offers" role="listbox" id={listId} aria-label="Completions">
          {offer.options.map(({ label, detail }, index) => (
            <li
              key={index}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === offer.chosen}
              onMouseDown={(event) => {
                event.preventDefault();
                accept(offer, index);
              }}
            >
              <code>{label}</code>
              {detail && <span class="faint">{detail}</span>}
            </li>
          ))}
        </ul>
      )}
      {marked && (
        <Pinned
          isPinned={tip!.isPinned}
          left={leftOf(marks.current, tip!.at)}
          onEnter={() => clearTimeout(close.current)}
          onClose={() => {
            setTip(undefined);
            if (tip!.isPinned) input.current?.focus();
          }}
        >
          <PlaceholderTip
            text={marked[0]}
            view={workbench.note(marked[0])}
            onReplace={(text) => {
              const end = marked.index + marked[0].length;
              onInput(value.slice(0, marked.index) + text + value.slice(end));
              setTip(undefined);
            }}
          />
        </Pinned>
      )}
    </div>
  );
}

function leftOf(marks: HTMLElement | null, at: number): number {
  const mark = marks?.querySelectorAll("span")[at];
  return mark && marks ? mark.offsetLeft - marks.scrollLeft : 0;
}

function Pinned({ isPinned, left, onEnter, onClose, children }: {
  readonly isPinned: boolean;
  readonly left: number;
  readonly onEnter: () => void;
  readonly onClose: () => void;
  readonly children: preact.ComponentChildren;
}) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!isPinned) return;
    const first = box.current!.querySelector<HTMLElement>("button");
    (first ?? box.current!).focus();
  }, [isPinned]);
  return (
    <div
      class="field-tip tip-box"
      ref={box}
      role="group"
      aria-label="Placeholder"
      tabIndex={-1}
      style={{ left: `min(${Math.max(0, left)}px, calc(100% - 300px))` }}
      onMouseEnter={onEnter}
      onMouseLeave={() => !isPinned && onClose()}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        onClose();
      }}
    >
      {children}
    </div>
  );
}

function Marks({ value, pieces }: {
  readonly value: string;
  readonly pieces: readonly RegExpExecArray[];
}) {
  const workbench = useWorkbench();
  const out: preact.ComponentChildren[] = [];
  let from = 0;
  for (const { index, 0: text } of pieces) {
    const view = workbench.note(text);
    out.push(value.slice(from, index));
    out.push(
      <span
        key={index}
        class={view?.problem === undefined ? "mark" : "mark unresolved"}
        data-scope={view?.definitions[0]?.scope ?? view?.kind}
      >
        {text}
      </span>,
    );
    from = index + text.length;
  }
  out.push(value.slice(from));
  return <>{out}</>;
}
