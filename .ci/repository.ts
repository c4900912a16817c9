/**
 * Where the project lives on GitHub. It stands here and nowhere else: set it,
 * run `deno task generate`, and the action, the docs, the installers and the
 * packages have it.
 */
export const REPOSITORY = "OWNER/REPOSITORY";

/** Whether the owner has set it. */
export const ADDRESS_IS_SET = !REPOSITORY.startsWith("OWNER/");

/** The address of a repository. */
export function repositoryUrl(repository: string): string {
  return `https://github.com/${repository}`;
}

/** Where a release has its files. */
export function filesUrl(repository: string, version: string): string {
  return `${repositoryUrl(repository)}/releases/download/v${version}`;
}
