import { withoutExtension } from "../../../core/collection/format.ts";
import { groupBy } from "../../../core/source/group_by.ts";
import { parseYaml } from "../../../core/collection/yaml/parse_yaml.ts";
import { isV3Path } from "../../../core/collection/v3/parse_v3.ts";
import { isMapping, jsonTextOf, members, type RawJson } from "../json.ts";
import type { FileExample } from "../open_collection.ts";
import { exampleOwner, isExample } from "./count_postman.ts";
import { postmanRows } from "./postman_rows.ts";

/** The saved examples of a request in a tree of Postman's, in their order. */
export function v3Examples(
  path: string,
  files: ReadonlyMap<string, string>,
): FileExample[] {
  const own = ownExamples(files).get(withoutExtension(path)) ?? [];
  return own.map(([file, text]) => {
    const root = members(parseYaml(file, text).document?.root);
    const request = members(root.request);
    const response = members(root.response);
    const body = members(response.body);
    const status = Number(jsonTextOf(response.statusCode));
    const content = isMapping(body.content)
      ? JSON.stringify(body.content, null, 2)
      : jsonTextOf(body.content);
    const rows = isMapping(response.headers)
      ? Object.entries(response.headers).map(([key, value]) => ({ key, value }))
      : response.headers;
    return {
      order: Number(jsonTextOf(root.order) ?? Infinity),
      example: {
        name: jsonTextOf(root.name) ||
          file.slice(file.lastIndexOf("/") + 1)
            .replace(/\.example\.ya?ml$/, ""),
        ...(root.request !== undefined && {
          request: {
            method: jsonTextOf(request.method)?.toUpperCase() ?? "GET",
            url: jsonTextOf(request.url) ?? "",
          },
        }),
        response: {
          ...(Number.isInteger(status) && { status }),
          ...(jsonTextOf(response.statusText) &&
            { statusText: jsonTextOf(response.statusText) }),
          headers: postmanRows(rows).map(({ name, value }) => ({
            name,
            value,
          })),
          ...(content && {
            body: {
              type: body.type === "json" ? "json" : "text",
              data: content,
            },
          }),
        },
      },
    };
  }).toSorted((a, b) => a.order === b.order ? 0 : a.order - b.order)
    .map(({ example }) => example);
}

/** Those of each tree, so that many requests look through it once. */
const byOwner = new WeakMap<
  ReadonlyMap<string, string>,
  ReadonlyMap<string, readonly (readonly [path: string, text: string])[]>
>();

/** Examples by the path of their request, without its extension. */
function ownExamples(files: ReadonlyMap<string, string>) {
  let known = byOwner.get(files);
  if (known === undefined) {
    known = groupBy(
      [...files].filter(([path]) => isExample(path)),
      ([path]) => exampleOwner(path),
    );
    byOwner.set(files, known);
  }
  return known;
}

/** What a file says, a request of a tree with its examples, which are files of their own. */
export function withExamples(
  value: RawJson,
  path: string,
  files: ReadonlyMap<string, string>,
): Record<string, RawJson> {
  const root = members(value);
  const examples = isV3Path(path) ? v3Examples(path, files) : [];
  return examples.length === 0
    ? root
    : { ...root, examples: examples as unknown as RawJson };
}
