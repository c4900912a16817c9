import { assert } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { describePage, readPage } from "./describe_page.ts";

describe("README.md", () => {
  const lines = readPage("README.md").split("\n");

  it("names the two commands of the set-up near its top", () => {
    const top = lines.slice(0, 30);
    assert(top.includes("npx -y deno@2.9.6 task demo"));
    assert(top.includes("npx -y deno@2.9.6 task test"));
  });

  it("is short", () => assert(lines.length <= 251));
});

describePage("README.md");
