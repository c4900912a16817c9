import type { Style } from "./style.ts";

const RESOURCES = ["users", "orders", "invoices", "products", "carts", "teams"];

/** A shop whose requests all need the token that the first one gets. */
export function authChain(): Style {
  const files: Record<string, string> = {
    "opencollection.yml": `info: { name: Shop }
request:
  headers:
    - { name: Accept, value: application/json }
    - { name: X-Request-Id, value: "{{$uuid}}" }
  auth: { type: bearer, token: "{{accessToken}}" }
  variables:
    - { name: pageSize, value: 20 }
    - name: client
      value: { id: cli, scopes: [read, write] }
`,
    "environments/base.yml": `variables:
  - { name: apiVersion, value: v2 }
  - { name: clientSecret, secret: true, value: only-for-tests }
`,
    "environments/local.yml": `extends: base
variables:
  - { name: baseUrl, value: "{{server}}/{{apiVersion}}" }
`,
    "environments/staging.yml": `extends: base
variables:
  - { name: apiVersion, value: v3 }
  - { name: baseUrl, value: "{{server}}/{{apiVersion}}" }
`,
    "1-auth/folder.yml":
      "info: { name: 1 Auth, seq: 1 }\nrequest: { auth: none }\n",
    "1-auth/login.yml": `info: { name: Log in, seq: 1 }
http:
  method: POST
  url: "{{baseUrl}}/login"
  auth: { type: basic, username: "{{client.id}}", password: "{{clientSecret}}" }
  body:
    type: form-urlencoded
    data:
      - { name: grant_type, value: client_credentials }
      - { name: scope, value: "{{client.scopes[0]}} {{client.scopes[1]}}" }
runtime:
  scripts:
    - type: after-response
      code: |-
        const { keep } = require("./lib/session");
        keep(res.body);
    - type: tests
      code: |-
        test("there is a token", () => {
          expect(res.status).to.equal(200);
          expect(client.getVar("accessToken")).to.be.a("string");
        });
`,
    "1-auth/refresh.yml": `info: { name: Refresh, seq: 2 }
http:
  method: POST
  url: "{{baseUrl}}/refresh"
  body:
    type: json
    data: |-
      { "refresh_token": "{{refreshToken}}" }
  auth: none
runtime:
  actions:
    - type: set-variable
      selector: { expression: res.body.access_token, method: jsonq }
      variable: { name: accessToken }
  assertions:
    - { expression: res.status, operator: eq, value: "200" }
`,
    "lib/session.js":
      `module.exports.keep = ({ access_token, refresh_token }) => {
  client.setVar("accessToken", access_token);
  client.setVar("refreshToken", refresh_token);
};
`,
  };
  for (const [index, name] of RESOURCES.entries()) {
    const folder = `${index + 2}-${name}`;
    const id = `${name.slice(0, -1)}Id`;
    files[`${folder}/folder.yml`] = `info: { name: ${index + 2} ${name}, seq: ${
      index + 2
    } }
request:
  headers: [{ name: X-Area, value: ${name} }]
  variables: [{ name: path, value: "${name}" }]
`;
    files[`${folder}/list.yml`] = `info: { name: List, seq: 1 }
http:
  method: GET
  url: "{{baseUrl}}/{{path}}"
  params:
    - { name: size, value: "{{pageSize}}", type: query }
    - { name: sort, value: name, type: query, disabled: true }
  auth: inherit
runtime:
  assertions:
    - { expression: res.status, operator: eq, value: "200" }
    - { expression: res.body.id, operator: isDefined }
`;
    files[`${folder}/create.yml`] = `info: { name: Create, seq: 2 }
http:
  method: POST
  url: "{{baseUrl}}/{{path}}"
  body:
    type: json
    data: |-
      {
        // what is sold where
        "name": "{{$randomString(8)}}",
        "client": {{client}},
        "size": {{pageSize}},
        "at": "{{$isoTimestamp}}"
      }
  auth: inherit
runtime:
  scripts:
    - type: after-response
      code: client.setVar("${id}", res.body.id);
`;
    files[`${folder}/read.yml`] = `info: { name: Read, seq: 3 }
http:
  method: GET
  url: "{{baseUrl}}/{{path}}/:id"
  params: [{ name: id, value: "{{${id}}}", type: path }]
  auth: inherit
runtime:
  assertions:
    - { expression: res.body.id, operator: eq, value: "{{${id}}}" }
`;
    files[`${folder}/change.yml`] = `info: { name: Change, seq: 4 }
http:
  method: PATCH
  url: "{{baseUrl}}/{{path}}/{{${id}}}"
  headers: [{ name: If-Match, value: '"{{etag}}"' }]
  body: { type: json, data: '{ "id": {{${id}}}, "text": "{{note}}" }' }
  auth: inherit
runtime:
  variables:
    - { name: note, value: "changed by {{client.id}} for {{path}}" }
  scripts:
    - type: before-request
      code: |-
        client.setRequestVar("etag", "W/" + client.getVar("${id}"));
        if (req.getMethod() === "PATCH") console.log("changing", req.getUrl());
`;
    files[`${folder}/remove.yml`] = `info: { name: Remove, seq: 5 }
http: { method: DELETE, url: "{{baseUrl}}/{{path}}/{{${id}}}", auth: inherit }
runtime:
  scripts:
    - type: tests
      code: |-
        test("it is gone", () => expect(res.status).to.be.oneOf([200, 204]));
`;
  }
  return { files, environments: ["local", "staging"] };
}
