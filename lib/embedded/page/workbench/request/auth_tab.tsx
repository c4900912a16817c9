/** @jsxRuntime automatic */
/** @jsxImportSource preact */
/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { useRef } from "preact/hooks";
import {
  AUTH_ABOUT,
  AUTH_TYPES,
  type AuthType,
} from "../../../../core/collection/auth_types.ts";
import type { Json, Keys } from "../api.ts";
import type { Doc } from "../state/doc.ts";
import { at, textAt } from "../state/json_edit.ts";
import { useWorkbench } from "../parts/context.tsx";
import { shown } from "../../shown.ts";
import { AuthForm } from "./auth_form.tsx";
import { FromLink } from "./row_tabs.tsx";
import { sectionOf } from "./section.ts";

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

/** How a request authenticates, or those inside a folder or the collection that inherit. */
export function AuthTab({ doc }: { readonly doc: Doc }) {
  const workbench = useWorkbench();
  const { kind, language } = doc.view;
  const isRequest = kind === "request";
  const section = isRequest ? sectionOf(doc.document) : "request";
  const runtime = at(doc.document, ["runtime", "auth"]);
  const keys: Keys = isRequest && runtime !== undefined
    ? ["runtime", "auth"]
    : [section, "auth"];
  const auth = at(doc.document, keys);
  // Only a folder that says nothing passes on what is above it.
  const unsaid = kind === "folder" ? "inherit" : "none";
  const type = (typeof auth === "string" ? auth : textAt(auth, ["type"])) ||
    unsaid;
  const isReadOnly = workbench.state?.readOnly;
  // A kind that was left is as it was, when the person comes back to it.
  const left = useRef(new Map<string, Json | undefined>());
  const choose = (next: string) => {
    left.current.set(type, auth);
    doc.set(
      keys,
      left.current.has(next)
        ? left.current.get(next)
        : firstOf(next as AuthType, !isRequest && next === unsaid),
      Date.now(),
    );
    workbench.edited(doc);
  };
  const known = AUTH_TYPES.includes(type as AuthType);
  // There is nothing above a collection, and Bruno's folders have no word for none.
  const cannot = kind === "collection"
    ? "inherit"
    : kind === "folder" && language === "bru"
    ? "none"
    : undefined;
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
          {AUTH_TYPES.filter((it) => it !== cannot || it === type).map((it) => (
            <option key={it} value={it}>{TITLES[it]}</option>
          ))}
        </select>
        {known && type !== "none" && type !== "inherit" && (
          <span class="faint">{AUTH_ABOUT[type as AuthType]}</span>
        )}
      </div>
      {!isRequest && (
        <p class="hint">
          Requests inside use it if their tab Auth says “{TITLES.inherit}”.
        </p>
      )}
      {type === "none" && isRequest && <WithoutAuth doc={doc} />}
      {type === "inherit" && <AuthAbove doc={doc} />}
      {known && <AuthForm doc={doc} type={type as AuthType} keys={keys} />}
    </>
  );
}

/** A request that has no auth, where a level above may have one. */
function WithoutAuth({ doc }: { readonly doc: Doc }) {
  const above = doc.view.inherited?.auth;
  if (above === undefined) {
    return <p class="hint">Brace sends this request without auth.</p>;
  }
  return (
    <p class="hint">
      Brace sends this request without auth. To use the auth of the{" "}
      {above.from.level} “{shown(above.from.name)}”, choose “{TITLES.inherit}”.
    </p>
  );
}

/** What a request or a folder gets from above. */
function AuthAbove({ doc }: { readonly doc: Doc }) {
  const above = doc.view.inherited?.auth;
  if (above === undefined) {
    return (
      <p class="hint">
        No level above sets auth: Brace sends this request without it.
      </p>
    );
  }
  return (
    <section class="more-rows" aria-label="Inherited auth">
      <h2>
        {above.type} <FromLink from={above.from} />
      </h2>
      <ul>
        {Object.entries(above.fields).map(([name, value]) => (
          <li key={name}>
            <code>{shown(name)}: {shown(value)}</code>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What a kind is at first; what goes without saying needs no line. */
function firstOf(type: AuthType, isUnsaid: boolean): Json | undefined {
  if (isUnsaid) return undefined;
  return type === "none" || type === "inherit"
    ? type
    : { type, ...empty(type) };
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
