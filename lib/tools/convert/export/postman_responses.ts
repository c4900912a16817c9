import { elements, type Json, jsonTextOf, members } from "../json.ts";

/** Examples of a request as Postman's saved responses. */
export function responsesOf(examples: Json, sent: Json): Json[] {
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
function sentAs(value: Json): Json | undefined {
  const { method, url } = members(value);
  return jsonTextOf(url) === undefined ? undefined : {
    method: jsonTextOf(method) ?? "GET",
    header: [],
    url: { raw: jsonTextOf(url) },
  };
}
