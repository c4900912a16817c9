/** @jsxRuntime automatic */
/** @jsxImportSource preact */
/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import type { AuthType } from "../../../../core/collection/auth_types.ts";
import { AUTH_KINDS } from "../../../../core/collection/shape/auth.ts";
import type {
  ListShape,
  MappingShape,
  Shape,
} from "../../../../core/collection/shape/types.ts";
import { SECRET_AUTH_FIELDS } from "../../../../core/secrets/secrets_of_auth.ts";
import type { Json, Keys } from "../api.ts";
import type { Doc } from "../state/doc.ts";
import { at, listAt, textAt } from "../state/json_edit.ts";
import { Switch, WordChoice } from "../parts/choice.tsx";
import { useWorkbench } from "../parts/context.tsx";
import { Field } from "../parts/field.tsx";
import { Rows } from "../parts/rows.tsx";
import { shown } from "../../shown.ts";
import { TextEditor } from "./body_tab.tsx";

/** The fields that each OAuth 2 flow needs; the others stand below them. */
const FLOW_FIELDS: Readonly<Record<string, readonly string[]>> = {
  client_credentials: ["accessTokenUrl", "scope", "credentials"],
  resource_owner_password_credentials: [
    "accessTokenUrl",
    "scope",
    "credentials",
    "resourceOwner",
  ],
  authorization_code: [
    "authorizationUrl",
    "accessTokenUrl",
    "callbackUrl",
    "scope",
    "state",
    "credentials",
    "pkce",
  ],
  implicit: [
    "authorizationUrl",
    "callbackUrl",
    "scope",
    "state",
    "credentials",
  ],
  device_code: [
    "deviceAuthorizationUrl",
    "accessTokenUrl",
    "scope",
    "credentials",
  ],
};

/** Where auth stands in the document, and what it is. */
interface Place {
  readonly doc: Doc;
  readonly type: AuthType;
  /** The keys of the auth itself. */
  readonly auth: Keys;
  /** The keys below it that lead to a field. */
  readonly path: readonly string[];
}

/** Every field that a kind of auth has in the format's table. */
export function AuthForm({ doc, type, keys }: {
  readonly doc: Doc;
  readonly type: AuthType;
  readonly keys: Keys;
}) {
  const place: Place = { doc, type, auth: keys, path: [] };
  const { type: _, ...fields } = AUTH_KINDS.cases[type].keys;
  const names = Object.keys(fields);
  if (names.length === 0) return <Refusal place={place} />;
  const flow = type === "oauth2" ? textAt(doc.document, [...keys, "flow"]) : "";
  const first = FLOW_FIELDS[flow];
  if (first === undefined) {
    return <Fields place={place} names={names} keys={fields} />;
  }
  const rest = names.filter((it) => it !== "flow" && !first.includes(it));
  const isUsed = rest.some((it) =>
    at(doc.document, [...keys, it]) !== undefined
  );
  return (
    <>
      <Fields place={place} names={["flow", ...first]} keys={fields} />
      <details class="more-rows" open={isUsed}>
        <summary>More fields</summary>
        <Fields place={place} names={rest} keys={fields} />
      </details>
    </>
  );
}

/** Fields below each other, then the groups of fields. */
function Fields({ place, names, keys }: {
  readonly place: Place;
  readonly names: readonly string[];
  readonly keys: MappingShape["keys"];
}) {
  const isGroup = (name: string) =>
    keys[name].kind === "mapping" || keys[name].kind === "list";
  const at = (name: string): Place => ({
    ...place,
    path: [...place.path, name],
  });
  const single = names.filter((it) => !isGroup(it));
  return (
    <>
      {single.length > 0 && (
        <dl class="form">
          {single.map((name) => (
            <OneField key={name} place={at(name)} shape={keys[name]} />
          ))}
        </dl>
      )}
      {names.filter(isGroup).map((name) => (
        <Group key={name} place={at(name)} shape={keys[name]} />
      ))}
    </>
  );
}

/** A mapping or a list, under its name. */
function Group(
  { place, shape }: { readonly place: Place; readonly shape: Shape },
) {
  if (shape.kind !== "mapping" && shape.kind !== "list") return null;
  return (
    <fieldset class="form-group">
      <legend>{titleOf(place.path)}</legend>
      <Refusal place={place} />
      {shape.kind === "list"
        ? <Parameters place={place} shape={shape} />
        : (
          <Fields
            place={place}
            names={namesOf(place, shape)}
            keys={shape.keys}
          />
        )}
    </fieldset>
  );
}

/** The keys of a mapping; of two switches for one thing the one that is written, or the first. */
function namesOf(
  { doc, auth, path }: Place,
  { keys }: MappingShape,
): readonly string[] {
  return Object.keys(keys).filter((name) =>
    name !== "disabled" || keys.enabled === undefined ||
    at(doc.document, [...auth, ...path, name]) !== undefined
  );
}

/** A list of parameters with names and values. */
function Parameters(
  { place, shape }: { readonly place: Place; readonly shape: ListShape },
) {
  const { doc, auth, path } = place;
  if (shape.of.kind !== "mapping") return null;
  const { placement } = shape.of.keys;
  const offers = placement?.kind === "text" ? placement.offers ?? {} : {};
  return (
    <Rows
      doc={doc}
      keys={[...auth, ...path]}
      of={`${titleOf(path)} parameter`}
      normal={{ placement: "header" }}
      columns={[
        { key: "name", title: "Name" },
        { key: "value", title: "Value" },
        {
          key: "placement",
          title: "Placement",
          options: Object.keys(offers).map((it) => [it, it]),
        },
      ]}
    />
  );
}

/** A text, a switch, or one of some words, beside its title. */
function OneField(
  { place, shape }: { readonly place: Place; readonly shape: Shape },
) {
  const title = titleOf(place.path);
  return (
    <div>
      <dt aria-hidden="true">{title}</dt>
      <dd>
        <Control place={place} shape={shape} title={title} />
        <Refusal place={place} />
      </dd>
    </div>
  );
}

/** Why a field stands in the way of a save. */
function Refusal({ place: { doc, auth, path } }: { readonly place: Place }) {
  const message = doc.refusalAt([...auth, ...path]);
  return message === undefined
    ? null
    : <p class="field-error" role="alert">{shown(message)}</p>;
}

function Control({ place, shape, title }: {
  readonly place: Place;
  readonly shape: Shape;
  readonly title: string;
}) {
  const workbench = useWorkbench();
  const { doc, type, auth, path } = place;
  const keys = [...auth, ...path];
  const set = (value: Json | undefined) => {
    doc.set(keys, value, Date.now());
    workbench.edited(doc);
  };
  if (shape.kind === "flag") {
    return (
      <Switch
        title={title}
        about={shape.about}
        value={textAt(doc.document, keys)}
        onSet={set}
      />
    );
  }
  if (shape.kind === "text" && shape.offers !== undefined) {
    return (
      <WordChoice
        title={title}
        about={shape.about}
        value={textAt(doc.document, keys)}
        options={Object.entries(shape.offers).map(([word, about]) =>
          [word, `${word}: ${about}`] as const
        )}
        onChoose={(text) => set(text === "" ? undefined : text)}
      />
    );
  }
  const name = path.join(".");
  if (isLongKey(place)) {
    return (
      <TextEditor
        doc={doc}
        label={title}
        keys={keys}
        language="text"
        class="low"
      />
    );
  }
  const listed = listAt(doc.document, keys);
  const isList = listed.length > 0;
  return (
    <Field
      label={title}
      value={isList ? listed.join(", ") : textAt(doc.document, keys)}
      keys={keys}
      isSecret={SECRET_AUTH_FIELDS[type].includes(name)}
      {...shape.kind === "any" && { hint: "Names with commas between them" }}
      onInput={(text) => set(isList && text !== "" ? text.split(/, */) : text)}
    />
  );
}

/** A private key has several lines, where it is not the path of a file. */
function isLongKey({ doc, auth, path }: Place): boolean {
  return path.join(".") === "privateKey.value" &&
    textAt(doc.document, [...auth, "privateKey", "type"]) !== "file";
}

/** `accessTokenUrl` → `Access token URL`. */
function titleOf(path: readonly string[]): string {
  const text = path.at(-1)!
    .replace(/[A-Z]+/g, (it) => ` ${it.length > 1 ? it : it.toLowerCase()}`)
    .replace(/\b(?:url|id|pkce)\b/, (it) => it.toUpperCase());
  return text[0].toUpperCase() + text.slice(1);
}
