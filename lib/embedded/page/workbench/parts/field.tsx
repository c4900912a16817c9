/** @jsxRuntime automatic */
/** @jsxImportSource preact */
/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { isPastedCommand } from "../../../../tools/convert/command_text.ts";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { type Completion, HIDDEN as HIDDEN_SPANS, type Keys } from "../api.ts";
import { brief, whole } from "../state/brief_spans.ts";
import { call } from "../state/session.ts";
import { useWorkbench } from "./context.tsx";
import {
  isPlaceholder,
  keepInside,
  leftOf,
  MARKED,
  Marks,
  Pinned,
  showChosen,
} from "./field_marks.tsx";
import { PlaceholderTip } from "./placeholder_tip.tsx";

const HIDDEN = /^⟪secret \d+⟫$/;

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
  /** What is typed is not to be read over a shoulder; a placeholder is. */
  readonly isSecret?: boolean;
  /** Whether it keeps the breaks of what is pasted. */
  readonly takesLines?: boolean;
  readonly inputRef?: (element: Box | null) => void;
}

interface Offer {
  readonly from: number;
  readonly to: number;
  readonly options: readonly Completion[];
  readonly chosen: number;
}

type Box = HTMLInputElement | HTMLTextAreaElement;

/** How many lines a text shows before it scrolls. */
const MOST_LINES = 10;

/**
 * A text in which placeholders are marked and completed. It has one line,
 * unless its value has more: a browser takes the breaks out of an `<input>`.
 */
export function Field(props: FieldProps) {
  const { label, keys, hint, isPlain, isSecret, inputRef } = props;
  const value = brief(props.value);
  const onInput = (text: string) => props.onInput(whole(text));
  const workbench = useWorkbench();
  const isReadOnly = workbench.state?.readOnly ?? false;
  const input = useRef<Box>(null);
  const marks = useRef<HTMLDivElement>(null);
  const [offer, setOffer] = useState<Offer>();
  const [tip, setTip] = useState<{ at: number; isPinned: boolean }>();
  const [revealed, setRevealed] = useState<string>();
  const asked = useRef(0);
  const close = useRef<ReturnType<typeof setTimeout>>();
  useLayoutEffect(() => {
    if (marks.current && input.current) {
      marks.current.scrollLeft = input.current.scrollLeft;
      marks.current.scrollTop = input.current.scrollTop;
    }
  });
  useEffect(() => {
    // What is offered is to fit into the window, however wide.
    const onResize = () => setOffer((it) => it && { ...it });
    addEventListener("resize", onResize);
    return () => {
      removeEventListener("resize", onResize);
      clearTimeout(close.current);
    };
  }, []);

  const pieces = isPlain ? [] : [...value.matchAll(MARKED)];
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
      isPlaceholder(text) && caret >= index && caret <= index + text.length
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
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData?.getData("text/plain")
      .replaceAll(/\r\n?/g, "\n").replace(/\n+$/, "") ?? "";
    const isCommand = isPastedCommand(text);
    if (!props.takesLines || !text.includes("\n") || isLong || isCommand) {
      return;
    }
    event.preventDefault();
    const { selectionStart: from, selectionEnd: to } = input.current!;
    onInput(value.slice(0, from ?? 0) + text + value.slice(to ?? 0));
    requestAnimationFrame(() => {
      const end = (from ?? 0) + text.length;
      input.current?.focus();
      input.current?.setSelectionRange(end, end);
    });
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
    if (found >= 0 && isPlaceholder(pieces[found][0])) {
      setTip({ at: found, isPinned: false });
    } else if (tip) leave();
  };
  const leave = () => {
    clearTimeout(close.current);
    close.current = setTimeout(() => setTip(undefined), 250);
  };
  const listId = `offers-${label.replaceAll(/\W+/g, "-")}`;
  const marked = tip === undefined ? undefined : pieces[tip.at];
  const isHidden = HIDDEN.test(props.value);
  const hasHidden = brief(props.value) !== props.value;
  const isRevealed = revealed !== undefined && hasHidden;
  const shown = isHidden ? "" : isRevealed ? revealed : value;
  const lines = shown.split("\n").length;
  // Who takes out the last break goes on in the box.
  const isLong = lines > 1 || input.current?.nodeName === "TEXTAREA" &&
      input.current === document.activeElement;
  const Text = isLong ? "textarea" : "input";
  return (
    <div
      class={`field ${isLong ? "lines " : ""}${props.class ?? ""}`}
      onMouseLeave={() => !tip?.isPinned && leave()}
    >
      {pieces.length > 0 && !isHidden && !isRevealed && (
        <div class="field-marks" ref={marks} aria-hidden="true">
          <Marks value={value} pieces={pieces} />
        </div>
      )}
      <Text
        ref={(element: Box | null) => {
          input.current = element;
          inputRef?.(element);
        }}
        {...isLong ? { rows: Math.min(lines, MOST_LINES) } : { type: "text" }}
        class={isSecret && pieces.length === 0 ? "typed-secret" : undefined}
        aria-label={label}
        value={shown}
        placeholder={isHidden ? revealed ?? "••••••" : hint}
        readOnly={isReadOnly || isRevealed && !isHidden}
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
        onPaste={onPaste}
        onScroll={({ currentTarget }) => {
          if (marks.current) {
            marks.current.scrollLeft = currentTarget.scrollLeft;
            marks.current.scrollTop = currentTarget.scrollTop;
          }
        }}
        onMouseMove={onMouseMove}
        onBlur={({ currentTarget }) =>
          // A click on an offer comes first, and who came back has a new offer.
          setTimeout(() => {
            if (document.activeElement !== currentTarget) setOffer(undefined);
          }, 150)}
      />
      {hasHidden && (
        <button
          type="button"
          class="link reveal"
          onClick={async () => {
            if (revealed !== undefined) return setRevealed(undefined);
            setRevealed(await workbench.try(() => revealIn(props.value)));
          }}
        >
          {revealed === undefined ? "Reveal" : "Hide"}
        </button>
      )}
      {offer && (
        <ul
          class="offers"
          role="listbox"
          id={listId}
          aria-label="Completions"
          tabIndex={0}
          ref={(list) => {
            keepInside(list);
            showChosen(list);
          }}
        >
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

/** A text with the secrets that it hides. */
async function revealIn(text: string): Promise<string> {
  let out = "";
  let end = 0;
  for (const { 0: span, 1: number, index } of text.matchAll(HIDDEN_SPANS)) {
    const { value } = await call("reveal", { secret: Number(number) });
    out += text.slice(end, index) + value;
    end = index + span.length;
  }
  return out + text.slice(end);
}
