/** @jsxRuntime automatic */
/** @jsxImportSource preact */
/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Json, Keys } from "../api.ts";
import type { Doc } from "../state/doc.ts";
import { at, listAt, textAt } from "../state/json_edit.ts";
import { brief, whole } from "../state/brief_spans.ts";
import { Switch } from "../parts/choice.tsx";
import { useWorkbench } from "../parts/context.tsx";
import { Field } from "../parts/field.tsx";
import { typedNames } from "../parts/names.ts";

/** A number, a switch, or words. */
interface Setting {
  readonly keys: Keys;
  readonly title: string;
  readonly kind: "number" | "flag" | "words" | "text";
  readonly hint: string;
  /** A `.bru` file has no place for it. */
  readonly isYamlOnly?: true;
}

const ENCODE_URL: Keys = ["settings", "encodeUrl"];

const SETTINGS: readonly Setting[] = [
  {
    keys: ["info", "tags"],
    title: "Tags",
    kind: "words",
    hint: "A run can select requests by them: smoke, slow",
  },
  {
    keys: ["settings", "timeout"],
    title: "Timeout",
    kind: "number",
    hint: "Milliseconds",
  },
  {
    keys: ["settings", "followRedirects"],
    title: "Follow redirects",
    kind: "flag",
    hint: "yes, where nothing is set",
  },
  {
    keys: ["settings", "maxRedirects"],
    title: "Maximum redirects",
    kind: "number",
    hint: "Number of redirects",
  },
  {
    keys: ENCODE_URL,
    title: "Encode the URL",
    kind: "flag",
    hint: "Values of scripts and data rows are percent-encoded",
  },
  {
    keys: ["settings", "omitHeaders"],
    title: "Headers to leave out",
    kind: "words",
    hint: "User-Agent, Accept",
    isYamlOnly: true,
  },
  {
    keys: ["extensions", "brace", "retry", "count"],
    title: "Retries",
    kind: "number",
    hint: "After a network error",
    isYamlOnly: true,
  },
  {
    keys: ["extensions", "brace", "retry", "delay"],
    title: "Delay between retries",
    kind: "number",
    hint: "Milliseconds",
    isYamlOnly: true,
  },
  {
    keys: ["extensions", "brace", "repeatUntil", "expression"],
    title: "Repeat until",
    kind: "text",
    hint: "res.body.state === 'done'",
    isYamlOnly: true,
  },
];

/** How the request is sent. */
export function SettingsTab({ doc }: { readonly doc: Doc }) {
  const isBru = doc.view.language === "bru";
  return (
    <>
      <dl class="form">
        {SETTINGS.filter((it) => !isBru || !it.isYamlOnly).map((setting) => (
          <div key={setting.title}>
            <dt aria-hidden="true">{setting.title}</dt>
            <dd>
              <SettingField doc={doc} setting={setting} />
            </dd>
          </div>
        ))}
      </dl>
      {isBru && (
        <p class="hint">
          A .bru file has no place for retries, repeats and headers to leave
          out. Requests in YAML have these settings, too.
        </p>
      )}
    </>
  );
}

function SettingField({ doc, setting }: {
  readonly doc: Doc;
  readonly setting: Setting;
}) {
  const workbench = useWorkbench();
  const { keys, title, kind, hint } = setting;
  const set = (value: Json | undefined) => {
    const begins = value !== undefined && beginsSettings(doc, keys);
    doc.set(keys, value, Date.now());
    if (begins) doc.follow(ENCODE_URL, false);
    workbench.edited(doc);
  };
  switch (kind) {
    case "flag":
      return (
        <Switch
          title={title}
          about={hint}
          value={textAt(doc.document, keys)}
          onSet={set}
        />
      );
    case "number":
      return (
        <Field
          label={title}
          hint={hint}
          isPlain
          value={textAt(doc.document, keys)}
          onInput={(text) =>
            set(
              text === ""
                ? undefined
                : /^\d+$/.test(text)
                ? Number(text)
                : text,
            )}
        />
      );
    case "words":
      return (
        <WordsField
          title={title}
          hint={hint}
          words={listAt(doc.document, keys).map(String)}
          onInput={(words) => set(words.length ? words : undefined)}
        />
      );
    case "text":
      return (
        <Field
          label={title}
          hint={hint}
          keys={keys}
          value={textAt(doc.document, keys)}
          onInput={(text) => set(text === "" ? undefined : text)}
        />
      );
    default:
      return kind satisfies never;
  }
}

/**
 * Whether an edit gives a request its first setting: to Bruno, settings without
 * `encodeUrl` turn it on in YAML, as none do not.
 */
function beginsSettings(
  { document, view: { language, encodesUrl } }: Doc,
  keys: Keys,
): boolean {
  return language === "yaml" && keys[0] === "settings" &&
    keys[1] !== "encodeUrl" && !encodesUrl &&
    at(document, ["settings"]) === undefined &&
    (at(document, ["http"]) ?? at(document, ["graphql"])) !== undefined;
}

function WordsField({ title, hint, words, onInput }: {
  readonly title: string;
  readonly hint: string;
  readonly words: readonly string[];
  readonly onInput: (words: string[]) => void;
}) {
  const workbench = useWorkbench();
  const input = useRef<HTMLInputElement>(null);
  const text = brief(words.join(", "));
  // While a person types, the browser keeps the text; an undo comes from outside.
  useLayoutEffect(() => {
    if (input.current) input.current.value = text;
  }, [text]);
  return (
    <div class="field">
      <input
        ref={input}
        type="text"
        aria-label={title}
        placeholder={hint}
        readOnly={workbench.state?.readOnly}
        onChange={({ currentTarget }) =>
          onInput(typedNames(whole(currentTarget.value)))}
      />
    </div>
  );
}
