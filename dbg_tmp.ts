import { editFile, readData } from "./lib/tools/edit/edit_file.ts";
const BRU = `meta {
  name: Get
  type: http
  seq: 1
}

get {
  url: http://127.0.0.1:9/a
}

headers {
  Accept: text/plain
  ~X-Off: off
}
`;
const d = readData({path:"get.bru",text:BRU}) as any;
console.log(JSON.stringify(d.data));
const v = structuredClone(d.data); v.http.url = "http://127.0.0.1:9/b";
console.log(editFile({path:"get.bru",text:BRU},[{kind:"set",keys:[],value:v}]));
const w = JSON.parse(JSON.stringify(v));
console.log(editFile({path:"get.bru",text:BRU},[{kind:"set",keys:[],value:w}]));
console.log(editFile({path:"get.bru",text:BRU},[{kind:"set",keys:["http","url"],value:"http://127.0.0.1:9/b"}]));
