import type { AuthType } from "../collection/types.ts";
import type { Diagnostic } from "../source/diagnostic.ts";
import { nearest } from "../source/nearest.ts";
import type { RenderedAuth } from "../http/rendered_request.ts";
import { authDiagnostic, textField } from "./auth_field.ts";
import {
  AUTH_FIELDS,
  baseOf,
  headersToSign,
  loopbackUrl,
  OAUTH2_FLOWS,
  TOKEN_URL_FIELDS,
  webUrl,
} from "./fields.ts";

// deno-lint-ignore no-control-regex
const CONTROL = /[\x00-\x1f\x7f]/;
// deno-lint-ignore no-control-regex
const NOT_IN_HEADER = /[\x00-\x08\x0a-\x1f\x7f]|[^\x00-\xff]/;
const EDGEGRID_STAMP = /^\d{8}T\d\d:\d\d:\d\d\+0000$/;
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

const OAUTH2_REQUIRED = {
  client_credentials: ["accessTokenUrl", "credentials.clientId"],
  password: ["accessTokenUrl", "resourceOwner.username"],
  authorization_code: [
    "authorizationUrl",
    "accessTokenUrl",
    "credentials.clientId",
  ],
  device_code: [
    "deviceAuthorizationUrl",
    "accessTokenUrl",
    "credentials.clientId",
  ],
} as const;

/**
 * Finds what a rendered auth lacks or cannot be sent: missing and empty
 * required fields, unknown words, characters that a header cannot hold, kinds
 * of auth that Brace does not speak. Each diagnostic is an error at its field;
 * none holds a value. No diagnostics: it can be applied, or is empty as a whole.
 */
export function checkAuth(auth: RenderedAuth): Diagnostic[] {
  if (emptyFields(auth) !== undefined) return [];
  const table = AUTH_FIELDS[auth.type];
  return [
    ...missing(auth, table.required),
    ...Object.entries(table.choices).flatMap(([field, words]) =>
      choice(auth, field, words)
    ),
    ...table.header.flatMap((field) => headerText(auth, field)),
    ...OWN[auth.type]?.(auth) ?? [],
  ];
}

/** What makes the credential of auth that is one header or parameter. */
const CREDENTIALS: { readonly [type in AuthType]?: readonly string[] } = {
  basic: ["username", "password"],
  bearer: ["token"],
  apikey: ["value"],
};

/** The fields without which auth is empty as a whole, where all of them are empty; such auth adds no credential. */
export function emptyFields(auth: RenderedAuth): readonly string[] | undefined {
  const fields = CREDENTIALS[auth.type];
  // A header ends before its blanks: a token of blanks alone does not go out.
  const isEmpty = (text: string) =>
    text === "" || auth.type === "bearer" && /^[ \t]+$/.test(text);
  return fields?.every((field) => isEmpty(textField(auth, field)))
    ? fields
    : undefined;
}

const NO_CREDENTIALS = ", so the request has no credentials (give a value, or ";

/** Whether a diagnostic is that of {@linkcode emptyAuth}. */
export function saysEmptyAuth({ message }: Diagnostic): boolean {
  return message.includes(NO_CREDENTIALS);
}

/**
 * Says that an auth is empty as a whole.
 *
 * @param way How else than by a value the request goes without the warning.
 */
export function emptyAuth(
  auth: RenderedAuth,
  fields: readonly string[],
  way = 'write "auth: none"',
): Diagnostic {
  const names = fields.map((field) => `"${field}"`).join(" and ");
  const state = fields.length > 1 ? "are empty" : "is empty";
  return authDiagnostic(auth, {
    code: "INVALID_FIELD",
    severity: "warning",
    field: fields[0],
    problem: `${names} ${state}${NO_CREDENTIALS}${way})`,
  });
}

/** Says that a token has the word that bearer auth puts before it: masked, both look like one. */
export function doubledScheme(auth: RenderedAuth): Diagnostic | undefined {
  if (!/^bearer\s/i.test(textField(auth, "token"))) return undefined;
  return authDiagnostic(auth, {
    code: "INVALID_FIELD",
    severity: "warning",
    field: "token",
    problem:
      `the value of "token" begins with "Bearer", which this auth adds: the request has the word twice (take it out of the value)`,
  });
}

/** The rules of kinds of auth that the table cannot say; most have none. */
const OWN: {
  readonly [type in AuthType]?: (auth: RenderedAuth) => Diagnostic[];
} = {
  basic,
  apikey,
  digest: (auth) => plainText(auth, "username"),
  awsv4: (auth) =>
    textField(auth, "profileName") === ""
      ? missing(auth, ["accessKeyId", "secretAccessKey"])
      : [],
  oauth1: (auth) =>
    textField(auth, "signatureMethod").startsWith("RSA-")
      ? missing(auth, ["privateKey.value"])
      : [],
  oauth2,
  ntlm: (auth) =>
    ["username", "password", "domain"].flatMap((field) =>
      plainText(auth, field)
    ),
  "akamai-edgegrid": edgegrid,
};

function basic(auth: RenderedAuth): Diagnostic[] {
  const username = textField(auth, "username");
  const colon = username.includes(":")
    ? [authDiagnostic(auth, {
      code: "INVALID_FIELD",
      field: "username",
      problem:
        `"username" holds a colon, which Basic auth cannot express (use another user name)`,
    })]
    : [];
  return [
    ...colon,
    ...plainText(auth, "username"),
    ...plainText(auth, "password"),
  ];
}

function apikey(auth: RenderedAuth): Diagnostic[] {
  const key = textField(auth, "key");
  if (textField(auth, "placement") === "query" || key === "") return [];
  const name = TOKEN.test(key) ? [] : [authDiagnostic(auth, {
    code: "INVALID_HEADER",
    field: "key",
    problem:
      `"key" is not a header name (write letters, digits and hyphens, or placement: query)`,
  })];
  return [...name, ...headerText(auth, "value")];
}

/**
 * Finds fields that EdgeGrid's header cannot hold: the server would refuse the
 * signature without a reason.
 */
function edgegrid(auth: RenderedAuth): Diagnostic[] {
  const wrong = (field: string, problem: string) =>
    authDiagnostic(auth, { code: "INVALID_FIELD", field, problem });
  const found = ["accessToken", "clientToken", "nonce"].filter((field) =>
    /[;,]/.test(textField(auth, field))
  ).map((field) => wrong(field, `"${field}" holds a ";" or "," (remove it)`));
  const timestamp = textField(auth, "timestamp");
  if (timestamp !== "" && !EDGEGRID_STAMP.test(timestamp)) {
    found.push(wrong(
      "timestamp",
      `"timestamp" is no time of EdgeGrid (write it as 20140321T19:34:21+0000, or leave it out)`,
    ));
  }
  if (!/^(?:[1-9]\d{0,14})?$/.test(textField(auth, "maxBodySize"))) {
    found.push(wrong(
      "maxBodySize",
      `"maxBodySize" is no count of bytes (write a positive whole number)`,
    ));
  }
  const base = textField(auth, "baseURL");
  if (base.trim() !== "" && baseOf(base, "https:") === undefined) {
    found.push(wrong(
      "baseURL",
      `"baseURL" is no URL (write https:// and a host, without user name and password)`,
    ));
  }
  const names = headersToSign(auth);
  if (!names.every((name) => TOKEN.test(name))) {
    found.push(wrong(
      "headersToSign",
      `"headersToSign" holds a text that is no header name (write names with commas between them)`,
    ));
  }
  return found;
}

function oauth2(auth: RenderedAuth): Diagnostic[] {
  const name = textField(auth, "flow");
  if (!Object.hasOwn(OAUTH2_FLOWS, name)) return [];
  const flow = OAUTH2_FLOWS[name as keyof typeof OAUTH2_FLOWS];
  if (flow === "implicit") {
    return [authDiagnostic(auth, {
      code: "UNSUPPORTED",
      field: "flow",
      problem: `the flow "implicit" gives the token only to a browser (use ${
        auth.own?.names.get("flow") ?? "flow"
      }: authorization_code, which supports PKCE)`,
    })];
  }
  return [
    ...missing(auth, OAUTH2_REQUIRED[flow]),
    ...["authorizationUrl", ...TOKEN_URL_FIELDS].flatMap((field) =>
      httpUrl(auth, field)
    ),
    ...(flow === "authorization_code" ? callbackUrl(auth) : []),
  ];
}

/** Finds an address that the browser cannot come back to. Without one, Brace picks it. */
function callbackUrl(auth: RenderedAuth): Diagnostic[] {
  const field = "callbackUrl";
  const text = textField(auth, field);
  if (text === "" || loopbackUrl(text) !== undefined) return [];
  return [authDiagnostic(auth, {
    code: "INVALID_FIELD",
    field,
    problem:
      `"callbackUrl" is not an http:// address of this machine, where Brace waits for the browser (write one such as http://127.0.0.1:8765/callback, and register it with the server)`,
  })];
}

function missing(
  auth: RenderedAuth,
  fields: readonly string[],
): Diagnostic[] {
  return fields.filter((field) => textField(auth, field) === "").map(
    (field) =>
      authDiagnostic(auth, {
        code: "INVALID_FIELD",
        field,
        problem: auth.fields.has(field)
          ? `"${field}" is empty (give it a value)`
          : `"${field}" is missing (add ${
            auth.own ? `it to "${auth.own.place}"` : underAuth(field)
          })`,
      }),
  );
}

function underAuth(field: string): string {
  const at = field.lastIndexOf(".");
  return at < 0
    ? "it under auth"
    : `"${field.slice(at + 1)}" below "${field.slice(0, at)}" under auth`;
}

function choice(
  auth: RenderedAuth,
  field: string,
  words: readonly string[],
): Diagnostic[] {
  const text = textField(auth, field);
  if (text === "" || words.includes(text)) return [];
  const near = nearest(text, words);
  const wayOut = near === undefined
    ? "write one of them"
    : `did you mean "${near}"?`;
  return [authDiagnostic(auth, {
    code: "INVALID_FIELD",
    field,
    problem: `"${field}" is not one of ${words.join(", ")} (${wayOut})`,
  })];
}

function httpUrl(auth: RenderedAuth, field: string): Diagnostic[] {
  const text = textField(auth, field);
  if (text === "" || webUrl(text) !== undefined) return [];
  return [authDiagnostic(auth, {
    code: "INVALID_URL",
    field,
    problem:
      `"${field}" is not a URL to send to (write http:// or https:// and a host, without user name and password)`,
  })];
}

function headerText(auth: RenderedAuth, field: string): Diagnostic[] {
  if (!NOT_IN_HEADER.test(textField(auth, field))) return [];
  return [authDiagnostic(auth, {
    code: "INVALID_HEADER",
    field,
    problem:
      `"${field}" holds a character that a header cannot hold, such as a line break (remove it)`,
  })];
}

function plainText(auth: RenderedAuth, field: string): Diagnostic[] {
  if (!CONTROL.test(textField(auth, field))) return [];
  return [authDiagnostic(auth, {
    code: "INVALID_FIELD",
    field,
    problem:
      `"${field}" holds a control character, such as a line break (remove it)`,
  })];
}
