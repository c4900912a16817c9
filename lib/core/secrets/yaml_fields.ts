import type { Hidden } from "./hidden.ts";
import { MASK } from "./mask_header.ts";

/** `password: value` as files have it, to the line's end. */
const BLOCK_FIELD =
  /^\s*(?:- )?([\w.-]{1,100}):\s+(?:"((?:[^"\\]|\\.)*)|'([^']*)|([^\s"'#|>&*{[].*?)\s*$)/dg;
/** The same in `{a: 1, password: value}`. */
const FLOW_FIELD =
  /[{,]\s*([\w.-]{1,100}):\s+(?:"((?:[^"\\]|\\.)*)|'([^']*)|([^\s"'#|>&*{}[\],][^{}[\],]*))/dg;
/** No values of secrets: `secret: true`. */
const SWITCH = /^(?:true|false|null|~)\s*(?:#.*)?$/;

/** The values of a line of YAML that are secret by their keys. */
export function yamlFields(
  line: string,
  isSecret: (name: string) => boolean,
): Hidden[] {
  return [BLOCK_FIELD, FLOW_FIELD].flatMap((field) =>
    [...line.matchAll(field)].flatMap(({ 1: name, 4: plain, indices }) => {
      const [from, to] = indices![2] ?? indices![3] ?? indices![4]!;
      if (plain !== undefined && SWITCH.test(plain)) return [];
      return from < to && isSecret(name) ? { from, to, mask: MASK } : [];
    })
  );
}
