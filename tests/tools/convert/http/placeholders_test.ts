import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { notesOf, only, read, requests } from "../../../support/http_file.ts";

const YESTERDAY = 'require("moment")().add(-1, "d").format("DD/MM/YYYY")';
const NOW = 'require("moment").utc().format("ddd, DD MMM YYYY HH:mm:ss [GMT]")';

describe("placeholders of .http files", () => {
  const CASES: readonly (readonly [string, string | undefined])[] = [
    ["{{$guid}}", "{{$uuid}}"],
    ["{{$randomInt 1 6}}", "{{$randomInt(1, 5)}}"],
    ["{{$random.integer(1, 6)}}", "{{$randomInt(1, 5)}}"],
    ["{{$random.float(0, 1)}}", "{{$randomFloat(0, 1)}}"],
    ["{{$random.alphanumeric(8)}}", "{{$randomString(8)}}"],
    ["{{$random.uuid}}", "{{$uuid}}"],
    ["{{$random.name.firstName}}", "{{$randomFirstName}}"],
    ["{{$random.commerce.color}}", undefined],
    ["{{$isoTimestamp}}", "{{$isoTimestamp}}"],
    ["{{$timestamp -1 d}}", "{{$date('unix', '-1d')}}"],
    ["{{$datetime iso8601}}", "{{$isoTimestamp}}"],
    ["{{$datetime iso8601 1 d}}", "{{$date('iso', '+1d')}}"],
    [
      "{{$localDatetime iso8601}}",
      "{{$date('YYYY-MM-DDTHH:mm:ssZ')}}",
    ],
    ["{{$datetime 'YYYY-MM-DD' -1 d}}", "{{$date('YYYY-MM-DD', '-1d')}}"],
    [
      "{{$datetime 'YYYY-MM-DD[ at ]HH:mm' 2 Q}}",
      "{{$date('YYYY-MM-DD[ at ]HH:mm', '+6M')}}",
    ],
    ["{{$localDatetime 'X' -1 d}}", "{{$date('X', '-1d')}}"],
    ["{{$processEnv HOME}}", "{{process.env.HOME}}"],
    ["{{$processEnv %home}}", undefined],
    ["{{$dotenv KEY}}", "{{process.env.KEY}}"],
    ["{{$dotenv %KEY}}", undefined],
    ["{{$env.HOME}}", "{{process.env.HOME}}"],
    ["{{$aadToken}}", undefined],
    ["{{$projectRoot}}", undefined],
    ["{{$input Your name? $value: Ada}}", "{{?Your name?}}"],
    ["{{$password Your PIN}}", "{{?Your PIN}}"],
    ["{{$pick Which one? $value: a, b}}", "{{?Which one?}}"],
    ["\\{\\{a\\}\\}", "{{'{{'}}a}}"],
    ["{{$randomCity}}", "{{$randomCity}}"],
  ];
  for (const [written, expected] of CASES) {
    it(written, async () => {
      const value = await read({ "a.http": `GET http://h/\nX-A: ${written}` });
      assertEquals(
        requests(value)[0].http?.headers?.[0].value,
        expected ?? written,
      );
      assertEquals(
        notesOf(value),
        expected === undefined
          ? [`1 "${written}" is not an expression of Brace's`]
          : [],
      );
    });
  }

  for (
    const [written, near] of [
      [
        '{{$auth.token("a")}}',
        ": write auth of the type oauth2 into the request, with what Security of http-client.env.json says",
      ],
      [
        "{{$random.alphabetic(8)}}",
        ": {{$randomString(8)}} is like it, with digits among the letters",
      ],
      [
        "{{ $random.numeric(4) }}",
        ": {{$randomInt(1000, 9999)}} is like it, without a 0 at its start",
      ],
      ["{{$random.numeric(16)}}", ""],
    ]
  ) {
    it(`${written} has no exact one`, async () => {
      const value = await read({ "a.http": `GET http://h/${written}` });
      assertEquals(notesOf(value), [
        `1 "${written}" is not an expression of Brace's${near}`,
      ]);
    });
  }

  for (
    const [written, made, said] of [
      [
        "{{$localDatetime 'YYYY-MM-DD' -1 d}}",
        "{{$date('YYYY-MM-DD', '-1d')}}",
        `is local time, but {{$date('YYYY-MM-DD', '-1d')}} is in UTC: for local time write {{date}}, and set it in a before-request script, client.setVar("date", require("moment")().add(-1, "d").format("YYYY-MM-DD"))`,
      ],
      [
        "{{$datetime rfc1123}}",
        undefined,
        `is not an expression of Brace's: write {{date}}, and set it in a before-request script, client.setVar("date", require("moment").utc().format("ddd, DD MMM YYYY HH:mm:ss [GMT]"))`,
      ],
      [
        "{{$localDatetime rfc1123 1 h}}",
        undefined,
        `is not an expression of Brace's: write {{date}}, and set it in a before-request script, client.setVar("date", require("moment")().add(1, "h").format("ddd, DD MMM YYYY HH:mm:ss ZZ"))`,
      ],
      [
        '{{$datetime "dddd"}}',
        undefined,
        `is not an expression of Brace's: write {{date}}, and set it in a before-request script, client.setVar("date", require("moment").utc().format("dddd"))`,
      ],
    ]
  ) {
    it(`${written} needs a script`, async () => {
      const value = await read({ "a.http": `GET http://h/\nX-A: ${written}` });
      assertEquals(
        requests(value)[0].http?.headers?.[0].value,
        made ?? written,
      );
      assertEquals(notesOf(value), [`1 "${written}" ${said}`]);
    });
  }

  it("dates that need a script have a variable each, the same one the same", async () => {
    const value = await read({
      "a.http":
        `@date3 = a\nGET http://h/{{$localDatetime "DD/MM/YYYY" -1 d}}/{{$datetime rfc1123}}\nX-A: {{$localDatetime 'DD/MM/YYYY' -1 d}}\n`,
      "b.http":
        `# @name date4\nGET http://h/{{$datetime rfc1123}}/{{$localDatetime "YYYY" 1 y}}`,
    });
    assertEquals(
      notesOf(value).map((one) =>
        /write (\{\{\w+\}\}).*setVar\("(\w+)", (.*)\)$/.exec(one)?.slice(1)
      ),
      [
        ["{{date}}", "date", YESTERDAY],
        ["{{date}}", "date", YESTERDAY],
        ["{{date2}}", "date2", NOW],
        ["{{date2}}", "date2", NOW],
        [
          "{{date5}}",
          "date5",
          'require("moment")().add(1, "y").format("YYYY")',
        ],
      ],
    );
  });

  const RESPONSES: readonly (readonly [string, string, string, string])[] = [
    ["{{login.token}}", "{{login.token}}", "login", "res.body"],
    ["{{login[0].id}}", "{{login[0].id}}", "login", "res.body"],
    ["{{login}}", "{{login}}", "login", "res.body"],
    [
      "{{login.response.body.$.a.b}}",
      "{{login_a_b}}",
      "login_a_b",
      "res.body.a.b",
    ],
    ["{{login.response.body.a}}", "{{login_a}}", "login_a", "res.body.a"],
    [
      "{{login.response.body.$[0].id}}",
      "{{login_0_id}}",
      "login_0_id",
      "res.body[0].id",
    ],
    ["{{login.response.body.*}}", "{{login_body}}", "login_body", "res.body"],
    ["{{login.response.body.$}}", "{{login_body}}", "login_body", "res.body"],
    [
      "{{login.response.body.$..id}}",
      "{{login_id}}",
      "login_id",
      'res.jsonPath("$..id")[0]',
    ],
    ["{{login.body.$.a}}", "{{login_a}}", "login_a", "res.body.a"],
    [
      "{{login.response.headers.X-Token}}",
      "{{login_X_Token}}",
      "login_X_Token",
      'res.headers["x-token"]',
    ],
  ];
  for (const [written, expected, variable, expression] of RESPONSES) {
    it(written, async () => {
      const value = await read({
        "a.http":
          `# @name login\nPOST http://h/\n###\nGET http://h/\nX-A: ${written}`,
      });
      const [login, other] = requests(value);
      assertEquals(other.http?.headers?.[0].value, expected);
      assertEquals(login.runtime?.actions, [{
        type: "set-variable",
        phase: "after-response",
        selector: { expression, method: "jsonq" },
        variable: { name: variable, scope: "runtime" },
      }]);
      assertEquals(notesOf(value), []);
    });
  }

  it("a part has another name than a variable", async () => {
    const value = await read({
      "a.http":
        "@a_b = 1\n# @name a\nPOST http://h/\n###\nGET http://h/{{a.response.body.$.b}}",
    });
    assertEquals(requests(value)[1].http?.url, "http://h/{{a_b_2}}");
  });

  it("the same part of two requests has two names", async () => {
    const value = await read({
      "a.http":
        "# @name a_b\nPOST http://h/\n###\n# @name a-b\nGET http://h/\n###\nGET http://h/{{a_b.response.body.c}}/{{a-b.response.body.c}}",
    });
    assertEquals(
      requests(value)[2].http?.url,
      "http://h/{{a_b_c}}/{{a_b_c_2}}",
    );
  });

  it("two parts that would have one name have two", async () => {
    const value = await read({
      "a.http":
        "# @name a\nPOST http://h/\n###\nGET http://h/{{a.response.body.$.b.c}}/{{a.response.body.$.b_c}}",
    });
    assertEquals(
      requests(value)[1].http?.url,
      "http://h/{{a_b_c}}/{{a_b_c_2}}",
    );
    assertEquals(requests(value)[0].runtime?.actions?.length, 2);
  });

  it("a variable wins over a request of its name", async () => {
    const value = await read({
      "a.http": "@a = 1\n# @name a\nGET http://h/\n###\nGET http://h/{{a}}",
    });
    assertEquals(requests(value)[0].runtime, undefined);
  });

  it("a title is a name in httpyac", async () => {
    const value = await read({
      "a.http": "### a\nGET http://h/\n###\nGET http://h/{{a.b}}",
    });
    assertEquals(requests(value)[0].runtime?.actions?.length, 1);
  });

  it("no request of the name, the request itself and XPath are named", async () => {
    const value = await read({
      "a.http":
        "# @name a\nGET http://h/{{b.response.body.$.x}}\nX-A: {{a.request.body.$.x}}\nX-B: {{a.response.body.//x}}",
    });
    assertEquals(notesOf(value), [
      `2 "{{a.request.body.$.x}}" is not an expression of Brace's`,
      `2 "{{a.response.body.//x}}" is not an expression of Brace's`,
      '2 No request has the name "b": set the variable "b_x"',
    ]);
  });

  it("what a file's variable holds is named at its line", async () => {
    const value = await read({
      "a.http": "\n@a = {{$projectRoot}}\nGET http://h/{{a}}",
    });
    assertEquals(notesOf(value), [
      `2 "{{$projectRoot}}" is not an expression of Brace's`,
    ]);
    assertEquals((await only("@a := 1\nGET http://h/")).http?.url, "http://h/");
  });
});
