/** What stands in place of a secret. */
export const MASK = "***";

/** Masks the value of a header or field that holds a secret; what is not a secret in it stays. */
export function maskHeader(name: string, value: string): string {
  if (value === "") return "";
  switch (name.toLowerCase()) {
    case "authorization":
    case "proxy-authorization":
      // The scheme tells much and is not a secret.
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
