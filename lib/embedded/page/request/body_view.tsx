/** @jsxRuntime automatic */
/** @jsxImportSource preact */
/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { counted } from "../../../core/source/counted.ts";
import type {
  CollectedBody,
  CollectedSent,
} from "../../../tools/report/collect/types.ts";
import { formatBytes } from "../../../tools/report/text/amounts.ts";
import { CodeView } from "../code/code_view.tsx";
import {
  type InsertionMark,
  MarkedText,
  marksIn,
} from "../code/marked_text.tsx";
import { BinaryBody, mediumOfText, Picture, SaveLink } from "./media.tsx";

/** What was sent or received besides the headers. */
export function BodyView({ body, contentType, marks, request }: {
  readonly body: CollectedBody | undefined;
  readonly contentType: string;
  readonly marks: readonly InsertionMark[];
  readonly request?: CollectedSent;
}) {
  switch (body?.kind) {
    case undefined:
      return <p class="no-body faint">No body</p>;
    case "text": {
      const medium = mediumOfText(body, contentType);
      return (
        <div class="part">
          <h3>
            Body{" "}
            <span class="faint">
              {formatBytes(body.size)}
              {body.cut && ", cut"}
            </span>
          </h3>
          {medium && <Picture medium={medium} />}
          {body.text !== "" && (
            <CodeView
              text={body.text}
              isJson={isJson(body.text, contentType)}
              marks={marks}
            >
              {medium && <SaveLink medium={medium} />}
            </CodeView>
          )}
          {body.cut && <p class="cut">The report holds the beginning only.</p>}
        </div>
      );
    }
    case "binary":
      return <BinaryBody body={body} contentType={contentType} />;
    case "file":
      return (
        <div class="part">
          <h3>Body</h3>
          <p>
            the file{" "}
            <code>
              <MarkedText
                text={body.path}
                marks={request ? marksIn(request, { place: "file" }) : []}
              />
            </code>
          </p>
        </div>
      );
    case "multipart":
      return (
        <div class="part">
          <h3>
            Body <span class="faint">{counted(body.parts.length, "part")}</span>
          </h3>
          <Parts body={body} request={request} />
        </div>
      );
    default:
      return body satisfies never;
  }
}

function Parts({ body, request }: {
  readonly body: Extract<CollectedBody, { kind: "multipart" }>;
  readonly request: CollectedSent | undefined;
}) {
  const nths = new Map<string, number>();
  return (
    <dl class="headers">
      {body.parts.map((part, index) => {
        const { name } = part;
        const nth = nths.get(name.toLowerCase()) ?? 0;
        nths.set(name.toLowerCase(), nth + 1);
        const marks = (place: "part" | "part name") =>
          request ? marksIn(request, { place, name, nth }) : [];
        return (
          <div key={index}>
            <dt>
              <MarkedText text={name} marks={marks("part name")} />
            </dt>
            <dd>
              {part.kind === "file" && (
                <>
                  <span class="faint">the file</span>
                  {" "}
                </>
              )}
              <MarkedText
                text={part.kind === "file" ? part.path : part.value}
                marks={marks("part")}
              />
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

/** Whether a text is to be read as JSON: its type says so, or it is some. */
export function isJson(text: string, contentType: string): boolean {
  const type = contentType.split(";")[0].trim().toLowerCase();
  if (!/^\s*[[{]/.test(text)) return false;
  if (/[/+]json$/.test(type)) return true;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
