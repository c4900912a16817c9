import { contentKind } from "../../http/content_kind.ts";
import { headerOf } from "../../http/header_of.ts";
import type { RenderedRequest } from "../../http/rendered_request.ts";
import { renderedBody } from "../../script/rendered_body.ts";
import type { RequestDraft } from "../../script/border/types.ts";
import type { RunState } from "../run_state.ts";

/** What went out before any redirect, with the headers that the engine added; from the response on. */
export function sentRequest(
  { sent, response }: RunState,
): RenderedRequest | undefined {
  if (sent === undefined || response === undefined) return undefined;
  const { url, hops: [first], sentHeaders } = response;
  const { url: firstUrl = url, headers = sentHeaders } = first ?? {};
  return {
    ...sent,
    url: firstUrl,
    // What the body implies has the name that it has before the request.
    headers: headerOf(sent.headers, "content-type") === undefined
      ? headers.map(([name, value]) =>
        name === "Content-Type"
          ? ["content-type", value] as const
          : [name, value] as const
      )
      : headers,
  };
}

/** Makes a draft what was sent, once something was, for the scripts that come after it. */
export function showSent(state: RunState, draft: RequestDraft): void {
  const sent = sentRequest(state);
  if (sent === undefined) return;
  const { method, url, headers, body } = sent;
  draft.method = method;
  draft.url = url;
  draft.headers = headers.map(([name, value]) => [name, value]);
  draft.impliedHeaders = [];
  draft.disabled = { ...draft.disabled, query: [] };
  draft.body = body && renderedBody(body);
  if (contentKind(headerOf(headers, "content-type")) === "json") {
    draft.bodyType = "json";
  }
}
