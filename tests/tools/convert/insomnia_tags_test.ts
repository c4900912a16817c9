import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  importedInsomnia,
  requestCalled,
  version5,
} from "../../support/insomnia.ts";

const NO_TAG = (tag: string, advice: string) =>
  `Brace has no equivalent of the tag "${tag}": ${advice}`;
const NO_EXPRESSION = (text: string) =>
  `Brace has no equivalent of "${text}": set a variable in a before-request script, and write its placeholder`;
const BEFORE =
  "set a variable in a before-request script, and write its placeholder";
const AFTER =
  "read the value in an after-response script of that request, and set a variable";

/** A text, what it becomes, and what is said of it. */
const TEXTS: readonly (readonly [string, string, ...string[]])[] = [
  ["plain {a} % } #", "plain {a} % } #"],
  ["{{ _.base }}/{{base}}", "{{base}}/{{base}}"],
  ["{{ _.a.b[0]['c d'] }}", "{{a.b[0]['c d']}}"],
  ['{{ _.a["c d"] }}', "{{a['c d']}}"],
  ["{{ _['a-b'] }}{{ _[\"c d\"] }}", "{{a-b}}{{c d}}"],
  ["{{ _.a | safe }}", "{{a}}"],
  ["{{ _.a | upper }}", "{{a | upper}}", NO_EXPRESSION("{{ _.a | upper }}")],
  ["{{ _.a + 1 }}", "{{a + 1}}", NO_EXPRESSION("{{ _.a + 1 }}")],
  ["a{# a comment {{ x }} #}b", "ab"],
  ["a {#- c -#} b", "ab"],
  ["a {{- _.b -}} c", "a{{b}}c"],
  ["a {%- uuid -%}\n c", "a{{$uuid}}c"],
  ["{% raw %}{{ _.a }}{% endraw %}{{ _.b }}", "{{'{{'}} _.a }}{{b}}"],
  ["{{ unclosed", "{{ unclosed"],
  ["{% unclosed", "{% unclosed"],
  ["{% uuid 'v4' %}", "{{$uuid}}"],
  ["{% uuid 'v1' %}", "{{$uuid}}"],
  ["{% timestamp %}", "{{$timestamp}}"],
  ["{% now %}", "{{$isoTimestamp}}"],
  ["{% now 'iso-8601', '' %}", "{{$isoTimestamp}}"],
  ["{% now 'millis', '' %}", "{{$date('ms')}}"],
  ["{% now 'unix', '' %}", "{{$timestamp}}"],
  [
    "{% now 'custom', 'yyyy-MM-dd HH:mm' %}",
    "{{$date('YYYY-MM-DD HH:mm')}}",
    'The time "yyyy-MM-dd HH:mm" is in UTC: Insomnia writes it in your time zone',
  ],
  [
    "{% now 'custom', \"dd.MM.yy'T'h a\" %}",
    "{{$date('DD.MM.YY[T]h A')}}",
    "The time \"dd.MM.yy'T'h a\" is in UTC: Insomnia writes it in your time zone",
  ],
  [
    "{% now 'custom', 'YYYY-MM-DD[T]hh a' %}",
    "{{$date('YYYY-MM-DD[T]hh a')}}",
    'The time "YYYY-MM-DD[T]hh a" is in UTC: Insomnia writes it in your time zone',
  ],
  [
    "{% now 'custom', 'EEEE' %}",
    "{% now 'custom', 'EEEE' %}",
    NO_TAG(
      "{% now 'custom', 'EEEE' %}",
      "write a format of $date, such as {{$date('YYYY-MM-DD')}}",
    ),
  ],
  [
    "{% now 'custom', 'yyyy-DD' %}",
    "{% now 'custom', 'yyyy-DD' %}",
    NO_TAG(
      "{% now 'custom', 'yyyy-DD' %}",
      "write a format of $date, such as {{$date('YYYY-MM-DD')}}",
    ),
  ],
  ["{% prompt 'Code', 'Label', '', '', false, true %}", "{{?Code}}"],
  ["{% prompt '', 'Label' %}", "{{?Label}}"],
  ["{% prompt \"a %} b\" %}{% prompt 'c %} d' %}", "{{?a %} b}}{{?c %} d}}"],
  [
    "{% prompt ' ' %}",
    "{% prompt ' ' %}",
    NO_TAG("{% prompt ' ' %}", "write a question such as {{?Name}}"),
  ],
  [
    "{% prompt 'Code', '', 'x', 'key', true %}",
    "{{?Code}}",
    'Brace asks "Code" without the default of Insomnia: answer it, or pass it with --prompt',
    'Insomnia hides the answer to "Code": add a word such as "password" to the question',
  ],
  ["{% prompt 'Password', '', '', '', true %}", "{{?Password}}"],
  [
    "{% prompt 'a}}b' %}",
    "{% prompt 'a}}b' %}",
    NO_TAG("{% prompt 'a}}b' %}", "write a question such as {{?Name}}"),
  ],
  ["{% faker 'randomEmail' %}", "{{$randomEmail}}"],
  ["{% faker 'guid' %}", "{{$guid}}"],
  [
    "{% faker 'nothing' %}",
    "{% faker 'nothing' %}",
    NO_TAG(
      "{% faker 'nothing' %}",
      "write a generator such as {{$randomEmail}}",
    ),
  ],
  ["{% base64 'encode', 'normal', 'é?>' %}", "w6k/Pg=="],
  ["{% base64 'encode', 'url', 'é?>' %}", "w6k_Pg"],
  [
    "{% base64 'encode', 'normal', _.a %}",
    "{% base64 'encode', 'normal', _.a %}",
    NO_TAG(
      "{% base64 'encode', 'normal', _.a %}",
      "encode the text in a before-request script, and set a variable",
    ),
  ],
  [
    "{% base64 'encode', 'normal', '{{ _.a }}' %}",
    "{% base64 'encode', 'normal', '{{ _.a }}' %}",
    NO_TAG(
      "{% base64 'encode', 'normal', '{{ _.a }}' %}",
      "encode the text in a before-request script, and set a variable",
    ),
  ],
  [
    "{% base64 'decode', 'normal', 'eA==' %}",
    "{% base64 'decode', 'normal', 'eA==' %}",
    NO_TAG(
      "{% base64 'decode', 'normal', 'eA==' %}",
      "encode the text in a before-request script, and set a variable",
    ),
  ],
  ["{% request 'name' %}", "R"],
  ["{% request 'folder', '', 0 %}/{% request 'folder', '', 1 %}", "F/W"],
  ["{% request 'header', 'x-one' %}", "1"],
  ["{% request 'parameter', 'q' %}", "2"],
  ...([
    ["{% request 'header', 'X-Two' %}", "request"],
    ["{% request 'folder', '', 2 %}", "request"],
    ["{% request 'oauth2' %}", "request"],
  ] as const).map(([tag]) =>
    [
      tag,
      tag,
      NO_TAG(tag, "write the value itself, or set a variable in a script"),
    ] as const
  ),
  ...([
    [
      "{% hash 'md5', 'hex', 'a' %}",
      "compute it in a before-request script, and set a variable",
    ],
    [
      "{% jsonpath '{}', '$.a' %}",
      "read the value in a script, and set a variable",
    ],
    [
      "{% cookie 'http://a', 'sid' %}",
      "Brace sends cookies by itself; read one with client.cookies in a script",
    ],
    ["{% localstorage 'a' %}", "set a variable of an environment"],
    ["{% os 'arch', '' %}", "set a variable of an environment"],
    [
      "{% file '/a' %}",
      "put the text into a variable, or send the file as the body",
    ],
    ["{% if _.a %}", BEFORE],
    ["{% endif %}", BEFORE],
    ["{% uuid 'v4' | upper %}", BEFORE],
    ["{% constructor %}", BEFORE],
  ] as const).map(([tag, advice]) => [tag, tag, NO_TAG(tag, advice)] as const),
];

describe("texts of Insomnia", () => {
  for (const [text, written, ...messages] of TEXTS) {
    it(text, async () => {
      const { value, said } = await importedInsomnia(version5([{
        name: "F",
        meta: { id: "fld_1" },
        children: [{
          name: "R",
          meta: { id: "req_1" },
          url: "http://a",
          headers: [
            { name: "X-One", value: "1" },
            { name: "X-Two", value: "{{ _.b }}" },
            { name: "X", value: text },
          ],
          parameters: [{ name: "q", value: "2" }],
        }],
      }]));
      const at = "collection[0].children[0]: ";
      assertEquals(
        requestCalled("R", value).http?.headers?.at(-1)?.value,
        written,
      );
      assertEquals(said, messages.map((message) => at + message));
    });
  }

  it("are read in linear time", async () => {
    for (
      const part of [
        "{{",
        "{%",
        "{#",
        "{% '%}",
        "{{ _['",
        "{% raw %}",
        "{%'\"%}",
      ]
    ) {
      const { value } = await importedInsomnia(version5([{
        name: "R",
        url: part.repeat(30_000),
      }]));
      assertEquals(value.items.length, 1);
    }
  });
});

const TAG = (field: string, filter: string, ...more: string[]) =>
  `{% response '${field}', 'req_1', '${filter}'${
    more.map((one) => `, '${one}'`).join("")
  } %}`;
const ENCODED = `b64::${btoa("$.token")}::46b`;
const LIST = (name: string, filter: string) =>
  `"${name}[0]" is the first value of "${filter}" in the response of "Log in": Insomnia writes a list where there are several`;

/** A tag, what stands for it, the expression that sets its variable, what is said. */
const RESPONSES: readonly (readonly [
  string,
  string,
  string | undefined,
  ...string[],
])[] = [
  [TAG("body", ENCODED), "{{Log_in_token}}", "$.token"],
  [TAG("body", "$.a.b[0].c-d"), "{{Log_in_a_b_0_c_d}}", "$.a.b[0]['c-d']"],
  [TAG("body", '$["it\\\'s"]'), "{{Log_in_it_s}}", `$["it's"]`],
  [TAG("body", "$"), "{{Log_in_body}}", "$"],
  [
    TAG("body", "$..id"),
    "{{Log_in_id[0]}}",
    "$..id",
    LIST("Log_in_id", "$..id"),
  ],
  [
    TAG("body", "$.a[?(@.b===1)].c"),
    "{{Log_in_a_c[0]}}",
    "$.a[?@.b == 1].c",
    LIST("Log_in_a_c", "$.a[?(@.b===1)].c"),
  ],
  [
    TAG("body", "$.a[-1:]"),
    "{{Log_in_a[0]}}",
    "$.a[-1:]",
    LIST("Log_in_a", "$.a[-1:]"),
  ],
  ...[
    "$.a[(@.length-1)]",
    "/a/b",
    "",
    "$.a^",
    "$.a[0]b",
    "$.a[?(@.b.match(/x/))]",
  ].map(
    (filter) =>
      [
        TAG("body", filter),
        TAG("body", filter),
        undefined,
        NO_TAG(TAG("body", filter), AFTER),
      ] as const,
  ),
  [TAG("header", "X-Token"), "{{Log_in_X_Token}}", 'res.headers["x-token"]'],
  [TAG("raw", ""), "{{Log_in_body}}", "res.text"],
  [TAG("url", ""), "{{Log_in_url}}", "res.url"],
  [TAG("body", "$.token", "never"), "{{Log_in_token}}", "$.token"],
  [
    TAG("body", "$.token", "always"),
    "{{Log_in_token}}",
    "$.token",
    'Insomnia sends "Log in" for it by itself ("always"), Brace does not: it uses the response that "Log in" had before in the run',
  ],
  [
    "{% response 'body', 'req_9', '$.a' %}",
    "{% response 'body', 'req_9', '$.a' %}",
    undefined,
    NO_TAG(
      "{% response 'body', 'req_9', '$.a' %}",
      "the export lacks the request that it names, set a variable",
    ),
  ],
  [
    "{% response 'body', 'greq_1', '$.a' %}",
    "{% response 'body', 'greq_1', '$.a' %}",
    undefined,
    NO_TAG("{% response 'body', 'greq_1', '$.a' %}", AFTER),
  ],
];

describe("responses that other requests of Insomnia use", () => {
  for (const [tag, written, expression, ...messages] of RESPONSES) {
    it(tag, async () => {
      const { value, said } = await importedInsomnia(version5([
        { name: "Log in", meta: { id: "req_1" }, url: "http://a" },
        { name: "Call", meta: { id: "greq_1" }, url: "grpc://a" },
        {
          name: "R",
          meta: { id: "req_2" },
          url: "http://a",
          headers: [{ name: "X", value: tag }, { name: "Y", value: tag }],
        },
      ]));
      const { headers } = requestCalled("R", value).http!;
      assertEquals(headers?.map(({ value }) => value), [written, written]);
      assertEquals(
        requestCalled("Log in", value).runtime?.actions,
        expression === undefined ? undefined : [{
          type: "set-variable",
          phase: "after-response",
          selector: { expression, method: "jsonq" },
          variable: {
            name: /^\{\{(\w+)/.exec(written)![1],
            scope: "runtime",
          },
        }],
      );
      assertEquals(
        said,
        messages.map((message) => `collection[2]: ${message}`),
      );
    });
  }

  it("name what runs later, and the request itself", async () => {
    const use = (id: string) => ({
      headers: [{ name: "X", value: `{% response 'raw', '${id}' %}` }],
      url: "http://a",
    });
    const { said } = await importedInsomnia(version5([
      { name: "A", meta: { id: "req_1" }, ...use("req_2") },
      { name: "B", meta: { id: "req_2" }, ...use("req_2") },
    ]));
    assertEquals(said, [
      'collection[0]: It uses the response of "B", which runs later: put "B" before it, or into extensions.brace.setup',
      'collection[1]: It uses its own response before: set the variable "B_body" for the first time',
    ]);
  });

  it("set variables of free names, which environments and folders may hold", async () => {
    const tag = (id: string) => `{% response 'body', '${id}', '$.token' %}`;
    const { value, said } = await importedInsomnia(version5([
      { name: "A", meta: { id: "req_1" }, url: "http://a" },
      {
        name: "F",
        environment: { inner: { deep: [tag("req_2")] } },
        children: [{ name: "A", meta: { id: "req_2" }, url: "http://a" }],
      },
    ], {
      environments: {
        data: { A_token: "x", one: tag("req_1"), two: tag("req_2") },
      },
    }));
    const [, one, two] = value.defaults!.variables!;
    assertEquals([one.value, two.value], ["{{A_token2}}", "{{A_token3}}"]);
    const folder = value.items.find(({ kind }) => kind === "folder");
    assertEquals(
      folder?.kind === "folder" && folder.defaults?.variables,
      [{ name: "inner", value: { deep: ["{{A_token3}}"] } }],
    );
    assertEquals(said, []);
  });
});
