import type { StoredSecret } from "../../scope/layer.ts";
import type { Value } from "../../scope/value/value.ts";
import { signAws } from "../aws/sign_aws.ts";
import {
  mappingOr,
  members,
  needed,
  StoreError,
  type StorePorts,
  word,
} from "./store_ports.ts";

/** Gets a secret of AWS Secrets Manager, with keys and the region of the process. */
export async function askAws(
  { secretName = "" }: StoredSecret,
  ports: StorePorts,
): Promise<Value> {
  const region = word(
    needed(ports, "AWS_REGION", "AWS_DEFAULT_REGION"),
    "AWS_REGION",
  );
  const sessionToken = ports.env("AWS_SESSION_TOKEN");
  const credentials = {
    accessKeyId: needed(ports, "AWS_ACCESS_KEY_ID"),
    secretAccessKey: needed(ports, "AWS_SECRET_ACCESS_KEY"),
    ...(sessionToken && { sessionToken }),
  };
  const end = region.startsWith("cn-") ? "amazonaws.com.cn" : "amazonaws.com";
  const body = await members(ports, {
    method: "POST",
    url: `https://secretsmanager.${region}.${end}/`,
    headers: [
      ["Content-Type", "application/x-amz-json-1.1"],
      ["X-Amz-Target", "secretsmanager.GetSecretValue"],
    ],
    body: JSON.stringify({ SecretId: secretName }),
    sign: {
      sign: (hop) =>
        signAws(hop, credentials, {
          service: "secretsmanager",
          region,
          now: ports.now(),
        }),
    },
  }, (_status, said = {}) => {
    const kind = /(\w{1,60})$/.exec(String(said.__type ?? ""))?.[1];
    return kind === undefined ? undefined : WORDS[kind] ?? kind;
  });
  if (typeof body.SecretString === "string") {
    return mappingOr(body.SecretString);
  }
  if (typeof body.SecretBinary === "string") return body.SecretBinary;
  throw new StoreError("the response has no secret");
}

const WORDS: Readonly<Record<string, string>> = {
  ResourceNotFoundException: "there is no such secret in this region",
  AccessDeniedException: "permission denied",
  ExpiredTokenException: "the credentials have expired",
  UnrecognizedClientException: "the credentials are refused",
  InvalidSignatureException: "the credentials are refused",
};
