import type { FileExample } from "../open_collection.ts";
import { elements, type Json, members, textOf } from "../json.ts";
import { postmanRows } from "./postman_rows.ts";
import { postmanUrl } from "./postman_url.ts";

/** Saved responses of a request. */
export function postmanExamples(value: Json): FileExample[] {
  return elements(value).map(members).map((saved, index) => {
    const original = members(saved.originalRequest);
    const status = Number(textOf(saved.code));
    const body = textOf(saved.body);
    return {
      name: textOf(saved.name) || `Example ${index + 1}`,
      ...(saved.originalRequest !== undefined && {
        request: {
          method: textOf(original.method)?.toUpperCase() ?? "GET",
          url: postmanUrl(original.url).url,
        },
      }),
      response: {
        ...(Number.isInteger(status) && { status }),
        ...(textOf(saved.status) && { statusText: textOf(saved.status) }),
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
