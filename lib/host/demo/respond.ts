import type { Echo } from "./echo.ts";

/** A response of the demo API. */
export function respond(
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): Response {
  return new Response(JSON.stringify(body) + "\n", {
    status,
    headers: { "content-type": "application/json", ...headers },
  });
}

/** A response that says what is wrong. */
export function problem(
  status: number,
  error: string,
  headers?: Record<string, string>,
): Response {
  return respond(status, { error }, headers);
}

/** The response to a method that a path does not have. */
export function notAllowed(request: Echo, allow: string): Response {
  return problem(405, `${request.path} has no ${request.method}`, { allow });
}
