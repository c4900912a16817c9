import type { Problem, Refusal } from "../embedded/page/workbench/api.ts";

/** Headers of every answer. None opens a way in: there are no headers of CORS. */
const HEADERS: Readonly<Record<string, string>> = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-resource-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
  "cache-control": "no-store",
};

/** What an answer may do if a browser took it for a page: nothing. */
const NOTHING = "default-src 'none'; frame-ancestors 'none'; sandbox";

/** Why something that was asked is not done; the page shows it. */
export class Refused extends Error {
  constructor(
    message: string,
    readonly problems: readonly Problem[] = [],
    readonly status = 422,
  ) {
    super(message);
  }

  /** What the page gets. */
  get refusal(): Refusal {
    const { message, problems } = this;
    return { message, ...(problems.length > 0 && { problems }) };
  }
}

/** An answer of a type that no browser runs. */
export function answer(
  body: BodyInit | null,
  { status = 200, type = "application/json; charset=utf-8", policy = NOTHING }:
    {
      readonly status?: number;
      readonly type?: string;
      readonly policy?: string;
    } = {},
): Response {
  return new Response(body, {
    status,
    headers: {
      ...HEADERS,
      "content-security-policy": policy,
      ...(body !== null && { "content-type": type }),
    },
  });
}

/** An answer as JSON. */
export function json(value: unknown, status = 200): Response {
  return answer(JSON.stringify(value), { status });
}

/** Bytes to be saved: their type says nothing that a browser would show as a page. */
export function bytes(
  content: Uint8Array<ArrayBuffer>,
  type?: string,
): Response {
  const isPicture = type !== undefined && /^image\/(?!svg)[\w.+-]+$/.test(type);
  const response = answer(content, {
    type: isPicture ? type : "application/octet-stream",
  });
  response.headers.set("content-disposition", "attachment");
  return response;
}

const encoder = new TextEncoder();

/**
 * Lines of JSON as they come.
 *
 * @param abort Ends what makes them, for nobody reads them any more.
 */
export function streamedLines(
  all: AsyncIterable<unknown>,
  abort: () => void,
): Response {
  const values = all[Symbol.asyncIterator]();
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(stream) {
      const { done, value } = await values.next();
      if (done) stream.close();
      else stream.enqueue(encoder.encode(`${JSON.stringify(value)}\n`));
    },
    async cancel() {
      abort();
      await values.return?.();
    },
  });
  return answer(body, { type: "application/x-ndjson; charset=utf-8" });
}
