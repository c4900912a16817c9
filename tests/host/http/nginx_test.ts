import { assertEquals } from "@std/assert";
import { readClientCertificates } from "../../../lib/core/http/client_certificate.ts";
import { certificatePath } from "../../support/certificates.ts";
import { itNeeds } from "../../support/needs.ts";
import { nginx } from "../../support/nginx.ts";
import { renderedRequest } from "../../support/rendered_request.ts";
import { withEngine } from "../../support/with_engine.ts";
import { describe } from "../../support/over_both.ts";

const CA = [certificatePath("ca.crt")];
const check = itNeeds("nginx");

describe("nginx", () => {
  for (const http2 of [false, true]) {
    const version = http2 ? "2" : "1.1";
    check(`understands what is sent by TLS and HTTP/${version}`, async () => {
      await using server = await nginx();
      const url = `https://localhost:${server.port}`;
      await withEngine({ ca: CA, http2 }, async (send) => {
        const response = await send(
          renderedRequest(`${url}/old`, {
            method: "PUT",
            headers: [["X-A", "1"]],
            body: { type: "text", text: "body" },
          }),
        );
        assertEquals(
          new TextDecoder().decode(response.body),
          `PUT /echo?moved HTTP/${version === "2" ? "2.0" : "1.1"} 1`,
        );
        assertEquals(response.httpVersion, version);
        assertEquals(response.hops.length, 1);
        const page = await send(renderedRequest(`${url}/page.txt`));
        assertEquals(page.body.length, 50_000);
        assertEquals(page.size.body < 5_000, true);
        const head = await send(
          renderedRequest(`${url}/page.txt`, { method: "HEAD" }),
        );
        assertEquals([head.status, head.body.length], [200, 0]);
      });
    });

    check(`sees the client's certificate by HTTP/${version}`, async () => {
      await using server = await nginx();
      const url = `https://localhost:${server.clientPort}/`;
      const { certificates } = readClientCertificates([{
        domain: "localhost",
        type: "pkcs12",
        pkcs12FilePath: "client.p12",
        passphrase: "secret",
      }], { file: "opencollection.yml", path: [] });
      const options = {
        ca: CA,
        http2,
        files: { root: certificatePath(""), allowRead: [] },
      };
      await withEngine(options, async (send) => {
        assertEquals((await send(renderedRequest(url))).status, 400);
      });
      await withEngine(
        { ...options, clientCertificates: certificates },
        async (send) => {
          const response = await send(renderedRequest(url));
          assertEquals(new TextDecoder().decode(response.body), "CN=client");
        },
      );
    });
  }

  check("may close kept connections as it likes", async () => {
    await using server = await nginx();
    const url = `http://127.0.0.1:${server.plainPort}/echo`;
    await withEngine({}, async (send) => {
      for (let i = 0; i < 10; i++) {
        const request = renderedRequest(url, { method: "POST" });
        assertEquals((await send(request)).status, 200);
      }
      await new Promise((resolve) => setTimeout(resolve, 2_500));
      const request = renderedRequest(url, { method: "POST" });
      assertEquals((await send(request)).status, 200);
    });
  });
});
