const BUILT_IN =
  "Array|ArrayBuffer|BigInt|Boolean|Buffer|DataView|Date|Error|JSON|Map|Math|Number|Object|Promise|Proxy|RangeError|Reflect|RegExp|Set|String|Symbol|SyntaxError|TypeError|URL|URLSearchParams|Uint8Array|WeakMap|WeakSet|assert|bru|chai|client|console|crypto|expect|fetch|global|globalThis|process|req|res|require|test";

/** Words that can reach what all scripts share. */
const REACHING =
  /prototype|__|constructor|globalThis|\bglobal\b|\bthis\b|\beval\b|\bFunction\b|\bReflect\b|\bProxy\b|\brequire\b|\bimport\b|\bdelete\b|\bwith\s*\(|\\u|\\x|\bsetPrototypeOf\b|\bdefinePropert|\bfreeze\b|\bseal\b|\bpreventExtensions\b|\bassign\b|\bsetTimeout\b|\bsetInterval\b/;

/** A built-in, or a member of one, to which something is assigned. */
const ASSIGNED = new RegExp(
  `\\b(?:${BUILT_IN})\\b[^;\\n]{0,200}?(?:[^=!<>]=(?![=>])|\\+\\+|--)`,
);

/** A built-in that goes by another name from there on. */
const RENAMED = new RegExp(`[=(,:[?]\\s*(?:${BUILT_IN})\\s*(?:[;,)\\]}\\n]|$)`);

const STRING = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g;

/**
 * Whether a script's text holds none of what it takes to change the objects
 * that all scripts share. Only then may the next script of the same request
 * find the same objects; the scripts of another request never do.
 */
export function isPlain(code: string): boolean {
  if (REACHING.test(code)) return false;
  const bare = code.replace(STRING, '""');
  return !ASSIGNED.test(bare) && !RENAMED.test(bare);
}
