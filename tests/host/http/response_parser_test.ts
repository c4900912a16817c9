import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import fc from "fast-check";
import {
  ParseError,
  ResponseParser,
} from "../../../lib/host/http/direct/response_parser.ts";

const OK = "HTTP/1.1 200 OK\r\n";
const RAW = [
  `HTTP/1.1 103 Early\r\nLink: x\r\n\r\n${OK}X: a\r\n b\r\nContent-Length: 3\r\n\r\nabc`,
  `${OK}Transfer-Encoding: chunked\r\n\r\n2;x="y"\r\nab\r\n1\r\nc\r\n0\r\nT: u\r\n\r\n`,
  `${OK}Empty:\r\nBlank: \t \r\nContent-Length: 0\r\n\r\n`,
  `${OK}Content-Length: 3\r\n\r\nabcd`,
  `${OK}Content-Length: 1\r\n\r\na${OK}Content-Length: 1\r\n\r\nb`,
  `${OK}\r\nabc`,
  `${OK}X : y\r\n\r\n`,
  "HTTP/1.1 101 S\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\nabc",
];

function parsed(raw: string, sizes: readonly number[]): unknown {
  const parser = new ResponseParser();
  parser.expect("GET");
  let body = "";
  let problem: string | undefined;
  const bytes = new TextEncoder().encode(raw);
  try {
    for (let at = 0, turn = 0; at < bytes.length && !parser.upgraded; turn++) {
      const size = sizes[turn % sizes.length];
      for (const part of parser.parse(bytes.subarray(at, at + size))) {
        body += new TextDecoder().decode(part);
      }
      at += size;
    }
    parser.finish();
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    problem = error.code;
  }
  const { head, isComplete, keepsAlive, upgraded } = parser;
  parser.free();
  return {
    ...{ head, isComplete, keepsAlive, upgraded, problem },
    // What came before an error is told where it came in a piece of its own.
    ...problem === undefined && { body },
  };
}

describe("a response", () => {
  it("is the same in whatever pieces it comes", () => {
    fc.assert(fc.property(
      fc.constantFrom(...RAW),
      fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }),
      (raw, sizes) => {
        assertEquals(parsed(raw, sizes), parsed(raw, [raw.length]));
      },
    ));
  });

  it("that is longer than what is parsed in one go is whole", () => {
    const raw = `${OK}Content-Length: 200000\r\n\r\n${"x".repeat(200_000)}`;
    assertEquals(parsed(raw, [raw.length]), parsed(raw, [1000]));
  });
});
