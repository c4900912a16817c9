import { elements, jsonTextOf, members, type RawJson } from "../json.ts";
import type { FileExample } from "../open_collection.ts";
import { postmanBody } from "./postman_body.ts";
import { postmanRows } from "./postman_rows.ts";
import { postmanUrl } from "./postman_url.ts";

/** Saved responses of a request. */
export function postmanExamples(value: RawJson): FileExample[] {
  return elements(value).map(members).map((saved, index) => {
    const status = Number(jsonTextOf(saved.code));
    const body = jsonTextOf(saved.body);
    return {
      name: jsonTextOf(saved.name) || `Example ${index + 1}`,
      ...(saved.originalRequest !== undefined && {
        request: sentOf(saved.originalRequest),
      }),
      response: {
        ...(Number.isInteger(status) && { status }),
        ...(jsonTextOf(saved.status) &&
          { statusText: jsonTextOf(saved.status) }),
        headers: postmanRows(saved.header).map(({ name, value }) => ({
          name,
          value,
        })),
        ...(body && {
          body: {
            type: saved._postman_previewlanguage === "json" ? "json" : "text",
            data: body,
          },
        }),
      },
    };
  });
}

/** What was sent for a saved response; in version 2.0 perhaps a URL alone. */
function sentOf(value: RawJson): FileExample["request"] {
  if (typeof value === "string") return { method: "GET", url: value };
  const { method, url, header, body } = members(value);
  const headers = postmanRows(header);
  const written = headers.find(({ name, disabled }) =>
    !disabled && name.toLowerCase() === "content-type"
  );
  const read = postmanBody(body, { contentType: written?.value });
  const sent = read.body ?? read.graphql;
  return {
    method: jsonTextOf(method)?.toUpperCase() ?? "GET",
    ...postmanUrl(url).target,
    ...(headers.length > 0 && { headers }),
    ...(sent && { body: sent }),
  };
}
