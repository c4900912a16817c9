import type { Script, ScriptDialect } from "../types.ts";
import { keysOf } from "../shape/keys_of.ts";
import { SCRIPT, SCRIPT_TYPES } from "../shape/steps.ts";
import type { YamlNode } from "../yaml/node.ts";
import { expectMapping } from "./read_rows.ts";

const SCRIPT_KEYS = keysOf(SCRIPT);

/** Reads `scripts`; those of other protocols are left out. */
export function readScripts(node: YamlNode): Script[] {
  const scripts: Script[] = [];
  for (const row of node.list()) {
    if (!expectMapping(row, SCRIPT_KEYS)) continue;
    if (!row.get("type").present) row.missing("type");
    const phase = row.get("type").oneOf(SCRIPT_TYPES);
    const code = row.get("code").text();
    const dialect = readDialect(row.get("extensions"));
    if (phase === undefined || !code?.text.trim()) continue;
    switch (phase) {
      case "before-request":
      case "after-response":
      case "tests":
        scripts.push({
          phase,
          code: code.text,
          at: code.at,
          ...(dialect && { dialect }),
        });
        break;
      case "hooks":
        row.report({
          code: "UNSUPPORTED",
          severity: "warning",
          message: `Ignored "${row.name}": Brace does not run hooks`,
        });
        break;
      default:
        // gRPC requests are skipped, and their scripts with them.
        phase satisfies `grpc:${string}`;
    }
  }
  return scripts;
}

/** Reads `extensions` of a script; those of other tools are none of Brace's business. */
function readDialect(extensions: YamlNode): ScriptDialect | undefined {
  extensions.mapping();
  const brace = extensions.get("brace");
  brace.mapping(["dialect"]);
  return brace.get("dialect").oneOf(["postman"]);
}
