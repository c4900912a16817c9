/** @jsxRuntime automatic */
/** @jsxImportSource preact */
/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { copyText, NOT_COPIED } from "../../copy_text.ts";
import { useEffect, useMemo, useState } from "preact/hooks";
import { isV3Name } from "../../../../core/collection/format.ts";
import { formatBytes } from "../../../../tools/report/text/amounts.ts";
import type { ExchangeView } from "../api.ts";
import { HexDump, Picture } from "../../request/media.tsx";
import { mediumOf, SIGNATURE_LENGTH } from "../../../../tools/report/medium.ts";
import { call, callBytes } from "../state/session.ts";
import { useWorkbench } from "../parts/context.tsx";
import { TextView } from "./text_view.tsx";

/** Characters that are fetched at once, and that the page holds at most. */
const CHUNK = 4_000_000;
const MOST = 64_000_000;

/** The body of an answer, and what finds something in it. */
export function AnswerBody({ exchange }: { readonly exchange: ExchangeView }) {
  const workbench = useWorkbench();
  const { details: { response }, language } = exchange;
  const [filter, setFilter] = useState("");
  const [isRaw, setRaw] = useState(false);
  const text = useWholeText(exchange);
  const found = useJsonPath(exchange, filter);
  const body = response?.body;
  if (response === undefined) return <p class="hint">There was no response.</p>;
  if (body === undefined || response.size.body === 0) {
    return <p class="hint">The response has no body.</p>;
  }
  const save = async () => {
    const blob = await workbench.try(() =>
      callBytes("download", { exchange: exchange.exchange })
    );
    if (blob) saveAs(blob, fileName(exchange));
  };
  const keep = () =>
    workbench.ask({
      kind: "name",
      title: "Keep as an example",
      name: `${response.status} ${response.statusText}`.trim(),
      action: "Keep",
      done: async (name) => {
        await call("example", { exchange: exchange.exchange, name });
        workbench.tell(
          `Kept as the example "${name}": see Examples of the request`,
        );
      },
    });
  const kind = language === "json" && !isRaw
    ? "json"
    : language === "xml" || language === "html"
    ? "xml"
    : "text";
  const isText = text !== undefined && body.kind === "text";
  // Brace writes examples into YAML files of its own format only.
  const { file } = exchange.details;
  const canKeep = exchange.id !== undefined && !workbench.state?.readOnly &&
    /\.ya?ml$/.test(file) && !isV3Name(file);
  return (
    <div class="answer-body">
      <div class="panel-tools">
        {isText && (
          <input
            type="text"
            class="filter"
            aria-label="Filter"
            placeholder={language === "json"
              ? "Filter: a text, or $.users[0].name"
              : "Filter"}
            value={filter}
            spellcheck={false}
            onInput={({ currentTarget }) => setFilter(currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== "Escape" || filter === "") return;
              event.preventDefault();
              event.stopPropagation();
              setFilter("");
            }}
          />
        )}
        <span class="body-actions">
          {language === "json" && (
            <button
              type="button"
              class="link"
              aria-pressed={isRaw}
              onClick={() => setRaw(!isRaw)}
            >
              As it is
            </button>
          )}
          {isText && (
            <button
              type="button"
              class="link"
              onClick={async () =>
                workbench.tell(
                  await copyText(text) ? "Copied the body" : NOT_COPIED,
                )}
            >
              Copy
            </button>
          )}
          <button type="button" class="link" onClick={save}>Download</button>
          {canKeep && (
            <button type="button" class="link" onClick={keep}>
              Keep as an example
            </button>
          )}
        </span>
      </div>
      {text?.includes("***") && (
        <p class="note">
          Brace shows, copies and downloads *** instead of secrets. Scripts see
          the real values.
        </p>
      )}
      {found?.problem !== undefined && <p class="note bad">{found.problem}</p>}
      {isText
        ? found?.text !== undefined
          ? <TextView text={found.text} language="json" label="Found values" />
          : (
            <TextView
              text={text}
              language={kind}
              label="Body of the response"
              {...filter !== "" && !filter.startsWith("$") && { filter }}
            />
          )
        : <Binary exchange={exchange} />}
      {text !== undefined && (exchange.length ?? 0) > text.length && (
        <p class="note">
          {text.length >= MOST
            ? "The page shows the beginning only: download the response to see the rest."
            : "More is coming …"}
        </p>
      )}
    </div>
  );
}

function Binary({ exchange }: { readonly exchange: ExchangeView }) {
  const { response } = exchange.details;
  const body = response?.body;
  if (body === undefined || body.kind === "file" || body.kind === "multipart") {
    return null;
  }
  if (body.kind === "text") return null;
  const bytes = Uint8Array.from(
    atob(body.base64.slice(0, Math.ceil(SIGNATURE_LENGTH / 3) * 4)),
    (it) => it.charCodeAt(0),
  );
  const type =
    response!.headers.find(({ name }) => name.toLowerCase() === "content-type")
      ?.value ?? "";
  const medium = mediumOf(bytes, type);
  if (body.masked) {
    return (
      <p class="cut">It holds a secret: neither it nor a picture is shown.</p>
    );
  }
  return (
    <div class="part">
      <p class="faint">
        {formatBytes(body.size)} {medium?.type ?? type.split(";", 1)[0]}
      </p>
      {medium?.kind === "picture" && !body.cut
        ? <Picture medium={{ ...medium, base64: body.base64 }} />
        : <HexDump base64={body.base64} />}
    </div>
  );
}

/** The body's text: what came with the answer at first, then the rest. */
function useWholeText(exchange: ExchangeView): string | undefined {
  const workbench = useWorkbench();
  const { details: { response }, length = 0 } = exchange;
  const body = response?.body;
  const first = body?.kind === "text" ? body.text : undefined;
  const isCut = body?.kind === "text" && body.cut && length > 0;
  const [text, setText] = useState(first);
  useEffect(() => {
    if (!isCut) return;
    let isOld = false;
    void workbench.try(async () => {
      let whole = "";
      const end = Math.min(length, MOST);
      while (whole.length < end && !isOld) {
        const part = await call("body", {
          exchange: exchange.exchange,
          start: whole.length,
          length: Math.min(CHUNK, end - whole.length),
        });
        if (part.text === "") break;
        whole += part.text;
      }
      if (!isOld) setText(whole);
    });
    return () => {
      isOld = true;
    };
  }, [exchange.exchange]);
  return text;
}

/** What a JSONPath finds. */
function useJsonPath(exchange: ExchangeView, path: string) {
  const workbench = useWorkbench();
  const [found, setFound] = useState<{ text?: string; problem?: string }>();
  const isPath = path.startsWith("$") && exchange.language === "json";
  useEffect(() => {
    setFound(undefined);
    if (!isPath) return;
    let isOld = false;
    const timer = setTimeout(async () => {
      try {
        const { values, more } = await call("filter", {
          exchange: exchange.exchange,
          path,
        });
        const problem = values.length === 0
          ? "Nothing is at this path."
          : more
          ? "There are more: these are the first ones."
          : undefined;
        const text = JSON.stringify(values, null, 2);
        if (!isOld) setFound({ text, ...problem && { problem } });
      } catch (error) {
        if (!isOld) setFound({ problem: (error as Error).message });
        if (!(error as Error).message) workbench.fail(error);
      }
    }, 150);
    return () => {
      isOld = true;
      clearTimeout(timer);
    };
  }, [path, isPath]);
  return useMemo(() => isPath ? found : undefined, [isPath, found]);
}

function fileName({ details, language }: ExchangeView): string {
  const name = details.name.replaceAll(/[^\w.-]+/g, "-") || "answer";
  const ending = language === "javascript" ? "js" : language ?? "bin";
  const known = ["json", "xml", "html", "js", "css"].includes(ending);
  return `${name}.${known ? ending : language === "text" ? "txt" : "bin"}`;
}

/** Saves bytes as a file, as a download of the browser. */
export function saveAs(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
