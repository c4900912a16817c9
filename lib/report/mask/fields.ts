import { isSecretField } from "../../request/secret_field.ts";

/** What stands in place of a secret. */
export const MASK = "***";

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
