import { elements, jsonTextOf, members, type RawJson } from "../json.ts";
import { bodyOf, graphqlMode, typedHeaders, urlOf } from "./postman_request.ts";

/** Examples of a request as Postman's saved responses. */
export function responsesOf(examples: RawJson, sent: RawJson): RawJson[] {
  return elements(examples).map(members).map((example) => {
    const response = members(example.response);
    const body = members(response.body);
    const status = Number(jsonTextOf(response.status));
    const data = jsonTextOf(body.data) ?? jsonTextOf(response.body);
    return {
      name: jsonTextOf(example.name) ?? "",
      originalRequest: sentAs(example.request) ?? sent,
      ...(jsonTextOf(response.statusText) && {
        status: jsonTextOf(response.statusText),
      }),
      ...(Number.isInteger(status) && response.status !== undefined &&
        { code: status }),
      ...(body.type === "json" && { _postman_previewlanguage: "json" }),
      header: elements(response.headers).map(members).map((row) => ({
        key: jsonTextOf(row.name) ?? "",
        value: jsonTextOf(row.value) ?? "",
      })),
      ...(data !== undefined && { body: data }),
    };
  });
}

/** What was sent, where the example says so. */
function sentAs(value: RawJson): RawJson | undefined {
  const { method, url, headers, params, body } = members(value);
  const target = jsonTextOf(url);
  if (target === undefined) return undefined;
  const isGraphql = typeof members(body).query === "string";
  return {
    method: jsonTextOf(method) ?? (isGraphql ? "POST" : "GET"),
    header: typedHeaders(headers, body),
    url: urlOf(target, params),
    ...(isGraphql ? graphqlMode(members(body)) : bodyOf(body)),
  };
}
