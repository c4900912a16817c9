import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import type { OpenDocument } from "../../lib/lsp/document.ts";
import { placeIn } from "../../lib/lsp/place/loose_yaml.ts";
import { messagePlace } from "../../lib/lsp/place/message_place.ts";

/** A text with the cursor as ‸, and what is written there: a key, an item or the value of the keys. */
const YAML: [text: string, role: string, keys: string][] = [
  ['http: { url: "abc", ‸ }', "key", "http"],
  ["http: { url: 'abc', ‸ }", "key", "http"],
  ['http: { url: "a\\"b", ‸ }', "key", "http"],
  ["http: { url‸", "key", "http"],
  ["http: { url: a‸, method: GET }", "value", "http url"],
  ["http: { url: a\n  method: ‸ }", "value", "http method"],
  ["http: { url: a\r\n  method: ‸ }", "value", "http method"],
  ["tags: [a, ‸", "item", "tags"],
  ["http:\n  url: a\n  ‸", "key", "http"],
  ["http:\n  url: a\n‸", "key", ""],
];

describe("a place in YAML that is being written", () => {
  for (const [marked, role, keys] of YAML) {
    it(JSON.stringify(marked), () => {
      const { place } = placeIn(marked.replace("‸", ""), marked.indexOf("‸"));
      assertEquals(
        [place.role, place.path.map(({ key }) => key).join(" ")],
        [role, keys],
      );
    });
  }
});

/** The message of a gRPC request, and what is written there: a key or value, and the inside of its quotes. */
const MESSAGES: [json: string, role: string, key: string, quoted?: string][] = [
  ["‸{}", "value", ""],
  ['{ "a": ‸"b" }', "value", "a"],
  ['{ "a": "‸b" }', "value", "a", "b"],
  ['{ "a": "b‸" }', "value", "a", "b"],
  ['{ "a": "b"‸ }', "value", "a"],
  ['{ "a": "b" ‸}', "value", "a"],
];

describe("a place in the message of a .bru file", () => {
  for (const [json, role, key, quoted] of MESSAGES) {
    it(json, () => {
      const marked = `body:grpc {\n  content: '''${json}'''\n}\n`;
      const text = marked.replace("‸", "");
      const document = { getText: () => text };
      const place = messagePlace(
        { path: "a.bru", document } as OpenDocument,
        marked.indexOf("‸"),
      );
      assertEquals([place?.role, place?.path.join(" ")], [role, key]);
      const { start, end } = place?.quoted ?? {};
      assertEquals(place?.quoted && text.slice(start, end), quoted);
    });
  }
});
