import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { importSource } from "../../../lib/tools/convert/import_source.ts";

/** A script, the collection's variables of it, its requests as method, URL and headers, and what is said. */
interface Row {
  readonly script: string;
  readonly variables?: Readonly<Record<string, unknown>>;
  readonly requests: readonly string[];
  readonly said?: readonly string[];
}

const left = (text: string) =>
  `Left out "${text}", which is not curl, grpcurl, websocat or wscat`;
const fill = (text: string, name: string) =>
  `The shell fills in "${text}": give the variable ${name} a value, with --var ${name}=VALUE or in the collection`;

const doubtful = (text: string, name: string) =>
  `"${text}" is a URL or flags, and its value is not known: give the variable ${name} the URL, or delete this request and write the flags into the others of the command`;

const unsure = (text: string) =>
  `Left out "${text}", whose value is not known: write the flags that it stands for into the request`;

const unnamed = (name: string) =>
  `Left out the header "$${name}", whose value is not known: write it into the request`;

const number = (flag: string, key: string) =>
  `Left out ${flag}: Brace reads no variable there, write the number into ${key}`;

const rows: Record<string, Row> = {
  "no value for what is left out": {
    script:
      "curl --max-time $T --retry ${N:-2} -o $OUT --cacert $CA -Hb$C http://a/$X\ngrpcurl -max-time $T -d {} a:1 a.B/C",
    variables: { N: "2" },
    requests: ["GET http://a/{{X}}", "undefined undefined"],
    said: [
      "Run with --ca FILE for curl's --cacert",
      "Run with --output FILE for curl's --output",
      number("curl's --max-time", "settings.timeout"),
      number("curl's --retry", "extensions.brace.retry"),
      'Left out the header "b$C", whose value is not known: write it into the request',
      fill("$X", "X"),
      number("grpcurl's --max-time", "settings.timeout"),
    ],
  },
  "a variable behind a flag": {
    script:
      'curl -s$A http://a\ncurl --b$B -"${C}x" http://b\ngrpcurl -s$D -d {} a:1 a.B/C\ncurl -s$E',
    requests: ["GET http://a", "GET http://b", "undefined undefined"],
    said: [
      ...["-s$A", "--b$B", "-${C}x", "-s$D"].map((flag) =>
        `The flag "${flag}" is unknown and left out`
      ),
      'Left out a command of curl, which has no URL: the flag "-s$E" is unknown',
    ],
  },
  "the default of the variable itself": {
    script: "HOST=${HOST:-http://a}\ncurl $HOST/b",
    variables: { HOST: "http://a" },
    requests: ["GET {{HOST}}/b"],
  },
  "a default in quotes, with other operators and around it": {
    script:
      'export A="${A:-"b"}"\nB=${B=c}\nC="http://${C:=d}:80"\ncurl $C/$A/$B',
    variables: { A: "b", B: "c", C: "http://d:80" },
    requests: ["GET {{C}}/{{A}}/{{B}}"],
  },
  "no default of a variable that has a value": {
    script:
      "A=5\nA=${A:-2}\nB=6\n: ${B:=3}\nC=\nC=${C-4}\nexport D=7\nexport D=${D:-5}\ncurl http://a/$A/$B/$C/$D",
    variables: { A: "5", B: "6", C: "", D: "7" },
    requests: ["GET http://a/{{A}}/{{B}}/{{C}}/{{D}}"],
  },
  "the default of an argument": {
    script: "HOST=${1:-http://a}\ncurl $HOST/b",
    variables: { HOST: "http://a" },
    requests: ["GET {{HOST}}/b"],
  },
  "no default of another variable": {
    script: "A=http://a\nHOST=${A:-http://b}\ncurl $HOST/b",
    variables: { A: "http://a", HOST: "{{A}}" },
    requests: ["GET {{HOST}}/b"],
  },
  "a default with variables, and an empty one": {
    script: 'A=${A:-}\nB="${B:-$C/x}"\nD=${D:-${A}y}\ncurl http://a/$A/$B/$D',
    variables: { A: "", B: "{{C}}/x", D: "{{A}}y" },
    requests: ["GET http://a/{{A}}/{{B}}/{{D}}"],
    said: [fill("$C", "C")],
  },
  "the defaults of a command that does nothing else": {
    script: ': "${A:=http://a}" ${B=$A/b}\n: ${C:=c} d\ncurl $A/$B/$C',
    variables: { A: "http://a", B: "{{A}}/b" },
    requests: ["GET {{A}}/{{B}}/{{C}}"],
    said: [left(":"), fill("$C", "C")],
  },
  "the default that each use has": {
    script:
      "A=${B:-http://b}/b\ncurl $A/${C:-1}/${2:-d} ${E:-f}\ncurl http://a/${C:-1}/${E:-g}",
    variables: { B: "http://b", C: "1", arg2: "d", A: "{{B}}/b" },
    requests: [
      "GET {{A}}/{{C}}/{{arg2}}",
      "GET {{E}}",
      "GET http://a/{{C}}/{{E}}",
    ],
    said: [doubtful("${E:-f}", "E"), fill("${E:-g}", "E")],
  },
  "no default of a command or of the variable in it": {
    script: "A=${A:-$(date)}\nB=${B:-$B}\ncurl http://a/$A/$B",
    requests: ["GET http://a/{{A}}/{{B}}"],
    said: [
      left("A=${A:-$(date)}"),
      left("B=${B:-$B}"),
      'The shell fills in "$A", "$B": give the variables A, B a value, with --var A=VALUE or in the collection',
    ],
  },
  "the words of an array": {
    script:
      'A=(-H "X: 1"\n  -H "Y: )" # why\n)\ncurl ${A[@]+"${A[@]}"} http://a; curl "${A[@]}" http://b',
    requests: ["GET http://a X: 1 Y: )", "GET http://b X: 1 Y: )"],
  },
  "the words of flags, and of a command": {
    script:
      'O="-s -X PUT"\nC="curl -s"\ncurl $O http://a\n$C -H "X: $O" http://b',
    variables: { O: "-s -X PUT" },
    requests: ["PUT http://a", "GET http://b X: {{O}}"],
  },
  "the parts of a header, of credentials and of cookies": {
    script:
      'T=t\nH="X: $T"\nU="a:b"\nC=${C:-c=d}\ncurl -H "$H" -u $U -b "$C" http://a',
    variables: {
      T: "t",
      basicPassword: "{{process.env.BASIC_PASSWORD}}",
      cookie: "{{process.env.COOKIE}}",
    },
    requests: [
      "GET http://a X: {{T}} Cookie: {{cookie}} basic a:{{basicPassword}}",
    ],
  },
  "no header whose name is not certain": {
    script: 'H="X: 1"; H="Y: 2"\ncurl -H "$H" -H "$G" -d "$D" http://a; D=d',
    variables: { D: "d" },
    requests: ["POST http://a Content-Type: application/x-www-form-urlencoded"],
    said: [
      left("H=X: 1"),
      left("H=Y: 2"),
      unnamed("H"),
      unnamed("G"),
    ],
  },
  "the parts of a header behind the letter of its flag": {
    script: 'H="X: 1"\ncurl -sH"$H" -u$U http://a -H$G -X$M; M=PUT',
    variables: { M: "PUT" },
    requests: ["{{M}} http://a X: 1 basic {{U}}:{{?Password of U}}"],
    said: [unnamed("G"), fill("$U", "U")],
  },
  "a URL or flags, where another URL is certain": {
    script: 'curl $A http://a -d "$B" $C\ncurl $A $B\ncurl $D http://$D',
    requests: [
      "POST {{A}} Content-Type: application/x-www-form-urlencoded",
      "POST http://a Content-Type: application/x-www-form-urlencoded",
      "POST {{C}} Content-Type: application/x-www-form-urlencoded",
      "GET {{A}}",
      "GET {{B}}",
      "GET {{D}}",
      "GET http://{{D}}",
    ],
    said: [
      doubtful("$A", "A"),
      fill("$B", "B"),
      fill("$B", "B"),
      doubtful("$C", "C"),
      fill("$B", "B"),
      ...Array(2).fill(
        'The shell fills in "$A", "$B": give the variables A, B a value, with --var A=VALUE or in the collection',
      ),
      fill("$D", "D"),
      fill("$D", "D"),
    ],
  },
  "no words that are not certain, and no request of them": {
    script:
      'A=(-s)\nA+=(-k)\ncurl "${A[@]}" http://a\ncurl $CURL_OPTS $B/c\ncurl "$@"',
    requests: ["GET http://a", "GET {{B}}/c"],
    said: [
      unsure("${A[@]}"),
      unsure("$CURL_OPTS"),
      fill("$B", "B"),
      'Left out a command of curl, which has no URL: "$@" is not known',
    ],
  },
  "no words of an array that is set twice, or of flags with quotes in them": {
    script:
      'A=(-s)\nA=(-k)\ncurl "${A[@]}" http://a\nB="-H \'X: y\'"\ncurl $B http://b',
    requests: ["GET http://a", "GET http://b"],
    said: [unsure("${A[@]}"), unsure("$B")],
  },
  "no flags in place of the program": {
    script: "$CURL_OPTS http://a\ncurl http://b",
    requests: ["GET http://b"],
    said: [left("$CURL_OPTS")],
  },
  "no default that needs the variable itself": {
    script: "A=${A:-$A/x}\ncurl http://a/$A/${B:-$B/y}",
    requests: ["GET http://a/{{A}}/{{B}}"],
    said: [
      left("A=${A:-$A/x}"),
      'The shell fills in "$A", "${B:-$B/y}": give the variables A, B a value, with --var A=VALUE or in the collection',
    ],
  },
  "a URL, where nothing else is one": {
    script: "curl $ARGS; curl -A $OPTS http://a",
    requests: ["GET {{ARGS}}", "GET http://a User-Agent: {{OPTS}}"],
    said: [fill("$ARGS", "ARGS"), fill("$OPTS", "OPTS")],
  },
  "no value that needs the one before": {
    script: "HOST=http://a\nHOST=$HOST/v1\ncurl $HOST/b",
    requests: ["GET {{HOST}}/b"],
    said: [
      left("HOST=http://a"),
      left("HOST=$HOST/v1"),
      fill("$HOST", "HOST"),
    ],
  },
};

const used = "Left out what the shell does with the output";

/** What stands behind a pipe. */
const pipes: Record<string, Row> = {
  "in quotes over several lines": {
    script:
      "curl http://a | jq '\n  .items[]\n' # don't\ncurl -H 'X: 1' http://b\n" +
      "curl http://c | grep \"\\\"\n'\"\ncurl http://d | sed $'s/\\'/\\n/'\ncurl http://e",
    requests: [
      "GET http://a",
      "GET http://b X: 1",
      "GET http://c",
      "GET http://d",
      "GET http://e",
    ],
    said: [used, used, used],
  },
  "in quotes that nothing closes": {
    script: "curl http://a | python3 -c '\nprint(1)\n",
    requests: ["GET http://a"],
    said: [used, left("print(1)")],
  },
  "on the next line": {
    script:
      "curl http://a |\n  jq .x\ncurl http://b | \\\r\n  jq .x\ncurl http://c | # d\n\n jq .x\ncurl http://d",
    requests: ["GET http://a", "GET http://b", "GET http://c", "GET http://d"],
    said: [used, used, used],
  },
  "behind a here-document, whose text follows the line": {
    script: "curl -d @- http://a <<E | jq .x |\n1\nE\ntee b\ncurl http://b",
    requests: [
      "POST http://a Content-Type: application/x-www-form-urlencoded",
      "GET http://b",
    ],
    said: [used, left("tee")],
  },
};

const BASH = `curl -H 'X: "a"' http://a`;
const CMD = 'curl http://b ^\n  -H "X: \\"%T%\\""';
const POWERSHELL = 'curl.exe http://c `\n  -H "X: `$c"';

/** Commands for several shells in one text. */
const shells: Record<string, Row> = {
  "cmd behind bash": {
    script: `${BASH}\n\n${CMD}\n`,
    requests: ['GET http://a X: "a"', 'GET http://b X: "{{T}}"'],
    said: [fill("%T%", "T")],
  },
  "bash behind cmd": {
    script:
      `${CMD}\n# Linux\nT=$(curl http://t)\ncurl -H "X: $U" http://a/b\n${BASH}`,
    requests: [
      'GET http://b X: "{{T}}"',
      "GET http://t",
      "GET http://a/b X: {{U}}",
      'GET http://a X: "a"',
    ],
    said: [fill("%T%", "T"), used, fill("$U", "U")],
  },
  "PowerShell between two with a backslash": {
    script: `curl http://d \\\n  -H 'X: $d'\n${POWERSHELL}\n${BASH}`,
    requests: [
      "GET http://d X: $d",
      "GET http://c X: $c",
      'GET http://a X: "a"',
    ],
  },
  "a command that any shell may read": {
    script: `curl -H "X: %U%" http://e\n${CMD}\ncurl.exe http://f/%U%\n`,
    requests: [
      "GET http://e X: {{U}}",
      'GET http://b X: "{{T}}"',
      "GET http://f/{{U}}",
    ],
    said: [fill("%U%", "U"), fill("%T%", "T"), fill("%U%", "U")],
  },
  "a body of several lines": {
    script:
      `curl -d '{\n\n"a": 1}' -H 'X: "a"' http://a\n${CMD}\ncurl -d '\n# b\n' http://g`,
    requests: [
      'POST http://a X: "a" Content-Type: application/x-www-form-urlencoded',
      'GET http://b X: "{{T}}"',
      "POST http://g Content-Type: application/x-www-form-urlencoded",
    ],
    said: [fill("%T%", "T")],
  },
  "Markdown with a fence for each": {
    script:
      `# How\n\n\`\`\`bash\n$ ${BASH}\n\`\`\`\n\n\`\`\`bat\n${CMD}\n\`\`\`\n`,
    requests: ['GET http://a X: "a"', 'GET http://b X: "{{T}}"'],
    said: [fill("%T%", "T")],
  },
  "Markdown with PowerShell, and backticks of a POSIX shell": {
    script: `# How\n\n\`\`\`ps1\n${POWERSHELL}\n\`\`\`\n\n${
      ["bash", "sh"].map((language) =>
        `- \`\`\`${language}\n  curl -H "X: \`date +%s\`" -d "{\\"a\\":1}" http://b\n  \`\`\`\n`
      ).join("\n")
    }`,
    requests: [
      "GET http://c X: $c",
      ...Array(2).fill(
        "POST http://b X: {{date_s}} Content-Type: application/x-www-form-urlencoded",
      ),
    ],
    said: Array(2).fill(fill("`date +%s`", "date_s")),
  },
  "a command from a word processor": {
    script: [
      "curl –X DELETE “http://a/77” -H 'A: b'",
      "curl —request DELETE http://a",
      "curl “http://a”",
      "curl http://a -H ‘X-A: 1’",
      'curl http://a -d “{"a": 1}”',
      "curl http://a -d “a=1”",
      "curl http://a -d”a=1”",
      "websocat “ws://a”",
      "curl -d '“it” – so’s' http://a/?q=a–b",
      "curl --get --data-urlencode q=“b” http://b",
    ].join("\n"),
    requests: [
      "POST http://a/?q=a–b Content-Type: application/x-www-form-urlencoded",
      "GET http://b?q=%E2%80%9Cb%E2%80%9D",
    ],
    said: [
      ..."“—“‘““”".split("").map((mark) => [
        "curl",
        mark === "—"
          ? `its dash ${mark} comes from a word processor (write - or -- instead)`
          : `its quote ${mark} comes from a word processor (write " or ' instead)`,
      ]),
      [
        "websocat",
        "its quote “ comes from a word processor (write \" or ' instead)",
      ],
    ].map(([name, why]) => `Left out a command of ${name}: ${why}`),
  },
  "an output behind a pair of backticks": {
    script:
      "D=`date`\ncurl http://a \\\n  -H 'X: \"a\"'\ncurl -H 'Y: \"b\"' http://b",
    requests: ['GET http://a X: "a"', 'GET http://b Y: "b"'],
    said: [left("D=`date`")],
  },
};

const TABLES = [
  ["variables have", rows],
  ["a pipe has", pipes],
  ["several shells have", shells],
] as const;

describe("curl in a script of the shell:", () => {
  for (
    const [subject, name, row] of TABLES.flatMap(([subject, rows]) =>
      Object.entries(rows).map(([name, row]) => [subject, name, row] as const)
    )
  ) {
    it(`${subject} ${name}`, async () => {
      const { value } = await importSource({
        name: "a.sh",
        main: "a.sh",
        files: new Map([["a.sh", row.script]]),
      }, { from: "curl" });
      const { defaults, items = [], notes = [] } = value ?? {};
      assertEquals(
        Object.fromEntries(
          defaults?.variables?.map(({ name, value }) => [name, value]) ?? [],
        ),
        row.variables ?? {},
      );
      assertEquals(
        items.map((item) => {
          if (item.kind === "folder") return item.name;
          const { method, url, headers = [], auth } = item.request.http ?? {};
          return [
            `${method} ${url}`,
            ...headers.map(({ name, value }) => `${name}: ${value}`),
            ...(typeof auth === "object" && auth.type === "basic"
              ? [`basic ${auth.username}:${auth.password}`]
              : []),
          ].join(" ");
        }),
        row.requests,
      );
      assertEquals(notes.map(({ message }) => message), row.said ?? []);
    });
  }
});
