import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { readCollection } from "../../../lib/core/collection/read_collection.ts";
import {
  IterationScopes,
  type ScopeSettings,
} from "../../../lib/core/run/iteration_scopes.ts";
import { renderConfig } from "../../../lib/core/run/send/engine_config.ts";

const { value: collection } = readCollection({
  root: "",
  files: new Map([
    ["opencollection.yml", "info: {name: Shop}"],
    [
      "environments/local.yml",
      "name: local\nvariables: [{name: host, value: 'proxy.{{domain}}'}, {name: domain, value: test}]",
    ],
  ]),
});
const at = { file: "opencollection.yml", path: ["config", "proxy"] };
const settings = {
  environments: new Map([[collection!, collection!.environments]]),
  vars: [["pass", "{{host}}"]] as const,
  ports: {
    processEnv: () => undefined,
    prompt: () => undefined,
    learn() {},
  },
};
const scopesOf = (given: ScopeSettings) => () =>
  new IterationScopes(given).scopesOfCollection(collection!);
const scopes = scopesOf(settings);

describe("renderConfig", () => {
  it("renders texts with the variables that stand before the run", () => {
    const config = {
      inherit: false,
      config: {
        hostname: "{{host}}",
        port: 8080,
        auth: { password: "{{pass}}" },
        bypass: ["a", "{{domain}}"],
      },
    };
    assertEquals(renderConfig(config, at, scopes), {
      value: {
        inherit: false,
        config: {
          hostname: "proxy.test",
          port: 8080,
          // Data is never parsed.
          auth: { password: "{{host}}" },
          bypass: ["a", "test"],
        },
      },
      diagnostics: renderConfig(
        "{{pass}}",
        {
          ...at,
          path: [...at.path, "config", "auth", "password"],
        },
        scopes,
      ).diagnostics,
    });
  });

  it("gives what holds no placeholder as it is", () => {
    const config = { hostname: "proxy.test" };
    const { value } = renderConfig(config, at, scopes);
    assertEquals(value === config, true);
  });

  it("says which answers are secret", () => {
    const uses: unknown[] = [];
    const config = {
      hostname: "{{?a}}",
      auth: { username: "{{?b}}", password: "{{?c}}" },
      passphrase: "{{?d}}",
    };
    const asking = scopesOf({
      ...settings,
      ports: {
        ...settings.ports,
        prompt(question, use) {
          uses.push([question, use]);
          return "";
        },
      },
    });
    renderConfig(config, at, asking);
    assertEquals(uses, [
      ["a", undefined],
      ["b", undefined],
      ["c", "auth"],
      ["d", "auth"],
    ]);
  });

  it("says where a placeholder does not resolve", () => {
    const { diagnostics } = renderConfig(
      { config: { hostname: "{{hots}}" } },
      at,
      scopes,
    );
    assertEquals(
      diagnostics.map(({ code, location }) => [code, location?.yamlPath]),
      [["UNDEFINED_VARIABLE", "config.proxy.config.hostname"]],
    );
  });
});
