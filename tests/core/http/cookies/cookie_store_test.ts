import { it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { CookieStore } from "../../../../lib/core/http/cookies/cookie_store.ts";

it("a cookie's life does not grow with its use", () => {
  const place = { host: "h", path: "/", encrypted: false, trusted: false };
  const store = new CookieStore((domain) => domain);
  const cookie = {
    name: "a",
    value: "1",
    domain: "h",
    hostOnly: true,
    path: "/",
    secure: false,
    httpOnly: false,
    expires: 100,
  };
  store.put(cookie, place, 0);
  assertEquals(store.matching(place, 99), [cookie]);
  assertEquals(store.matching(place, 100), []);
  assertEquals(store.all(0), []);
});

it("one that is used outlives those that are not", () => {
  const place = { host: "h", path: "/", encrypted: false, trusted: false };
  const store = new CookieStore((domain) => domain);
  const put = (name: string, path: string) =>
    store.put(
      {
        name,
        value: "1",
        domain: "h",
        hostOnly: true,
        path,
        secure: false,
        httpOnly: false,
      },
      place,
      0,
    );
  put("used", "/");
  for (let i = 0; i < 500; i++) {
    put(`c${i}`, "/x");
    store.matching(place, 0);
  }
  assertEquals(store.all(0).length, 180);
  assertEquals(store.matching(place, 0).map(({ name }) => name), ["used"]);
});
