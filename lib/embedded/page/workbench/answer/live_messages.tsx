/** @jsxRuntime automatic */
/** @jsxImportSource preact */
/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { useEffect, useRef, useState } from "preact/hooks";
import { formatDuration } from "../../../../tools/report/text/amounts.ts";
import { shownLines } from "../../shown.ts";
import type { SendState } from "../state/send_state.ts";

/** Messages that are shown while they come; all of them are in the answer. */
const LAST = 200;

/** The messages of an open stream as they pass, and a field to send one. */
export function LiveMessages({ send, takesMessages }: {
  readonly send: SendState;
  readonly takesMessages: boolean;
}) {
  const [text, setText] = useState("");
  const list = useRef<HTMLOListElement>(null);
  const { messages } = send;
  useEffect(() => {
    list.current?.lastElementChild?.scrollIntoView({ block: "nearest" });
  }, [messages.length]);
  const say = async (event: Event) => {
    event.preventDefault();
    if (text === "") return;
    await send.say(text);
    setText("");
  };
  return (
    <div class="live">
      <ol ref={list} aria-label="Messages" tabIndex={0}>
        {messages.slice(-LAST).map(({ direction, index, text, at }) => (
          <li key={`${direction} ${index}`} class={direction}>
            <span class="faint">
              {direction === "sent" ? "↑" : "↓"} {formatDuration(at)}
            </span>
            <code>{shownLines(text.slice(0, 2000))}</code>
          </li>
        ))}
      </ol>
      {send.isBusy && takesMessages && (
        <form onSubmit={say}>
          <input
            type="text"
            aria-label="Message"
            placeholder="Write a message"
            value={text}
            onInput={({ currentTarget }) => setText(currentTarget.value)}
          />
          <button type="submit" class="plain-button">Post</button>
          <button
            type="button"
            class="plain-button"
            onClick={() => send.say("", true)}
          >
            End
          </button>
        </form>
      )}
    </div>
  );
}
