import type {
  CollectedRequest,
  CollectedStreamMessage,
} from "./collect/types.ts";
import { jsonPieces } from "./text/json_pieces.ts";

/** Some messages at a time. */
export type EarlierMessages = Iterable<readonly CollectedStreamMessage[]>;

/**
 * Writes a request as JSON, with the messages that memory has no room for.
 *
 * @param earlier They; undefined where there are none.
 * @param write Writes the request where it has all of its messages.
 */
export function* requestPieces(
  request: CollectedRequest,
  earlier: EarlierMessages | undefined,
  write: (request: CollectedRequest) => string,
): Generator<string> {
  if (earlier === undefined) {
    yield write(request);
    return;
  }
  yield* jsonPieces(
    (list) => {
      const messages = list as readonly CollectedStreamMessage[];
      return write(withMessages(request, { messages }));
    },
    allMessages(request, earlier),
  );
}

/** All messages of a request's stream. */
export function* allMessages(
  { response }: CollectedRequest,
  earlier: EarlierMessages = [],
): Generator<readonly CollectedStreamMessage[]> {
  yield* earlier;
  if (response?.stream) yield response.stream.messages;
}

/** A request whose stream has other messages. */
export function withMessages(
  request: CollectedRequest,
  of: {
    readonly messages: readonly CollectedStreamMessage[];
    readonly omitted?: number;
  },
): CollectedRequest {
  const response = request.response!;
  const stream = { ...response.stream!, ...of };
  return { ...request, response: { ...response, stream } };
}
