import { NetworkError, PermissionError } from "../../../core/source/errors.ts";
import { describeFileError } from "../../files/describe_file_error.ts";
import { fileBytes } from "../../files/file_bytes.ts";

const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/**
 * The certificates, as PEM, of files that `--ca` names.
 *
 * @throws {NetworkError} A file cannot be read, or holds something else; code
 * CERTIFICATE or MISSING_PATH.
 * @throws {PermissionError} A file may not be read.
 */
export function readAuthorities(files: readonly string[]): string[] {
  const authorities: string[] = [];
  for (const file of files) {
    const found = readPem(file).match(PEM);
    if (found === null) {
      throw new NetworkError([{
        code: "CERTIFICATE",
        severity: "error",
        message:
          `Cannot use the certificate "${file}": it holds no certificate in PEM format`,
      }]);
    }
    authorities.push(...found);
  }
  return authorities;
}

/** Text of a certificate or key; throws as {@linkcode readAuthorities} does. */
export function readPem(file: string): string {
  try {
    return new TextDecoder().decode(fileBytes(file));
  } catch (error) {
    const diagnostic = describeFileError("read", file, error);
    throw diagnostic.code === "PERMISSION"
      ? new PermissionError([diagnostic])
      : new NetworkError([diagnostic]);
  }
}
