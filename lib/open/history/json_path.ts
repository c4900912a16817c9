import { compile } from "json-p3";

/**
 * What a JSONPath (RFC 9535) finds in a value.
 *
 * @throws {Error} It is none.
 */
export function query(path: string, value: unknown): readonly unknown[] {
  return compile(path).query(value as never).values();
}
