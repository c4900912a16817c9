/** @jsxRuntime automatic */
/** @jsxImportSource preact */
/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { HIDDEN, type Json } from "../api.ts";
import type { Doc } from "../state/doc.ts";
import { at, listAt, textAt } from "../state/json_edit.ts";
import { BodyView } from "../../request/body_view.tsx";
import { shown } from "../../shown.ts";

/** The responses that were kept with the request, to be read. */
export function ExamplesTab({ doc }: { readonly doc: Doc }) {
  return (
    <>
      <p class="hint">
        Responses that were kept with the request. Edit them in Source.
      </p>
      {listAt(doc.document, ["examples"]).map((one, index) => (
        <Example key={index} example={one} nth={index + 1} />
      ))}
    </>
  );
}

function Example({ example, nth }: {
  readonly example: Json;
  readonly nth: number;
}) {
  const { length } = textAt(example, ["response", "body", "type"]);
  const text = textAt(example, [
    "response",
    "body",
    ...length > 0 ? ["data"] : [],
  ]).replace(HIDDEN, "***");
  const contentType = listAt(example, ["response", "headers"]).find((it) =>
    textAt(it, ["name"]).toLowerCase() === "content-type"
  );
  const size = new TextEncoder().encode(text).length;
  return (
    <section class="card panel">
      <h2>
        {shown(textAt(example, ["name"]) || `Example ${nth}`)}{" "}
        <span class="faint">
          {textAt(example, ["response", "status"])}{" "}
          {shown(textAt(example, ["response", "statusText"]))}
        </span>
      </h2>
      <BodyView
        body={at(example, ["response", "body"]) === undefined
          ? undefined
          : { kind: "text", text, size, cut: false }}
        contentType={textAt(contentType, ["value"])}
        marks={[]}
      />
    </section>
  );
}
