import { AuthError } from "../../source/errors.ts";
import type { RenderedAuth } from "../../http/rendered_request.ts";
import { authDiagnostic } from "../auth_diagnostic.ts";
import { textField } from "../auth_field.ts";
import type { AuthPorts, AwsCredentials } from "../types.ts";

/**
 * The credentials that an `awsv4` auth means: its profile's where it names
 * one, else its own.
 *
 * @throws {AuthError} There is no such profile.
 */
export async function awsCredentials(
  auth: RenderedAuth,
  ports: AuthPorts,
): Promise<AwsCredentials> {
  const profile = textField(auth, "profileName");
  if (profile === "") {
    const sessionToken = textField(auth, "sessionToken");
    return {
      accessKeyId: textField(auth, "accessKeyId"),
      secretAccessKey: textField(auth, "secretAccessKey"),
      ...(sessionToken === "" ? {} : { sessionToken }),
    };
  }
  const credentials = await ports.awsProfile?.(profile, auth.at);
  if (credentials) return credentials;
  throw new AuthError([authDiagnostic(auth, {
    code: "INVALID_FIELD",
    field: "profileName",
    problem: ports.awsProfile
      ? `no AWS profile of the name in "profileName" has keys (look into ~/.aws/credentials)`
      : `AWS profiles are not read here (write accessKeyId and secretAccessKey)`,
  })]);
}
