import { assert, assertEquals } from "@std/assert";
import { fromFileUrl } from "@std/path/from-file-url";
import { describe, it } from "@std/testing/bdd";
import fc from "fast-check";
import { parse } from "@std/yaml/parse";
import config from "../../deno.json" with { type: "json" };
import { parseCommand } from "../../lib/cli/execute.ts";
import { VERSION } from "../../lib/core/source/version.ts";
import { itNeeds } from "../support/needs.ts";

const root = fromFileUrl(new URL("../../", import.meta.url));
const read = (path: string) => Deno.readTextFileSync(root + path);

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly shell?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly with?: Readonly<Record<string, string>>;
}
interface Workflow {
  readonly permissions: unknown;
  readonly concurrency?: unknown;
  readonly jobs: Readonly<
    Record<string, {
      readonly "timeout-minutes"?: number;
      readonly permissions?: Readonly<Record<string, string>>;
      readonly if?: string;
      readonly needs?: string | readonly string[];
      readonly steps: readonly Step[];
    }>
  >;
}
interface Action {
  readonly inputs: Readonly<Record<string, { default?: string }>>;
  readonly runs: { readonly steps: readonly Step[] };
}

interface Hook {
  readonly id: string;
  readonly entry?: string;
  readonly args?: readonly string[];
}

const ACTION = ".github/actions/brace/action.yml";
const action = parse(read(ACTION)) as Action;
const ci = read("docs/ci.md");
const workflows = new Map(
  [
    ...["ci.yml", "release.yml"].map((name) =>
      [name, read(`.github/workflows/${name}`)] as const
    ),
    ...[...ci.matchAll(/```yaml\n# \.github\/workflows\/(\S+)\n([^]*?)```/g)]
      .map(([, name, text]) => [`docs/ci.md: ${name}`, text] as const),
  ],
);

describe("workflows", () => {
  for (const [name, text] of workflows) {
    const { permissions, jobs } = parse(text) as Workflow;

    it(`${name}: least permissions, and a time limit for each job`, () => {
      assertEquals(permissions, { contents: "read" });
      for (const [job, it] of Object.entries(jobs)) {
        assert(it["timeout-minutes"]! > 0, job);
      }
    });

    it(`${name}: actions are pinned by commit`, () => {
      for (const [, used] of text.matchAll(/uses: (.*)/g)) {
        assert(
          /^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(used) ||
            /^(\.|OWNER\/REPOSITORY)\/\.github\/actions\/brace\b/.test(used),
          used,
        );
      }
    });

    it(`${name}: no value is pasted into a script`, () => {
      for (const { steps } of Object.values(jobs)) {
        for (const { run = "" } of steps) assert(!run.includes("${{"), run);
      }
    });

    it(`${name}: tasks and files that are there`, () => {
      for (const [, task] of text.matchAll(/deno task (?:--quiet )?(\w+)/g)) {
        assert(Object.hasOwn(config.tasks, task), task);
      }
      for (const [path] of text.matchAll(/(?<![\w/])\.ci\/[\w./]+/g)) {
        Deno.statSync(root + path);
      }
    });
  }

  it("publish only after everything was tried, and make the release public last", () => {
    const { jobs, concurrency } = parse(
      read(".github/workflows/release.yml"),
    ) as Workflow;
    assert(concurrency !== undefined);
    const before = (job: string): string[] =>
      [jobs[job].needs ?? []].flat().flatMap((it) => [it, ...before(it)]);
    for (const job of ["jsr", "npm", "image"]) {
      for (const needed of ["test", "rehearsal", "binaries", "draft"]) {
        assert(before(job).includes(needed), `${job} before ${needed}`);
      }
    }
    assertEquals(
      new Set(before("public")),
      new Set(Object.keys(jobs).filter((job) => job !== "public")),
    );
    // npm or another one may fail: the draft does not wait for it for ever.
    assertEquals(
      jobs.public.if,
      "${{ !cancelled() && needs.draft.result == 'success' }}",
    );
    const writing = Object.entries(jobs).filter(([, { permissions }]) =>
      Object.values(permissions ?? {}).includes("write")
    ).map(([job]) => job);
    assertEquals(writing, ["draft", "jsr", "npm", "image", "public"]);
  });

  it("rehearse a release in full, for each change and before each release", () => {
    for (const name of ["ci.yml", "release.yml"]) {
      const { jobs } = parse(workflows.get(name)!) as Workflow;
      const steps = jobs.rehearsal.steps.map(({ run }) => run);
      assert(steps.includes("deno task release rehearse"), name);
    }
  });

  it("build the image from a binary, a release from the one that was tried", () => {
    const { jobs } = parse(workflows.get("release.yml")!) as Workflow;
    const steps = jobs.image.steps.map(({ run, with: inputs }) =>
      run ?? inputs?.name
    );
    assert(steps.includes("release"), "the artifact with the archives");
    const instructions = read(".ci/Dockerfile").split("\n")
      .filter((line) => /^(?:FROM|COPY|RUN) /.test(line));
    assertEquals(instructions, [
      "FROM gcr.io/distroless/cc-debian12:nonroot",
      "COPY --chmod=755 dist/brace /usr/local/bin/brace",
      "COPY LICENSE /usr/share/doc/brace/LICENSE",
    ]);
  });

  it("stop a release of another repository than the files name", () => {
    const { jobs } = parse(workflows.get("release.yml")!) as Workflow;
    assert(
      jobs.test.steps.some(({ run = "" }) =>
        run.includes("GITHUB_REPOSITORY") && run.includes("release repository")
      ),
    );
  });

  itNeeds("bash")("have scripts that bash can read", async () => {
    const steps = [
      ...[...workflows.values()].flatMap((text) =>
        Object.values((parse(text) as Workflow).jobs).flatMap((it) => it.steps)
      ),
      ...action.runs.steps,
    ];
    const folder = await Deno.makeTempDir();
    for (const { run } of steps) {
      if (run === undefined) continue;
      await Deno.writeTextFile(`${folder}/script`, run);
      const { code, stderr } = await new Deno.Command("bash", {
        args: ["-n", `${folder}/script`],
      }).output();
      assertEquals([code, new TextDecoder().decode(stderr)], [0, ""], run);
    }
    await Deno.remove(folder, { recursive: true });
  });
});

describe("the action for other repositories", () => {
  it("pins what it uses by commit", () => {
    for (const { uses } of action.runs.steps) {
      assert(uses === undefined || /@[0-9a-f]{40}$/.test(uses), uses);
    }
  });

  it("pastes no input into a script", () => {
    for (const { run = "" } of action.runs.steps) {
      assert(!run.includes("${{"), run);
    }
  });

  const script = action.runs.steps.map(({ run = "" }) => run)
    .find((run) => run.includes("arguments+="))!;

  /** Runs the step with a program that prints its arguments, each in brackets. */
  async function split(
    text: string,
  ): Promise<{ code: number; output: string }> {
    const { code, stdout } = await new Deno.Command("bash", {
      args: [
        "--noprofile",
        "--norc",
        "-e",
        "-o",
        "pipefail",
        "-c",
        script,
      ],
      env: { PROGRAM: "printf", ARGUMENTS: `'[%s]' ${text}` },
    }).output();
    return { code, output: new TextDecoder().decode(stdout) };
  }

  for (
    const [text, words] of [
      [
        `run 'my api' --env ci --var "a=$(echo no)"`,
        ["run", "my api", "--env", "ci", "--var", "a=$(echo no)"],
      ],
      [`--var "name=O'Brien" x`, ["--var", "name=O'Brien", "x"]],
      [`--var name=O\\'Brien x`, ["--var", "name=O'Brien", "x"]],
      [`"a \\"b\\" \\$c \\d \\\\ \\\`" e`, ['a "b" $c \\d \\ `', "e"]],
      [`'it'\\''s' '' "" a""b 'c'"d"e`, ["it's", "", "", "ab", "cde"]],
      [`'a\\b' '"' "'"`, ["a\\b", '"', "'"]],
      ["a\nb\r\n\tc  d \n", ["a", "b", "c", "d"]],
      ['a \\\n b\\\nc "d\\\ne"', ["a", "bc", "de"]],
      ["'a\nb'", ["a\nb"]],
      [`a\\ b \\; '*' "?" \\\$HOME`, ["a b", ";", "*", "?", "$HOME"]],
      ["{{id}} a~b a#b a=b !x -- %s", [
        "{{id}}",
        "a~b",
        "a#b",
        "a=b",
        "!x",
        "--",
        "%s",
      ]],
      ["Grüße 'für 日本' 🦕", ["Grüße", "für 日本", "🦕"]],
    ] as const
  ) {
    itNeeds("bash")(
      `reads ${JSON.stringify(text)} as a shell does, and runs nothing`,
      async () => {
        assertEquals(await split(text), {
          code: 0,
          output: words.map((word) => `[${word}]`).join(""),
        });
      },
    );
  }

  for (
    const [text, why] of [
      ...[";", "|", "&", "<", ">", "(", ")", "$", "`", "*", "?", "["].map((
        it,
      ) => [`run a${it} b`, `an unquoted ${it} would`] as const),
      ["run #no", "a word that begins with an unquoted # would"],
      ["run ~/api", "a word that begins with an unquoted ~ would"],
      ["run 'api", "a quote (') is not closed"],
      [`run "api\\"`, `a quote (") is not closed`],
      ["run \\", "the last \\ has nothing behind it"],
    ] as const
  ) {
    itNeeds("bash")(`refuses ${text}`, async () => {
      const { code, output } = await split(text);
      assertEquals(code, 2);
      assert(
        output.startsWith(
          `::error::Cannot read the action's arguments: ${why}`,
        ),
        output,
      );
      assertEquals(output.trim().split("\n").length, 1, output);
    });
  }

  itNeeds("bash", "sh")("reads words as sh does", async () => {
    const word = fc.array(
      fc.oneof(
        fc.string({ unit: fc.constantFrom("a", "ä", "=", "-", "{", "/") }),
        fc.string().map((it) => `'${it.replace(/['\0]/g, "")}'`),
        fc.string().map((it) => `"${it.replace(/["$`\\\0]/g, "\\$&")}"`),
        fc.constantFrom("\\ ", "\\'", '\\"', "\\\\", '"\\a"', "''"),
      ),
      { minLength: 1, maxLength: 4 },
    ).map((it) => it.join(""));
    await fc.assert(
      fc.asyncProperty(fc.array(word, { maxLength: 4 }), async (words) => {
        const text = words.join(" ").replaceAll("\0", "").replaceAll("\r", "");
        const { stdout } = await new Deno.Command("sh", {
          args: ["-c", `printf '[%s]' ${text}`],
        }).output();
        assertEquals(await split(text), {
          code: 0,
          output: new TextDecoder().decode(stdout),
        });
      }),
      { numRuns: 60 },
    );
  });
});

describe("docs/ci.md", () => {
  it("names this version", () => {
    const versions = [
      ...ci.matchAll(
        /(?:@brace\/[a-z]+(?:@|": ")|actions\/brace@v|version: |brace-|rev: v)(\d+\.\d+\.\d+)/g,
      ),
    ].map(([, version]) => version);
    assert(versions.length >= 6, versions.join());
    assertEquals(new Set(versions), new Set([VERSION]));
  });

  it("names hooks that there are, and commands that Brace has", async () => {
    const hooks = parse(read(".pre-commit-hooks.yaml")) as Hook[];
    const used = [...ci.matchAll(/```yaml\n# \.pre-commit-\S+\n([^]*?)```/g)]
      .flatMap(([, text]) =>
        (parse(text) as { repos: { repo: string; hooks: Hook[] }[] }).repos
      );
    assertEquals(used.map(({ repo }) => repo === "local"), [false, true]);
    for (const { repo, hooks: own } of used) {
      for (const { id, entry, args } of own) {
        const command = repo === "local"
          ? entry
          : hooks.find((hook) => hook.id === id)?.entry;
        const [program, ...words] = `${command}`.split(" ");
        assertEquals(program, "brace");
        const { kind } = await parseCommand([...words, ...args ?? []]);
        assertEquals(kind, "check");
      }
    }
  });

  it("names inputs that the action has", () => {
    const used = /actions\/brace@.*\n {8}with:\n((?: {10}.*\n)*)/.exec(ci)![1];
    for (const [, name] of used.matchAll(/^ {10}(\w+):/gm)) {
      assert(Object.hasOwn(action.inputs, name), name);
    }
  });
});
