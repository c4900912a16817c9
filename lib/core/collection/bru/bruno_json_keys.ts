/** Where in `bruno.json` a part of the collection's settings stands. */
export function brunoJsonKeys(
  keys: readonly (string | number)[],
): readonly (string | number)[] {
  const [first, second, ...rest] = keys;
  if (first === "info") return keys.slice(1);
  if (first === "config") {
    return second === "clientCertificates"
      ? [second, "certs", ...rest]
      : keys.slice(1);
  }
  return first === "extensions" && second === "bruno" ? rest : keys;
}
