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
const LEVEL_SETTINGS = mapping("How requests inside are sent", {
  http: SETTINGS,
  graphql: SETTINGS,
});

/** `request` of a collection or folder. */
export const DEFAULTS = mapping("What every request inside inherits", {
  headers: pairs("Headers", HEADER),
  metadata: later(pairs("Metadata of gRPC requests", HEADER)),
  auth: AUTH,
  variables: variables("Variables"),
  actions: rows("What is taken out of every response", ACTION),
  scripts: SCRIPTS,
  settings: LEVEL_SETTINGS,
});

/** An order that is stated. */
const ORDER = list(
  "The order of a run: names of files and folders; what it leaves out follows",
  template("Name of a file or a folder"),
);

/** `extensions.brace` of a folder. */
export const FOLDER_BRACE = mapping("Of Brace", { order: ORDER });

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
  extensions: mapping("Of programs", { brace: FOLDER_BRACE }, { open: true }),
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
  mapping("Secrets that a store has; a run asks it when they are used", {
    type: text(
      `Which store: ${STORE_TYPES.join(", ")}`,
    ),
    variables: list(
      "The secrets",
      mapping("A secret, whose value or members placeholders name", {
        name: orElse(
          text("Its name, as placeholders have it: {{name.key}}"),
          "",
        ),
        path: text("Its path in HashiCorp Vault, such as secret/data/app"),
        secretName: text("Its name in the store"),
        vaultName: text("The vault in Azure"),
        projectId: text("The project in Google Cloud"),
        enabled: flag("false leaves it out"),
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
  info: any("What it is"),
  name: unlessEmpty(text("Its name, by which a run selects it")),
  extends: unlessEmpty(
    template("Name of the environment whose variables show through"),
  ),
  color: unread(text("Its colour in Bruno")),
  description: any("What it is for"),
  variables: later(variables("Variables")),
  externalSecrets: STORE,
  clientCertificates: CERTIFICATES,
  dotEnvFilePath: unlessEmpty(text("A .env file whose values it may use")),
});

const PROXY_MAPPING = mapping("A proxy", {
  disabled: flag("Use none"),
  inherit: flag("As the machine's environment says"),
  config: any("Which one: protocol, hostname, port, auth, bypassProxy"),
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
    "The proxy that requests go through",
    PROXY_MAPPING,
    flag("false: none"),
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
export const CONFIG = mapping("What holds for a run as a whole", {
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
export const COLLECTION_BRACE = mapping("Of Brace", {
  clientVersion: readBy(
    text("The client's version that templates are written for"),
    readVersion,
  ),
  hosts: list(
    "Hosts declared in addition to those of the requests",
    template("A host"),
  ),
  agents: word("What agents may send that `brace mcp` serves", AGENTS, {
    "read-only":
      "GET and HEAD, and other methods only where a person allows them",
  }),
  forwardCredentialsTo: FORWARDING,
  flow: later(
    word("Order of scripts around a request (default: sandwich)", FLOWS, {
      sandwich: "After the response: request, folder, collection",
      sequential: "Always: collection, folder, request",
    }),
  ),
  order: ORDER,
  source: any("What brace import made the files of"),
  setup: list(
    "Paths of requests and folders that run first, once",
    text("A path"),
  ),
  teardown: list(
    "Paths of requests and folders that run last, whatever happened",
    text("A path"),
  ),
}, { leaves: ["setup", "teardown"] });

/** `info` of a collection. */
export const COLLECTION_INFO = mapping("What it is", {
  name: unlessEmpty(text("Name, as shown to people")),
  summary: unread(text("What it is for, in a line")),
  description: any("What it is for"),
  version: unread(text("Its version")),
  authors: any("Who wrote it"),
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
  bundled: flag("Whether the requests are in this file, under items"),
  extensions: mapping(
    "Of programs",
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
