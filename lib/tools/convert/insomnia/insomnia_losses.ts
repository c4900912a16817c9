import { counted } from "../../../core/source/counted.ts";
import type { AccountCounts } from "../counts.ts";
import {
  elements,
  isMapping,
  jsonTextOf,
  members,
  type RawJson,
} from "../json.ts";
import type { ImportNote } from "../types.ts";
import { isUnitTest, offIn } from "./count_insomnia.ts";

/** A part of an export, and its place. */
interface Part {
  readonly data: Record<string, RawJson>;
  readonly path: string;
}

/** The parts that no collection of Brace's has, whatever the version. */
interface Parts {
  readonly jars: readonly Part[];
  readonly authorities: readonly Part[];
  readonly specs: readonly Part[];
  readonly suites: readonly (Part & {
    readonly tests: readonly Record<string, RawJson>[];
  })[];
  readonly servers: readonly (Part & { readonly routes: number })[];
  readonly environments: readonly Part[];
  readonly unknown: readonly Part[];
}

/** What no collection of Brace's has: named where it stands. */
export function insomniaLosses(document: RawJson, file: string): ImportNote[] {
  const root = members(document);
  const parts = Array.isArray(root.resources)
    ? version4(root.resources)
    : version5(root);
  const notes: ImportNote[] = [];
  const add = (
    message: string,
    path: string,
    lost?: Partial<AccountCounts>,
  ) => {
    const source = { file, ...(path !== "" && { path }) };
    notes.push({ kind: "person", message, source, ...(lost && { lost }) });
  };
  for (const { data, path } of parts.jars) {
    const cookies = elements(data.cookies).map(members);
    if (cookies.length === 0) continue;
    add(
      `Left out ${counted(cookies.length, "cookie")} of the jar (${
        list(cookies.map(({ key, domain }) =>
          `"${jsonTextOf(key) ?? ""}" of ${jsonTextOf(domain) ?? "any host"}`
        ))
      }): a run starts without cookies, set them in a script with client.cookies`,
      path,
    );
  }
  for (const { data, path } of parts.authorities) {
    const name = jsonTextOf(data.path);
    if (!name || data.disabled === true) continue;
    add(
      `Left out the CA certificate "${name}": pass it with brace run --ca FILE`,
      path,
    );
  }
  for (const { data, path } of parts.specs) {
    if (!isSpec(data)) continue;
    add(
      "Left out the API description: save it as a file, and import that with --from openapi into another folder",
      path,
    );
  }
  for (const { data, path, tests } of parts.suites) {
    if (tests.length === 0) continue;
    add(
      `Left out ${counted(tests.length, "unit test")} of the suite "${
        jsonTextOf(data.name) ?? ""
      }" (${
        list(tests.map(({ name }) => `"${jsonTextOf(name) ?? ""}"`))
      }): write assertions or test scripts of the requests`,
      path,
      { scripts: tests.length },
    );
  }
  for (const { data, path, routes } of parts.servers) {
    add(
      `Left out the mock server "${jsonTextOf(data.name) ?? ""}" with ${
        counted(routes, "route")
      }: Brace has no mock servers`,
      path,
    );
  }
  for (const { data, path } of parts.environments) {
    const off = offIn(data);
    const name = jsonTextOf(data.name) ?? "";
    if (off > 0) {
      add(
        `Left out ${
          counted(off, "variable")
        } of the environment "${name}" that ${
          off === 1 ? "is" : "are"
        } switched off`,
        path,
        { variables: off },
      );
    }
    if (data.isPrivate === true || members(data.meta).isPrivate === true) {
      add(
        `The environment "${name}" is private in Insomnia: keep its file out of the repository`,
        path,
      );
    }
  }
  for (const { data, path } of parts.unknown) {
    add(
      `Left out "${jsonTextOf(data._type) ?? path}": Brace has no place for it`,
      path,
    );
  }
  return notes;
}

/** Types that the import reads, and those of the app's own state. */
const READ =
  /^(?:workspace|request_group|environment|\w*request|websocket_payload|socketio_payload|client_certificate|proto_(?:file|directory)|\w+_meta|settings)$/;

function version4(resources: readonly RawJson[]): Parts {
  const all = resources.map((one, index): Part => ({
    data: members(one),
    path: `resources[${index}]`,
  }));
  const named = [
    "cookie_jar",
    "ca_certificate",
    "api_spec",
    "unit_test_suite",
    "unit_test",
    "mock_server",
    "mock_route",
  ];
  const of = (type: string) => all.filter(({ data }) => data._type === type);
  const tests = of("unit_test").filter(({ data }) => isUnitTest(data));
  const suites = of("unit_test_suite");
  const ids = new Set(suites.map(({ data }) => data._id));
  const below = ({ data }: Part, parts: readonly Part[]) =>
    parts.filter((one) =>
      data._id !== undefined && one.data.parentId === data._id
    );
  const astray = tests.filter(({ data }) =>
    data.parentId === undefined || !ids.has(data.parentId)
  );
  const claimed = new Set<Part>();
  const first = (parts: readonly Part[]) =>
    parts.filter((one) => !claimed.has(one) && claimed.add(one));
  return {
    jars: of("cookie_jar"),
    authorities: of("ca_certificate"),
    specs: of("api_spec"),
    suites: [
      ...suites.map((suite) => ({
        ...suite,
        tests: first(below(suite, tests)).map(({ data }) => data),
      })),
      ...(astray.length === 0 ? [] : [{
        data: {},
        path: astray[0].path,
        tests: astray.map(({ data }) => data),
      }]),
    ],
    servers: of("mock_server").map((server) => ({
      ...server,
      routes: below(server, of("mock_route")).length,
    })),
    environments: of("environment"),
    unknown: all.filter(({ data }) => {
      const type = jsonTextOf(data._type) ?? "";
      return !named.includes(type) && !READ.test(type);
    }),
  };
}

/** Members of a document that the import reads or that name it. */
const ROOT = new Set([
  "type",
  "schema_version",
  "name",
  "meta",
  "collection",
  "environments",
  "cookieJar",
  "certificates",
  "testSuites",
  "spec",
  "server",
  "routes",
  "mcpRequest",
]);

function version5(root: Record<string, RawJson>): Parts {
  const base = members(root.environments);
  const parts = (value: RawJson, path: string): Part[] =>
    elements(value).map((one, index) => ({
      data: members(one),
      path: `${path}[${index}]`,
    }));
  const routes = elements(root.routes);
  return {
    jars: [{ data: members(root.cookieJar), path: "cookieJar" }],
    authorities: parts(root.certificates, "certificates"),
    specs: isMapping(root.spec)
      ? [{ data: members(root.spec), path: "spec" }]
      : [],
    suites: parts(root.testSuites, "testSuites").map((suite) => ({
      ...suite,
      tests: elements(suite.data.tests).map(members)
        .filter(({ code }) => jsonTextOf(code)?.trim()),
    })),
    servers: routes.length === 0 && !isMapping(root.server)
      ? []
      : [{ data: root, path: "", routes: routes.length }],
    environments: [
      { data: base, path: "environments" },
      ...parts(base.subEnvironments, "environments.subEnvironments"),
    ],
    unknown: Object.keys(root).filter((key) => !ROOT.has(key))
      .map((key) => ({ data: {}, path: key })),
  };
}

/** Whether there is a description of an API, as a text, a document or a file. */
function isSpec({ contents, file }: Record<string, RawJson>): boolean {
  return !!jsonTextOf(contents)?.trim() || !!jsonTextOf(file) ||
    Object.keys(members(contents)).length > 0;
}

/** The first ones. */
function list(names: readonly string[]): string {
  const shown = names.slice(0, 3).map((name) => name.slice(0, 60)).join(", ");
  return names.length > 3 ? `${shown}, …` : shown;
}
