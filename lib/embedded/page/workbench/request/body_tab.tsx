/** @jsxRuntime automatic */
/** @jsxImportSource preact */
/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { formatYamlPath } from "../../../../core/source/origin.ts";
import type { Json, Keys } from "../api.ts";
import type { EditorLanguage, LineProblem } from "../editor/types.ts";
import type { Doc } from "../state/doc.ts";
import { at, listAt, textAt } from "../state/json_edit.ts";
import { CodeEditor } from "../parts/code_editor.tsx";
import { useWorkbench } from "../parts/context.tsx";
import { Field } from "../parts/field.tsx";
import { Rows } from "../parts/rows.tsx";
import { PartFiles, textOfFiles } from "./part_files.tsx";
import { sectionOf } from "./section.ts";

const TYPES = [
  ["none", "No body"],
  ["json", "JSON"],
  ["text", "Text"],
  ["xml", "XML"],
  ["sparql", "SPARQL"],
  ["form-urlencoded", "Form"],
  ["multipart-form", "Multipart form"],
  ["file", "File"],
] as const;

const TEXTS: Readonly<Record<string, EditorLanguage>> = {
  json: "json",
  text: "text",
  xml: "xml",
  sparql: "text",
};

/** What is sent besides the headers. */
export function BodyTab({ doc }: { readonly doc: Doc }) {
  const section = sectionOf(doc.document);
  switch (section) {
    case "http":
      return <HttpBody doc={doc} />;
    case "graphql":
      return <GraphqlBody doc={doc} />;
    case "websocket":
    case "grpc":
      return <Messages doc={doc} keys={[section, "message"]} />;
    default:
      return section satisfies never;
  }
}

/** Of several variants the selected one is edited. */
function bodyKeys(doc: Doc, section: string): Keys {
  const body = at(doc.document, [section, "body"]);
  if (!Array.isArray(body)) return [section, "body"];
  const selected = body.findIndex((it) => at(it, ["selected"]) === true);
  return [section, "body", Math.max(0, selected), "body"];
}

function HttpBody({ doc }: { readonly doc: Doc }) {
  const workbench = useWorkbench();
  const keys = bodyKeys(doc, "http");
  const type = textAt(doc.document, [...keys, "type"]) || "none";
  const choose = (next: string) => {
    const data = at(doc.document, [...keys, "data"]);
    const keeps = type in TEXTS && next in TEXTS;
    doc.set(
      keys,
      next === "none" ? undefined : {
        type: next,
        data: keeps && data !== undefined ? data : next in TEXTS ? "" : [],
      },
      Date.now(),
    );
    workbench.edited(doc);
  };
  return (
    <>
      <div class="panel-tools">
        <select
          aria-label="Body type"
          value={type}
          disabled={workbench.state?.readOnly}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
        >
          {TYPES.map(([value, title]) => (
            <option key={value} value={value}>{title}</option>
          ))}
        </select>
        {type === "json" && <FormatButton doc={doc} keys={[...keys, "data"]} />}
      </div>
      <BodyData doc={doc} keys={keys} type={type} />
    </>
  );
}

function BodyData({ doc, keys, type }: {
  readonly doc: Doc;
  readonly keys: Keys;
  readonly type: string;
}) {
  const workbench = useWorkbench();
  const data = [...keys, "data"];
  switch (type) {
    case "none":
      return (
        <p class="hint">
          This request has no body: choose a type to write one.
        </p>
      );
    case "form-urlencoded":
      return (
        <Rows
          doc={doc}
          keys={data}
          of="Field"
          columns={[{ key: "name", title: "Name" }, {
            key: "value",
            title: "Value",
            takesLines: true,
          }]}
        />
      );
    case "multipart-form":
      return (
        <Rows
          doc={doc}
          keys={data}
          of="Part"
          normal={{ type: "text" }}
          onSet={(row, key, text) => {
            const value = [...data, row, "value"];
            const isList = Array.isArray(at(doc.document, value));
            if (key !== "type" || text !== "text" || !isList) return;
            const files = textOfFiles(at(doc.document, value));
            doc.follow(value, files);
          }}
          columns={[
            { key: "name", title: "Name" },
            {
              key: "value",
              title: "Value",
              takesLines: true,
              cell: (row, place) =>
                textAt(row, ["type"]) === "file" && (
                  <PartFiles key="files" doc={doc} {...place} />
                ),
            },
            {
              key: "type",
              title: "Type",
              options: [["text", "Text"], ["file", "File"]],
            },
          ]}
        />
      );
    case "file": {
      const selected = listAt(doc.document, data).findIndex((it) =>
        at(it, ["selected"]) === true
      );
      const path = [...data, Math.max(0, selected), "filePath"];
      return (
        <div class="rows">
          <Field
            label="Path of the file"
            value={textAt(doc.document, path)}
            keys={path}
            hint="Path of the file, from the collection's folder"
            onInput={(text) => {
              doc.set(path, text, Date.now());
              workbench.edited(doc);
            }}
          />
        </div>
      );
    }
    default:
      return (
        <TextEditor
          doc={doc}
          label="Body"
          keys={data}
          language={TEXTS[type] ?? "text"}
        />
      );
  }
}

/** An editor for a text of the document. */
export function TextEditor({ doc, label, keys, language, ...more }: {
  readonly doc: Doc;
  readonly label: string;
  readonly keys: Keys;
  readonly language: EditorLanguage;
  readonly class?: string;
  /** The line to go to, from 1. */
  readonly line?: number;
  readonly problems?: readonly LineProblem[] | undefined;
}) {
  const workbench = useWorkbench();
  const { line } = workbench;
  const isWanted = line?.id === doc.view.id &&
    line.path === formatYamlPath(keys);
  return (
    <CodeEditor
      {...more}
      {...isWanted && { line: line.line }}
      label={label}
      language={language}
      text={textAt(doc.document, keys)}
      keys={keys}
      onChange={(text) => {
        doc.set(keys, text, Date.now());
        workbench.edited(doc);
      }}
    />
  );
}

/** Lays JSON out anew, where it is some without its placeholders. */
function FormatButton({ doc, keys }: {
  readonly doc: Doc;
  readonly keys: Keys;
}) {
  const workbench = useWorkbench();
  const format = () => {
    try {
      const text = JSON.stringify(
        JSON.parse(textAt(doc.document, keys)),
        null,
        2,
      );
      doc.set(keys, text, Date.now());
      workbench.edited(doc);
    } catch (error) {
      workbench.notice = {
        kind: "error",
        text: `Cannot read the body: ${(error as Error).message}`,
      };
      workbench.changed();
    }
  };
  return <button type="button" class="link" onClick={format}>Lay out</button>;
}

function GraphqlBody({ doc }: { readonly doc: Doc }) {
  const keys = bodyKeys(doc, "graphql");
  return (
    <div class="editors">
      <h2>Query</h2>
      <TextEditor
        doc={doc}
        label="Query"
        keys={[...keys, "query"]}
        language="graphql"
      />
      <h2>Variables</h2>
      <TextEditor
        doc={doc}
        label="Query variables"
        keys={[...keys, "variables"]}
        language="json"
        class="low"
      />
    </div>
  );
}

/** What is sent over a stream; one message, or several with titles. */
function Messages({ doc, keys }: { readonly doc: Doc; readonly keys: Keys }) {
  const workbench = useWorkbench();
  const value = at(doc.document, keys);
  const isList = Array.isArray(value);
  const messages = isList ? value : value === undefined ? [] : [value];
  const add = () => {
    const message = { type: "json", data: "{}" };
    const first = isList ? value : value === undefined ? [] : [
      { title: "message 1", message: value } as Json,
    ];
    const next = first.length === 0 && !isList
      ? message
      : [...first, { title: `message ${first.length + 1}`, message }];
    doc.set(keys, next, Date.now());
    workbench.edited(doc);
  };
  return (
    <div class="editors">
      {messages.map((it, index) => {
        const title = textAt(it, ["title"]) || "Message";
        const one = isList ? [...keys, index, "message"] : keys;
        // A gRPC message may be a text by itself.
        const data = typeof at(doc.document, one) === "string"
          ? one
          : [...one, "data"];
        return (
          <section key={index} aria-label={title}>
            <h2>{title}</h2>
            <TextEditor
              doc={doc}
              label={title}
              keys={data}
              language={textAt(doc.document, [...one, "type"]) === "text"
                ? "text"
                : "json"}
              class="low"
            />
          </section>
        );
      })}
      <p>
        <button type="button" class="plain-button" onClick={add}>
          Add a message
        </button>
      </p>
    </div>
  );
}
