import { relative, sep } from "../path.ts";
import { permittedEnv } from "../permitted_env.ts";

/** GitHub knows files by their paths in the repository. */
export function inRepository(file: string): string | undefined {
  const root = permittedEnv("GITHUB_WORKSPACE");
  if (!root) return file;
  const path = relative(root, file).replaceAll(sep, "/");
  return path === ".." || path.startsWith("../") || /^(?:\/|\w:)/.test(path)
    ? undefined
    : path;
}
