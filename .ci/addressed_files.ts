import type { GeneratedFile } from "./generated_file.ts";
import { REPOSITORY } from "./repository.ts";

/** What people write is in them, and the address of the repository. */
export const ADDRESSED = [
  ".github/actions/brace/action.yml",
  "docs/ci.md",
  "docs/install.md",
] as const;

/** Owner and name of the repository, wherever they may stand. */
const PLACES: readonly RegExp[] = [
  /(?<=uses: )[\w.-]+\/[\w.-]+(?=\/\.github\/actions\/brace@)/g,
  /(?<=https:\/\/github\.com\/)[\w.-]+\/[\w.-]+(?=\/releases\b)/g,
  /(?<=repo: https:\/\/github\.com\/)[\w.-]+\/[\w.-]+$/gm,
  /(?<=--repo )[\w.-]+\/[\w.-]+/g,
];
/** Names of images have no capitals. */
const IMAGE = /(?<=ghcr\.io\/)[\w.-]+\/[\w.-]+/g;

/** A text with the address of a repository in the places that have one. */
export function addressed(text: string, repository: string): string {
  let out = text.replace(IMAGE, repository.toLowerCase());
  for (const place of PLACES) out = out.replace(place, repository);
  return out;
}

/** The files that name the repository, with its address. */
export function addressedFiles(): GeneratedFile[] {
  const root = new URL("..", import.meta.url);
  return ADDRESSED.map((path) => {
    const text = Deno.readTextFileSync(new URL(path, root));
    return { path, text: addressed(text, REPOSITORY) };
  });
}
