import type { RenderedAuth } from "../http/rendered_request.ts";
import type { Diagnostic } from "../source/diagnostic.ts";
import { authDiagnostic } from "./auth_diagnostic.ts";
import { textField } from "./auth_field.ts";

/** The field that says where the credentials go. */
const PLACES: Partial<Record<RenderedAuth["type"], string>> = {
  apikey: "placement",
  oauth1: "placement",
  oauth2: "tokenConfig.placement.query",
};
/** Kinds that need an answer, or the whole body, before they can sign. */
const UNKNOWN_BEFORE: readonly RenderedAuth["type"][] = [
  "digest",
  "awsv4",
  "ntlm",
  "akamai-edgegrid",
];

/** What a gRPC request cannot be sent with: its credentials are metadata, which is known before the call. */
export function checkForGrpc(auth: RenderedAuth, url: string): Diagnostic[] {
  if (!/^grpcs?:/.test(url)) return [];
  const { type } = auth;
  if (UNKNOWN_BEFORE.includes(type)) {
    return [authDiagnostic(auth, {
      code: "UNSUPPORTED",
      problem:
        "a gRPC request has no place for it (use a kind that is one header, such as bearer)",
    })];
  }
  const field = PLACES[type];
  const place = field === undefined ? "" : textField(auth, field);
  if (place === "" || place === "header") return [];
  return [authDiagnostic(auth, {
    code: "INVALID_FIELD",
    field,
    problem: "a gRPC request has no query and no form (place it in a header)",
  })];
}
