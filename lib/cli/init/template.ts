import { SERVE_PORT } from "../demo/options.ts";

/** The files that `brace init` writes: path and text. */
export const TEMPLATE: readonly (readonly [path: string, text: string])[] = [
  [
    "opencollection.yml",
    `opencollection: 1.0.0

info:
  name: My API

# Every request of the collection inherits this.
request:
  headers:
    - name: Accept
      value: application/json
  variables:
    - name: userName
      value: Grace Hopper
`,
  ],
  [
    "environments/local.yml",
    `# brace run --env local
name: local
variables:
  - name: baseUrl
    value: http://127.0.0.1:${SERVE_PORT}
`,
  ],
  [
    "users/folder.yml",
    `# A folder may have headers, auth, variables and scripts of its own.
info:
  name: users
  type: folder
  seq: 1
`,
  ],
  [
    "users/create.yml",
    `info:
  name: Create a user
  type: http
  # Requests of a folder run in this order.
  seq: 1

http:
  method: POST
  # Quote a text that begins with a placeholder: YAML reads braces otherwise.
  url: "{{baseUrl}}/users"
  body:
    type: json
    data: |-
      {
        "name": "{{userName}}",
        "admin": false
      }

runtime:
  scripts:
    # What a script sets is there for every request that follows.
    - type: after-response
      code: |-
        client.setVar("user", res.body);
    - type: tests
      code: |-
        test("the user has an id", () => {
          expect(res.body.id).to.be.a("number");
        });
  assertions:
    - expression: res.status
      operator: eq
      value: "201"
`,
  ],
  [
    "users/read.yml",
    `info:
  name: Read the user
  type: http
  seq: 2

http:
  method: GET
  # A property of the variable that the request before has set.
  url: "{{baseUrl}}/users/{{user.id}}"

runtime:
  assertions:
    - expression: res.status
      operator: eq
      value: "200"
    - expression: res.body.name
      operator: eq
      value: "{{userName}}"
`,
  ],
];
