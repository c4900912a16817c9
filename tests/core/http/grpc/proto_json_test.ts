import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import fc from "fast-check";
import type { Descriptors } from "../../../../lib/core/http/grpc/descriptors.ts";
import { loadProtos } from "../../../../lib/core/http/grpc/load_protos.ts";
import {
  checkMessage,
  encodeMessage,
} from "../../../../lib/core/http/grpc/read_proto_json.ts";
import { writeProtoJson } from "../../../../lib/core/http/grpc/write_proto_json.ts";

const PROTO = `syntax = "proto3";
package t;
import "google/protobuf/any.proto";
import "google/protobuf/duration.proto";
import "google/protobuf/field_mask.proto";
import "google/protobuf/struct.proto";
import "google/protobuf/timestamp.proto";
import "google/protobuf/wrappers.proto";
import "google/protobuf/empty.proto";
enum Color { NONE = 0; RED = 1; CRIMSON = 5; }
message All {
  int32 i32 = 1; int64 i64 = 2; uint32 u32 = 3; uint64 u64 = 4; sint64 s64 = 5; fixed64 f64 = 6;
  float flt = 7; double dbl = 8; bool yes = 9; string text = 10; bytes raw = 11; Color color = 12;
  string two_words = 13; string renamed = 14 [json_name = "otherName"];
  optional int32 maybe = 15; All inner = 16; repeated int32 list = 17; repeated All inners = 18;
  repeated Color colors = 19;
  map<string, int32> by_name = 20; map<int64, string> by_number = 21; map<bool, All> by_bool = 22;
  oneof choice { int32 one = 23; string two = 24; All three = 25; }
  google.protobuf.Timestamp at = 30; google.protobuf.Duration for = 31; google.protobuf.FieldMask mask = 32;
  google.protobuf.Struct struct = 33; google.protobuf.Value value = 34; google.protobuf.ListValue values = 35;
  google.protobuf.NullValue nothing = 36; google.protobuf.Any any = 37; google.protobuf.Empty empty = 38;
  google.protobuf.Int64Value big = 40; google.protobuf.StringValue word = 41; google.protobuf.BoolValue flag = 42;
  google.protobuf.BytesValue bytes = 43; google.protobuf.DoubleValue number = 44; google.protobuf.UInt64Value ubig = 45;
  google.protobuf.FloatValue float = 46;
  string constructor = 50; string __proto__ = 51; repeated google.protobuf.Value many = 52;
  map<uint64, double> by_unsigned = 53;
}`;

const OLD = `syntax = "proto2";
package old;
message Two {
  required int32 need = 1; optional string with = 2 [default = "x"]; repeated int32 packed = 3;
  extensions 100 to 200;
}
extend Two { optional string more = 100; }`;

const types = load({ "all.proto": PROTO, "old.proto": OLD });

function load(files: Record<string, string>): Descriptors {
  const { descriptors, problems } = loadProtos({
    files: Object.keys(files).map((path) => ({ path })),
    importPaths: [],
    read: (key) => key in files ? { key, text: files[key] } : undefined,
  });
  assertEquals(problems, []);
  return descriptors;
}

/** Through protobuf and back. */
function roundTrip(json: string, name = "t.All"): string {
  const type = types.message(name)!;
  const bytes = encodeMessage(type, json);
  if (!(bytes instanceof Uint8Array)) {
    return bytes.map((it) => it.message).join("; ");
  }
  const lookup = (name: string) => types.message(name);
  return JSON.stringify(writeProtoJson(type, bytes, lookup));
}

/** What goes in, and what comes out: by default the same. */
const TAKEN: [json: string, out?: string][] = [
  ["{}"],
  // Numbers.
  ['{"i32":-2147483648}'],
  ['{"i32":"42"}', '{"i32":42}'],
  ['{"i32":1e5}', '{"i32":100000}'],
  ['{"i32":1.0}', '{"i32":1}'],
  ['{"i32":"1e2"}', '{"i32":100}'],
  ['{"i64":42}', '{"i64":"42"}'],
  ['{"i64":"9223372036854775807"}'],
  ['{"i64":9223372036854775807}', '{"i64":"9223372036854775807"}'],
  ['{"i64":-9223372036854775808}', '{"i64":"-9223372036854775808"}'],
  ['{"u64":18446744073709551615}', '{"u64":"18446744073709551615"}'],
  ['{"s64":9007199254740993}', '{"s64":"9007199254740993"}'],
  ['{"f64":"9007199254740993"}'],
  [
    '{"inner":{"i64":9007199254740993}}',
    '{"inner":{"i64":"9007199254740993"}}',
  ],
  ['{"byNumber":{"9007199254740993":"x"}}'],
  ['{"big":9007199254740993}', '{"big":"9007199254740993"}'],
  ['{"dbl":12345678901234567890}', '{"dbl":12345678901234567000}'],
  ['{"value":12345678901234567890}', '{"value":12345678901234567000}'],
  ['{"u32":4294967295}'],
  ['{"flt":0.1}'],
  ['{"flt":16777216}'],
  ['{"flt":3.4028234663852886e38}', '{"flt":3.4028234663852886e+38}'],
  ['{"dbl":0.1}'],
  ['{"dbl":"1.5"}', '{"dbl":1.5}'],
  ['{"dbl":"NaN","flt":"Infinity"}', '{"flt":"Infinity","dbl":"NaN"}'],
  ['{"dbl":"-Infinity"}'],
  // Defaults, and what is there although it is one.
  [
    '{"i32":0,"i64":"0","dbl":0,"yes":false,"text":"","raw":"","color":"NONE","list":[],"byName":{}}',
    "{}",
  ],
  ['{"maybe":0}'],
  ['{"one":0}'],
  ['{"two":""}'],
  ['{"inner":{}}'],
  ['{"three":{}}'],
  [
    '{"i32":null,"inner":null,"list":null,"byName":null,"at":null,"big":null}',
    "{}",
  ],
  // Names.
  ['{"two_words":"x"}', '{"twoWords":"x"}'],
  ['{"twoWords":"x"}'],
  ['{"otherName":"x"}'],
  ['{"renamed":"x"}', '{"otherName":"x"}'],
  ['{"constructor":"x"}'],
  // Texts, bytes, enums.
  ['{"text":"\\u0000é\\ud83d\\ude00"}', '{"text":"\\u0000é😀"}'],
  ['{"raw":"+/8="}'],
  ['{"raw":"-_8"}', '{"raw":"+/8="}'],
  ['{"color":"RED"}'],
  ['{"color":5}', '{"color":"CRIMSON"}'],
  ['{"color":77}'],
  ['{"colors":["RED",0,9]}', '{"colors":["RED","NONE",9]}'],
  // Maps and lists.
  ['{"list":[1,"2",-3]}', '{"list":[1,2,-3]}'],
  ['{"inners":[{},{"i32":1}]}'],
  ['{"byName":{"a":0,"__proto__":1}}'],
  ['{"byBool":{"true":{},"false":{"i32":1}}}'],
  ['{"byUnsigned":{"18446744073709551615":0.5}}'],
  // Well-known types.
  ['{"at":"2026-01-31T12:00:00Z"}'],
  ['{"at":"2026-01-31T12:00:00.5Z"}', '{"at":"2026-01-31T12:00:00.500Z"}'],
  ['{"at":"2026-01-31T12:00:00.123456Z"}'],
  ['{"at":"2026-01-31T12:00:00.000000001Z"}'],
  ['{"at":"2026-01-31T12:00:00+02:00"}', '{"at":"2026-01-31T10:00:00Z"}'],
  ['{"at":"0001-01-01T00:00:00Z"}'],
  ['{"at":"9999-12-31T23:59:59.999999999Z"}'],
  ['{"at":"1969-12-31T23:59:59.5Z"}', '{"at":"1969-12-31T23:59:59.500Z"}'],
  ['{"at":"1970-01-01T00:00:00Z"}'],
  ['{"for":"1s"}'],
  ['{"for":"-0.5s"}', '{"for":"-0.500s"}'],
  ['{"for":"1.000000001s"}'],
  ['{"for":"315576000000s"}'],
  ['{"for":"0s"}'],
  ['{"mask":"user.displayName,photo"}'],
  ['{"mask":""}'],
  ['{"struct":{"a":[1,"x",null,{"b":true}],"":0}}'],
  ['{"value":null}'],
  ['{"value":{"a":null}}'],
  ['{"value":[]}'],
  ['{"value":false}'],
  ['{"values":[1,null,"x"]}'],
  ['{"many":[null,1]}'],
  ['{"nothing":null}', "{}"],
  ['{"empty":{}}'],
  ['{"big":"0"}'],
  ['{"ubig":18446744073709551615}', '{"ubig":"18446744073709551615"}'],
  ['{"word":""}'],
  ['{"flag":false}'],
  ['{"bytes":""}'],
  ['{"number":0}'],
  ['{"float":0.2}'],
  ['{"any":{"@type":"type.googleapis.com/t.All","i32":1,"flt":0.1}}'],
  [
    '{"any":{"i32":1,"@type":"x/t.All"}}',
    '{"any":{"@type":"x/t.All","i32":1}}',
  ],
  [
    '{"any":{"@type":"type.googleapis.com/google.protobuf.Duration","value":"1.5s"}}',
    '{"any":{"@type":"type.googleapis.com/google.protobuf.Duration","value":"1.500s"}}',
  ],
  [
    '{"any":{"@type":"type.googleapis.com/t.All","i64":9007199254740993}}',
    '{"any":{"@type":"type.googleapis.com/t.All","i64":"9007199254740993"}}',
  ],
  ['{"any":{}}'],
];

/** What is refused, and what is said of it. */
const REFUSED: [json: string, message: string][] = [
  ["", "it is empty"],
  ["{", "it is not JSON (close brace expected)"],
  ['{"i32":1,}', "it is not JSON (property name expected)"],
  ["[]", "it takes an object, the message t.All, not []"],
  ["null", "it takes an object, the message t.All, not null"],
  ['{"i33":1}', 'the message t.All has no field "i33" (did you mean "i32"?)'],
  ['{"inner":{"zzzzzzzz":1}}', 'the message t.All has no field "zzzzzzzz"'],
  ['{"i32":"x"}', '"i32" takes int32, not "x"'],
  ['{"i32":1.5}', '"i32" takes int32, not 1.5'],
  [
    '{"i32":2147483648}',
    '"i32" takes int32, not 2147483648 (out of range for int32)',
  ],
  ['{"u32":-1}', '"u32" takes uint32, not -1 (out of range for uint32)'],
  [
    '{"i64":9223372036854775808}',
    '"i64" takes int64, not "9223372036854775808" (out of range for int64)',
  ],
  ['{"i32":true}', '"i32" takes int32, not true'],
  ['{"i32":""}', '"i32" takes int32, not ""'],
  ['{"yes":"true"}', '"yes" takes bool, not "true"'],
  ['{"text":1}', '"text" takes string, not 1'],
  [
    '{"text":"\\ud800"}',
    '"text" takes string, not "\\ud800" (unpaired high surrogate)',
  ],
  ['{"raw":"%%%"}', '"raw" takes bytes as base64, not "%%%"'],
  ['{"color":"BLUE"}', '"color" takes one of NONE, RED, CRIMSON, not "BLUE"'],
  ['{"color":1.5}', '"color" takes one of NONE, RED, CRIMSON, not 1.5'],
  ['{"flt":1e39}', '"flt" takes float, not 1e+39 (out of range for float)'],
  ['{"list":1}', '"list" takes a list of int32, not 1'],
  ['{"list":[1,null]}', '"list[1]" takes int32, not null'],
  [
    '{"inners":[{"i32":"x"},{"i64":{}}]}',
    '"inners[0].i32" takes int32, not "x"; "inners[1].i64" takes int64, not {}',
  ],
  ['{"byName":[]}', '"byName" takes an object, a map, not []'],
  [
    '{"byName":{"a":"x"}}',
    '"byName.a" takes a map of string to int32, not "x"',
  ],
  [
    '{"byNumber":{"x":"y"}}',
    '"byNumber.x" takes a map of int64 to string, not "y"',
  ],
  ['{"byBool":{"true":{"i32":"x"}}}', '"byBool.true.i32" takes int32, not "x"'],
  ['{"one":1,"two":"x"}', '"one" and "two" exclude each other (oneof choice)'],
  [
    '{"twoWords":"x","two_words":"y"}',
    '"two_words" is the field "twoWords" again',
  ],
  ['{"i32":1,"i32":2}', '"i32" stands there twice'],
  ['{"i64":9007199254740993,"i64":2}', '"i64" stands there twice'],
  [
    '{"at":"yesterday"}',
    '"at" takes a time such as "2026-01-31T12:00:00Z", not "yesterday"',
  ],
  [
    '{"at":"2026-02-30T00:00:00Z"}',
    '"at" takes a time such as "2026-01-31T12:00:00Z", not "2026-02-30T00:00:00Z"',
  ],
  [
    '{"at":"2026-01-31 12:00:00Z"}',
    '"at" takes a time such as "2026-01-31T12:00:00Z", not "2026-01-31 12:00:00Z"',
  ],
  ['{"at":0}', '"at" takes a time such as "2026-01-31T12:00:00Z", not 0'],
  ['{"for":"1"}', '"for" takes a duration such as "1.5s", not "1"'],
  [
    '{"for":"315576000001s"}',
    '"for" takes a duration such as "1.5s", not "315576000001s" (duration out of range)',
  ],
  [
    '{"mask":"display_name"}',
    '"mask" takes names of fields such as "user.displayName,photo", not "display_name"',
  ],
  ['{"struct":[]}', '"struct" takes an object, not []'],
  ['{"values":{}}', '"values" takes a list, not {}'],
  ['{"big":"x"}', '"big" takes int64, not "x"'],
  [
    '{"any":{"@type":"x/t.Nope"}}',
    '"any" takes an object with the name of a known message in "@type", not {"@type":"x/t.Nope"}',
  ],
  [
    `{"value":${"[".repeat(200)}${"]".repeat(200)}}`,
    '"value" takes any JSON, not [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[… (max depth exceeded)',
  ],
  [
    `${'{"inner":'.repeat(100_000)}{}${"}".repeat(100_000)}`,
    "it is nested too deeply",
  ],
];

describe("ProtoJSON", () => {
  for (const [json, out = json] of TAKEN) {
    it(`takes ${json}`, () => assertEquals(roundTrip(json), out));
  }

  for (const [json, message] of REFUSED) {
    it(`refuses ${json.slice(0, 100)}`, () => {
      assertEquals(roundTrip(json), message);
    });
  }

  it("has proto2: what is there although it is the default, extensions", () => {
    const json = '{"need":0,"with":"x","packed":[1,2],"[old.more]":"y"}';
    assertEquals(roundTrip(json, "old.Two"), json);
    assertEquals(roundTrip('{"need":1}', "old.Two"), '{"need":1}');
  });

  it("shows an Any whose type nobody knows by its bytes", () => {
    const type = types.message("t.All")!;
    const any = types.message("google.protobuf.Any")!;
    const packed = any.encode(any.create({
      type_url: "x/y.Unknown",
      typeUrl: "x/y.Unknown",
      value: Uint8Array.of(1, 2),
    })).finish();
    const bytes = Uint8Array.of(0xaa, 2, packed.length, ...packed);
    assertEquals(writeProtoJson(type, bytes, () => undefined), {
      any: { "@type": "x/y.Unknown", "value": "AQI=" },
    });
  });

  it("says where in the text a problem stands", () => {
    const text = '{\n  "inner": {\n    "i32": "x",\n    "nope": 1\n  }\n}';
    const found = checkMessage(types.message("t.All")!, text);
    assertEquals(
      found.map(({ line, offset, length, path }) => [
        line,
        text.slice(offset, offset + length),
        path.join("."),
      ]),
      [[3, '"x"', "inner.i32"], [4, '"nope"', "inner.nope"]],
    );
  });

  it("gives back every number of 64 bits and every float", () => {
    fc.assert(fc.property(
      fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
      fc.float({ noNaN: true, noDefaultInfinity: true }),
      (big, float) => {
        const json = JSON.parse(roundTrip(`{"i64":${big},"flt":${float}}`));
        assertEquals(json.i64 ?? "0", String(big));
        assertEquals(Math.fround(json.flt ?? 0), float === 0 ? 0 : float);
        // As short as somebody would write it.
        assert(String(json.flt ?? 0).length <= String(float).length);
      },
    ));
  });

  it("never fails for JSON of any kind, but with what is wrong", () => {
    const type = types.message("t.All")!;
    fc.assert(fc.property(fc.jsonValue(), (json) => {
      const text = JSON.stringify({ inner: json, value: json, i32: 1 });
      const found = encodeMessage(type, text);
      assert(found instanceof Uint8Array || found.length > 0);
    }));
  });
});
