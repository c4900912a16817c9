import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { createMasker } from "../../../lib/core/secrets/masker.ts";
import {
  commonText,
  hostWay,
  setupWay,
} from "../../../lib/core/source/way_out.ts";
import type {
  Diagnostic,
  WayOut,
} from "../../../lib/core/source/diagnostic.ts";
import { DiagnosticError } from "../../../lib/core/source/errors.ts";
import { formatDiagnostic } from "../../../lib/core/source/format_diagnostic.ts";
import { collectDiagnostic } from "../../../lib/tools/report/collect/collect_diagnostic.ts";
import { PAGE_WORDS } from "../../../lib/open/page_words.ts";

/** A problem that readers can do something about. */
function problem(...waysOut: WayOut[]): Diagnostic {
  return {
    code: "PERMISSION",
    severity: "error",
    message: "Cannot",
    notes: ["it has not run"],
    waysOut,
  };
}

describe("ways out", () => {
  it("let a request run in setup beside what is there", () => {
    const many = Array.from({ length: 21 }, (_, at) => `${at}.yml`);
    const rows: [setup: string[], reader: string | undefined, said: string][] =
      [
        [[], "b.yml", '"new.yml"'],
        [["auth", "a.yml"], "b.yml", '"auth", "a.yml", "new.yml"'],
        [["auth", "a.yml"], undefined, '"auth", "a.yml", "new.yml"'],
        [
          ["auth", "a.yml", "c.yml"],
          "a.yml",
          '"auth", "new.yml", "a.yml", "c.yml"',
        ],
        [["x.yml", "auth"], "auth/it.yml", '"x.yml", "new.yml", "auth"'],
        [["auth", "new.yml"], "auth/it.yml", '"new.yml", "auth"'],
        [["authors"], "auth/it.yml", '"authors", "new.yml"'],
        [many, "b.yml", '"…", "new.yml"'],
        [many, "3.yml", '"new.yml", "…"'],
      ];
    for (const [setup, reader, said] of rows) {
      const way = setupWay(
        "run-first",
        "new.yml",
        { file: "o.yml", config: { setup } },
        reader,
      );
      assertEquals(
        commonText(way),
        `run it first with extensions: { brace: { setup: [${said}] } } in o.yml`,
      );
    }
  });

  it("says what a file lacks of the place of setup", () => {
    const rows = [
      ["o.yml", "extensions", 'brace: { setup: ["a.yml"] } in extensions of'],
      ["o.yml", "extensions.brace", 'setup: ["a.yml"] in extensions.brace of'],
      [
        "in/bruno.json",
        undefined,
        '"extensions": { "brace": { "setup": ["a.yml"] } } in',
      ],
      [
        "in/bruno.json",
        "extensions.brace",
        '"setup": ["a.yml"] in extensions.brace of',
      ],
    ] as const;
    for (const [file, extended, said] of rows) {
      const way = setupWay("set-up", "a.yml", {
        file,
        config: extended === undefined ? {} : { extended },
      });
      assertEquals(
        commonText(way),
        `run it once, before all groups, with ${said} ${file}`,
      );
    }
  });

  const ROWS: readonly (readonly [
    ways: WayOut[],
    told: {
      readonly flags: readonly string[];
      readonly page: readonly string[];
      readonly options: string;
    },
  ])[] = [
    [[hostWay("a:1", {
      file: "c.yml",
      config: { hosts: [{ text: "b" }], extended: "extensions.brace" },
    })], {
      flags: [
        'Cannot (allow it with --allow-net=a:1, or declare it with hosts: ["b", "a:1"] in extensions.brace of c.yml)',
        "it has not run",
        "--allow-net=a:1",
      ],
      page: [
        `Cannot (send it again and answer "Once" or "For this session", or add it to extensions.brace.hosts in the collection's Source)`,
        "it has not run",
      ],
      options:
        'Cannot (allow it with the option "allowNet", or declare it with hosts: ["b", "a:1"] in extensions.brace of c.yml)',
    }],
    // Postman's own file has no place for hosts, nor for setup.
    [[
      hostWay("a:1", {
        file: "p/.resources/definition.yaml",
        config: { hosts: [] },
      }),
    ], {
      flags: [
        "Cannot (allow it with --allow-net=a:1)",
        "it has not run",
        "--allow-net=a:1",
      ],
      page: [
        'Cannot (send it again and answer "Once" or "For this session")',
        "it has not run",
      ],
      options: 'Cannot (allow it with the option "allowNet")',
    }],
    ...([["run-first", 'Cannot (run "a" first, by its order)'], [
      "set-up",
      "Cannot",
    ]] as const).map(([kind, told]): typeof ROWS[number] => [[
      setupWay(kind, "a", { file: ".resources/definition.yml", config: {} }),
    ], {
      flags: [told, "it has not run"],
      page: [told, "it has not run"],
      options: told,
    }]),
    [[{ kind: "allow-host", names: ["a:1"] }], {
      flags: [
        "Cannot (allow it with --allow-net=a:1, or add it to extensions.brace.hosts in the collection file)",
        "it has not run",
        "--allow-net=a:1",
      ],
      page: [
        `Cannot (send it again and answer "Once" or "For this session", or add it to extensions.brace.hosts in the collection's Source)`,
        "it has not run",
      ],
      options:
        'Cannot (allow it with the option "allowNet", or add it to extensions.brace.hosts in the collection file)',
    }],
    [[
      { kind: "use-name", names: ["B"] },
      { kind: "take-env", names: ["A", "C"] },
    ], {
      flags: [
        'Cannot (did you mean "B"? add --allow-env=A,C)',
        "it has not run",
      ],
      page: [
        'Cannot (did you mean "B"? start brace open with --allow-env=A,C, which gives them)',
        "it has not run",
      ],
      options: 'Cannot (did you mean "B"? the option "allowEnv" gives them)',
    }],
    [[
      { kind: "run-needed", names: ["id"], note: "it has not run" },
      { kind: "keep-undefined", names: [], note: "it has not run" },
      { kind: "define-variable", names: ["id"], note: "" },
    ], {
      flags: [
        "Cannot",
        "define it, or give it with --var id=VALUE",
        "it has not run: run it first with --with-needed, or send the placeholder as written with --undefined keep",
      ],
      page: [
        "Cannot",
        'define it in the tab "Variables" of the collection',
        'it has not run: send it first, or answer "Yes" when "Send" asks',
      ],
      options: "Cannot",
    }],
    [[{ kind: "define-in-environment", names: ["id"] }], {
      flags: [
        "Cannot (define it in an environment, or give it with --env-var id=VALUE)",
        "it has not run",
      ],
      page: ["Cannot (define it in an environment)", "it has not run"],
      options:
        'Cannot (define it in an environment, or give it with the option "envVariables")',
    }],
    [[{ kind: "declare-secret", names: ["id", "environments/b.yml"] }], {
      flags: [
        "Cannot (declare it as a secret in environments/b.yml and set the environment variable BRACE_SECRET_id or give --secrets-file FILE)",
        "it has not run",
      ],
      page: [
        'Cannot (declare it as a secret in environments/b.yml and save: "Send" asks for it)',
        "it has not run",
      ],
      options:
        'Cannot (declare it as a secret in environments/b.yml and set BRACE_SECRET_id or give the option "secretsFile")',
    }],
    [[{ kind: "define-in-collection", names: ["id"] }], {
      flags: [
        "Cannot (define it in the collection's variables)",
        "it has not run",
      ],
      page: [
        "Cannot (define it in the collection's variables)",
        "it has not run",
      ],
      options: "Cannot (define it in the collection's variables)",
    }],
    [[
      { kind: "select-environment", names: ["eu", "Staging (EU)", "$1"] },
    ], {
      flags: [
        `Cannot (--env eu or --env "Staging (EU)" or --env '$1')`,
        "it has not run",
      ],
      page: [
        "Cannot (choose one in Environment: eu or Staging (EU) or $1)",
        "it has not run",
      ],
      options: 'Cannot (select it with the option "environment")',
    }],
    [[{ kind: "give-globals", names: ["my api/Globals.yml"] }], {
      flags: [
        'Cannot (--global-env "my api/Globals.yml")',
        "it has not run",
      ],
      page: [
        'Cannot (start brace open with --global-env "my api/Globals.yml")',
        "it has not run",
      ],
      options: 'Cannot (give the file with the option "globalEnv")',
    }],
    [[
      { kind: "fill-in", names: ["KEY", "api/.env"] },
      { kind: "set-secret", names: ["key"] },
    ], {
      flags: [
        'Cannot (write its value into "api/.env", set the environment variable BRACE_SECRET_key, or give --secrets-file FILE)',
        "it has not run",
      ],
      page: [
        'Cannot (write its value into "api/.env", or start brace open with BRACE_SECRET_key set)',
        "it has not run",
      ],
      options:
        'Cannot (write its value into "api/.env", set BRACE_SECRET_key, or give the option "secretsFile")',
    }],
    [[{ kind: "set-secret", names: ["partner-key"] }], {
      flags: ["Cannot (give --secrets-file FILE)", "it has not run"],
      page: [
        "Cannot (start brace open with --secrets-file FILE)",
        "it has not run",
      ],
      options:
        'Cannot (set BRACE_SECRET_partner-key, or give the option "secretsFile")',
    }],
    [[
      { kind: "fill-in", names: ["KEY"] },
      { kind: "give-row", names: ["sku"] },
      { kind: "lower-seq", names: ["login.yml"] },
    ], {
      flags: [
        'Cannot (fill it in, give --data FILE with a column "sku", or give "login.yml" a lower seq)',
        "it has not run",
      ],
      page: [
        'Cannot (fill it in, run it with data that has a column "sku", or give "login.yml" a lower seq)',
        "it has not run",
      ],
      options:
        'Cannot (fill it in, give rows with a field "sku" by the option "data", or give "login.yml" a lower seq)',
    }],
    [[{ kind: "raise-setting", names: ["timeout"] }], {
      flags: [
        "Cannot (raise the timeout that the request itself sets)",
        "it has not run",
      ],
      page: [
        "Cannot (raise the timeout that the request itself sets)",
        "it has not run",
      ],
      options: "Cannot (raise the timeout that the request itself sets)",
    }],
  ];
  const masker = createMasker();
  for (const [ways, { flags, page, options }] of ROWS) {
    const names = ways.map(({ kind }) => kind).join(", ");
    it(`are in the words of who reads them: ${names}`, () => {
      const given = problem(...ways);
      const texts = (words?: typeof PAGE_WORDS) => {
        const { message, notes = [], suggestion } = collectDiagnostic(
          given,
          masker,
          { words },
        );
        return [message, ...notes, ...suggestion ? [suggestion] : []];
      };
      assertEquals(texts(), [...flags]);
      assertEquals(texts(PAGE_WORDS), [...page]);
      assertEquals(new DiagnosticError([given]).message, options);
      assertEquals(
        formatDiagnostic(given).split("\n")[0],
        `error PERMISSION: ${options}`,
      );
    });
  }

  it("are masked", () => {
    const { waysOut } = createMasker(["s3cr3t-one"]).maskDiagnostic(
      problem(
        { kind: "allow-host", names: ["s3cr3t-one.example"] },
        {
          kind: "run-needed",
          names: ["s3cr3t-one"],
          note: "s3cr3t-one has not run",
        },
      ),
    );
    assertEquals(waysOut, [
      { kind: "allow-host", names: ["***.example"] },
      { kind: "run-needed", names: ["***"], note: "*** has not run" },
    ]);
  });
});
