import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  request,
  runCollection,
  scripts,
} from "../../support/run_collection.ts";

/** Runs a request with this auth and script; gives what the masker is told to be secret. */
async function secretsOf(
  auth: string,
  script: string,
): Promise<{ secrets: unknown[]; asked: string[] }> {
  const secrets: unknown[] = [];
  const asked: string[] = [];
  await runCollection({
    "a.yml": request("GET /a", {
      runtime: scripts({ "before-request": script }) +
        `\nvariables: [{name: mine, value: from-file}]`,
    }).replace(/^http: \{/m, `http: {auth: ${auth}, `),
  }, {
    ports: {
      learn: ({ value, secret }) => {
        if (secret) secrets.push(value);
      },
      prompt: (question) => {
        asked.push(question);
        return undefined;
      },
    },
  });
  return { secrets, asked };
}

describe("secrets of a request's auth", () => {
  it("are known although a script prevents that it is sent", async () => {
    const { secrets } = await secretsOf(
      `{type: bearer, token: "{{mine}}"}`,
      `client.setVar("mine", "set-by-script");
throw new Error("no")`,
    );
    assertEquals(secrets, ["from-file", "set-by-script"]);
  });

  it("include the pair of Basic auth", async () => {
    const { secrets } = await secretsOf(
      `{type: basic, username: me, password: "{{mine}}"}`,
      `client.runner.skipRequest()`,
    );
    const pair = btoa("me:from-file");
    assertEquals(secrets, ["from-file", pair, "from-file", pair]);
  });

  it("are not asked for, and no generator is used up for them", async () => {
    for (const token of ["{{?your token}}", "{{$guid}}", "{{missing}}"]) {
      const { secrets, asked } = await secretsOf(
        `{type: bearer, token: "${token}"}`,
        `throw new Error("no")`,
      );
      assertEquals([secrets, asked], [[], []]);
    }
  });
});

describe("a secret variable", () => {
  it("stays one whatever scripts and actions make of it, and for its hosts", async () => {
    const learned: unknown[] = [];
    await runCollection({
      "environments/base.yml":
        `name: base\nvariables: [{name: token, secret: true, value: v0, hosts: [h.example]}]`,
      "environments/local.yml": `name: local\nextends: base\nvariables: []`,
      "a.yml": request("GET /a", {
        runtime: `actions:
  - type: set-variable
    phase: after-response
    selector: {expression: "'v3'"}
    variable: {name: token, scope: environment}
` + scripts({
          "before-request":
            `client.setEnvVar("token", "v1"); client.setEnvVar("token", "v2")`,
        }),
      }),
    }, {
      env: ["local"],
      ports: {
        learn: ({ name, value, secret, hosts }) => {
          if (name === "token") learned.push([value, secret, hosts]);
        },
      },
    });
    assertEquals(
      learned.slice(-3),
      ["v1", "v2", "v3"].map((value) => [value, true, ["h.example"]]),
    );
  });
});
