/** @jsxRuntime automatic */
/** @jsxImportSource preact */
/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import {
  AUTH_ABOUT,
  AUTH_KEYS,
  AUTH_TYPES,
  type AuthType,
} from "../../../../core/collection/auth_types.ts";
import type { Keys } from "../api.ts";
import type { Doc } from "../state/doc.ts";
import { at, textAt } from "../state/json_edit.ts";
import { useWorkbench } from "../parts/context.tsx";
import { Field } from "../parts/field.tsx";
import { shown } from "../../shown.ts";
import { FromLink } from "./row_tabs.tsx";
import { sectionOf } from "./section.ts";

/** Fields that are mappings: what they hold is edited one by one. */
const NESTED: Readonly<Record<string, readonly string[]>> = {
  credentials: ["clientId", "clientSecret", "placement"],
  resourceOwner: ["username", "password"],
  pkce: ["method"],
  tokenConfig: ["id", "source"],
};
/** What only the source has. */
const ONLY_SOURCE = new Set([
  "additionalParameters",
  "settings",
  "privateKey",
  "headersToSign",
  "includeBodyHash",
]);

const FLOWS = [
  "client_credentials",
  "resource_owner_password_credentials",
  "authorization_code",
  "implicit",
  "device_code",
];
const OPTIONS: Readonly<Record<string, readonly string[]>> = {
  "oauth2.flow": FLOWS,
  "apikey.placement": ["header", "query"],
  "oauth1.placement": ["header", "query", "body"],
};

const TITLES: Readonly<Record<AuthType, string>> = {
  none: "None",
  inherit: "As the level above",
  basic: "Basic",
  bearer: "Bearer token",
  apikey: "API key",
  digest: "Digest",
  wsse: "WSSE",
  awsv4: "AWS Signature 4",
  oauth1: "OAuth 1",
  oauth2: "OAuth 2",
  ntlm: "NTLM",
  "akamai-edgegrid": "Akamai EdgeGrid",
};

/** How a request authenticates. */
export function AuthTab({ doc }: { readonly doc: Doc }) {
  const workbench = useWorkbench();
  const isRequest = doc.view.kind === "request";
  const section = isRequest ? sectionOf(doc.document) : "request";
  const runtime = at(doc.document, ["runtime", "auth"]);
  const keys: Keys = isRequest && runtime !== undefined
    ? ["runtime", "auth"]
    : [section, "auth"];
  const auth = at(doc.document, keys);
  const type = (typeof auth === "string" ? auth : textAt(auth, ["type"])) ||
    "inherit";
  const inherited = doc.view.inherited?.auth;
  const isReadOnly = workbench.state?.readOnly;
  const choose = (next: string) => {
    doc.set(
      keys,
      next === "none" || next === "inherit"
        ? next
        : { type: next, ...empty(next as AuthType) },
      Date.now(),
    );
    workbench.edited(doc);
  };
  const known = AUTH_TYPES.includes(type as AuthType);
  return (
    <>
      <div class="panel-tools">
        <select
          aria-label="Auth type"
          value={type}
          disabled={isReadOnly}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
        >
          {!known && <option value={type}>{type}</option>}
          {AUTH_TYPES.map((it) => (
            <option key={it} value={it}>{TITLES[it]}</option>
          ))}
        </select>
        <span class="faint">{known && AUTH_ABOUT[type as AuthType]}</span>
      </div>
      {type === "inherit" && (inherited === undefined
        ? <p class="hint">No level above sets one: it is sent without auth.</p>
        : (
          <section class="more-rows" aria-label="Inherited auth">
            <h2>
              {inherited.type} <FromLink from={inherited.from} />
            </h2>
            <ul>
              {Object.entries(inherited.fields).map(([name, value]) => (
                <li key={name}>
                  <code>{shown(name)}: {shown(value)}</code>
                </li>
              ))}
            </ul>
          </section>
        ))}
      {known && (
        <dl class="form">
          {fieldsOf(type as AuthType).map((path) => (
            <AuthField
              key={path.join(".")}
              doc={doc}
              type={type}
              keys={keys}
              path={path}
            />
          ))}
        </dl>
      )}
    </>
  );
}

function AuthField({ doc, type, keys, path }: {
  readonly doc: Doc;
  readonly type: string;
  readonly keys: Keys;
  readonly path: readonly string[];
}) {
  const workbench = useWorkbench();
  const options = OPTIONS[`${type}.${path.join(".")}`];
  const value = textAt(doc.document, [...keys, ...path]);
  const title = words(path);
  const set = (text: string) => {
    doc.set([...keys, ...path], text, Date.now());
    workbench.edited(doc);
  };
  return (
    <div>
      <dt aria-hidden="true">{title}</dt>
      <dd>
        {options === undefined
          ? (
            <Field
              label={title}
              value={value}
              keys={[...keys, ...path]}
              onInput={set}
            />
          )
          : (
            <select
              aria-label={title}
              value={value}
              disabled={workbench.state?.readOnly}
              onChange={({ currentTarget }) => set(currentTarget.value)}
            >
              {["", ...options].map((it) => (
                <option key={it} value={it}>{it || "not set"}</option>
              ))}
            </select>
          )}
      </dd>
    </div>
  );
}

function fieldsOf(type: AuthType): readonly (readonly string[])[] {
  return AUTH_KEYS[type].flatMap((key) =>
    ONLY_SOURCE.has(key) ? [] : NESTED[key]?.map((it) => [key, it]) ?? [[key]]
  );
}

/** What people fill in first is there at once. */
function empty(type: AuthType): Readonly<Record<string, string>> {
  switch (type) {
    case "basic":
    case "digest":
    case "wsse":
      return { username: "", password: "" };
    case "bearer":
      return { token: "" };
    case "apikey":
      return { key: "", value: "", placement: "header" };
    case "oauth2":
      return { flow: "client_credentials", accessTokenUrl: "" };
    default:
      return {};
  }
}

/** `accessTokenUrl` → `Access token URL`. */
function words(path: readonly string[]): string {
  const text = path.at(-1)!.replace(/[A-Z]/g, (it) => ` ${it.toLowerCase()}`)
    .replace(/\burl\b/, "URL").replace(/\bid\b/, "ID");
  return text[0].toUpperCase() + text.slice(1);
}
