/** @jsxRuntime automatic */
/** @jsxImportSource preact */
/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { useEffect, useState } from "preact/hooks";
import { formatRoute, parseRoute, type Route } from "./route.ts";

/** The route of the address, and a function that goes to another. */
export function useRoute(): [Route, (route: Route, replace?: boolean) => void] {
  const [route, setRoute] = useState(() => parseRoute(location.hash));
  useEffect(() => {
    const read = () => setRoute(parseRoute(location.hash));
    addEventListener("hashchange", read);
    return () => removeEventListener("hashchange", read);
  }, []);
  const go = (next: Route, replace = false) => {
    if (replace) {
      history.replaceState(null, "", formatRoute(next));
      setRoute(next);
    } else location.hash = formatRoute(next);
  };
  return [route, go];
}
