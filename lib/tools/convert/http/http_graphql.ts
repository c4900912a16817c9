import type { HttpFile, HttpFileRequest, HttpFragment } from "./http_file.ts";

/** Whether the body of a request is a query: as it says, or as it looks. */
export function isGraphql({ method, headers, body }: HttpFileRequest): boolean {
  const header = (wanted: RegExp) =>
    headers.find(({ name }) => wanted.test(name))?.value;
  if (method === "GRAPHQL") return true;
  if (header(/^x-request-type$/i)?.toLowerCase() === "graphql") return true;
  const type = header(/^content-type$/i) ?? "application/json";
  return method === "POST" &&
    /^application\/(?:graphql\+)?json\b/i.test(type) &&
    /^\s*(?:(?:query|mutation|subscription)\b[^{]*\{|fragment\s+\w+\s+on\s)/
      .test(body ?? "");
}

/** The query with the fragments that it uses, and behind an empty line the variables. */
export function graphqlBody(
  text: string,
  file: HttpFile,
  template: (text: string) => string,
): { query: string; variables?: string } {
  const { query, variables } = parted(text);
  const fragments = usedIn([query], file).filter(({ name }) =>
    !new RegExp(`\\bfragment\\s+${name}\\s+on\\b`).test(query)
  );
  return {
    query: template(
      [query, ...fragments.map((one) => one.text)].join("\n\n"),
    ),
    ...(variables !== undefined && { variables: template(variables) }),
  };
}

/** The query, and what begins with a brace behind an empty line and goes to the end. */
function parted(text: string): { query: string; variables?: string } {
  const lines = text.split("\n");
  const at = lines.findIndex((line, index) =>
    /^\s*\{/.test(line) && index > 0 && lines[index - 1].trim() === ""
  );
  return at === -1 || !text.trimEnd().endsWith("}") ? { query: text } : {
    query: lines.slice(0, at).join("\n").trimEnd(),
    variables: lines.slice(at).join("\n"),
  };
}

/** Fragments of a file that no request of it uses. */
export function unusedFragments(file: HttpFile): HttpFragment[] {
  const used = new Set(
    usedIn(file.requests.map(({ body }) => body ?? ""), file),
  );
  return file.fragments.filter((one) => !used.has(one));
}

/** The fragments that texts use, themselves or through others. */
function usedIn(
  texts: readonly string[],
  { fragments }: HttpFile,
): HttpFragment[] {
  const byName = new Map(fragments.map((one) => [one.name, one]));
  const used = new Set<HttpFragment>();
  const queue = [...texts];
  for (const text of queue) {
    for (const [, name] of text.matchAll(/\.\.\.\s*(\w+)/g)) {
      const fragment = byName.get(name);
      if (fragment === undefined || used.has(fragment)) continue;
      used.add(fragment);
      queue.push(fragment.text);
    }
  }
  return fragments.filter((one) => used.has(one));
}
