import { beforeAll, describe as describeOnce } from "@std/testing/bdd";
import { transport } from "../../lib/host/http/direct/suits_direct.ts";

let depth = 0;

/** `describe`, over connections of Deno's own and over node:http: every test in it runs twice. */
export function describe(name: string, tests: () => void): void {
  if (depth > 0) return void describeOnce(name, tests);
  for (const kind of ["direct", "node"] as const) {
    describeOnce(`${name} (${kind})`, () => {
      beforeAll(() => {
        transport.kind = kind;
      });
      depth++;
      tests();
      depth--;
    });
  }
}
