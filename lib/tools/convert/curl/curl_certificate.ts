/** What a command says of its client certificate. */
export interface CertificateFlags {
  /** Of --cert: a path, and a password behind a colon. */
  readonly cert: string;
  readonly key: string | undefined;
  readonly type: string | undefined;
  readonly pass: string | undefined;
}

/**
 * The client certificate of a command as an element of
 * `config.clientCertificates`; undefined for one that Brace cannot use, and for
 * a URL whose host is not known.
 */
export function curlCertificate(
  url: string,
  { cert, key, type = "PEM", pass }: CertificateFlags,
): Record<string, unknown> | undefined {
  const domain = /^https:\/\/(?:[^@/?#]*@)?([^/?#]+)/i.exec(url)?.[1];
  if (domain === undefined || domain.includes("{{")) return undefined;
  // `C:\a.pem` is a path; a colon in a path has a backslash.
  const [, path, password] =
    /^((?:[A-Za-z]:(?=[\\/]))?(?:\\:|[^:])+)(?::(.*))?$/s.exec(cert) ?? [];
  if (path === undefined || path === "pkcs11") return undefined;
  const file = path.replaceAll("\\:", ":");
  const passphrase = pass ?? password;
  const secret = passphrase === undefined ? {} : { passphrase };
  switch (type.toUpperCase()) {
    case "PEM":
      return {
        domain,
        type: "pem",
        certificateFilePath: file,
        // A file may hold both.
        privateKeyFilePath: key ?? file,
        ...secret,
      };
    case "P12":
      return { domain, type: "pkcs12", pkcs12FilePath: file, ...secret };
    default:
      return undefined;
  }
}
