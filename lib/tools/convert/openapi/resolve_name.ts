import { pathBeside } from "../path_beside.ts";

/** The path or URL of another file, as one that has this name refers to it. */
export function resolveName(from: string, reference: string): string {
  if (/^https?:\/\//i.test(reference)) {
    return URL.parse(reference)?.href ?? reference;
  }
  if (/^https?:\/\//i.test(from)) {
    return URL.parse(reference, from)?.href ?? reference;
  }
  const path = decoded(reference.replace(/^file:\/\//i, ""));
  return pathBeside(from, path);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
