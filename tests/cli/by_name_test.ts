import { assertEquals, assertMatch } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { brace } from "../support/brace.ts";
import { inFolder } from "../support/in_folder.ts";

const FORMATS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "YAML": {
    "opencollection.yml": "opencollection: 1.0.0\ninfo: { name: Shop }\n",
    "users/create.yml": `info: { name: Create a user, type: http }
http: { method: GET, url: "http://127.0.0.1:1/{{$randomEmail}}" }
`,
  },
  "Postman 12": {
    ".resources/definition.yaml": "$kind: collection\nname: Shop\n",
    "users/create.request.yaml": `$kind: http-request
name: Create a user
method: GET
url: "http://127.0.0.1:1/{{$randomEmail}}"
headers:
  - { key: X-One, value: "{{vault:zebra}}" }
`,
  },
};

describe("a request that is named, not its file", () => {
  for (const [format, files] of Object.entries(FORMATS)) {
    it(`has fake data and secrets: ${format}`, async () => {
      await inFolder(Object.entries(files), async (cwd) => {
        const { code, stdout, stderr } = await brace(
          ["render", "Create a user"],
          { cwd, env: { BRACE_SECRET_zebra: "z-4711" } },
        );
        assertEquals(code, 0, stderr);
        assertMatch(stdout, /^GET http:\/\/127.0.0.1:1\/\S+@/);
      });
    });
  }
});
