import { assertEquals, assertStringIncludes } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { braceRows } from "../support/brace_rows.ts";
import { inFolder } from "../support/in_folder.ts";

const TREE: Readonly<Record<string, string>> = {
  "in/.resources/definition.yaml": "$kind: collection\nname: Shop\n",
  "in/Get.request.yaml": `$kind: http-request
method: GET
url: "http://127.0.0.1/x"
headers:
  - key: X-One
    value: "{{vault:zebra}} {{ vault:lion }} {{vault:big cat }} {{      other}}"
`,
};

const API: Readonly<Record<string, string>> = {
  "in/opencollection.yml": `opencollection: 1.0.0
info: { name: Shop }
request:
  variables:
    - { name: pin, secret: true, value: "{{process.env.PIN}}" }
    - { name: lost, secret: true, value: "{{process.env.LOST}}" }
    - { name: host, value: "http://{{process.env.HOST}}/" }
`,
  "in/environments/ci.yml": `name: ci
variables:
  - { name: key, secret: true, value: "{{process.env.KEY}}" }
`,
  "in/Get.yml": `info: { name: Get, type: http }
http: { method: GET, url: "{{host}}{{process.env.PART}}" }
`,
  "in/.env": "PIN=4711\nHOST=example.org\nKEY=k-0815\nPART=x\n",
};

describe("brace export postman", () => {
  const brace = braceRows();

  it("leaves names to Postman's vault", async () => {
    await inFolder(Object.entries(TREE), async (cwd) => {
      const { code, stdout, stderr } = await brace(
        ["export", "postman", "in"],
        { cwd },
      );
      assertEquals(code, 0, stderr);
      const [{ request }] = JSON.parse(stdout).item;
      assertEquals(
        request.header[0].value,
        "{{vault:zebra}} {{ vault:lion }} {{vault:big cat }} {{other}}",
      );
    });
  });

  it("writes the values of .env, which Postman does not read", async () => {
    await inFolder(Object.entries(API), async (cwd) => {
      const { code, stderr } = await brace(
        ["export", "postman", "in", "-o", "out", "--with-secrets"],
        { cwd },
      );
      assertEquals(code, 0, stderr);
      const read = async (name: string) =>
        JSON.parse(await Deno.readTextFile(`${cwd}/out/${name}.json`));
      const values = ({ key, value }: { key: string; value: string }) => [
        key,
        value,
      ];
      const { variable } = await read("Shop.postman_collection");
      assertEquals(variable.map(values), [
        ["pin", "4711"],
        ["lost", ""],
        ["host", "http://example.org/"],
      ]);
      const { values: rows } = await read("ci.postman_environment");
      assertEquals(rows.map(values), [["key", "k-0815"]]);
      const told = stderr.replaceAll(/\s+/g, " ");
      assertStringIncludes(
        told,
        'A secret is written without a value, as neither the files nor .env have one: "lost" in the collection (enter it in Postman)',
      );
      assertStringIncludes(
        told,
        'Postman sends "{{process.env.PART}}" as it is',
      );
      assertEquals(told.includes("PIN"), false, told);
    });
  });

  it("writes no value of .env unless asked", async () => {
    await inFolder(Object.entries(API), async (cwd) => {
      const { stdout, stderr } = await brace(["export", "postman", "in"], {
        cwd,
      });
      assertEquals(/4711|0815/.test(stdout + stderr), false);
      assertStringIncludes(
        stderr.replaceAll(/\s+/g, " "),
        'Postman sends "{{process.env.HOST}}" as it is',
      );
    });
  });
});

describe("brace export bru", () => {
  const brace = braceRows();

  it("makes names of Postman's vault secrets: Bruno has no such vault", async () => {
    await inFolder(Object.entries(TREE), async (cwd) => {
      const { code, stderr } = await brace(
        ["export", "bru", "in", "-o", "out"],
        { cwd },
      );
      assertEquals(code, 0, stderr);
      assertEquals(
        (await Deno.readTextFile(`${cwd}/out/.env.example`)).trim().split("\n")
          .slice(1),
        ["ZEBRA=", "LION=", "BIG_CAT="],
      );
      assertStringIncludes(
        await Deno.readTextFile(`${cwd}/out/collection.bru`),
        "zebra: {{process.env.ZEBRA}}",
      );
    });
  });
});
