import { repositoryUrl } from "../repository.ts";

/**
 * A page of the repository for a place that does not have its other files: its
 * links lead to them on GitHub, as they are in that version.
 */
export function absoluteLinks(
  markdown: string,
  { repository, version }: { repository: string; version: string },
): string {
  const files = `${repositoryUrl(repository)}/blob/v${version}`;
  const raw = `https://raw.githubusercontent.com/${repository}/v${version}`;
  // What is code stays as it is.
  return markdown.split(/(^```[^]*?^```$)/m).map((part, i) =>
    i % 2 === 1 ? part : part.replace(
      /(!?)(\[[^\]]*\])\((?![a-z]+:|#)([^)\s]+)\)/g,
      (_, picture, text, path) =>
        `${picture}${text}(${picture === "" ? files : raw}/${path})`,
    )
  ).join("");
}
