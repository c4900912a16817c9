import type { Response } from "../response.ts";
import type { Signature } from "../engine.ts";
import type { RenderedRequest } from "../types.ts";
import { createSigner } from "./create_signer.ts";
import { withHeaders } from "../header_of.ts";
import { outgoingOf } from "./outgoing.ts";
import { queryOf } from "./query.ts";
import type { AuthPorts } from "./types.ts";

/**
 * Signs a request as it would go out first: for showing it, and for senders
 * that do not sign each hop themselves ({@linkcode createSigner} is for those
 * that do). What auth added is named in `authHeaders`. A request without `auth`
 * comes back as it is.
 *
 * @throws {AuthError} A field is missing, empty or wrong, or Brace does not
 * speak the scheme.
 * @throws {NetworkError} The token's server is out of reach or gives no token.
 */
export async function applyAuth(
  request: RenderedRequest,
  ports: AuthPorts,
): Promise<RenderedRequest> {
  const signer = request.auth && await createSigner(request.auth, ports);
  const signature = await signer?.sign?.(outgoingOf(request));
  return signature ? signed(request, signature) : request;
}

/**
 * Answers a 401's challenge: the request to send once more, or undefined
 * where the answer should be kept (no challenge for this auth, or credentials that
 * were refused a moment ago).
 *
 * @throws {AuthError} The challenge demands what Brace cannot sign.
 */
export async function answerChallenge(
  request: RenderedRequest,
  response: Response,
  ports: AuthPorts,
): Promise<RenderedRequest | undefined> {
  if (response.status !== 401 || request.auth?.type !== "digest") {
    return undefined;
  }
  const signer = await createSigner(request.auth, ports);
  const signature = await signer?.answer?.(outgoingOf(request), response);
  return signature && signed(request, signature);
}

function signed(
  request: RenderedRequest,
  signature: Signature,
): RenderedRequest {
  const { headers = [], url = request.url, body } = signature;
  const names = [
    ...headers.map(([name]) => name.toLowerCase()),
    ...newParameters(request.url, url),
  ];
  const contentType = request.body && "contentType" in request.body
    ? request.body.contentType
    : undefined;
  return {
    ...request,
    url,
    headers: withHeaders(request.headers, headers),
    ...(body && {
      body: {
        type: "bytes",
        bytes: body,
        ...(contentType === undefined ? {} : { contentType }),
      },
    }),
    authHeaders: [...new Set([...request.authHeaders, ...names])],
  };
}

/** Lower-case names of the query parameters that signing put in. */
function newParameters(before: string, after: string): string[] {
  const names = (url: string) => [...new URLSearchParams(queryOf(url)).keys()];
  const old = new Set(names(before));
  return names(after).filter((name) => !old.has(name)).map((name) =>
    name.toLowerCase()
  );
}
