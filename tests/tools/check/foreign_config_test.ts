import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { readScript } from "../../../lib/tools/check/script/read_script.ts";
import { request, runCollection } from "../../support/run_collection.ts";

const HEADER =
  'Ignored "header" of sendRequest: it is Postman\'s (write headers: { NAME: VALUE })';
const BODY =
  'Took "body" of sendRequest for JSON: its "mode" is Postman\'s (write data: text, an object for JSON, or a URLSearchParams for a form)';

/** What a script sends besides the URL, and what the check and the run say of it. */
const ROWS: readonly [config: string, ...told: string[]][] = [
  [`header: { A: "b" }`, HEADER],
  [`header: [{ key: "A", value: "b" }]`, HEADER],
  [`body: { mode: "raw", raw: "a=1" }`, BODY],
  [
    `body: { mode: 'urlencoded', urlencoded: [] }, header: "A: b"`,
    HEADER,
    BODY,
  ],
  [`header: { A: "b" }, headers: { A: "b" }`],
  [`headers: { A: "b" }, data: { mode: "raw", raw: "a=1" }`],
  [`body: { mode: "raw", raw: "a=1" }, data: "a=1"`],
  [`body: { mode: "dark", raw: "a=1" }`],
  [`body: { mode: "raw" }`],
  [`body: "a=1"`],
];

describe("what a script sends with the keys of pm.sendRequest", () => {
  for (const [config, ...told] of ROWS) {
    for (const name of ["client", "bru"]) {
      it(`${name}, ${config}: ${told.length === 0 ? "is right" : "is told"}`, async () => {
        const sending = (url: string) =>
          `const c = { url: ${url}, method: "POST", ${config} }; await ${name}.sendRequest(c);`;
        const { problems } = readScript({ code: sending('"http://h"') });
        assertEquals(problems.map(({ message }) => message), told);
        const { results: [{ diagnostics, status }], targets } =
          await runCollection({
            "a.yml": request("GET /a", {
              runtime: `scripts: [{type: before-request, code: ${
                JSON.stringify(sending('client.getVar("server") + "/sent"'))
              }}]`,
            }),
          }, { vars: [] });
        assertEquals(diagnostics.map(({ message }) => message), told);
        assertEquals([status, targets], ["passed", ["/sent", "/a"]]);
      });
    }
  }

  it("has other keys, which the message for pm.sendRequest names", () => {
    const { problems } = readScript({ code: "pm.sendRequest({}, () => {});" });
    assertEquals(problems.map(({ message }) => message), [
      `Cannot call "pm.sendRequest": "pm" is not defined: it is Postman's API; write client.sendRequest({ url, method, headers, data }) (the response has status and data; one of 400 and above is an error) instead of pm.sendRequest ("brace help scripts" lists them), or add extensions: { brace: { dialect: postman } } to the script`,
    ]);
  });

  it("is not known where only the run knows the keys", () => {
    for (
      const code of [
        "client.sendRequest({ ...more, header: {} });",
        "client.sendRequest({ [key]: {}, header: {} });",
        "const c = { header: {} }; c.headers = {}; client.sendRequest(c);",
        "client.sendRequest(config);",
        'require("axios").request({ url: "u", header: {} });',
      ]
    ) {
      const { problems } = readScript({ code });
      assertEquals(
        problems.filter(({ severity }) => severity === "warning"),
        [],
      );
    }
  });
});
