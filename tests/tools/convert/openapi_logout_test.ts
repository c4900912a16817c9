import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { importOpenapi } from "../../../lib/tools/convert/openapi/import_openapi.ts";
import type { ImportedItem } from "../../../lib/tools/convert/types.ts";

/** `METHOD path operationId tag`, a `-` for what is absent; the order of a run, and what the report names. */
const ROWS: readonly (readonly [
  what: string,
  operations: readonly string[],
  order: readonly string[],
  early: readonly string[],
])[] = [
  [
    "a logout by its path",
    ["post /auth/login a -", "post /auth/logout b -", "get /items c -"],
    ["a", "c", "b"],
    [],
  ],
  [
    "by its operation",
    ["get /user/end logoutUser -", "get /x userSignOut -", "get /items c -"],
    ["c", "logoutUser", "userSignOut"],
    [],
  ],
  [
    "a session that is deleted",
    ["delete /session a -", "post /session b -", "get /items c -"],
    ["b", "c", "a"],
    [],
  ],
  [
    "in a folder that others follow",
    ["post /sign-out a auth", "post /login b auth", "get /items c shop"],
    ["b", "a", "c"],
    ["a"],
  ],
  [
    "in a folder that only open operations follow",
    ["get /me b auth", "post /logout a auth", "get /open c open"],
    ["b", "a", "c"],
    [],
  ],
  [
    "in a folder of its own",
    ["post /logout a auth", "get /items c shop"],
    ["c", "a"],
    [],
  ],
  [
    "words that are like it",
    ["get /catalogs catalogOutput -", "get /blog blogOutline -", "get /x c -"],
    ["catalogOutput", "blogOutline", "c"],
    [],
  ],
];

const flat = (items: readonly ImportedItem[]): string[] =>
  items.flatMap((one) =>
    one.kind === "folder" ? flat(one.items) : one.request.info.name
  );

describe("a logout of OpenAPI", () => {
  for (const [what, operations, order, early] of ROWS) {
    it(`comes last: ${what}`, async () => {
      const paths: Record<string, Record<string, unknown>> = {};
      for (const one of operations) {
        const [method, path, operationId, tag] = one.split(" ");
        (paths[path] ??= {})[method] = {
          operationId,
          ...(tag !== "-" && { tags: [tag] }),
          ...(path === "/open" && { security: [] }),
        };
      }
      const text = JSON.stringify({
        openapi: "3.1.0",
        info: { title: "A", version: "1" },
        security: [{ key: [] }],
        components: {
          securitySchemes: { key: { type: "http", scheme: "bearer" } },
        },
        paths,
      });
      const { value } = await importOpenapi({
        name: "a.json",
        files: new Map([["a.json", text]]),
        main: "a.json",
      }, {});
      assertEquals(flat(value!.items), order);
      assertEquals(
        value!.notes.filter(({ message }) => message.includes("teardown"))
          .flatMap(({ item }) => item ? flat([item]) : []),
        [...early],
      );
    });
  }
});
