import { elements, jsonTextOf, members, type RawJson } from "../../json.ts";
import type { FileDefaults, FileScript } from "../../open_collection.ts";
import type { Imported, ImportedItem, ImportNote } from "../../types.ts";
import { shownName } from "../bru_text.ts";

/** What is in the order of the items, and what says what files were made of. */
const WRITTEN = ["setup", "teardown", "order", "source"];

/** Limits of a run of Brace: Postman has none, so that its requests go out as before. */
const LIMITS: readonly string[] = ["hosts", "agents"];

/** What an export with secrets replaces by the entries of `.env`. */
export const PROCESS_ENV = /\{\{\s*process\.env\.(\w+)\s*\}\}/g;

/** A note about the whole collection. */
function note(message: string, kind: ImportNote["kind"]): ImportNote {
  return { kind, message, about: "the collection" };
}

/** Says which settings of Brace's own Postman does not have, where that matters. */
export function extensionNotes(collection: Imported): ImportNote[] {
  const { extensions } = collection;
  const notes = Object.keys(members(extensions?.brace)).flatMap((key) => {
    if (key === "flow" || WRITTEN.includes(key)) return [];
    const shown = `"extensions.brace.${shownName(key)}"`;
    return LIMITS.includes(key)
      ? note(`Left out ${shown}: Postman limits no requests`, "changed")
      : note(`${shown} is left out: Postman does not know it`, "person");
  });
  if (hasOAuth2(collection)) {
    notes.push(note(
      'newman gets no token for OAuth 2: set "accessToken" in the auth, or request a token with pm.sendRequest in a script before the request',
      "person",
    ));
  }
  const flow = members(extensions?.brace).flow ??
    members(members(extensions?.bruno).scripts).flow;
  return flow === "sequential" || !isOrdered(collection) ? notes : [
    ...notes,
    note(
      "Scripts after a response run in another order: Postman begins with the collection, Brace with the request (check those that need each other)",
      "person",
    ),
  ];
}

function hasOAuth2({ defaults, items }: Imported): boolean {
  const isOAuth2 = (auth: unknown) => members(auth).type === "oauth2";
  if (isOAuth2(defaults?.auth)) return true;
  const stack = [...items];
  for (let item; (item = stack.pop()) !== undefined;) {
    if (item.kind === "request") {
      const { http, graphql } = item.request;
      if (isOAuth2((http ?? graphql)?.auth)) return true;
    } else {
      if (isOAuth2(item.defaults?.auth)) return true;
      for (const one of item.items) stack.push(one);
    }
  }
  return false;
}

/** Whether two levels of a request have scripts that run after a response. */
function isOrdered({ defaults, items }: Imported): boolean {
  const stack = items.map((item) => ({ item, above: hasAfter(defaults) }));
  for (let at; (at = stack.pop()) !== undefined;) {
    const { item, above } = at;
    const own = item.kind === "folder"
      ? hasAfter(item.defaults)
      : hasAfter(item.request.runtime);
    if (above && own) return true;
    if (item.kind === "request") continue;
    stack.push(
      ...item.items.map((inner) => ({ item: inner, above: above || own })),
    );
  }
  return false;
}

function hasAfter(
  level: Pick<FileDefaults, "scripts"> | undefined,
): boolean {
  return elements(level?.scripts as RawJson).map(members).some(
    ({ type, code }) =>
      AFTER.some((one) => one === type) && !!jsonTextOf(code)?.trim(),
  );
}

const AFTER: readonly FileScript["type"][] = ["after-response", "tests"];

/** The secrets of one place that have no value in the files. */
interface Lacking {
  /** As a message names it. */
  readonly place: string;
  readonly names: readonly string[];
}

/** Says which variables are secrets and have no value in the files. */
export function secretNotes(
  collection: Imported,
  { withSecrets, valueOf }: {
    withSecrets: boolean;
    /** The value that is written. */
    valueOf: (row: Record<string, RawJson>) => RawJson;
  },
): ImportNote[] {
  const lacking = lackingIn(collection, valueOf);
  const names = new Set(lacking.flatMap((one) => one.names));
  if (names.size === 0) return [];
  const [one, it] = names.size === 1 ? [true, "it"] : [false, "them"];
  const subject = one ? "A secret is" : "Secrets are";
  return [{
    kind: "person",
    // Another place may have the value of the same name.
    message: withSecrets
      ? `${subject} written without a value, as neither the files nor .env have one: ${
        lacking.map(({ names, place }) => `${names.join(", ")} in ${place}`)
          .join("; ")
      } (enter ${it} in Postman)`
      : `${subject} written without a value: ${
        [...names].join(", ")
      }; enter ${it} in Postman (or export with --with-secrets)`,
  }];
}

function lackingIn(
  { defaults, items, environments }: Imported,
  valueOf: (row: Record<string, RawJson>) => RawJson,
): Lacking[] {
  const found: Lacking[] = [];
  const add = (place: string, variables: RawJson) => {
    const names = elements(variables).map(members).filter((row) =>
      row.secret === true && valueOf(row) === ""
    ).map(({ name }) => `"${shownName(jsonTextOf(name) ?? "")}"`);
    if (names.length > 0) found.push({ place, names: [...new Set(names)] });
  };
  add("the collection", defaults?.variables);
  for (const { name, isGlobal, variables } of environments) {
    add(
      isGlobal ? "the globals" : `the environment "${shownName(name)}"`,
      variables as unknown as RawJson,
    );
  }
  const stack: ImportedItem[] = items.toReversed();
  for (let item; (item = stack.pop()) !== undefined;) {
    if (item.kind === "request") continue;
    add(`the folder "${shownName(item.name)}"`, item.defaults?.variables);
    stack.push(...item.items.toReversed());
  }
  return found;
}
