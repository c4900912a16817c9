import {
  CLIENT_VERSION,
  isNewer,
  isVersion,
} from "../../scope/value/client_version.ts";
import { STORE_TYPES } from "../../scope/layer.ts";
import type { YamlNode } from "../yaml/node.ts";
import { AUTH } from "./auth.ts";
import { DOCS, ITEM_INFO } from "./item.ts";
import { keysOf } from "./types.ts";
import {
  any,
  either,
  flag,
  ifPresent,
  later,
  list,
  mapping,
  orElse,
  pairs,
  readBy,
  rows,
  template,
  text,
  unlessEmpty,
  unread,
  word,
} from "./make.ts";
import { HEADER } from "./rows.ts";
import { FORWARDING, SETTINGS } from "./settings.ts";
import { ACTION, SCRIPTS } from "./steps.ts";
import { PROTOBUF } from "./stream.ts";
import { variables } from "./variable.ts";

/** `request.settings` of a level. */
const LEVEL_SETTINGS = mapping("Settings of the requests inside", {
  http: SETTINGS,
  graphql: SETTINGS,
});

/** `request` of a collection or folder. */
export const DEFAULTS = mapping("Defaults that all requests inside inherit", {
  headers: pairs("Headers", HEADER),
  metadata: later(pairs("Metadata of gRPC requests", HEADER)),
  auth: AUTH,
  variables: variables("Variables"),
  actions: rows("Parts of every response to save in variables", ACTION),
  scripts: SCRIPTS,
  settings: LEVEL_SETTINGS,
});

/** An order that is stated. */
const ORDER = list(
  "Order of a run: names of files and folders; all others follow",
  template("Name of a file or a folder"),
);

/** `extensions.brace` of a folder. */
export const FOLDER_BRACE = mapping("Settings of Brace", { order: ORDER });

/** `items` of a bundled collection or of a folder in it. */
const ITEMS = list("Requests and folders", {
  kind: "item",
  about: "A request or a folder",
});

/** A folder: its file, or an item of a bundled collection. */
export const FOLDER = mapping("A folder", {
  info: ITEM_INFO,
  items: ITEMS,
  request: DEFAULTS,
  docs: DOCS,
  extensions: mapping(
    "Settings of programs, by name",
    { brace: FOLDER_BRACE },
    { open: true },
  ),
}, { leaves: ["items", "request", "docs"] });

/** Certificates as they are written, and where they stand. */
const CERTIFICATES = ifPresent(
  list(
    "Client certificates by host",
    readBy(any("A certificate"), ({ value }) => value),
  ),
);

/** `externalSecrets`: the variables whose values a store has. */
const STORE = ifPresent(
  mapping("Secrets in a secret store; a run fetches those that it uses", {
    type: text(
      `Type of the store: ${STORE_TYPES.join(", ")}`,
    ),
    variables: list(
      "The secrets",
      mapping("A secret: a value, or a set of members", {
        name: orElse(
          text("Name, as in the placeholder {{name.key}}"),
          "",
        ),
        path: text("Path in HashiCorp Vault, such as secret/data/app"),
        secretName: text("Name in the store"),
        vaultName: text("The vault in Azure"),
        projectId: text("The project in Google Cloud"),
        enabled: flag("false leaves it out, like disabled: true"),
        disabled: flag("Leave it out"),
      }, {
        to: ({ enabled, disabled, ...fields }, { at }) => ({
          ...fields,
          at,
          disabled: disabled === true || enabled === false,
        }),
      }),
    ),
  }),
);

/** An environment: a file, or one of `config.environments`. */
export const ENVIRONMENT = mapping("An environment", {
  info: any("Information about the environment"),
  name: unlessEmpty(text("Name of the environment")),
  extends: unlessEmpty(
    template("Name of the environment whose variables this one inherits"),
  ),
  color: unread(text("Colour in Bruno")),
  description: any("Description"),
  variables: later(variables("Variables")),
  externalSecrets: STORE,
  clientCertificates: CERTIFICATES,
  dotEnvFilePath: unlessEmpty(
    text("A .env file with values that the environment uses"),
  ),
});

const PROXY_MAPPING = mapping("A proxy", {
  disabled: flag("Use none"),
  inherit: flag("Use the proxy variables of the machine"),
  config: any("protocol, hostname, port, auth, bypassProxy"),
});
const PROXY_KEYS = keysOf(PROXY_MAPPING);

/** Words that say that a collection sets no proxy, and how that is written. */
const UNUSED_PROXY = [
  ["inherit", "inherit"],
  ["none", "disabled"],
  ["off", "disabled"],
  ["disabled", "disabled"],
  [false, "disabled"],
] as const;

/** `proxy`. */
const PROXY = readBy(
  either(
    "Proxy for the requests",
    PROXY_MAPPING,
    flag("false: no proxy"),
    word("inherit, or none", ["inherit", "none", "off", "disabled"], {}),
  ),
  readProxy,
);

/** Reads `proxy`: as it is written, or what a word in its place means. */
function readProxy(node: YamlNode): unknown {
  const word = UNUSED_PROXY.find(([word]) => word === node.value);
  if (word === undefined) {
    return node.mapping(PROXY_KEYS) ? node.value : undefined;
  }
  const [, key] = word;
  node.report({
    code: "INVALID_FIELD",
    severity: "warning",
    message: `Read "${node.name}" as { ${key}: true }: write it that way`,
  });
  return { [key]: true };
}

/** `config` of a collection. */
export const CONFIG = mapping("Settings of the whole collection", {
  environments: unread(list("Environments", ENVIRONMENT)),
  protobuf: PROTOBUF,
  proxy: PROXY,
  clientCertificates: CERTIFICATES,
});

/** Orders of scripts around a request. */
export const FLOWS = ["sandwich", "sequential"] as const;

/** What a collection lets agents send. */
const AGENTS = ["read-only"] as const;

/** `extensions.brace` of a collection. */
export const COLLECTION_BRACE = mapping("Settings of Brace", {
  clientVersion: readBy(
    text("Version of the client that the templates are written for"),
    readVersion,
  ),
  hosts: list(
    "Additional hosts that a run may contact",
    template("A host"),
  ),
  agents: word("Requests that agents may send through `brace mcp`", AGENTS, {
    "read-only": "GET and HEAD; other methods only if a person allows them",
  }),
  forwardCredentialsTo: FORWARDING,
  flow: later(
    word("Order of scripts around a request (default: sandwich)", FLOWS, {
      sandwich: "After the response: request, folder, collection",
      sequential: "Always: collection, folder, request",
    }),
  ),
  order: ORDER,
  source: any("Source that brace import read"),
  setup: list(
    "Paths of requests and folders to run once, at the start",
    text("A path"),
  ),
  teardown: list(
    "Paths of requests and folders to run at the end, also after a failure",
    text("A path"),
  ),
}, { leaves: ["setup", "teardown"] });

/** `info` of a collection. */
export const COLLECTION_INFO = mapping("Information about the collection", {
  name: unlessEmpty(text("Display name")),
  summary: unread(text("One-line summary")),
  description: any("Description"),
  version: unread(text("Version")),
  authors: any("Authors"),
});

/** A collection's own file. */
export const COLLECTION = mapping("A collection", {
  $schema: unread(text("The JSON Schema of this file, for editors")),
  opencollection: unread(text("Version of the format: 1.0.0", {
    "1.0.0": "The format that Brace reads",
  })),
  info: COLLECTION_INFO,
  config: CONFIG,
  items: ITEMS,
  request: DEFAULTS,
  docs: DOCS,
  bundled: flag("true if the requests are in this file, under items"),
  extensions: mapping(
    "Settings of programs, by name",
    { brace: COLLECTION_BRACE },
    { open: true },
  ),
}, { leaves: ["config", "items", "request", "docs", "bundled"] });

/** A version; `2.1` is 2.1.0. */
function readVersion(node: YamlNode): string | undefined {
  const written = node.scalar();
  if (written === undefined) return undefined;
  const version = isVersion(written) ? written : `${written}.0`;
  if (!isVersion(version)) {
    node.wrongType("a version such as 2.2.0", `"${written}"`);
  } else if (isNewer(version)) {
    node.wrongType(`at most ${CLIENT_VERSION}, which this is`, `"${written}"`);
  } else return version;
  return undefined;
}
