import { addCounts } from "../counts.ts";
import { isSignedInForm } from "../../../core/collection/v3/postman_auth.ts";
import type { FileAuth, FileDefaults } from "../open_collection.ts";
import { signedRequests } from "../signed_requests.ts";
import { type SecretValues, withSecrets } from "../secrets/secret_values.ts";
import type {
  Imported,
  ImportedEnvironment,
  ImportedItem,
  ImportNote,
} from "../types.ts";
import { withVault } from "./with_vault.ts";

/** One collection of Postman's, of those that are imported together. */
export interface PostmanCollection {
  readonly name: string;
  readonly docs?: string;
  readonly defaults?: FileDefaults;
  readonly items: readonly ImportedItem[];
}

/** What is imported: the one collection, or several as folders of a new one. */
export function composed(
  { collections, environments, secrets, notes, counts, vault }: {
    readonly collections: readonly PostmanCollection[];
    readonly environments: readonly ImportedEnvironment[];
    readonly secrets: SecretValues;
    readonly notes: readonly ImportNote[];
    readonly counts: NonNullable<Imported["counts"]>;
    /** The names that requests and scripts ask Postman's vault for. */
    readonly vault: Iterable<string>;
  },
): Imported {
  const [first] = collections;
  const single = collections.length === 1;
  const own = single ? first.defaults ?? {} : {};
  // The vault's values are in no export.
  const defaults = withVault(own, vault, (name) => secrets.variable(name, ""));
  const asked = (defaults.variables?.length ?? 0) -
    (own.variables?.length ?? 0);
  return withSecrets(secrets, {
    name: first?.name ?? environments[0].name,
    ...(single && first.docs !== undefined && { docs: first.docs }),
    defaults,
    // Postman runs scripts from the collection to the request, always.
    extensions: { brace: { flow: "sequential" } },
    items: single ? first.items : collections.map((one): ImportedItem => ({
      kind: "folder",
      name: one.name,
      items: one.items,
      ...(one.docs !== undefined && { docs: one.docs }),
      ...(one.defaults && { defaults: one.defaults }),
    })),
    environments,
    notes: [
      ...notes,
      ...collections.flatMap((one) =>
        formsNotes(one.items, one.defaults?.auth)
      ),
    ],
    counts: addCounts(counts, { variables: asked }),
  });
}

/** Names the requests that inherit an OAuth 1 which Postman signs in their forms: the level has one placement for all. */
function formsNotes(
  items: readonly ImportedItem[],
  above: FileAuth | undefined,
): ImportNote[] {
  return [...signedRequests(items, above)].flatMap(
    ({ item, auth, isInherited }) => {
      const { method, body } = item.request.http ?? {};
      if (!isInherited || !isSignedInForm(auth, method, body)) return [];
      return [{
        kind: "person" as const,
        message:
          'Brace sends the inherited OAuth 1 parameters in the URL, Postman in the form: copy the auth into the request, with "placement: body"',
        item,
      }];
    },
  );
}
