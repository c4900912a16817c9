import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { readCollection } from "../../../lib/core/collection/read_collection.ts";
import { checkCollection } from "../../../lib/tools/check/check_collection.ts";
import { readScript } from "../../../lib/tools/check/script/read_script.ts";

const VARIABLES = `
  - { name: id, value: 7 }
  - { name: word, value: Ada }
  - { name: rest, value: ', "b": 2' }
  - { name: object, value: '{"a": {{token}}}' }
  - { name: circle, value: '/{{circle}}' }
  - { name: deep, value: '[{{around}}]' }
  - { name: around, value: '[{{token}}, {{around}}]' }
  - { name: broken, value: '{"a" {{token}}}' }
  - { name: blank, value: ' {"b": 1}' }
  - { name: password, secret: true }
  - { name: first, value: "" }`;
const LOGIN = `info: {name: Login, type: http, seq: 1}
http: {method: GET, url: "http://a.example"}
runtime:
  scripts:
    - type: after-response
      code: |-
        client.setVar("token", res.body.token);
        client.setVar("first", res.body.first);`;

/** A body after a request whose script sets the token, and where it is no JSON. */
const ROWS: [body: string, problem?: [offset: number, message: string]][] = [
  ['{"id": {{id}} "token": {{token}}}', [
    14,
    'expected "," or "}", found "\\""',
  ]],
  ['{"id": {{token}} "x": {{id}}}', [17, 'expected "," or "}", found "\\""']],
  ['{"id": {{token}} {{id}}}', [17, 'expected "," or "}", found "{{id}}"']],
  [
    '{"id": {{id}}, "x": {{token}} {{token}}}',
    [30, 'expected "," or "}", found "{{token}}"'],
  ],
  ['["a"{{token}}]', [4, 'expected "," or "]", found "{{token}}"']],
  ['{"a": {{object}} "b": 1}', [17, 'expected "," or "}", found "\\""']],
  ['{"a": {{?Ask}} "b": {{id}}}', [15, 'expected "," or "}", found "\\""']],
  ['{"a": "{{password}}" "b": 1}', [21, 'expected "," or "}", found "\\""']],
  ['{"a": {{token}}', [15, "it ends too early"]],
  ["{{token}}: 1", [9, 'expected the end, found ":"']],
  ['{"a": {{id}} {{blank}}}', [13, 'expected "," or "}", found "{{blank}}"']],
  ['{"a": {{broken}}}', [6, "its text breaks the JSON"]],
  ['{"a": {{deep}}, "t": {{token}} {{id}}}', [
    31,
    'expected "," or "}", found "{{id}}"',
  ]],
  // The value in a file is known.
  ['{"a": {{word}}, "t": {{token}}}', [6, "its text breaks the JSON"]],
  // Values are whole, whichever they are.
  ['{"id": {{id}}, "token": {{token}}, {{token}}: "x {{token}} {{?Ask}}"}'],
  ['{"a": {{object}}, "b": [{{token}}, {{?Ask}}], "p": "{{password}}"}'],
  ['{"a": {{token}} {{rest}} /* {{token}} */ }'],
  // They may go on with a number.
  ["[1{{token}}, {{token}}{{token}}, {{id}}{{token}}, -{{token}}.5]"],
  // Nothing is left of what refers to itself, which is told by itself.
  ["{{circle}}"],
  ['{"a": {{circle}}, "b": {{circle}}}'],
  // The script sets another one.
  ['{"a": {{first}}, "t": {{token}}}'],
];

describe("a JSON body with values that only the run knows", () => {
  for (const [body, problem] of ROWS) {
    it(`${body}: ${problem?.[1] ?? "no problem"}`, () => {
      const { value } = readCollection({
        root: "",
        files: new Map([
          [
            "opencollection.yml",
            `info: {name: A}\nrequest:\n  variables:${VARIABLES}`,
          ],
          ["1.yml", LOGIN],
          [
            "2.yml",
            `info: {name: B, type: http, seq: 2}
http:
  method: POST
  url: http://a.example
  body: {type: json, data: '${body.replaceAll("'", "''")}'}`,
          ],
        ]),
      });
      const found = checkCollection(value!).filter(({ code }) =>
        code === "INVALID_BODY"
      );
      assertEquals(
        found.map(({ severity, location, message }) => [
          severity,
          location?.offset,
          message.replace(/^.*JSON( body)?: | \(.*$/g, ""),
        ]),
        problem === undefined ? [] : [["error", ...problem]],
      );
    });
  }

  it("is a warning where a script writes the body", () => {
    const { value } = readCollection({
      root: "",
      files: new Map([
        ["opencollection.yml", "info: {name: A}"],
        ["1.yml", LOGIN],
        [
          "2.yml",
          `info: {name: B, type: http, seq: 2}
http:
  method: POST
  url: http://a.example
  body: {type: json, data: '{"a": {{token}} "b": 1}'}
runtime: {scripts: [{type: before-request, code: 'req.setBody("{}")'}]}`,
        ],
      ]),
    });
    assertEquals(
      checkCollection(value!, { readScript }).map((
        { severity, code },
      ) => [severity, code]),
      [["warning", "INVALID_BODY"]],
    );
  });
});
