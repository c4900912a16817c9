/** @jsxRuntime automatic */
/** @jsxImportSource preact */
/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { counted } from "../../../core/source/counted.ts";
import { useMemo, useState } from "preact/hooks";
import type {
  CollectedStream,
  CollectedStreamMessage,
} from "../../../tools/report/collect/types.ts";
import { streamCounts } from "../../../tools/report/step_label.ts";
import {
  formatBytes,
  formatDuration,
} from "../../../tools/report/text/amounts.ts";
import { CodeView } from "../code/code_view.tsx";
import { marksIn } from "../code/marked_text.tsx";
import { Icon } from "../icon.tsx";
import { shown } from "../shown.ts";
import { VirtualList } from "../virtual_list.tsx";
import { isJson } from "./body_view.tsx";
import { HexDump } from "./media.tsx";
import { Headers } from "./message_panels.tsx";

type Direction = CollectedStreamMessage["direction"];

const DIRECTIONS: readonly (readonly [Direction | undefined, string])[] = [
  [undefined, "All"],
  ["sent", "Sent"],
  ["received", "Received"],
];

/** Pixels of a row. */
const ROW = 32;

/** What passed over a stream, message by message; the chosen one is shown in full. */
export function Timeline({ stream }: { readonly stream: CollectedStream }) {
  const { messages, omitted = 0, dropped = 0 } = stream;
  const { closed, trailers = [], details } = stream;
  const [query, setQuery] = useState("");
  const [direction, setDirection] = useState<Direction>();
  const [chosen, setChosen] = useState(messages[0]);
  const texts = useMemo(
    () =>
      messages.map(({ type, text, event = "" }) =>
        `${event}\n${type === "binary" ? "" : text}`.toLowerCase()
      ),
    [messages],
  );
  const found = useMemo(() => {
    const words = query.toLowerCase().split(/\s+/).filter(Boolean);
    return messages.filter((it, at) =>
      (direction === undefined || it.direction === direction) &&
      words.every((word) => texts[at].includes(word))
    );
  }, [messages, texts, query, direction]);
  return (
    <section class="card timeline">
      <h2>
        Messages{" "}
        <span class="faint">
          {streamCounts(stream) || counted(messages.length, "message")}
        </span>
      </h2>
      {messages.length > 0 && (
        <div class="timeline-filter" role="search" aria-label="Messages">
          <label class="search">
            <Icon name="search" />
            <input
              type="search"
              placeholder="Search"
              aria-label="Search messages"
              autocomplete="off"
              spellcheck={false}
              value={query}
              onInput={(event) =>
                setQuery(event.currentTarget.value)}
            />
          </label>
          <div class="chips" role="group" aria-label="Direction">
            {DIRECTIONS.map(([value, name]) => (
              <button
                key={name}
                type="button"
                class="chip"
                aria-pressed={direction === value}
                onClick={() => setDirection(value)}
              >
                {name}
              </button>
            ))}
          </div>
          {found.length < messages.length && (
            <span class="faint">{found.length} of {messages.length}</span>
          )}
        </div>
      )}
      {dropped > 0 && (
        <p class="cut">
          {`${counted(dropped, "earlier message")} ${
            dropped === 1 ? "is" : "are"
          } not here: there was no room.`}
        </p>
      )}
      {omitted > 0 && (
        <p class="cut">
          {`${
            counted(omitted, "message")
          } between the first and the last ones ${
            omitted === 1 ? "is" : "are"
          } not here. The JSON report has all.`}
        </p>
      )}
      {found.length > 0 && (
        <VirtualList items={found} height={ROW} label="Messages">
          {(message, tabIndex) => (
            <MessageRow
              message={message}
              tabIndex={tabIndex}
              isChosen={message === chosen}
              onChoose={() => setChosen(message)}
            />
          )}
        </VirtualList>
      )}
      {messages.length > 0 && found.length === 0 && (
        <p class="empty">No message is like this.</p>
      )}
      {chosen !== undefined && found.includes(chosen) && (
        <Message
          key={`${chosen.direction} ${chosen.index}`}
          message={chosen}
        />
      )}
      {closed !== undefined && <p class="closed faint">{endOf(stream)}</p>}
      <Headers headers={trailers} title="trailer" />
      {details !== undefined && (
        <div class="part">
          <h3>Details</h3>
          <CodeView text={JSON.stringify(details)} isJson marks={[]} />
        </div>
      )}
    </section>
  );
}

/** Who ended it; gRPC's status stands above. */
function endOf({ kind, closed }: CollectedStream): string {
  const { by, code, reason = "" } = closed!;
  const said = [kind === "grpc" ? undefined : code, shown(reason)]
    .filter((it) => it !== undefined && it !== "");
  return `Ended by the ${by}${said.length === 0 ? "" : `: ${said.join(" ")}`}`;
}

/** So much of a message stands in its row. */
const MAX_PREVIEW = 300;

function MessageRow({ message, tabIndex, isChosen, onChoose }: {
  readonly message: CollectedStreamMessage;
  readonly tabIndex: 0 | -1;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}) {
  const { direction, type, text, size, at, event, insertions } = message;
  return (
    <button
      type="button"
      class={`message-row ${direction}`}
      tabIndex={tabIndex}
      aria-pressed={isChosen}
      onClick={onChoose}
    >
      <span class="direction" aria-hidden="true">
        {direction === "sent" ? "→" : "←"}
      </span>
      <span class="hidden">{direction}</span>
      <span class="message-time faint">{formatDuration(at)}</span>
      <span class="message-type faint">{shown(event ?? type)}</span>
      <span class="message-text">
        {type === "binary"
          ? <span class="faint">(binary)</span>
          : shown(text.slice(0, MAX_PREVIEW).trim())}
      </span>
      {insertions !== undefined && (
        <span class="scope" title="Placeholders gave some of it">{"{{}}"}</span>
      )}
      <span class="message-size faint">{formatBytes(size)}</span>
    </button>
  );
}

/** A message in full. */
function Message({ message }: { readonly message: CollectedStreamMessage }) {
  const { direction, index, type, text, size, at, id, cut, masked } = message;
  return (
    <div class="part message">
      <h3>
        {direction === "sent" ? "Sent" : "Received"} {index + 1}{" "}
        <span class="faint">
          {[
            type,
            formatBytes(size),
            `after ${formatDuration(at)}`,
            ...id === undefined ? [] : [`id ${shown(id)}`],
          ].join(", ")}
        </span>
      </h3>
      {type !== "binary" && text !== "" && (
        <CodeView
          text={text}
          isJson={isJson(text, "")}
          marks={marksIn(message, { place: "message" })}
        />
      )}
      {type === "binary" && text !== "" && <HexDump base64={text} />}
      {masked && (
        <p class="cut">This message holds a secret, which Brace hides.</p>
      )}
      {cut && !masked && (
        <p class="cut">
          The report holds the beginning only.
        </p>
      )}
    </div>
  );
}
