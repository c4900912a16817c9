import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { importSource } from "../../../lib/tools/convert/import_source.ts";
import { toFiles } from "../../../lib/tools/convert/to_files.ts";
import {
  importedInsomnia,
  requestCalled,
  version5,
} from "../../support/insomnia.ts";

// deno-lint-ignore no-explicit-any -- a document of another program's
type Json = any;

/** Parts of an export that are not requests, of both versions, and what is said. */
const BESIDE: readonly (readonly [string, Json, ...string[]])[] = [
  [
    "cookies",
    { cookieJar: { cookies: [{ key: "a", domain: "b" }, { key: "c" }] } },
    'cookieJar: Left out 2 cookies of the jar ("a" of b, "c" of any host): a run starts without cookies, set them in a script with client.cookies',
  ],
  ["an empty jar", { cookieJar: { cookies: [] } }],
  [
    "CA certificates",
    { certificates: [{ path: "/ca.pem" }, { path: "/b", disabled: true }] },
    'certificates[0]: Left out the CA certificate "/ca.pem": pass it with brace run --ca FILE',
  ],
  [
    "a description",
    { spec: { contents: { openapi: "3.0.0" } } },
    "spec: Left out the API description: save it as a file, and import that with --from openapi into another folder",
  ],
  ["an empty description", { spec: { contents: {} } }],
  [
    "tests",
    {
      testSuites: [
        { name: "S", tests: [{ name: "A", code: "a" }, { code: "b" }] },
        { name: "E", tests: [{ name: "B", code: " " }] },
      ],
    },
    'testSuites[0]: Left out 2 unit tests of the suite "S" ("A", ""): write assertions or test scripts of the requests',
  ],
  [
    "a private environment, and rows that are switched off",
    {
      environments: {
        subEnvironments: [{
          name: "E",
          meta: { isPrivate: true },
          kvPairData: [{ name: "a", value: "b", enabled: false }],
        }],
      },
    },
    'environments.subEnvironments[0]: Left out 1 variable of the environment "E" that is switched off',
    'environments.subEnvironments[0]: The environment "E" is private in Insomnia: keep its file out of the repository',
  ],
  [
    "what nobody knows",
    { git: {} },
    'git: Left out "git": Brace has no place for it',
  ],
  [
    "version 4",
    {
      collection: undefined,
      resources: [
        { _type: "workspace", _id: "w" },
        { _type: "request", parentId: "w", url: "http://a", name: "R" },
        { _type: "cookie_jar", cookies: [{ key: "a", domain: "b" }] },
        { _type: "ca_certificate", path: "/ca.pem" },
        { _type: "api_spec", contents: "openapi: 3.0.0" },
        { _type: "unit_test_suite", _id: "s", name: "S" },
        { _type: "unit_test", parentId: "s", name: "A", code: "a" },
        { _type: "unit_test", parentId: "gone", name: "B", code: "b" },
        { _type: "mock_server", _id: "m", name: "M" },
        { _type: "mock_route", parentId: "m" },
        { _type: "request_meta" },
        { _type: "plugin" },
        {
          _type: "environment",
          _id: "e",
          parentId: "w",
          data: { a: "{% os %}" },
        },
        { _type: "environment", parentId: "e", data: { a: "{% os %}" } },
        { _type: "unit_test_suite", _id: "s", name: "Of the same id" },
      ],
    },
    'resources[2]: Left out 1 cookie of the jar ("a" of b): a run starts without cookies, set them in a script with client.cookies',
    'resources[3]: Left out the CA certificate "/ca.pem": pass it with brace run --ca FILE',
    "resources[4]: Left out the API description: save it as a file, and import that with --from openapi into another folder",
    'resources[5]: Left out 1 unit test of the suite "S" ("A"): write assertions or test scripts of the requests',
    'resources[7]: Left out 1 unit test of the suite "" ("B"): write assertions or test scripts of the requests',
    'resources[8]: Left out the mock server "M" with 1 route: Brace has no mock servers',
    'resources[11]: Left out "plugin": Brace has no place for it',
    ...[12, 13].map((index) =>
      `resources[${index}].data.a: Brace has no equivalent of the tag "{% os %}": set a variable of an environment`
    ),
  ],
  [
    "a client certificate without files",
    { certificates: [{ host: "a.com", cert: "c" }] },
    'certificates[0]: Left out the client certificate for "a.com": it names neither a certificate with its key nor a PFX file, write it under config.clientCertificates',
  ],
];

describe("what Insomnia has beside requests", () => {
  for (const [name, more, ...messages] of BESIDE) {
    it(name, async () => {
      const { said } = await importedInsomnia(
        version5([{ name: "R", url: "http://a" }], more),
      );
      assertEquals(said, messages);
    });
  }

  it("headers of folders without a name", async () => {
    const { value, said } = await importedInsomnia(version5([{
      name: "F",
      headers: [{ name: "", value: "a" }, { name: "b", value: "c" }],
      children: [],
    }]));
    const [folder] = value.items;
    assertEquals(
      folder.kind === "folder" && folder.defaults?.headers,
      [{ name: "b", value: "c" }],
    );
    assertEquals(said, [
      "collection[0]: Left out a header without a name, which Insomnia does not send: name it to send it",
    ]);
  });

  it("client certificates", async () => {
    const { value, said } = await importedInsomnia(version5([], {
      certificates: [
        { host: "a.com", cert: "/c", key: "/k", passphrase: "p" },
        { host: "b.com", pfx: "/x", disabled: true },
      ],
    }));
    assertEquals(value.config, {
      clientCertificates: [
        {
          domain: "a.com",
          type: "pem",
          certificateFilePath: "/c",
          privateKeyFilePath: "/k",
          passphrase: "{{passphrase}}",
        },
        {
          domain: "b.com",
          disabled: true,
          type: "pkcs12",
          pkcs12FilePath: "/x",
        },
      ],
    });
    assertEquals(
      said,
      [["[0]", "/c"], ["[0]", "/k"], ["[1]", "/x"]].map(([at, path]) =>
        `certificates${at}: The file "${path}" is not copied: add --allow-read=${path} to a run, or put it into the collection's folder and change its path to "${
          path.slice(path.lastIndexOf("/") + 1)
        }"`
      ),
    );
  });

  it(".proto files", async () => {
    const { value, said } = await importedInsomnia({
      resources: [
        { _type: "workspace", _id: "w" },
        { _type: "proto_directory", _id: "d", name: "shop", parentId: "w" },
        { _type: "proto_directory", _id: "e", name: "v1", parentId: "d" },
        {
          _type: "proto_file",
          _id: "f",
          name: "a.proto",
          parentId: "e",
          protoText: "A",
        },
        {
          _type: "proto_file",
          _id: "g",
          name: "../b",
          parentId: "w",
          protoText: "B",
        },
        {
          _type: "proto_file",
          _id: "h",
          name: "-b.proto",
          parentId: "w",
          protoText: "C",
        },
        {
          _type: "grpc_request",
          parentId: "w",
          name: "R",
          url: "grpc://a",
          protoFileId: "f",
        },
      ],
    });
    assertEquals(
      requestCalled("R", value).grpc?.protoFilePath,
      "protos/shop/v1/a.proto",
    );
    assertEquals(value.config, {
      protobuf: {
        protoFiles: ["shop/v1/a", "-b", "-b-2"].map((name) => ({
          type: "file",
          path: `protos/${name}.proto`,
        })),
        importPaths: [{ path: "protos/shop" }, { path: "protos" }],
      },
    });
    const { files } = toFiles(value);
    assertEquals(files.get("protos/shop/v1/a.proto"), "A");
    assertEquals(said, []);
  });

  it("secrets of the vault, colours of environments", async () => {
    const { value, said } = await importedInsomnia(version5([], {
      environments: {
        data: { __insomnia_vault: { key: "encrypted" } },
        subEnvironments: [{
          name: "E",
          color: "#fff",
          data: { __insomnia_vault: { key: "encrypted" } },
        }],
      },
    }));
    const vault = (env: string) => ({
      name: "vault",
      value: { key: `{{process.env.${env}}}` },
      secret: true as const,
    });
    assertEquals(value.defaults?.variables, [vault("VAULT_KEY")]);
    assertEquals(value.environments, [
      { name: "E", color: "#fff", variables: [vault("VAULT_KEY")] },
    ]);
    assertEquals(value.secrets, [{ env: "VAULT_KEY", value: "" }]);
    const message =
      "Insomnia encrypts the secrets of its vault: write their values to .env";
    assertEquals(said, [
      `environments.data.__insomnia_vault: ${message}`,
      `environments.subEnvironments[0].data.__insomnia_vault: ${message}`,
    ]);
  });
});

describe("a folder of files of Insomnia", () => {
  const files = {
    "a.yaml": version5([{ name: "R", url: "http://a" }], { name: "A" }),
    "globals.yaml": {
      type: "environment.insomnia.rest/5.0",
      name: "G",
      environments: {
        name: "Base",
        data: { a: 1 },
        subEnvironments: [{ name: "S", data: { a: 2, b: "{% os %}" } }],
      },
    },
    "mock.yaml": {
      type: "mock.insomnia.rest/5.0",
      name: "M",
      routes: [{}, {}],
    },
    "mcp.yaml": {
      type: "mcpClient.insomnia/5.0",
      name: "P",
      mcpRequest: { name: "X", url: "http://a" },
      environments: { data: { c: 1 } },
    },
    "other.yaml": { a: 1 },
  };
  const texts = (all: Record<string, unknown>) =>
    new Map(
      Object.entries(all).map(([path, one]) => [path, JSON.stringify(one)]),
    );

  it("is one collection with the environments of all", async () => {
    const { value } = await importSource({ name: "all", files: texts(files) }, {
      from: "insomnia",
    });
    assertEquals(value?.environments, [
      { name: "G", variables: [{ name: "a", value: 1 }] },
      {
        name: "S",
        variables: [{ name: "a", value: 2 }, { name: "b", value: "{% os %}" }],
      },
    ]);
    assertEquals(value?.counts.requests, 2);
    assertEquals(value?.counts.environments, 2);
    assertEquals(value?.counts.variables, 4);
    assertEquals(
      value?.notes.map(({ source, message, lost }) =>
        [source?.file, message, lost] as const
      ),
      [
        [
          "mock.yaml",
          'Left out the mock server "M" with 2 routes: Brace has no mock servers',
          undefined,
        ],
        [
          "mcp.yaml",
          'Left out the request "X": Brace imports those of HTTP, GraphQL, WebSocket and gRPC',
          { requests: 1, scripts: 0 },
        ],
        [
          "mcp.yaml",
          "Left out 1 variable: Brace has no request that uses it",
          { variables: 1 },
        ],
        [
          "globals.yaml",
          'Brace has no equivalent of the tag "{% os %}": set a variable of an environment',
          undefined,
        ],
      ],
    );
  });

  it("names an export that it cannot read", async () => {
    const broken = texts(files);
    broken.set("b.yaml", "type: collection.insomnia.rest/5.0\na: [");
    const { diagnostics } = await importSource({ name: "all", files: broken }, {
      from: "insomnia",
    });
    assertEquals(diagnostics.map(({ message }) => message), [
      'Cannot import "b.yaml": it is neither JSON nor YAML',
    ]);
    broken.set("b.yaml", "type: collection.insomnia.rest/5.0\na:\n\tb: 1");
    const tab = await importSource({ name: "all", files: broken }, {
      from: "insomnia",
    });
    assertEquals(tab.diagnostics.map(({ message }) => message), [
      'Cannot read "b.yaml": a tab indents a line, YAML wants spaces',
    ]);
  });

  it("is nothing without requests and environments", async () => {
    const { diagnostics } = await importSource({
      name: "all",
      files: texts({ "mock.yaml": files["mock.yaml"] }),
    }, { from: "insomnia" });
    assertEquals(diagnostics.map(({ message }) => message), [
      'Cannot import "all": it contains no requests or environments that Brace can import',
    ]);
  });
});
