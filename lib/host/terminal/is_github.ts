import { permittedEnv } from "../permitted_env.ts";

let known: boolean | undefined;

/** Whether GitHub Actions reads what is printed. */
export function isGithub(): boolean {
  return known ??= permittedEnv("GITHUB_ACTIONS") === "true";
}
