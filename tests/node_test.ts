import { assertEquals } from "@std/assert";
import { fromFileUrl } from "@std/path/from-file-url";
import { modulesOf } from "../.ci/modules_of.ts";
import type { Diagnostic } from "../mod.ts";
import { itNeeds } from "./support/needs.ts";

/** Uses the library and prints what came of it; `brace` stands for the module. */
const PROGRAM = `
import * as brace from "brace";
const out = [];
const client = brace.createClient({
  variables: { environment: { base: "https://api.example.com" } },
});
client.setVar("user", { id: 7, name: 'Ada "A"', born: new Date(0), tags: ["x"] });
client.setVar("big", 12345678901234567890n);
out.push(client.renderRequest({
  method: "PUT",
  url: "{{base}}/users/:id",
  pathParams: new Map([["id", 7]]),
  headers: new Headers({ "X-Name": "{{user.name}}" }),
  query: new URLSearchParams("a=1&a={{big}}"),
  body: { type: "json", data: '{"user": {{user}}, "big": {{big}}}' },
}));
out.push(client.render("{{$randomInt(3, 3)}} {{user.born}}"));
const { value, diagnostics } = brace.readCollection({
  root: "",
  files: new Map([
    ["opencollection.yml", "info: { name: Shop }"],
    ["get.yml", \`info: { name: Get, type: http }
http:
  method: POST
  url: "http://h/{{id}}"
  body: { type: json, data: '{"typed": {{typed}}, "price": {{price}}}' }
runtime:
  variables:
    - { name: id, value: 12345678901234567890 }
    - { name: price, value: 1.50 }
    - name: typed
      value: { type: object, data: '{"a": [12345678901234567890, 1.0], "__proto__": 12345678901234567891}' }
\`],
  ]),
});
const { request, scopes, inherited } = brace.openRequest(value, "get.yml");
out.push(diagnostics, brace.renderRequest(request, scopes, { inherited }));
const files = new Map([
  ["opencollection.yml", \`info: { name: Shop }
request:
  auth: { type: basic, username: ann, password: "{{pin}}" }
  headers: [{ name: X-Pin, value: "{{pin}}" }]
  variables:
    - { name: pin, value: s3cret-pin, secret: true }
    - { name: unused, value: 1 }
    - { name: pin, value: s3cret-pin-2, secret: true }
\`],
  ["get.yml", \`info: { name: Get, type: http }
url: http://h
http: { method: GET, url: "http://h/{{nam}}?p={{pin}}", auth: inherit }
runtime:
  scripts:
    - { type: before-request, code: 'req.setHeader("X-Pin", client.getVar("nam"))' }
\`],
]);
const read = brace.readCollection({ root: "", files });
const found = [...read.diagnostics, ...brace.checkCollection(read.value)];
out.push(await brace.locateDiagnostics(found, { root: "", files }));
for (const run of [
  () => client.render("{{usr.id}}"),
  () => client.renderRequest({ url: "h", headers: 5 }),
  () => brace.createClient({ clientVersion: "99.0.0" }),
]) {
  try {
    run();
  } catch (error) {
    out.push(error.name + ": " + error.message);
  }
}
console.log(JSON.stringify(out, null, 1));
`;

async function run(program: string, args: string[]): Promise<string> {
  const command = new Deno.Command(program, { args });
  const { success, stdout, stderr } = await command.output();
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  assertEquals([success, success ? "" : text(stderr)], [true, ""]);
  return text(stdout);
}

itNeeds("node")("the library does in Node what it does in Deno", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const mod = fromFileUrl(new URL("../mod.ts", import.meta.url));
    const bundle = `${folder}/brace.mjs`;
    await run(Deno.execPath(), [
      "bundle",
      "--quiet",
      "--platform=browser",
      `--output=${bundle}`,
      mod,
    ]);
    const program = `${folder}/program.mjs`;
    await Deno.writeTextFile(
      program,
      PROGRAM.replace('from "brace"', `from ${JSON.stringify("./brace.mjs")}`),
    );
    const inNode = await run("node", [program]);
    const inDeno = await run(Deno.execPath(), ["run", "--no-prompt", program]);
    assertEquals(inNode, inDeno);
    const [first, , , second, located] = JSON.parse(inNode);
    assertEquals(
      [first.url, first.body],
      [
        "https://api.example.com/users/7?a=1&a=12345678901234567890",
        '{"user": {"id":7,"name":"Ada \\"A\\"","born":"1970-01-01T00:00:00.000Z","tags":["x"]}, "big": 12345678901234567890}',
      ],
    );
    assertEquals(
      [second.url, second.body],
      [
        "http://h/12345678901234567890",
        '{"typed": {"a":[12345678901234567890,1.0],"__proto__":12345678901234567891}, "price": 1.50}',
      ],
    );
    assertEquals(
      located.map((one: Diagnostic) =>
        `${one.code} ${one.location?.file}:${one.location?.line}`
      ),
      [
        "UNKNOWN_KEY get.yml:2",
        "UNUSED_VARIABLE opencollection.yml:7",
        "UNDEFINED_VARIABLE get.yml:3",
      ],
    );
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

/** What Node 20 lacks: docs/library.md promises that it is enough. `keys()` of a YAML node is a list. */
const NEWER =
  /\b(?:Map|Object)\.groupBy\(|\bPromise\.(?:withResolvers|try)\b|\bArray\.fromAsync\(|\.(?:to|from)(?:Hex|Base64)\(|\bRegExp\.escape\(|(?<!node)\.(?:keys|values|entries)\(\)\.(?:some|every|map|filter|find|flatMap|reduce)\(/;

Deno.test("the library uses nothing that Node 20 lacks", async () => {
  const root = new URL("../", import.meta.url).href;
  const found: string[] = [];
  for (const module of await modulesOf("mod.ts")) {
    if (!module.startsWith(`${root}lib/`)) continue;
    const text = await Deno.readTextFile(new URL(module));
    for (const [at, line] of text.split("\n").entries()) {
      if (/^\s*(?:\/\/|\/?\*)/.test(line)) continue;
      const [newer] = NEWER.exec(line) ?? [];
      if (newer) found.push(`${module.slice(root.length)}:${at + 1} ${newer}`);
    }
  }
  assertEquals(found, []);
});
