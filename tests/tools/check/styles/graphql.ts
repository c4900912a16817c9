import type { Style } from "./style.ts";

const TYPES = [
  "Country",
  "City",
  "River",
  "Lake",
  "Island",
  "Peak",
  "Desert",
  "Port",
];

/** Queries, pages of lists, mutations and what one of them needs of another. */
export function graphql(): Style {
  const files: Record<string, string> = {
    "opencollection.yml": `info: { name: Atlas }
request:
  headers: [{ name: X-Tenant, value: "{{tenant}}" }]
  variables:
    - { name: endpoint, value: "{{server}}/graphql" }
    - { name: page, value: { first: 10, order: [name, id] } }
`,
    "environments/local.yml": "variables: [{ name: tenant, value: atlas }]\n",
  };
  for (const [at, type] of TYPES.entries()) {
    const name = type.toLowerCase();
    const add = (seq: number, title: string, graphql: string, more = "") => {
      files[`${name}/${seq}.yml`] =
        `info: { name: ${title}, type: graphql, seq: ${seq} }
graphql:
  method: POST
  url: "{{endpoint}}"
  body:
${graphql}${more}`;
    };
    add(
      1,
      "One",
      `    query: |-
      query One($id: ID!) {
        ${name}(id: $id) { ...Fields }
      }
      fragment Fields on ${type} { id name size { value unit } }
    variables: |-
      { "id": "${at}" }
`,
    );
    add(
      2,
      "List",
      `    query: |-
      query List($first: Int, $order: [String!]) {
        all${type}s(first: $first, order: $order) { id name }
      }
    variables: |-
      { "first": {{page.first}}, "order": {{page.order}} }
`,
      `runtime:
  scripts:
    - type: tests
      code: |-
        test("no errors", () => expect(res.body.errors).to.equal(undefined));
    - type: after-response
      code: client.setVar("${name}Id", res.body.id);
`,
    );
    add(
      3,
      "Rename",
      `    query: |-
      mutation Rename($id: ID!, $name: String!) {
        rename${type}(id: $id, name: $name) { id name }
      }
    variables: |-
      {
        "id": {{${name}Id}},
        "name": "{{newName}}"
      }
`,
      `runtime:
  variables: [{ name: newName, value: "New ${name} {{$randomInt(1, 9)}}" }]
  assertions:
    - { expression: res.status, operator: eq, value: "200" }
`,
    );
    add(
      4,
      "Remove",
      `    query: 'mutation { remove${type}(id: "{{${name}Id}}") { id } }'
`,
    );
  }
  return { files, environments: ["local"] };
}
