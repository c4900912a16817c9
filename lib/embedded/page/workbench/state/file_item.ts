import type { State } from "../state_view.ts";

/** The id of what a file of the collection is about; undefined: the page cannot open it. */
export function itemOfFile(
  { items, broken, environments, collection }: State,
  file: string,
): string | undefined {
  const [, folder] = /^(.+)\/folder\.(?:ya?ml|bru)$/.exec(file) ?? [];
  const [, environment] = /^environments\/(.+)\.(?:ya?ml|bru)$/.exec(file) ??
    [];
  const isMain = /^(?:opencollection\.ya?ml|collection\.bru)$/.test(file);
  return items.find(({ path, kind }) =>
    kind === "folder" ? path === folder : path === file
  )?.id ??
    broken.find((it) => it.file === file)?.id ??
    environments.find(({ name }) => name === environment)?.id ??
    (isMain ? collection : undefined);
}

/** Whether a collection has an item, or may have it: its own file cannot be read. */
export function mayHave(state: State | undefined, id: string): boolean {
  const { collection, environments = [], items = [], broken = [] } = state ??
    {};
  return id === collection ||
    [environments, items, broken].some((some) =>
      some.some((it) => it.id === id || it.id === collection)
    );
}
