import { counted } from "../../core/source/counted.ts";
import type {
  ExchangeRow,
  ExchangeView,
} from "../../embedded/page/workbench/api.ts";
import type {
  CollectedBody,
  CollectedRequest,
} from "../../tools/report/collect/types.ts";
import { Refused } from "../answers.ts";
import { bodyLanguage } from "./language_of.ts";
import { KeptFile } from "./kept_file.ts";

/** What is kept of the exchanges: nothing, as long as the server runs, or in a file. */
export type HistoryKind = "none" | "session" | "kept";

/** So many exchanges are kept. */
const MAX_EXCHANGES = 1_000;
/** So many characters of bodies are kept in all; the last exchange's is whole. */
const MAX_BODIES = 24 * 1024 * 1024;
/** So much of a body is given with its exchange, and of one whose rest is let go. */
export const SHOWN_BODY = 1024 * 1024;
const KEPT_BODY = 16 * 1024;

/** An exchange that is kept, masked. */
export interface KeptExchange {
  readonly exchange: string;
  details: CollectedRequest;
}

/** The exchanges of the session, masked. */
export class History {
  readonly kind: HistoryKind;
  readonly #exchanges = new Map<string, KeptExchange>();
  readonly #file: KeptFile | undefined;
  #count = 0;

  /** @param folder The collection's folder, which a kept history belongs to. */
  constructor(kind: HistoryKind, folder: string) {
    this.kind = kind;
    if (kind !== "kept") return;
    this.#file = new KeptFile(folder);
    for (const details of this.#file.read()) this.#put(details);
  }

  /** Takes an exchange, masked; `id` is that of its request. */
  add(
    details: CollectedRequest,
    id: string | undefined,
  ): { view: ExchangeView; row: ExchangeRow } {
    const one = this.#put(details);
    if (this.kind === "none") this.#exchanges.clear();
    else this.#letGo();
    this.#file?.add(cutBodies(details, KEPT_BODY));
    return { view: viewOf(one, id, this.kind), row: rowOf(one, id) };
  }

  /** @throws {Refused} It is not kept. */
  get(exchange: string): KeptExchange {
    const found = this.#exchanges.get(exchange);
    if (found === undefined) {
      throw new Refused(
        "Cannot show the exchange: it is no longer kept",
        [],
        404,
      );
    }
    return found;
  }

  /** One exchange as the page has it. */
  view(exchange: string, id: string | undefined): ExchangeView {
    return viewOf(this.get(exchange), id, this.kind);
  }

  /** The exchanges that have a text in name, path, URL or body, the newest first. */
  list(
    { text = "", limit = 200 }: { text?: string; limit?: number },
    idOf: (path: string) => string | undefined,
  ): ExchangeRow[] {
    const wanted = text.toLowerCase();
    const rows: ExchangeRow[] = [];
    for (const one of [...this.#exchanges.values()].reverse()) {
      if (rows.length >= limit) break;
      if (wanted !== "" && !hasText(one.details, wanted)) continue;
      rows.push(rowOf(one, idOf(one.details.path)));
    }
    return rows;
  }

  /** Forgets all, also what a file keeps. */
  forget(): void {
    this.#exchanges.clear();
    this.#file?.remove();
  }

  #put(details: CollectedRequest): KeptExchange {
    const one = { exchange: `x${++this.#count}`, details };
    this.#exchanges.set(one.exchange, one);
    return one;
  }

  /** Lets go of the oldest, and of the bodies of older ones. */
  #letGo(): void {
    while (this.#exchanges.size > MAX_EXCHANGES) {
      const [oldest] = this.#exchanges.keys();
      this.#exchanges.delete(oldest);
    }
    let left = MAX_BODIES;
    let isLast = true;
    for (const one of [...this.#exchanges.values()].reverse()) {
      const size = sizeOf(one.details.request?.body) +
        sizeOf(one.details.response?.body);
      if (!isLast && size > KEPT_BODY * 2 && size > left) {
        one.details = cutBodies(one.details, KEPT_BODY);
      }
      left -= size;
      isLast = false;
    }
  }
}

function viewOf(
  { exchange, details }: KeptExchange,
  id: string | undefined,
  kind: HistoryKind,
): ExchangeView {
  const body = details.response?.body;
  const language = details.response && bodyLanguage(details.response);
  return {
    exchange,
    ...(id !== undefined && { id }),
    // What is not kept cannot be asked for later.
    details: kind === "none" ? details : cutBodies(details, SHOWN_BODY),
    ...(body?.kind === "text" && { length: body.text.length }),
    ...(language && { language }),
  };
}

function rowOf(
  { exchange, details }: KeptExchange,
  id: string | undefined,
): ExchangeRow {
  const { name, path, request, response, status, startedAt, duration } =
    details;
  const { method = request?.method } = details;
  return {
    exchange,
    ...(id !== undefined && { id }),
    name,
    path,
    ...(method !== undefined && { method }),
    ...(request && { url: request.url }),
    ...(response && {
      status: response.status,
      statusText: response.statusText,
      size: response.size.body,
    }),
    result: status,
    ...failedChecks(details),
    startedAt,
    duration,
  };
}

function failedChecks(
  { assertions, tests }: CollectedRequest,
): Pick<ExchangeRow, "failed"> {
  const [ofAssertions, ofTests] = [assertions, tests].map((checks) =>
    checks.filter(({ status }) => status === "failed").length
  );
  const count = ofAssertions + ofTests;
  if (count === 0) return {};
  const noun = ofAssertions === 0
    ? "test"
    : ofTests === 0
    ? "assertion"
    : "check";
  return { failed: `${counted(count, noun)} failed` };
}

function hasText(
  { name, path, request, response }: CollectedRequest,
  text: string,
): boolean {
  const bodies = [request?.body, response?.body].flatMap((body) =>
    body?.kind === "text" ? body.text : []
  );
  return [name, path, request?.url ?? "", ...bodies].some((it) =>
    it.toLowerCase().includes(text)
  );
}

function sizeOf(body: CollectedBody | undefined): number {
  switch (body?.kind) {
    case "text":
      return body.text.length;
    case "binary":
      return body.base64.length;
    default:
      return 0;
  }
}

/** An exchange with so much of its bodies at most. */
export function cutBodies(
  details: CollectedRequest,
  limit: number,
): CollectedRequest {
  const { request, response } = details;
  return {
    ...details,
    ...(request && { request: withBody(request, limit) }),
    ...(response && { response: withBody(response, limit) }),
  };
}

function withBody<T extends { readonly body?: CollectedBody }>(
  message: T,
  limit: number,
): T {
  const { body } = message;
  if (body === undefined || sizeOf(body) <= limit) return message;
  switch (body.kind) {
    case "text":
      return {
        ...message,
        body: { ...body, text: cutText(body.text, limit), cut: true },
      };
    case "binary":
      return {
        ...message,
        body: {
          ...body,
          base64: body.base64.slice(0, limit - limit % 4),
          cut: true,
        },
      };
    default:
      return message;
  }
}

/** A text's beginning, which does not end within a character. */
function cutText(text: string, limit: number): string {
  const isWithin = /[\ud800-\udbff]/.test(text.charAt(limit - 1));
  return text.slice(0, isWithin ? limit - 1 : limit);
}
