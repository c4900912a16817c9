import { pathBeside } from "../path_beside.ts";
import type { HttpBodyFile } from "./parse_http_file.ts";

/** What the body of a request is made with. */
export interface BodyContext {
  readonly template: (text: string) => string;
  /** Takes what has to be said. */
  readonly said: string[];
  /** The `.http` file, which paths start at. */
  readonly file: string;
  readonly files: ReadonlyMap<string, string>;
}

/** The path of a file in the collection; says that it has to be put there. */
export function namedFile(
  { path, hasPlaceholders }: HttpBodyFile,
  what: string,
  { file, template, said }: BodyContext,
): string {
  const place = pathBeside(file, path.replaceAll("\\", "/"));
  const isOutside = /^(?:\.\.\/|\/|[A-Za-z]:\/)/.test(place);
  said.push(
    `${what} is the file "${place}": ${
      isOutside
        ? "allow it with --allow-read, or copy it into the collection"
        : "copy it to that path in the collection"
    }`,
  );
  if (hasPlaceholders) {
    said.push(
      `${what} is a file with placeholders, which are not replaced: write its text into the request`,
    );
  }
  return template(place);
}
