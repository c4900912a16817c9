/** A request as the demo API saw it: what its echo route responds with. */
export interface Echo {
  readonly method: string;
  /** As sent, still percent-encoded, without the query. */
  readonly path: string;
  /** Decoded; a name that occurs several times has a list. */
  readonly query: Readonly<Record<string, string | string[]>>;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body's text as received. */
  readonly body: string;
  /** The body as JSON; absent when it is not JSON. */
  readonly json?: unknown;
}

/** Reads a request into what the echo route reflects. */
export async function readEcho(request: Request): Promise<Echo> {
  const target = request.url.replace(/^[a-z]+:\/\/[^/?#]*/, "");
  const mark = target.indexOf("?");
  const path = mark < 0 ? target : target.slice(0, mark);
  const body = await request.text();
  const json = parseJson(body);
  return {
    method: request.method,
    path: path === "" ? "/" : path,
    query: readQuery(mark < 0 ? "" : target.slice(mark + 1)),
    headers: Object.fromEntries(request.headers),
    body,
    ...(json === undefined ? {} : { json }),
  };
}

function readQuery(text: string): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = Object.create(null);
  for (const [name, value] of new URLSearchParams(text)) {
    const before = query[name];
    if (before === undefined) query[name] = value;
    else query[name] = [before, value].flat();
  }
  return query;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
