import {
  afterAll,
  beforeAll,
  describe as describeOnce,
} from "@std/testing/bdd";
import { transport } from "../../lib/host/http/direct/suits_direct.ts";
import type { EngineOptions } from "../../lib/host/http/types.ts";
import { certificatePath } from "./certificates.ts";
import type { RecordingOptions } from "./recording_server.ts";

/** What the servers and the engines of the tests that run now are made with. */
export interface Column {
  readonly server: RecordingOptions;
  readonly engine: EngineOptions;
}

const KINDS = ["direct", "node"] as const;
const PLAIN: Column = { server: {}, engine: {} };
let column = PLAIN;
let depth = 0;

/** `describe`, over connections of Deno's own and over node:http: every test in it runs twice. */
export function describe(name: string, tests: () => void): void {
  if (depth > 0) return void describeOnce(name, tests);
  for (const kind of KINDS) inColumn(name, kind, tests);
}

/** The same, plain and by TLS: every test in it runs four times, with what its column says. */
export function describeWithTls(
  name: string,
  tests: (column: () => Column) => void,
): void {
  const current = () => column;
  for (const kind of KINDS) {
    inColumn(name, kind, () => tests(current));
    inColumn(`${name}, by TLS,`, kind, () => tests(current), secure);
  }
}

function secure(): Column {
  const read = (file: string) => Deno.readTextFileSync(certificatePath(file));
  return {
    server: { tls: { cert: read("server.crt"), key: read("server.key") } },
    engine: { ca: [certificatePath("ca.crt")], tlsFacts: false },
  };
}

function inColumn(
  name: string,
  kind: typeof KINDS[number],
  tests: () => void,
  made = () => PLAIN,
): void {
  describeOnce(`${name} (${kind})`, () => {
    beforeAll(() => {
      transport.kind = kind;
      column = made();
    });
    // Files that share a module find it as it was.
    afterAll(() => {
      transport.kind = "direct";
      column = PLAIN;
    });
    depth++;
    tests();
    depth--;
  });
}
