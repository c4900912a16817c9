import { AUTH } from "./auth.ts";
import { DOCS, ITEM_INFO } from "./item.ts";
import { any, either, flag, list, mapping, text, word } from "./make.ts";
import { HEADER, VARIABLE } from "./rows.ts";
import { FORWARDING, SETTINGS } from "./settings.ts";
import { ACTION, SCRIPTS } from "./steps.ts";

/** `request.settings` of a level. */
export const LEVEL_SETTINGS = mapping("How requests inside are sent", {
  http: SETTINGS,
  graphql: SETTINGS,
});

/** `request` of a collection or folder. */
export const DEFAULTS = mapping("What every request inside inherits", {
  headers: list("Headers", HEADER),
  metadata: any("Metadata of gRPC requests; Brace leaves it out"),
  auth: AUTH,
  variables: list("Variables", VARIABLE),
  actions: list("What is taken out of every response", ACTION),
  scripts: SCRIPTS,
  settings: LEVEL_SETTINGS,
});

/** An order that is stated. */
const ORDER = list(
  "The order of a run: names of files and folders; what it leaves out follows",
  text("Name of a file or a folder"),
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
});

/** An environment: a file, or one of `config.environments`. */
export const ENVIRONMENT = mapping("An environment", {
  info: any("What it is"),
  name: text("Its name, by which a run selects it"),
  extends: text("Name of the environment whose variables show through"),
  color: text("Its colour in Bruno"),
  description: any("What it is for"),
  variables: list("Variables", VARIABLE),
  externalSecrets: any("Secrets of a vault, which Brace does not read"),
  clientCertificates: list("Client certificates by host", any("A certificate")),
  dotEnvFilePath: text("A .env file whose values it may use"),
});

/** Words for `proxy` and what they mean. */
const PROXY = either(
  "The proxy that requests go through",
  mapping("A proxy", {
    disabled: flag("Use none"),
    inherit: flag("As the machine's environment says"),
    config: any("Which one: protocol, hostname, port, auth, bypassProxy"),
  }),
  flag("false: none"),
  word("inherit, or none", ["inherit", "none", "off", "disabled"]),
);

/** `config` of a collection. */
export const CONFIG = mapping("What holds for a run as a whole", {
  environments: list("Environments", ENVIRONMENT),
  protobuf: any("Files of gRPC; Brace leaves them out"),
  proxy: PROXY,
  clientCertificates: list("Client certificates by host", any("A certificate")),
});

/** Orders of scripts around a request. */
export const FLOWS = ["sandwich", "sequential"] as const;

/** `extensions.brace` of a collection. */
export const COLLECTION_BRACE = mapping("Of Brace", {
  clientVersion: text("The client's version that templates are written for"),
  hosts: list("Hosts declared besides those of the requests", text("A host")),
  forwardCredentialsTo: FORWARDING,
  flow: word("Order of scripts around a request (default: sandwich)", FLOWS),
  order: ORDER,
  setup: list(
    "Paths of requests and folders that run first, once",
    text("A path"),
  ),
  teardown: list(
    "Paths of requests and folders that run last, whatever happened",
    text("A path"),
  ),
});

/** `info` of a collection. */
export const COLLECTION_INFO = mapping("What it is", {
  name: text("Name, as shown to people"),
  summary: text("What it is for, in a line"),
  description: any("What it is for"),
  version: text("Its version"),
  authors: any("Who wrote it"),
});

/** A collection's own file. */
export const COLLECTION = mapping("A collection", {
  $schema: text("The JSON Schema of this file, for editors"),
  opencollection: text("Version of the format: 1.0.0"),
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
});
