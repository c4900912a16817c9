import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { openSpec } from "../../lib/cli/flags/specs/open_spec.ts";
import type { WayOutKind } from "../../lib/core/source/diagnostic.ts";
import { PAGE_WORDS } from "../../lib/open/page_words.ts";

/** What a person does outside of the page. */
const KINDS: readonly WayOutKind[] = [
  "set-secret",
  "restart-with-host",
  "stop-denying",
  "allow-env",
  "take-env",
  "allow-read",
  "accept-certificate",
  "add-issuer",
  "accept-any-certificate",
];

describe("the flags that the page names", () => {
  const known = openSpec.spec.groups.flatMap(({ flags }) =>
    flags.map(({ name }) => `--${name}`)
  );
  for (const kind of KINDS) {
    it(`are those of brace open: ${kind}`, () => {
      const text = PAGE_WORDS.text({ kind, names: ["one", "--allow-env=two"] });
      // Those of another command stand behind its name.
      const own = [text ?? []].flat().map((it) => it.split("brace run")[0]);
      const flags = own.join(" ").match(/--[a-z][a-z-]*/g) ?? [];
      assertEquals(flags.filter((flag) => !known.includes(flag)), []);
    });
  }
});
