import { assert, assertEquals } from "@std/assert";
import { afterAll, beforeAll, describe, it } from "@std/testing/bdd";
import { brace, braceCommand } from "../support/brace.ts";
import {
  type RawCall,
  rawGrpcServer,
  type SeenFrame,
  TYPES,
} from "../support/raw_grpc_server.ts";

/** Fills memory that was freed, where glibc gives it: whoever still reads it crashes, every time. */
const FREED = { MALLOC_PERTURB_: "165" };

const OK = [[":status", "200"], ["content-type", "application/grpc"]] as const;
const END = [["grpc-status", "0"]] as const;
/** A message without bytes, with its prefix. */
const EMPTY = new Uint8Array(5);
const ENHANCE_YOUR_CALM = 11;

const PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
const SETTINGS = [0, 0, 0, 4, 0, 0, 0, 0, 0];

/** The GOAWAY of a client that leaves. */
function goaway(code: number): number[] {
  return [0, 0, 8, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, code];
}

function complete(call: RawCall): void {
  call.headers(OK);
  call.data(EMPTY);
  call.headers(END, { end: true });
}

/** What the server does with the call, and the exit code of the run. */
const answers: {
  name: string;
  answer: (call: RawCall, seen: readonly SeenFrame[]) => void;
  stream?: string;
  code: number;
}[] = [
  {
    name: "after the response",
    answer: (call) => {
      complete(call);
      setTimeout(() => call.goaway(call.stream, 0), 20);
    },
    code: 0,
  },
  {
    name: "with an error, after the response",
    answer: (call) => {
      complete(call);
      call.goaway(call.stream, ENHANCE_YOUR_CALM);
    },
    code: 0,
  },
  {
    name: "with an error, in place of the response",
    answer: (call) => call.goaway(call.stream, ENHANCE_YOUR_CALM),
    code: 4,
  },
  {
    name: "that leaves the call out",
    answer: (call) => call.goaway(0, 0),
    code: 0,
  },
  {
    name: "after a call that the client has cancelled",
    answer: (call, seen) => {
      call.headers(OK);
      call.data(EMPTY);
      const look = setInterval(() => {
        if (!seen.some(({ type }) => type === TYPES.reset)) return;
        clearInterval(look);
        call.goaway(0, 0);
      }, 5);
    },
    stream: "count: 1",
    code: 0,
  },
];

describe("a GOAWAY", () => {
  let cwd: string;
  beforeAll(async () => {
    cwd = await Deno.makeTempDir();
  });
  afterAll(async () => await Deno.remove(cwd, { recursive: true }));

  for (const { name, answer, stream, code: expected } of answers) {
    it(`${name} does not end the run`, async () => {
      await using server = await rawGrpcServer((call) =>
        answer(call, server.seen)
      );
      // The run is still there when the GOAWAY comes.
      await using other = Deno.serve(
        { hostname: "127.0.0.1", port: 0, onListen: () => {} },
        async () => {
          await new Promise((resolve) => setTimeout(resolve, 100));
          return new Response();
        },
      );
      const write = (file: string, text: string) =>
        Deno.writeTextFile(`${cwd}/${file}`, text);
      await write(
        "opencollection.yml",
        "opencollection: 1.0.0\ninfo: {name: T}",
      );
      await write(
        "shop.proto",
        'syntax = "proto3"; service Shop { rpc Find(Item) returns (stream Item); } message Item {}',
      );
      await write(
        "call.yml",
        `info: {name: call, type: grpc, seq: 1}
grpc: {url: "grpc://${server.host}", method: Shop/Find, protoFilePath: shop.proto, message: "{}"}
${stream === undefined ? "" : `extensions: {brace: {stream: {${stream}}}}`}`,
      );
      await write(
        "later.yml",
        `info: {name: later, seq: 2}
http: {method: GET, url: "http://127.0.0.1:${other.addr.port}/"}`,
      );
      const { code, stdout, stderr } = await brace(["run"], {
        cwd,
        env: FREED,
      });
      assertEquals(code, expected, stdout + stderr);
    });
  }

  for (const code of [0, ENHANCE_YOUR_CALM]) {
    it(`of a client, with code ${code}, does not end "brace demo"`, async () => {
      const child = braceCommand(["demo", "--serve", "--port=0"], {
        env: FREED,
      }).spawn();
      await child.stdin.close();
      const reader = child.stdout.pipeThrough(new TextDecoderStream())
        .getReader();
      try {
        let printed = "";
        const [, port] = await (async () => {
          for (;;) {
            const found = /grpc:\/\/127\.0\.0\.1:(\d+)\s/.exec(printed);
            if (found) return found;
            const { value, done } = await reader.read();
            assert(!done, printed);
            printed += value;
          }
        })();
        const leave = async () => {
          const client = await Deno.connect({
            hostname: "127.0.0.1",
            port: Number(port),
          });
          const bytes = Uint8Array.of(
            ...new TextEncoder().encode(PREFACE),
            ...SETTINGS,
            ...goaway(code),
          );
          await client.write(bytes);
          // The server says goodbye, too, and closes.
          return new Uint8Array(
            await new Response(client.readable).arrayBuffer(),
          );
        };
        await leave();
        const [, , , type] = await leave();
        assertEquals(type, 4);
      } finally {
        try {
          child.kill("SIGKILL");
        } catch {
          // It has crashed.
        }
        while (!(await reader.read()).done);
        await child.stderr.cancel();
        await child.status;
      }
    });
  }
});
