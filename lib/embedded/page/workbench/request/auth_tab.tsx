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
  // A kind that was left is as it was, when the person comes back to it.
  const left = useRef(new Map<string, Json>());
  const choose = (next: string) => {
    if (auth !== undefined) left.current.set(type, auth);
    const before = left.current.get(next);
    doc.set(
      keys,
      before ??
        (next === "none" || next === "inherit"
          ? next
          : { type: next, ...empty(next as AuthType) }),
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
        {known && type !== "none" && type !== "inherit" && (
          <span class="faint">{AUTH_ABOUT[type as AuthType]}</span>
        )}
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
      {known && <AuthForm doc={doc} type={type as AuthType} keys={keys} />}
    </>
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
