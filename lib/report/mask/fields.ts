/** What stands in place of a secret. */
export const MASK = "***";

/** Names of headers and fields that hold secrets, without case and punctuation. */
const SECRET_FIELDS: ReadonlySet<string> = new Set([
  "authorization",
  "proxyauthorization",
  "cookie",
  "setcookie",
  "xapikey",
  "apikey",
  "xsecret",
  "secret",
  "secretkey",
  "secretaccesskey",
  "awssecretaccesskey",
  "apisecret",
  "apitoken",
  "appsecret",
  "clientsecret",
  "clientassertion",
  "consumersecret",
  "tokensecret",
  "signingsecret",
  "signingkey",
  "privatekey",
  "privatetoken",
  "token",
  "xtoken",
  "accesskey",
  "accesstoken",
  "xaccesstoken",
  "refreshtoken",
  "idtoken",
  "authtoken",
  "xauthtoken",
  "xauthkey",
  "bearertoken",
  "sessiontoken",
  "securitytoken",
  "xamzsecuritytoken",
  "csrftoken",
  "xcsrftoken",
  "xxsrftoken",
  "xwsse",
  "password",
  "passwd",
  "pwd",
  "passphrase",
  "passcode",
  "codeverifier",
]);

/**
 * Whether a header, parameter or member of this name holds a secret, whatever
 * its case and punctuation: `X-API-Key`, `x_api_key`, `apiKey`.
 */
export function isSecretField(name: string): boolean {
  return name.length <= 60 && SECRET_FIELDS.has(fieldKey(name));
}

/** What is compared of a field's name. */
export function fieldKey(name: string): string {
  return name.replace(/%[0-9a-f]{2}|[^a-z0-9]/gi, "").toLowerCase();
}

/** Masks the value of a header or field that holds a secret; what is no secret in it stays. */
export function maskSecretField(name: string, value: string): string {
  if (value === "") return "";
  switch (name.toLowerCase()) {
    case "authorization":
    case "proxy-authorization":
      // The scheme tells much and is no secret.
      return value.replace(/^(\s*[\w-]+\s+)?[^]+$/, `$1${MASK}`);
    case "cookie":
      return value.split(";").map(maskPair).join(";");
    case "set-cookie": {
      const [pair, ...attributes] = value.split(";");
      return [maskPair(pair), ...attributes].join(";");
    }
    default:
      return MASK;
  }
}

function maskPair(pair: string): string {
  const equals = pair.indexOf("=");
  if (equals < 0) return pair.trim() === "" ? pair : MASK;
  return pair.slice(0, equals + 1) + MASK;
}

/**
 * Masks the values of fields that hold secrets in a text: user and password of
 * a URL, query and form pairs, members of JSON objects, XML elements.
 * `isSecretPair` says which pairs.
 */
export function maskFieldsInText(
  text: string,
  isSecretPair: (name: string) => boolean = isSecretField,
): string {
  let out = text;
  if (out.includes("@")) {
    out = out.replace(
      /(\b[a-z][a-z0-9+.-]{0,20}:\/\/)[^\s\/?#@"'<>]{1,500}@/gi,
      `$1${MASK}@`,
    );
  }
  if (out.includes("=")) {
    out = out.replace(
      /(^|[?&])([\w.\-[\]%]{1,60})=([^&\s#"'<>]*)/g,
      (whole, lead, name, value) =>
        value !== "" && isSecretPair(name) ? `${lead}${name}=${MASK}` : whole,
    );
  }
  if (out.includes(":")) {
    out = out.replace(
      /"([^"\\]{1,60})"(\s{0,20}:\s{0,20})(?:"((?:[^"\\]|\\.)*)"|-?\d[\d.eE+-]*)/gs,
      (whole, name, colon, value) =>
        value !== "" && isSecretField(name)
          ? `"${name}"${colon}"${MASK}"`
          : whole,
    );
  }
  if (out.includes("</")) {
    out = out.replace(
      /<((?:[\w.-]{1,40}:)?([\w.-]{1,60}))((?:\s[^<>]{0,500})?)>([^<]+)<\//g,
      (whole, tag, name, attributes) =>
        isSecretField(name) ? `<${tag}${attributes}>${MASK}</` : whole,
    );
  }
  return out;
}
