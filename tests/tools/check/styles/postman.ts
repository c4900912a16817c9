const RESOURCES = ["users", "posts", "comments", "albums", "photos", "todos"];

/** A collection as Postman 2.1 exports it: folders, scripts, path variables, forms and files of its own words. */
export function postman(): object {
  const event = (listen: string, ...exec: string[]) => ({
    listen,
    script: { type: "text/javascript", exec },
  });
  const url = (path: string, more: object = {}) => ({
    raw: `{{baseUrl}}/${path}`,
    host: ["{{baseUrl}}"],
    path: path.split("?")[0].split("/"),
    ...more,
  });
  const json = (raw: string) => ({
    mode: "raw",
    raw,
    options: { raw: { language: "json" } },
  });
  const folder = (name: string) => {
    const id = `${name}_id`;
    return {
      name,
      event: [event("prerequest", `pm.variables.set("area", "${name}");`)],
      item: [
        {
          name: `List ${name}`,
          event: [event(
            "test",
            'pm.test("is 200", function () {',
            "    pm.response.to.have.status(200);",
            "});",
            "const body = pm.response.json();",
            `pm.collectionVariables.set("${id}", body.id);`,
          )],
          request: {
            method: "GET",
            header: [{ key: "X-Area", value: "{{area}}" }],
            url: url(`${name}?limit={{limit}}`, {
              query: [{ key: "limit", value: "{{limit}}" }, {
                key: "sort",
                value: "name",
                disabled: true,
              }],
            }),
          },
        },
        {
          name: `Create ${name}`,
          request: {
            method: "POST",
            header: [{ key: "Content-Type", value: "application/json" }],
            body: json(
              `{\n  "name": "{{$randomFullName}}",\n  "area": "{{area}}",\n  "limit": {{limit}},\n  "at": "{{$isoTimestamp}}"\n}`,
            ),
            url: url(name),
          },
          event: [event(
            "test",
            `pm.environment.set("${id}_new", pm.response.json().id);`,
            'tests["created"] = responseCode.code === 200;',
          )],
        },
        {
          name: `Read ${name}`,
          request: {
            method: "GET",
            header: [],
            url: url(`${name}/:id`, {
              variable: [{ key: "id", value: `{{${id}_new}}` }],
            }),
          },
        },
        {
          name: `Replace ${name}`,
          request: {
            method: "PUT",
            header: [],
            body: {
              mode: "urlencoded",
              urlencoded: [{ key: "name", value: "{{name}}" }],
            },
            url: url(`${name}/{{${id}}}`),
          },
          event: [event(
            "prerequest",
            'pm.environment.set("name", _.capitalize("ada"));',
          )],
        },
        {
          name: `Send a form to ${name}`,
          request: {
            method: "POST",
            header: [],
            body: {
              mode: "formdata",
              formdata: [{ key: "note", value: "{{$guid}}", type: "text" }],
            },
            url: url(`${name}/{{${id}}}/notes`),
          },
        },
        {
          name: `Remove ${name}`,
          request: {
            method: "DELETE",
            header: [],
            auth: {
              type: "basic",
              basic: [{ key: "username", value: "ada" }, {
                key: "password",
                value: `{{${id}_new}}`,
              }],
            },
            url: url(`${name}/{{${id}_new}}`),
          },
        },
      ],
    };
  };
  return {
    info: {
      name: "Blog",
      schema:
        "https://schema.getpostman.com/json/collection/v2.1.0/collection.json",
    },
    auth: { type: "bearer", bearer: [{ key: "token", value: "{{token}}" }] },
    event: [
      event(
        "prerequest",
        'if (!pm.collectionVariables.get("token")) {',
        '    pm.collectionVariables.set("token", pm.variables.replaceIn("{{$guid}}"));',
        "}",
      ),
    ],
    variable: [
      { key: "baseUrl", value: "http://127.0.0.1:4747" },
      { key: "limit", value: "20" },
      { key: "token", value: "" },
    ],
    item: RESOURCES.map(folder),
  };
}
