import { elements, type Json, members, textOf } from "../json.ts";

/** Examples of a request as Postman's saved responses. */
export function responsesOf(examples: Json, sent: Json): Json[] {
  return elements(examples).map(members).map((example) => {
    const response = members(example.response);
    const body = members(response.body);
    const status = Number(textOf(response.status));
    const data = textOf(body.data) ?? textOf(response.body);
    return {
      name: textOf(example.name) ?? "",
      originalRequest: sentAs(example.request) ?? sent,
      ...(textOf(response.statusText) && {
        status: textOf(response.statusText),
      }),
      ...(Number.isInteger(status) && response.status !== undefined &&
        { code: status }),
      ...(body.type === "json" && { _postman_previewlanguage: "json" }),
      header: elements(response.headers).map(members).map((row) => ({
        key: textOf(row.name) ?? "",
        value: textOf(row.value) ?? "",
      })),
      ...(data !== undefined && { body: data }),
    };
  });
}

/** What was sent, where the example says so. */
function sentAs(value: Json): Json | undefined {
  const { method, url } = members(value);
  return textOf(url) === undefined ? undefined : {
    method: textOf(method) ?? "GET",
    header: [],
    url: { raw: textOf(url) },
  };
}
