import { createPolicy } from "../../core/policy/policy.ts";
import { isRedirect } from "../../core/http/redirect.ts";
import type { Diagnostic } from "../../core/source/diagnostic.ts";
import { CollectionError, PermissionError } from "../../core/source/errors.ts";
import { shownUrl } from "../../core/secrets/shown_url.ts";

/** How long a document may take, in milliseconds. */
const TIMEOUT = 30_000;
const MAX_BYTES = 64 * 1024 * 1024;
const MAX_REDIRECTS = 5;

/** Which hosts a document may be fetched from. */
export interface FetchOptions {
  /** `--allow-net`. */
  readonly allowNet: true | readonly string[];
  /** The URL that the user typed, whose host counts as declared. */
  readonly typed: string;
}

/**
 * Fetches a text. Hosts other than the typed one, redirects included, need
 * `--allow-net`; size and time are limited. Gives the text and its final URL.
 *
 * @throws {PermissionError} The host is not allowed.
 * @throws {CollectionError} It cannot be had.
 */
export async function fetchText(
  url: string,
  { allowNet, typed }: FetchOptions,
): Promise<{ text: string; url: string }> {
  if (!URL.canParse(url)) throw failed(url, "it is not a valid URL");
  const policy = createPolicy({
    declared: [new URL(typed).host],
    allow: allowNet,
    deny: [],
  });
  const signal = AbortSignal.timeout(TIMEOUT);
  let at = new URL(url);
  for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
    const port = Number(at.port) || (at.protocol === "https:" ? 443 : 80);
    if (!policy.check(at.hostname, port).allowed) throw refused(at, url);
    const response = await get(at, signal);
    const { status, headers } = response;
    if (isRedirect({ status, headers: [...headers] })) {
      await response.body?.cancel();
      at = redirected(at, headers.get("location") ?? "", url);
      continue;
    }
    if (!response.ok) {
      await response.body?.cancel();
      throw failed(url, `the server responds with ${response.status}`);
    }
    return { text: await limitedText(response, url), url: at.href };
  }
  throw failed(url, `it redirects more than ${MAX_REDIRECTS} times`);
}

function redirected(from: URL, location: string, url: string): URL {
  const target = URL.parse(location, from.href);
  if (target === null || !/^https?:$/.test(target.protocol)) {
    throw failed(url, "it redirects to a URL that is not http: or https:");
  }
  return target;
}

async function get(url: URL, signal: AbortSignal): Promise<Response> {
  try {
    return await fetch(url, { redirect: "manual", signal });
  } catch (error) {
    if (error instanceof Deno.errors.NotCapable) throw refused(url, url.href);
    if (signal.aborted) {
      throw failed(url.href, `it took longer than ${TIMEOUT / 1000} s`);
    }
    throw failed(url.href, unanswered(error));
  }
}

/** Why `fetch` has no response: Deno says so in the words of the cause alone. */
function unanswered(error: unknown): string {
  const { message, cause } = error as Error;
  const said = cause instanceof Error ? cause.message : message;
  if (/connection refused/i.test(said)) {
    return "connection refused (is the server running?)";
  }
  if (/dns error/i.test(said)) {
    return "no such host (check its spelling, and the network)";
  }
  if (/invalid peer certificate/i.test(said)) {
    return "its certificate is not trusted (download the document, and import the file)";
  }
  return "no response came";
}

async function limitedText(response: Response, url: string): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  try {
    for await (const chunk of response.body ?? []) {
      size += chunk.length;
      if (size > MAX_BYTES) throw failed(url, "it is larger than 64 MiB");
      text += decoder.decode(chunk, { stream: true });
    }
  } catch (error) {
    if (error instanceof CollectionError) throw error;
    throw failed(url, "the response ended early, or took too long");
  }
  return text + decoder.decode();
}

function refused(host: URL, url: string): PermissionError {
  return new PermissionError([{
    code: "PERMISSION",
    severity: "error",
    message: `Cannot fetch "${
      shownUrl(url)
    }": it leads to the host "${host.host}", allow it with --allow-net=${host.host}`,
    suggestion: `--allow-net=${host.host}`,
  }]);
}

function failed(url: string, why: string): CollectionError {
  const diagnostic: Diagnostic = {
    code: "CONNECTION",
    severity: "error",
    message: `Cannot fetch "${shownUrl(url)}": ${why}`,
  };
  return new CollectionError([diagnostic]);
}
