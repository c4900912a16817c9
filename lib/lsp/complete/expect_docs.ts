import type { DocRow } from "./script_docs.ts";

function row(members: string, about: string): DocRow {
  return { members: members.split(" · "), about };
}

/** What is said of the links behind `expect(value)`. */
export const EXPECT_DOCS: readonly DocRow[] = [
  row(
    "to · be · been · is · and · has · have · with · that · which · at · of · same · but · does · still · also",
    "has no effect; makes the chain read as a sentence",
  ),
  row("not", "negates the rest of the chain"),
  row("deep", "compares by content instead of identity"),
  row("nested", "takes paths such as `a.b[0]` as names"),
  row("own", "leaves out inherited members"),
  row("ordered", "makes the order of `members` count"),
  row("any · all", "any or all of the keys"),
  row("equal(value)", "is the same value (`===`)"),
  row("eql(value)", "has the same members"),
  row("a(type) · an(type)", 'is of a type, such as `"string"` or `"array"`'),
  row("include(value) · contain(value)", "contains a text, element or members"),
  row("ok", "counts as true"),
  row("true · false · null · undefined · NaN", "is that value"),
  row("exist", "is neither `null` nor `undefined`"),
  row("empty", "is empty"),
  row("above(number) · greaterThan(number)", "is greater"),
  row("least(number)", "is greater than the value or equal to it"),
  row("below(number) · lessThan(number)", "is less"),
  row("most(number)", "is less than the value or equal to it"),
  row("within(low, high)", "lies between two values, both included"),
  row("closeTo(number, delta)", "differs by at most `delta`"),
  row("instanceof(Class)", "is an instance of a class"),
  row(
    "property(name, value?)",
    "has a member; the chain continues with its value",
  ),
  row("lengthOf(count)", "has that length"),
  row("match(pattern)", "matches a regular expression"),
  row("string(text)", "contains a text"),
  row("keys(…names)", "has exactly these keys"),
  row("members(list)", "has the same elements in any order"),
  row("oneOf(list)", "is one of the elements"),
  row("throw(error?)", "is a function that throws"),
  row("respondTo(name)", "has a method"),
  row("satisfy(fn)", "is a value for which `fn` returns true"),
  row("json", "is a response with JSON, or such a text or value"),
  row(
    "jsonBody(path?, value?)",
    "has a JSON body, with a value at a path if you pass one",
  ),
  row("jsonSchema(schema, options?)", "fits a JSON Schema"),
];
