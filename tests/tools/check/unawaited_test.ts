import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { readScript } from "../../../lib/tools/check/script/read_script.ts";

/** A script, and what is said of it; none: it is silent. */
const ROWS: readonly [code: string, ...told: string[]][] = [
  [
    "const r = client.sendRequest({ url: 'u' }); client.setVar('ok', r.data.ok); r.status;",
    'r.data: Cannot read "r.data": r is a promise (write "await" before client.sendRequest(…))',
  ],
  [
    "let r = bru.runRequest('a'); test('up', () => expect(r.status).to.equal(200));",
    'r.status: Cannot read "r.status": r is a promise (write "await" before bru.runRequest(…))',
  ],
  [
    "test('up', () => { const r = fetch('u', {}); expect(r.status).to.equal(200); });",
    'r.status: Cannot read "r.status": r is a promise (write "await" before fetch(…), in an async function)',
  ],
  [
    "client.setVar('a', client.sendRequest({}).data);",
    'client.sendRequest({}).data: Cannot read "client.sendRequest(…).data": client.sendRequest(…) gives a promise (write (await client.sendRequest(…)).data)',
  ],
  [
    "async function login() { return {}; } client.setVar('t', login().token);",
    'login().token: Cannot read "login().token": login() gives a promise (write (await login()).token)',
  ],
  [
    "const login = async () => ({}); const t = login(); t.token;",
    't.token: Cannot read "t.token": t is a promise (write "await" before login())',
  ],
  [
    "const axios = require('axios'); const a = axios.get('u'); a.data; axios('u').status;",
    'a.data: Cannot read "a.data": a is a promise (write "await" before axios.get(…))',
    "axios('u').status: Cannot read \"axios(…).status\": axios(…) gives a promise (write (await axios(…)).status)",
  ],
  [
    "const { sendRequest } = client; const r = sendRequest({}); r.data;",
    'r.data: Cannot read "r.data": r is a promise (write "await" before sendRequest(…))',
  ],
  [
    "const axios = require('axios'); const { data, status: s } = axios.post('u'); bru.setVar('t', data.token);",
    'data: Cannot read "axios.post(…).data": axios.post(…) gives a promise (write "await" before axios.post(…))',
  ],
  [
    "const r = client.sendRequest({}); let t; ({ data: t } = r);",
    'data: t: Cannot read "r.data": r is a promise (write "await" before client.sendRequest(…))',
  ],
  [
    "const r = fetch('u'); const same = r; same['status'];",
    "same['status']: Cannot read \"same['status']\": same is a promise (write \"await\" before fetch(…))",
  ],
  [
    "const r = await fetch('u'); const j = r.json(); j.token;",
    'j.token: Cannot read "j.token": j is a promise (write "await" before r.json())',
  ],
  [
    "const p = fetch('u'); const r = await p; const { id } = r.json();",
    'id: Cannot read "r.json().id": r.json() gives a promise (write "await" before r.json())',
  ],
  [
    "(await fetch('u')).json().id;",
    "(await fetch('u')).json().id: Cannot read \"(await fetch(…)).json().id\": (await fetch(…)).json() gives a promise (write (await (await fetch(…)).json()).id)",
  ],
  // What is right.
  ["const { data } = await client.sendRequest({}); data.ok;"],
  ["const r = await fetch('u'); const j = await r.json(); j.token;"],
  ["(await (await fetch('u')).json()).id;"],
  ["const r = await fetch('u'); r.json().then((j) => j.id); r.status;"],
  ["fetch('u').then((r) => r.json()).then((j) => j.id);"],
  ["const r = await client.sendRequest({}); r.json().id;"],
  ["const r = await pm.sendRequest('u'); const { id } = r.json();"],
  ["const { then } = fetch('u'); const { ...rest } = fetch('u');"],
  ["const key = 'then'; fetch('u')[key];"],
  ["const r = await client.sendRequest({}); r.data;"],
  ["const p = client.sendRequest({}); (await p).status;"],
  ["const p = client.sendRequest({}); p.then((r) => r.data).catch(() => {});"],
  [
    "const p = fetch('a'); const q = fetch('b'); const [a, b] = await Promise.all([p, q]); a.status;",
  ],
  ["let r = client.sendRequest({}); r = await r; r.data;"],
  ["client.sendRequest({}).then((r) => r.data);"],
  ["client.sendRequest({}, (error, r) => r.data).data;"],
  ["pm.sendRequest('u', (error, r) => r.json()).mine;"],
  // What may be something else.
  ["const fetch = () => ({}); (await fetch('u')).json().id;"],
  ["const r = await fetch('u'); r.json = () => ({}); r.json().id;"],
  ["let r = await fetch('u'); r = helper(); r.json().id;"],
  ["async function f() {} function g(f) { return f().a; }"],
  ["async function f() {} f = () => ({}); f().a;"],
  ["async function* f() {} f().next();"],
  ["function f() { return {}; } f().a;"],
  ["const fetch = () => ({}); fetch('u').status;"],
  ["function run(fetch) { return fetch('u').status; }"],
  ["const { fetch } = helper(); fetch('u').status;"],
  ["const r = fetch('u'); r.mine = 1; r.mine;"],
  ["const run = (r) => r.data; const r = fetch('u');"],
  ["client.sendRequest = () => ({}); client.sendRequest({}).data;"],
  ["const axios = helper(); axios.get('u').data;"],
  ["if (true) { const r = fetch('u'); } { const r = {}; r.data; }"],
];

describe("a promise that a script reads without await", () => {
  for (const [code, ...told] of ROWS) {
    it(`${told.length === 0 ? "silent: " : ""}${code}`, () => {
      const found = readScript({ code, dialect: "postman" }).problems
        .filter(({ message }) => message.includes("promise"))
        .map(({ message, offset, length }) =>
          `${code.slice(offset, offset + length)}: ${message}`
        );
      assertEquals(found, told);
    });
  }
});
