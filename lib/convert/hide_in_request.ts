import { hideAuth, hideRows } from "./hide_secrets.ts";
import type { FileRequest } from "./open_collection.ts";
import type { SecretValues } from "./secret_values.ts";

/** A request without the secrets in its headers, parameters, form and auth. */
export function hideInRequest(
  request: FileRequest,
  secrets: SecretValues,
): FileRequest {
  const { http, graphql } = request;
  return {
    ...request,
    ...(http && { http: hideDetails(http, secrets) }),
    ...(graphql && { graphql: hideDetails(graphql, secrets) }),
  };
}

function hideDetails<
  Details extends NonNullable<FileRequest["http"] | FileRequest["graphql"]>,
>(details: Details, secrets: SecretValues): Details {
  const { headers, params, body, auth } = details;
  return {
    ...details,
    ...(headers && { headers: hideRows(headers, secrets) }),
    ...(params && { params: hideRows(params, secrets) }),
    ...(body && "type" in body && body.type === "form-urlencoded" &&
      body.data && { body: { ...body, data: hideRows(body.data, secrets) } }),
    ...(auth && { auth: hideAuth(auth, secrets) }),
  };
}
