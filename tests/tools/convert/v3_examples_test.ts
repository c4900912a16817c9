import { assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import { v3Examples } from "../../../lib/tools/convert/postman/v3_examples.ts";

it("examples of Postman 12 have names, methods and an order", () => {
  const folder = "Orders/.resources/List.resources/examples";
  const files = new Map([
    [`${folder}/Two.example.yaml`, "request: {url: 'http://h/b'}\norder: 2\n"],
    [
      `${folder}/Three.example.yml`,
      "name: Last\nrequest: {url: 'http://h/c', method: post}\n",
    ],
    [`${folder}/One.example.yaml`, "response: {statusCode: 204}\norder: 1\n"],
  ]);
  assertEquals(
    v3Examples("Orders/List.request.yaml", files).map((
      { name, request },
    ) => [name, request]),
    [
      ["One", undefined],
      ["Two", { method: "GET", url: "http://h/b" }],
      ["Last", { method: "POST", url: "http://h/c" }],
    ],
  );
});
