import { NetworkError, PermissionError } from "../../source/errors.ts";
import { describeFileError } from "../files/describe_file_error.ts";

const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/**
 * The certificates, as PEM, of files that `--ca` names.
 *
 * @throws {NetworkError} A file cannot be read, or holds something else; code
 * CERTIFICATE or MISSING_PATH.
 * @throws {PermissionError} A file may not be read.
 */
export async function readAuthorities(
  files: readonly string[],
): Promise<string[]> {
  const authorities: string[] = [];
  for (const file of files) {
    const found = (await readPem(file)).match(PEM);
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
export async function readPem(file: string): Promise<string> {
  try {
    return await Deno.readTextFile(file);
  } catch (error) {
    const diagnostic = describeFileError("read", file, error);
    throw diagnostic.code === "PERMISSION"
      ? new PermissionError([diagnostic])
      : new NetworkError([diagnostic]);
  }
}
