import {
  elements,
  isMapping,
  jsonTextOf,
  members,
  type RawJson,
} from "../json.ts";
import { flowNotes } from "../flow_notes.ts";
import type { FileAuth, FileParam, FileRow } from "../open_collection.ts";
import type { SecretValues } from "../secrets/secret_values.ts";
import { queryName } from "./parameters.ts";
import type { RelativeUrls } from "./relative_urls.ts";
import type { Spec } from "./spec.ts";
import { clientIsOptional } from "./token_operation.ts";

/** How an operation authenticates: auth, and what other keys go along. */
export interface Security {
  readonly auth?: FileAuth;
  readonly headers: readonly FileRow[];
  readonly params: readonly FileParam[];
  readonly cookies: readonly string[];
  readonly notes: readonly string[];
  /** What the document says wrong. */
  readonly mistakes: readonly string[];
}

/** What schemes are written with. */
export interface SecurityContext {
  readonly secrets: SecretValues;
  readonly urls: RelativeUrls;
  /** Whether the client of OAuth 2 is written although the document's token operation does without. */
  readonly withClients?: boolean;
}

/** A placeholder for a part of what a scheme asks for. */
type Hint = (
  what:
    | "key"
    | "token"
    | "username"
    | "password"
    | "client id"
    | "client secret",
) => string;

const NOTHING: Security = {
  headers: [],
  params: [],
  cookies: [],
  notes: [],
  mistakes: [],
};

/** The first alternative of `security`, whose schemes all hold. */
export function securityOf(
  spec: Spec,
  value: RawJson,
  context: SecurityContext,
): Security {
  const list = isMapping(value) || typeof value === "string" ? [value] : value;
  const alternatives = elements(list).map((one) =>
    typeof one === "string" ? { [one]: [] } : members(one)
  );
  const misread = list !== value ||
    elements(list).some((one) => typeof one === "string");
  const { mistakes, ...found } = firstOf(spec, alternatives, context);
  return {
    ...found,
    mistakes: misread && Object.keys(alternatives[0] ?? {}).length > 0
      ? [...mistakes, misreadNote(alternatives)]
      : mistakes,
  };
}

function misreadNote(alternatives: readonly Record<string, RawJson>[]): string {
  const meant = alternatives.map((one) =>
    `{ ${Object.keys(one).map((name) => `${name}: []`).join(", ")} }`
  );
  return `"security" of the document is not a list of mappings: read as [${
    meant.join(", ")
  }], check the auth`;
}

function firstOf(
  spec: Spec,
  alternatives: readonly Record<string, RawJson>[],
  context: SecurityContext,
): Security {
  const [first] = alternatives;
  if (!first || alternatives.some((one) => Object.keys(one).length === 0)) {
    // An empty alternative makes it optional; the first that asks for something is the better start.
    const asking = alternatives.find((one) => Object.keys(one).length > 0);
    if (!asking) return NOTHING;
    return alternative(spec, asking, context);
  }
  return alternative(spec, first, context);
}

function alternative(
  spec: Spec,
  names: Record<string, RawJson>,
  { secrets, urls, withClients = false }: SecurityContext,
): Security {
  const schemes = spec.open(
    spec.open(spec.root.components).securitySchemes ??
      spec.root.securityDefinitions,
  );
  let auth: FileAuth | undefined;
  const headers: FileRow[] = [];
  const params: FileParam[] = [];
  const cookies: string[] = [];
  const notes: string[] = [];
  const mistakes: string[] = [];
  // A key can go along beside the auth of another scheme.
  const keysLast = Object.entries(names).map(([name, scopes]) => ({
    name,
    scopes,
    scheme: spec.open(schemes[name]),
  })).toSorted((a, b) =>
    Number(a.scheme.type === "apiKey") - Number(b.scheme.type === "apiKey")
  );
  for (const { name, scopes, scheme } of keysLast) {
    const hint: Hint = (what) => {
      const last = what.split(" ").at(-1) ?? "";
      const isSaid = name.toLowerCase().endsWith(last);
      return secrets.unknown(isSaid ? said(name, schemes) : `${name} ${what}`, {
        secret: what !== "username" && what !== "client id",
      });
    };
    const key = jsonTextOf(scheme.name) ?? name;
    if (
      scheme.type === "apiKey" && (auth !== undefined || scheme.in === "cookie")
    ) {
      const value = hint("key");
      if (scheme.in === "header") headers.push({ name: key, value });
      else if (scheme.in === "cookie") cookies.push(`${key}=${value}`);
      else params.push({ name: queryName(key), value, type: "query" });
      continue;
    }
    const made = authOf(scheme, {
      key,
      hint,
      scopes: elements(scopes),
      hasClient: (tokenUrl) => withClients || !clientIsOptional(spec, tokenUrl),
      url: (field, text) => {
        const template = urls.template(field, text);
        if (template === undefined) {
          notes.push(
            `The ${field} "${text}" of "${name}" names no host: write its address into the auth`,
          );
        }
        return template ?? text;
      },
    });
    if (typeof made === "string") {
      const isDefined = Object.hasOwn(schemes, name);
      (isDefined ? notes : mistakes).push(`${made} ("${name}")`);
    } else if (auth === undefined) {
      auth = made;
      notes.push(...flowNotes(made));
    } else {
      notes.push(
        `A request has one auth: "${name}" is left out, write its header into the request`,
      );
    }
  }
  return { ...(auth && { auth }), headers, params, cookies, notes, mistakes };
}

/** What a scheme that is only called `key` is called beside other variables. */
function said(name: string, schemes: Record<string, RawJson>): string {
  const isTaken = Object.keys(schemes).some((one) =>
    /^api[\W_]*key$/i.test(one)
  );
  return /^key$/i.test(name) && !isTaken ? "api key" : name;
}

/** What the flow of a scheme is written with. */
interface Flow {
  readonly hint: Hint;
  readonly scopes: readonly RawJson[];
  /** Whether the server that gives the token for a password knows its clients. */
  readonly hasClient: (tokenUrl: string) => boolean;
  /** A URL of the document, by the name of its field. */
  readonly url: (field: string, text: string) => string;
}

/** The auth of a scheme; a text says why there is none. */
function authOf(
  scheme: Record<string, RawJson>,
  { key, ...how }: Flow & { key: string },
): FileAuth | string {
  const { hint } = how;
  switch (scheme.type) {
    case "apiKey":
      return {
        type: "apikey",
        key,
        value: hint("key"),
        placement: scheme.in === "query" ? "query" : "header",
      };
    case "basic":
      return {
        type: "basic",
        username: hint("username"),
        password: hint("password"),
      };
    case "http":
      switch (jsonTextOf(scheme.scheme)?.toLowerCase()) {
        case "basic":
          return {
            type: "basic",
            username: hint("username"),
            password: hint("password"),
          };
        case "digest":
          return {
            type: "digest",
            username: hint("username"),
            password: hint("password"),
          };
        case "bearer":
          return { type: "bearer", token: hint("token") };
        default:
          return `Brace has no auth for the scheme "${
            jsonTextOf(scheme.scheme)
          }"`;
      }
    case "oauth2":
      return oauth2(scheme, how);
    case "openIdConnect":
      return { type: "bearer", token: hint("token") };
    case "mutualTLS":
      return "Name a client certificate in config.clientCertificates";
    default:
      return "The document does not define the security scheme";
  }
}

/** OpenAPI's names of flows (3, then 2.0), the easiest for a machine first. */
const FLOWS: readonly (readonly [string, string])[] = [
  ["clientCredentials", "client_credentials"],
  ["application", "client_credentials"],
  ["password", "resource_owner_password_credentials"],
  ["authorizationCode", "authorization_code"],
  ["accessCode", "authorization_code"],
  ["implicit", "implicit"],
];

function oauth2(
  scheme: Record<string, RawJson>,
  { hint, scopes, url, hasClient }: Flow,
): FileAuth | string {
  const flows = scheme.flows === undefined
    ? { [jsonTextOf(scheme.flow) ?? ""]: scheme }
    : members(scheme.flows);
  const found = FLOWS.find(([name]) => Object.hasOwn(flows, name));
  if (!found) return "Brace supports none of its OAuth 2 flows";
  const flow = members(flows[found[0]]);
  const wanted = scopes.map(jsonTextOf).filter((one) => one !== undefined);
  const names = wanted.length > 0 ? wanted : Object.keys(members(flow.scopes));
  const isUser = found[1] === "resource_owner_password_credentials";
  const address = (name: string, field: string) => {
    const text = jsonTextOf(flow[field]);
    return text ? { [name]: url(field, text) } : {};
  };
  return {
    type: "oauth2",
    flow: found[1],
    ...address("accessTokenUrl", "tokenUrl"),
    ...address("refreshTokenUrl", "refreshUrl"),
    ...address("authorizationUrl", "authorizationUrl"),
    ...(names.length > 0 && { scope: names.join(" ") }),
    ...((!isUser || hasClient(jsonTextOf(flow.tokenUrl) ?? "")) && {
      credentials: {
        clientId: hint("client id"),
        ...(found[1] !== "implicit" && { clientSecret: hint("client secret") }),
      },
    }),
    ...(isUser && {
      resourceOwner: { username: hint("username"), password: hint("password") },
    }),
  };
}
