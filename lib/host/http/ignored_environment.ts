import type { Diagnostic } from "../../core/source/diagnostic.ts";
import { permittedEnv } from "../permitted_env.ts";

/** Warns about what Node and Deno would obey, and Brace does not. */
export function ignoredEnvironment(): Diagnostic[] {
  const name = "NODE_TLS_REJECT_UNAUTHORIZED";
  if (permittedEnv(name) !== "0") return [];
  return [{
    code: "CERTIFICATE",
    severity: "warning",
    message:
      `Cannot switch certificate checks off with "${name}=0": Brace ignores it (--insecure accepts any certificate)`,
  }];
}
