import type { Collection } from "../../collection/types.ts";
import type { ScopesOptions } from "../../scope/scopes.ts";
import type { RunPorts } from "../ports.ts";
import { isSetByRequest } from "./set_by_requests.ts";

/**
 * Gives the values of secrets that no file has: a store's, or what a person
 * answers.
 *
 * @param isRendering Whether requests are only rendered: then none sets it.
 */
export function askSecret(
  ports:
    & Pick<RunPorts, "askSecret" | "storedSecret">
    & Partial<Pick<RunPorts, "readFile">>,
  collection: Collection,
  isRendering: boolean,
): Pick<ScopesOptions, "secret"> {
  if (ports.askSecret === undefined) return {};
  return {
    secret(name, store) {
      if (store) return ports.storedSecret?.(store);
      const isSet = isSetByRequest(collection, name, ports.readFile);
      return ports.askSecret?.(name, { isSet, isRendering });
    },
  };
}
