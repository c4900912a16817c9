import type { Defaults, Settings } from "../types.ts";
import type { YamlNode } from "../yaml/node.ts";
import { keysOf } from "../shape/keys_of.ts";
import { DEFAULTS, LEVEL_SETTINGS } from "../shape/level.ts";
import { readActions } from "./read_actions.ts";
import { readAuth } from "./read_auth.ts";
import { readHeaders } from "./read_rows.ts";
import { readScripts } from "./read_scripts.ts";
import { readSettings } from "./read_settings.ts";
import { readVariables } from "./read_variables.ts";

const DEFAULTS_KEYS = keysOf(DEFAULTS);
const SETTINGS_KEYS = keysOf(LEVEL_SETTINGS);

/** What a level hands down: its defaults, and the settings by request type. */
export interface ReadLevel {
  readonly defaults: Defaults;
  readonly settings: { readonly http: Settings; readonly graphql: Settings };
}

/** Reads `request` of a collection or a folder. */
export function readDefaults(
  node: YamlNode,
  above: ReadLevel["settings"],
): ReadLevel {
  if (!node.mapping(DEFAULTS_KEYS)) {
    return {
      defaults: { headers: [], variables: [], scripts: [] },
      settings: above,
    };
  }
  const auth = readAuth(node.get("auth"));
  const actions = readActions(node.get("actions"));
  const settings = node.get("settings");
  settings.mapping(SETTINGS_KEYS);
  return {
    defaults: {
      headers: readHeaders(node.get("headers")),
      ...(auth && { auth }),
      variables: readVariables(node.get("variables")),
      scripts: readScripts(node.get("scripts")),
      ...(actions.length > 0 && { actions }),
    },
    settings: {
      http: readSettings(settings.get("http"), above.http),
      graphql: readSettings(settings.get("graphql"), above.graphql),
    },
  };
}
