// Checks that the compiler names every place that belongs to a list, and what
// programs in other folders misspell: deno task check
// It adds to every list at once, in a copy, since the compiler takes as long for one.

import { assertEquals, assertStringIncludes } from "@std/assert";
import { dirname } from "@std/path/dirname";
import { fromFileUrl } from "@std/path/from-file-url";
import { CHECKOUT_PROGRAMS } from "../../tests/support/checkout_programs.ts";

const ROOT = fromFileUrl(new URL("../../", import.meta.url));

/**
 * What can be added: the list that it is added to, and the places that the
 * compiler names as long as it is not there, too. Besides the list at most
 * three.
 */
export const LISTS: {
  readonly what: string;
  readonly list: string;
  readonly after: string;
  readonly added: string;
  readonly forgotten: readonly string[];
}[] = [
  {
    what: "a reporter",
    list: "lib/tools/report/kinds.ts",
    after: "export const REPORT_KINDS = [",
    added: '"added-reporter",',
    forgotten: ["lib/tools/report/writers.ts"],
  },
  {
    what: "an operator",
    list: "lib/core/collection/assertion_types.ts",
    after: "export type AssertionOperator =",
    added: '| "addedOperator"',
    forgotten: [
      "lib/core/assertion/operators.ts",
      "lib/core/collection/shape/operators.ts",
    ],
  },
  {
    what: "an auth kind",
    list: "lib/core/collection/auth_types.ts",
    after: "export const AUTH_KEYS = {",
    added: '"added-auth": [],',
    forgotten: [
      "lib/core/auth/create_signer.ts",
      "lib/core/auth/fields.ts",
      "lib/core/secrets/secrets_of_auth.ts",
    ],
  },
  {
    what: "what editors say of an auth kind",
    list: "lib/core/collection/auth_types.ts",
    after: "export const AUTH_ABOUT: Readonly<Record<AuthType, string>> = {",
    added: '"added-auth": "Added",',
    forgotten: [],
  },
  {
    what: "an option of a run",
    list: "lib/host/run/option_table.ts",
    after: "  Order: {",
    added: 'addedToTable: { kind: "switch", help: "Added" },',
    forgotten: ["lib/host/run/collection_options.ts"],
  },
  {
    what: "what programs are told of an option",
    list: "lib/host/run/collection_options.ts",
    after: "export interface RunCollectionOptions {",
    added: "readonly addedForPrograms?: boolean;",
    forgotten: ["lib/host/run/to_run_options.ts"],
  },
  {
    what: "a key of the format that nothing declares",
    list: "lib/core/collection/shape/rows.ts",
    after: 'export const HEADER = mapping("A header", {',
    added: 'added: text("Added"),',
    forgotten: ["lib/core/collection/shape/rows.ts"],
  },
  {
    what: "a declared key that the format has not",
    list: "lib/core/collection/assertion_types.ts",
    after: "export interface Assertion {",
    added: "readonly added?: string;",
    forgotten: ["lib/core/collection/shape/steps.ts"],
  },
  {
    what: "a key of requests that nothing declares",
    list: "lib/core/collection/shape/item.ts",
    after: 'export const REQUEST = mapping("A request", {',
    added: 'added: text("Added"),',
    forgotten: ["lib/core/collection/read/read_request.ts"],
  },
  {
    what: "a format to import",
    list: "lib/tools/convert/types.ts",
    after: "export const IMPORT_KINDS = [",
    added: '"added-format",',
    forgotten: [
      "lib/host/files/load/name_foreign.ts",
      "lib/tools/convert/import_source.ts",
    ],
  },
  {
    what: "a command",
    list: "lib/cli/command.ts",
    after: "export const COMMAND_NAMES = [",
    added: '"added-command",',
    forgotten: ["lib/cli/commands.ts", "tests/build_test.ts"],
  },
  {
    what: "what a command is told",
    list: "lib/cli/command.ts",
    after: "export type Command =",
    added: '| { readonly kind: "added-kind" }',
    forgotten: ["lib/cli/execute.ts"],
  },
];

/** Copies what is checked, so that it can be changed. */
async function copy(from: string, to: string): Promise<void> {
  await Deno.mkdir(to, { recursive: true });
  for (const { name, isDirectory } of Deno.readDirSync(from)) {
    if (isDirectory) await copy(`${from}/${name}`, `${to}/${name}`);
    else await Deno.copyFile(`${from}/${name}`, `${to}/${name}`);
  }
}

/** The folders that stand in for the standard library; what is published has none. */
const { links = [] }: { links?: string[] } = JSON.parse(
  await Deno.readTextFile(`${ROOT}/deno.json`),
);

/** Programs in another folder: one misspells an option, then one does not; the others are those that run in `tests/checkout_library_test.ts`. */
const PROGRAMS: Readonly<Record<string, string>> = {
  ...CHECKOUT_PROGRAMS,
  "program.ts": `import { runCollection } from "@brace/brace/run";
runCollection("api", { enviroment: "local" });
runCollection("api", { bail: true });
`,
};

/** What the compiler complains about, and the file where it does. */
async function complaints(
  work: string,
): Promise<{ path: string; message: string }[]> {
  const { stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      "check",
      "--quiet",
      "--config=brace/deno.json",
      "brace/cli.ts",
      "brace/run.ts",
      "brace/tests/build_test.ts",
      ...Object.keys(PROGRAMS).map((name) => `tests/${name}`),
    ],
    cwd: work,
    // The compiler ends before the work of V8's optimizers pays, and uses much memory soon.
    env: {
      NO_COLOR: "1",
      DENO_V8_FLAGS:
        "--no-opt,--min-semi-space-size=64,--max-semi-space-size=64",
    },
  }).output();
  const text = new TextDecoder().decode(stderr).replaceAll("\\", "/");
  const at = text.matchAll(
    /^(TS\d+ [^]*?)^ {4}at file:\/\/\S*?\/((?:lib|tests)\/\S+?):\d+:\d+$/gm,
  );
  return [...at].map(([, message, path]) => ({ path, message }));
}

/** Throws where the compiler names other places than it should. */
async function checkLists(): Promise<void> {
  const work = await Deno.makeTempDir();
  const folder = `${work}/brace`;
  try {
    for (const name of ["lib", ".ci", "docs", ...links]) {
      await copy(ROOT + name, `${folder}/${name}`);
    }
    await Deno.mkdir(`${folder}/tests/support`, { recursive: true });
    for (
      const name of [
        "cli.ts",
        "run.ts",
        "mod.ts",
        "testing.ts",
        "tests/build_test.ts",
        "tests/support/refused_requires.ts",
        "deno.json",
        "deno.lock",
      ]
    ) {
      await Deno.copyFile(ROOT + name, `${folder}/${name}`);
    }
    for (const { list, after, added } of LISTS) {
      const path = `${folder}/${list}`;
      const text = await Deno.readTextFile(path);
      assertEquals(text.split(after).length, 2, `${dirname(list)}: ${after}`);
      await Deno.writeTextFile(
        path,
        text.replace(after, `${after}\n${added}`),
      );
    }
    await Deno.mkdir(`${work}/tests`);
    for (const [name, text] of Object.entries(PROGRAMS)) {
      await Deno.writeTextFile(`${work}/tests/${name}`, text);
    }
    const all = await complaints(work);
    // What is wrong without the additions would be named, too.
    const named = new Set(all.map(({ path }) => path));
    assertEquals(
      [...named].toSorted(),
      [...LISTS.flatMap((it) => it.forgotten), "tests/program.ts"].toSorted(),
    );
    // Programs are compiled here, too, since it takes as long as all the rest.
    const wrong = all.filter(({ path }) => path === "tests/program.ts");
    assertEquals(wrong.length, 1);
    assertStringIncludes(
      wrong[0].message,
      "'enviroment' does not exist in type",
    );
  } finally {
    await Deno.remove(work, { recursive: true });
  }
}

if (import.meta.main) await checkLists();
