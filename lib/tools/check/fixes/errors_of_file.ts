import { isBundledText } from "../../../core/collection/is_bundled.ts";
import { readCollection } from "../../../core/collection/read_collection.ts";

/** The files of a collection that is fine; a folder's own file counts where a request is beside it. */
const YAML = {
  "opencollection.yml": "info: { name: x }",
  "folder/x.yml": "http: { method: GET, url: 'http://x' }",
};
const BRU = {
  "bruno.json": '{ "version": "1", "name": "x", "type": "collection" }',
  "folder/x.bru": "meta {\n  name: x\n}\n\nget {\n  url: http://x\n}\n",
};

/**
 * How many errors one file has by itself: as a collection if it holds a whole
 * one, otherwise as a part of a collection that is fine. The path may begin
 * anywhere above that collection.
 */
export function errorsOfFile(path: string, text: string): number {
  const { value, diagnostics } = readCollection({
    root: "",
    ...!path.endsWith(".bru") && isBundledText(text)
      ? { main: path, files: new Map([[path, text]]) }
      : { files: withOthers(path, text) },
  });
  return [
    ...diagnostics,
    ...value?.environments.flatMap((one) => one.diagnostics ?? []) ?? [],
  ].filter(({ severity }) => severity === "error").length;
}

/** A file where it belongs, in a collection that is fine. */
function withOthers(path: string, text: string): Map<string, string> {
  const others = path.endsWith(".bru") ? BRU : YAML;
  const [, folder, name] = /(?:^|\/)(?:([^/]+)\/)?([^/]+)$/.exec(path)!;
  const isAtTop = /^(?:opencollection|collection)\./.test(name);
  const own = isAtTop
    ? name
    : `${folder === "environments" ? folder : "folder"}/${name}`;
  return new Map(Object.entries(others)).set(own, text);
}
