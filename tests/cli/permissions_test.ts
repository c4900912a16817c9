import { assertEquals, assertStringIncludes } from "@std/assert";
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { brace } from "../support/brace.ts";

describe("what Deno permits", () => {
  let cwd: string;
  beforeEach(async () => {
    cwd = await Deno.makeTempDir();
    await Deno.writeTextFile(
      `${cwd}/shop.yml`,
      `info: { name: Shop }
items:
  - info: { name: A, type: http }
    http: { method: GET, url: "http://127.0.0.1:1/{{id}}" }
`,
    );
  });
  afterEach(() => Deno.remove(cwd, { recursive: true }));

  it("locates diagnostics without access to the environment", async () => {
    const { code, stdout } = await brace(["run", "shop.yml"], {
      cwd,
      permissions: ["--allow-read", "--no-prompt"],
    });
    assertEquals(code, 3);
    assertStringIncludes(stdout, "shop.yml:4:51  items[0].http.url");
  });

  it("reads nothing but the collection", async () => {
    const { code, stdout } = await brace(["run", "shop.yml"], {
      cwd,
      permissions: [`--allow-read=${cwd}`, "--no-prompt"],
    });
    assertEquals(code, 3);
    assertStringIncludes(stdout, "shop.yml:4:51  items[0].http.url");
  });
});
