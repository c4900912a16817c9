import {
  type LearnedVariable,
  SecretIndex,
} from "../../../lib/core/secrets/secret_index.ts";
import { it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { readCollection } from "../../../lib/core/collection/read_collection.ts";
import { RUN_DEFAULTS } from "../../../lib/host/run/options.ts";
import { variablePorts } from "../../../lib/host/run/ports/variable_ports.ts";
import type { PromptUse } from "../../../lib/core/scope/execution.ts";

const { value: collection } = readCollection({
  root: "",
  files: new Map([["opencollection.yml", "info: {name: Shop}"]]),
});

const UNSET = { isSet: false, isRendering: false };

const LOADED = {
  collection: collection!,
  environment: [],
  globals: [],
  secrets: [],
  plan: { steps: [], iterations: 1, rows: [] },
};

/** Prompts in their order, which of them are asked and hidden, and what is learned as secret. */
const CASES: {
  name: string;
  prompts: [question: string, use?: PromptUse][];
  given?: Record<string, string>;
  asked: [question: string, hidden: boolean][];
  secret: boolean[];
}[] = [
  {
    name: "shown",
    prompts: [["Name"]],
    asked: [["Name", false]],
    secret: [false],
  },
  {
    name: "hidden by its words",
    prompts: [["Password"]],
    asked: [["Password", true]],
    secret: [true],
  },
  {
    name: "hidden in auth, where user names are not secrets",
    prompts: [["User", "auth"]],
    asked: [["User", true]],
    secret: [false],
  },
  {
    name: "hidden for a secret variable",
    prompts: [["Value", "secret"], ["Value", "secret"]],
    asked: [["Value", true]],
    secret: [true],
  },
  {
    name: "learned as secret when it becomes that",
    prompts: [["Value"], ["Value", "secret"]],
    asked: [["Value", false]],
    secret: [false, true],
  },
  {
    name: "given on the command line",
    prompts: [["Value", "secret"]],
    given: { Value: "v" },
    asked: [],
    secret: [true],
  },
];

for (const { name, prompts, given = {}, asked, secret } of CASES) {
  it(`a prompt's answer is ${name}`, () => {
    const questions: unknown[] = [];
    const learned: unknown[] = [];
    const ports = variablePorts(
      LOADED,
      { ...RUN_DEFAULTS, prompts: new Map(Object.entries(given)) },
      Object.assign(new SecretIndex(), {
        learn: ({ secret }: LearnedVariable) => learned.push(secret),
      }),
      {
        ask(question, { hidden }) {
          questions.push([question, hidden]);
          return "answer";
        },
      },
    );
    for (const [question, use] of prompts) ports.prompt(question, use);
    assertEquals(questions, asked);
    assertEquals(learned, secret);
  });
}

it("the time in which a person answers is not the run's", () => {
  let now = 1_000;
  const clock = performance.now;
  performance.now = () => now;
  using clean = new DisposableStack();
  clean.defer(() => performance.now = clock);
  const ports = variablePorts(LOADED, RUN_DEFAULTS, new SecretIndex(), {
    ask: () => {
      now += 15_000;
      return "answer";
    },
  });
  const start = ports.elapsed();
  now += 20;
  ports.prompt("Name");
  ports.askSecret?.("token", UNSET);
  now += 3;
  assertEquals(Math.round(ports.elapsed() - start), 23);
});

it("asks for a secret with the ways that can give it a value", () => {
  const rows: [name: string, ways: string][] = [
    ["token", "or set BRACE_SECRET_token, or give --secrets-file FILE"],
    // No shell can set a variable of this name.
    ["shop-password", "or give --secrets-file FILE"],
  ];
  for (const [name, ways] of rows) {
    const asked: string[] = [];
    const ports = variablePorts(LOADED, RUN_DEFAULTS, new SecretIndex(), {
      ask(question) {
        asked.push(question);
        return undefined;
      },
    });
    ports.askSecret?.(name, UNSET);
    assertEquals(asked, [`Value of the secret "${name}" (${ways})`]);
  }
});
