import { isOperator } from "../collection/shape/operators.ts";
import { flowPairs } from "./flow_pairs.ts";
import { type Hidden, MASK } from "./hidden.ts";

/** `password: value` as files have it, to the line's end; in `.bru` files `~password: value`, too. */
const BLOCK_FIELD =
  /^\s*(?:- )?[~@]{0,2}([\w.[\]-]{1,100}):\s+(?:"((?:[^"\\]|\\.)*)|'([^']*)|([^\s"'#|>&*{[].*?)\s*$)/dg;
/** The same in `{a: 1, password: value}`. */
const FLOW_FIELD =
  /[{,]\s*([\w.-]{1,100}):\s+(?:"((?:[^"\\]|\\.)*)|'([^']*)|([^\s"'#|>&*{}[\],][^{}[\],]*))/dg;
/** The list of a name: `passwords: [one, "two"]`; that it ends may stand in another line. */
const LIST =
  /(?:^|[\s{,])(["']?)([\w.-]{1,100})\1:\s+\[((?:"(?:[^"\\]|\\.)*"?|'[^']*'?|[^[\]{}"'])*)/dg;
const ITEM = /(?:^|,)\s*(?:"((?:[^"\\]|\\.)*)|'([^']*)|([^\s"'#|>&*,][^,]*))/dg;
/** No values of secrets: `secret: true`. */
const SWITCH = /^(?:true|false|null|~)\s*(?:#.*)?$/;

/** A script that reads a value, whose name is no secret: `token: client.getVar("token"),`. */
const GETTER =
  /^(?:client|bru|pm)(?:\.\w{1,40}){0,3}\.get\w{0,40}\((["'])[\w.-]{1,100}\1\)[,;]?$/;

/** Types of TypeScript, whose words are no values: `{ token: string }`. */
const TYPES =
  /^(?:(?:string|number|boolean|bigint|symbol|object|unknown|any|never|void|null|undefined)(?:\[\])*(?: *\| *|[;,)]*$))+$/;

/** A path into a response, a request or a message, with names and numbers alone: `res.body.items[0].token`. */
const PATH =
  /(?:(?:(?:res|req)\.(?:body|headers|url|getBody\(\)|getHeaders\(\)|getHeader(?=\())|message\.(?:data|text))(?![\w$])|res(?=\(["']))(?:\??\.[A-Za-z_$][\w$-]{0,99}|\[\d{1,9}\]|\[(?:"[\w.-]{1,100}"|'[\w.-]{1,100}')\]|\((?:"[\w.[\]-]{1,100}"|'[\w.[\]-]{1,100}')?\)){0,50}/
    .source;
/** What a response's value is selected by, such as an action's `token: res.body.token`. */
const SELECTOR = new RegExp(
  `^${PATH}(?:\\s{0,5}(?:\\|\\||\\?\\?)\\s{0,5}(?:${PATH}|null|""|''))*,?$`,
);
const NO_VALUES = [SWITCH, GETTER, TYPES, SELECTOR];

/** The left side of an assertion, as `.bru` files have it. */
const ASSERTED = /^(?:res|req)\./;
const OPERATOR = /^([A-Za-z]{2,20})(?:\s+|$)/;
/** A line that is code for sure: what stands there without quotes is a name or a type. */
const CODE =
  /^\s*(?:(?:export\s+)?(?:const|let|var|interface|type|class|(?:async\s+)?function)\s+[\w$[{]|return\s*[{([])/;
const NAME =
  /^[A-Za-z_$][\w$.]*(?:\s*[|&]\s*[A-Za-z_$][\w$.]*)*(?:[;)][^\d"'`]*)?$/;

/**
 * The values of a line of YAML that are secret by their keys. A script in it
 * may look the same: its names and types are none.
 */
export function yamlFields(
  line: string,
  isSecret: (name: string, value: string) => boolean,
): Hidden[] {
  const isCode = CODE.test(line);
  const hidden: Hidden[] = [];
  const add = (name: string, [from, end]: [number, number], plain?: string) => {
    const word = plain?.trimEnd();
    if (
      word !== undefined &&
      (NO_VALUES.some((it) => it.test(word)) || isCode && NAME.test(word))
    ) return;
    const to = word === undefined ? end : from + word.length;
    const start = from + operatorLength(name, word);
    if (start < to && isSecret(name, line.slice(start, to))) {
      hidden.push({ from: start, to, mask: MASK });
    }
  };
  for (const field of [BLOCK_FIELD, FLOW_FIELD]) {
    for (const { 1: name, 4: plain, indices } of line.matchAll(field)) {
      add(name, indices![2] ?? indices![3] ?? indices![4]!, plain);
    }
  }
  for (const { name, range: [from, to], plain } of flowPairs(line)) {
    add(name, [from, to], plain);
  }
  for (const { 2: name, 3: items, indices } of line.matchAll(LIST)) {
    const [start] = indices![3]!;
    for (const { 3: plain, indices } of items.matchAll(ITEM)) {
      const [from, to] = indices![1] ?? indices![2] ?? indices![3]!;
      add(name, [start + from, start + to], plain);
    }
  }
  return hidden;
}

/** `value: …` or `"value": …`, to the line's end. */
const VALUE_FIELD =
  /^[\s,{[-]*(["']?)(?:value|data)\1\s*:\s*(?:"((?:[^"\\]|\\.)*)|'([^']*)|([^\s"'#|>&*{[].*)|)/d;

/**
 * The value of a line that is secret by a name in another line: that of its
 * `value`, or all of a line that a text goes on in.
 */
export function namedValue(
  line: string,
  name: string,
  isSecret: (name: string, value: string) => boolean,
): Hidden[] {
  const field = VALUE_FIELD.exec(line);
  const [, , ...found] = field?.indices ?? [];
  const quoted = found[0] ?? found[1];
  const [from, end] = quoted ?? found[2] ??
    (field === null ? [line.search(/\S|$/), line.length] : [0, 0]);
  const to = quoted === undefined ? plainEnd(line, { from, end }) : end;
  const value = line.slice(from, to);
  if (!quoted && NO_VALUES.some((it) => it.test(value))) return [];
  return from < to && isSecret(name, value) ? [{ from, to, mask: MASK }] : [];
}

/** Where a text ends before blanks, commas and quotes that close it. */
function plainEnd(
  line: string,
  { from, end }: { from: number; end: number },
): number {
  let to = end;
  while (to > from && /[\s,"']/.test(line[to - 1])) to--;
  return to;
}

/** Length of the operator before what a response's value is compared with. */
function operatorLength(name: string, word: string | undefined): number {
  if (word === undefined || !ASSERTED.test(name)) return 0;
  const [whole = "", operator = ""] = OPERATOR.exec(word) ?? [];
  return isOperator(operator) ? whole.length : 0;
}
