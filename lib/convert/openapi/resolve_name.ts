/** The path or URL of another file, as one that has this name refers to it. */
export function resolveName(from: string, reference: string): string {
  if (/^https?:\/\//i.test(reference)) {
    return URL.parse(reference)?.href ?? reference;
  }
  if (/^https?:\/\//i.test(from)) {
    return URL.parse(reference, from)?.href ?? reference;
  }
  const path = decoded(reference.replace(/^file:\/\//i, ""));
  const isWhole = from === "" || /^(?:\/|[A-Za-z]:\/)/.test(path);
  return normal(isWhole ? path : from.replace(/[^/]*$/, "") + path);
}

/** A path without `.` and, where they have something to go up from, `..`. */
function normal(path: string): string {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    const last = parts.at(-1);
    if (part === "." || part === "" && parts.length > 1) continue;
    if (part === ".." && last !== undefined && last !== ".." && last !== "") {
      parts.pop();
    } else parts.push(part);
  }
  return parts.join("/");
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
