/** @jsxRuntime automatic */
/** @jsxImportSource preact */
/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { copyText, NOT_COPIED } from "../../copy_text.ts";
import { Fragment } from "preact";
import type { CopyFormat, FilePlace, Resolved } from "../api.ts";
import type { Doc } from "../state/doc.ts";
import { call } from "../state/session.ts";
import { RequestPanel } from "../../request/message_panels.tsx";
import { MarkedText, marksIn } from "../../code/marked_text.tsx";
import { useWorkbench } from "../parts/context.tsx";
import { PlaceLink } from "../parts/placeholder_tip.tsx";
import { haveUnsaved } from "../parts/unsaved.tsx";
import { unsentWith } from "../state/unsaved.ts";
import { ProblemItem } from "../views/problems.tsx";
import { useFresh } from "../parts/fresh.ts";
import { useLate } from "../parts/late.ts";

const FORMATS: readonly (readonly [CopyFormat, string])[] = [
  ["curl", "curl"],
  ["fetch", "fetch"],
  ["python", "Python"],
  ["http", "HTTP"],
];

/** Headers that go out without being written. */
const ADDED = [
  "Host",
  "User-Agent",
  "Accept",
  "Accept-Encoding",
  "Connection",
  "Content-Length",
];

/** What would be sent, each inserted value marked. */
export function ResolvedTab({ doc }: { readonly doc: Doc }) {
  const workbench = useWorkbench();
  const resolved = useFresh(doc, (asked) => call("resolve", asked));
  const { id } = doc.view;
  const isLate = useLate(resolved === undefined);
  if (resolved === undefined) {
    return isLate ? <p class="hint">Resolving …</p> : null;
  }
  const { request, messages = [], scripts = [], problems } = resolved;
  const unsent = unsentWith(workbench, id);
  return (
    <div class="resolved">
      <div class="panel-tools">
        <span class="faint">Copy as</span>
        {FORMATS.map(([as, title]) => (
          <CopyAs key={as} doc={doc} as={as} title={title} />
        ))}
      </div>
      {scripts.length > 0 && <ScriptsNotRun scripts={scripts} />}
      {unsent.length > 0 && (
        <p class="hint">
          {haveUnsaved(unsent)}, which are not in this request, nor in a copy.
        </p>
      )}
      {problems.length > 0 && (
        <ul class="problems">
          {problems.map((it, index) => (
            <ProblemItem key={index} problem={it} />
          ))}
        </ul>
      )}
      {request === undefined
        ? problems.length === 0 && <p class="hint">There is nothing to send.</p>
        : (
          <>
            <p class="target">
              <span class={`method ${request.method.toLowerCase()}`}>
                {request.method}
              </span>
              <span class="url">
                <MarkedText
                  text={request.url}
                  marks={marksIn(request, { place: "url" })}
                />
              </span>
            </p>
            <RequestPanel request={request} />
            <p class="hint">
              Brace adds{" "}
              {addedTo(resolved)}, unless the request already has them.
            </p>
          </>
        )}
      {messages.map(({ title, text }, index) => (
        <section key={index} class="card panel">
          <h2>{title}</h2>
          <pre class="part" tabIndex={0}>{text}</pre>
        </section>
      ))}
    </div>
  );
}

/** The headers that Brace adds, in words. */
function addedTo({ omitted = [] }: Resolved): string {
  const left = new Set(omitted.map((name) => name.toLowerCase()));
  const names = ADDED.filter((name) => !left.has(name.toLowerCase()));
  return `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

/** What is sent may differ from what is shown and copied here. */
function ScriptsNotRun({ scripts }: {
  readonly scripts: readonly FilePlace[];
}) {
  const isOne = scripts.length === 1;
  return (
    <p class="hint">
      No script ran here: what the before-request {isOne ? "script" : "scripts"}
      {" "}
      of {scripts.map((place, index) => (
        <Fragment key={index}>
          {index === 0 ? "" : index < scripts.length - 1 ? ", " : " and "}
          <PlaceLink place={place} />
        </Fragment>
      ))} {isOne ? "sets" : "set"} is missing, in a copy too.
    </p>
  );
}

function CopyAs({ doc, as, title }: {
  readonly doc: Doc;
  readonly as: CopyFormat;
  readonly title: string;
}) {
  const workbench = useWorkbench();
  const copy = async () => {
    const { draft, view: { id } } = doc;
    const answer = await workbench.try(() =>
      call("copy", { id, as, ...draft && { draft } })
    );
    if (answer === undefined) return;
    workbench.tell(
      await copyText(answer.text)
        ? `Copied as ${title}: secrets are masked`
        : NOT_COPIED,
    );
  };
  return (
    <button type="button" class="plain-button" onClick={copy}>{title}</button>
  );
}
