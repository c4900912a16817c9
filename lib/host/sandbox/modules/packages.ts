/** One module that `require` offers: its packages, pinned, and what the bundle exports. */
export interface PackageRecipe {
  readonly packages: Readonly<Record<string, string>>;
  readonly entry: `import * as chai from "chai";
chai.config.useProxy = false;
const P = chai.Assertion.prototype;
for (const w of ["to","be","been","is","and","has","have","with","that","which","at","of","same","but","does","still","also"]) Object.defineProperty(P,w,{get(){return this},configurable:true});
Object.setPrototypeOf(P, new Proxy(Object.prototype,{get(t,k,r){ if(typeof k!=="string"||k in t||k==="then"||k==="toJSON"||k==="inspect") return Reflect.get(t,k,r); throw new Error("Invalid Chai property: "+k)}}));
module.exports = { ...chai };
`;
}

/** The modules that `require` offers, by name. */
export const PACKAGES: Readonly<Record<string, PackageRecipe>> = {
  chai: {
    packages: { chai: "6.3.0" },
    entry: `import * as chai from "chai";
chai.config.useProxy = false;
const P = chai.Assertion.prototype;
for (const w of ["to","be","been","is","and","has","have","with","that","which","at","of","same","but","does","still","also"]) Object.defineProperty(P,w,{get(){return this},configurable:true});
Object.setPrototypeOf(P, new Proxy(Object.prototype,{get(t,k,r){ if(typeof k!=="string"||k in t||k==="then"||k==="toJSON"||k==="inspect") return Reflect.get(t,k,r); throw new Error("Invalid Chai property: "+k)}}));
module.exports = { ...chai };
`,
  },
};
