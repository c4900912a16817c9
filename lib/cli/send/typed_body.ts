import { resolve } from "node:path";
import type { TypedBody } from "../../core/collection/typed_request.ts";
import { isPiped } from "../../host/files/file_bytes.ts";
import { Spool } from "../../host/files/write/spool.ts";
import { contentKind } from "../../core/http/content_kind.ts";

/** The body of a typed request, and what is left of it when it has been sent. */
export interface OpenBody extends Disposable {
  readonly body?: TypedBody;
  /** The file outside of the collection that is named on the command line. */
  readonly file?: string;
}

/**
 * Opens what `--body` names. What is piped is kept in a file, as it may have to
 * be sent more than once.
 *
 * @throws {CollectionError} It cannot be kept.
 * @throws {PermissionError} Deno does not permit it.
 */
export async function openBody(
  text: string | undefined,
  contentType: string | undefined,
): Promise<OpenBody> {
  const path = text === "-" ? text : /^@(.+)$/s.exec(text ?? "")?.[1];
  if (path === undefined) {
    return {
      ...(text !== undefined && { body: typedText(text, contentType) }),
      [Symbol.dispose]() {},
    };
  }
  if (!isPiped(path)) {
    const file = resolve(path);
    return { file, body: { type: "file", path: file }, [Symbol.dispose]() {} };
  }
  using opened = new DisposableStack();
  const spool = opened.use(
    await Spool.open(
      "keep the body until it is sent",
      "name a file, --body @FILE",
    ),
  );
  const start = await spool.fill(path);
  const kept = opened.move();
  return {
    file: spool.path,
    body: {
      type: "file",
      path: spool.path,
      contentType: looksLikeJson(start)
        ? "application/json"
        : "application/octet-stream",
    },
    [Symbol.dispose]: () => kept.dispose(),
  };
}

/** A text that begins like JSON is some, unless a header says that it is not. */
function typedText(data: string, contentType: string | undefined): TypedBody {
  const kind = contentKind(contentType) ??
    (looksLikeJson(data) ? "json" : "text");
  return { type: kind === "json" ? "json" : "text", data };
}

/** `{{…}}` at the start may become anything. */
function looksLikeJson(text: string): boolean {
  return /^\s*(?:\[|\{(?!\{))/.test(text);
}
