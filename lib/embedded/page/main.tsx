/** @jsxRuntime automatic */
/** @jsxImportSource preact */
/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { render } from "preact";
import type { PageData } from "../../tools/report/html/types.ts";
import { App } from "./app.tsx";
import { readBlock } from "./details.tsx";

const root = document.getElementById("app")!;
root.replaceChildren();
render(<App data={readBlock<PageData>("run")} />, root);
