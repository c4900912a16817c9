import fc from "fast-check";
import { ANY_CHARACTER } from "./any_character.ts";

/**
 * A URL, with a query and a fragment where they are wanted. It generates what
 * fast-check's `webUrl` does, which first makes a map of all characters, in
 * about a second.
 */
export function webUrl(
  { withEnd = false }: { readonly withEnd?: boolean } = {},
): fc.Arbitrary<string> {
  const segments = fc.array(text(""), { maxLength: 4 });
  const end = (lead: string) =>
    withEnd
      ? fc.oneof(fc.constant(""), text("/?").map((it) => lead + it))
      : fc.constant("");
  return fc.tuple(
    fc.constantFrom("http", "https"),
    fc.domain(),
    segments.map((all) => all.map((it) => `/${it}`).join("")),
    end("?"),
    end("#"),
  ).map(([scheme, ...rest]) => `${scheme}://${rest.join("")}`);
}

/** Characters that a URL may have, and others percent-encoded. */
function text(more: string): fc.Arbitrary<string> {
  const plain = [
    ..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~!$&'()*+,;=:@",
    ...more,
  ];
  return fc.string({
    unit: fc.oneof(
      { weight: 10, arbitrary: fc.constantFrom(...plain) },
      { weight: 1, arbitrary: ANY_CHARACTER.map(encodeURIComponent) },
    ),
  });
}
