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
