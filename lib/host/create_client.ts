import {
  checkClientOptions,
  Client,
  type ClientOptions,
} from "../core/request/client.ts";
import { systemSources } from "./system_sources.ts";

/**
 * Makes a client whose generators take time and chance from the system.
 *
 * @throws {RangeError} When `clientVersion` is not a version, or `undefined` no mode.
 * @throws {TypeError} For a value that no variable can have, and for an option that does not exist.
 *
 * @example
 * ```ts
 * import { createClient } from "@brace/brace";
 * import { assertEquals, assertMatch } from "@std/assert";
 *
 * const client = createClient({ variables: { environment: { host: "api.example.com" } } });
 * client.setVar("id", 7);
 * assertEquals(client.render("https://{{host}}/users/{{id}}"), "https://api.example.com/users/7");
 * assertMatch(client.render("{{$uuid}}"), /^[0-9a-f-]{36}$/);
 * ```
 */
export function createClient(options: ClientOptions = {}): Client {
  // Text that is spread would be options of numbers.
  checkClientOptions(options);
  return new Client({ sources: systemSources, ...options });
}
