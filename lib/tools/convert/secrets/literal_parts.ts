import { isSecretField } from "../../../core/secrets/secret_field.ts";

/** A piece of a text between placeholders: `isValue` if it is a part of what the field keeps secret. */
export interface LiteralPart {
  readonly text: string;
  readonly isValue: boolean;
}

/** Headers whose values are pairs, and variables for them. */
const COOKIES = /cookies?$/i;
const CREDENTIALS = /auth(?:orization)?$/i;

/** Whether a header's value is pairs of a name and a value. */
export function isOfPairs(field: string): boolean {
  return COOKIES.test(field) || CREDENTIALS.test(field);
}

/** A scheme before credentials, such as `Digest` or `AWS4-HMAC-SHA256`. */
const WORD_BEFORE = /^[A-Za-z]+ +/;
const SCHEME = /^[A-Za-z]+\d?(?:-[A-Za-z]+\d{0,3}){0,3} +/;

/** A user's name before a placeholder for the password. */
const USER = /^Basic +[^:\s]+:$/i;
/** What a credential of AWS says behind the ID of its key, whole or up to another placeholder: date, region and service. */
const SCOPE =
  /^\/(?:(?:\d{8}\/)?(?:[a-z][a-z\d-]{0,30}\/){0,2}aws4_request|\d{8}\/(?:[a-z][a-z\d-]{0,30}\/){0,2})$/;

/** `name=` or `name="`, what is before it, and the value up to the next pair: of a header, and of cookies, whose dates have commas. */
const PARAMETER = /([\s,]*)(?:([\w.$-]{1,60})=(?!=)("?))?([^,]*)/gy;
const COOKIE = /([\s;]*)(?:([\w.$-]{1,60})=("?))?([^;]*)/gy;

/** What a server says of a cookie, and the parameters of a header that are public. */
const PUBLIC =
  /^(?:path|domain|expires|max-age|samesite|secure|httponly|partitioned|priority|realm|uri|qop|algorithm|nc|charset|version|signedheaders|headers|scope|oauth_(?:version|signature_method|timestamp))$/i;
/** Names of cookies for sessions that are written as one word. */
const SESSION = /sess|sid$|jwt/i;

/** What a signature begins with: the name of its algorithm. */
const ALGORITHM = /^(?:hmac-?)?(?:sha-?\d{1,3}(?:-\d{3})?|md5)[=: ]$/i;

/** Shorter texts between placeholders join them. */
const MIN_LENGTH = 4;

/**
 * The pieces of a text between two placeholders, in order. Names of cookies
 * and of a header's parameters, schemes and plain words hide nothing:
 * `theme=dark; sid=` stays, `sid=8f3a91` does not.
 *
 * @param field The name of the header, variable or member.
 * @param at.isFirst Whether the text begins the value.
 */
export function literalParts(
  field: string,
  text: string,
  { isFirst }: { isFirst: boolean },
): LiteralPart[] {
  const isCookie = COOKIES.test(field);
  const isPairs = isOfPairs(field);
  const pattern = isFirst && isPairs && !isCookie ? SCHEME : WORD_BEFORE;
  const lead = isCookie ? "" : pattern.exec(text)?.[0] ?? "";
  if (isFirst && (isPairs && USER.test(text) || ALGORITHM.test(text))) {
    return [{ text, isValue: false }];
  }
  const rest = text.slice(lead.length);
  const parts: LiteralPart[] = [{ text: lead, isValue: false }];
  if (!isPairs) return [...parts, whole(rest)];
  // What follows a placeholder directly belongs to its value, whatever it looks like.
  const glued = isFirst ? "" : /^[^\s;,]*/.exec(rest)![0];
  parts.push(
    SCOPE.test(glued) ? { text: glued, isValue: false } : whole(glued),
  );
  const pairs = [
    ...rest.slice(glued.length).matchAll(isCookie ? COOKIE : PARAMETER),
  ];
  for (const [, before, name, quote = "", value] of pairs) {
    const start = name === undefined ? before : `${before}${name}=${quote}`;
    const [, body, end] = /^([^]*?)("?\s*)$/.exec(value)!;
    parts.push(
      { text: start, isValue: false },
      { text: body, isValue: !isPublic(name ?? "", body) },
      { text: end, isValue: false },
    );
  }
  return parts;
}

function whole(text: string): LiteralPart {
  return { text, isValue: text.trim().length >= MIN_LENGTH };
}

/** Whether a value tells nothing, such as `dark` or `en-US`. */
function isPublic(name: string, value: string): boolean {
  if (value.length < MIN_LENGTH || PUBLIC.test(name)) return true;
  if (name === "") return PUBLIC.test(value.trim());
  return !isSecretField(name) && !SESSION.test(name) &&
    /^(?=.{1,20}$)[A-Za-z]+(?:[-_/.][A-Za-z]+)*$/.test(value);
}
