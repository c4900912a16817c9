/** What a project for Artillery is made of. */
export interface LoadProject {
  /** The collection's name. */
  readonly name: string;
  /** Way from the project to the collection, with slashes. */
  readonly collection: string;
  /** Its files, by their path in it. */
  readonly files: readonly string[];
  readonly environments: readonly string[];
  /** Variables that a run needs and that no file of the project has. */
  readonly secrets: readonly string[];
  /** Names of the process's environment that the collection reads besides. */
  readonly variables: readonly string[];
  /** Brace's version: that of the packages. */
  readonly version: string;
}

/** The version of Artillery that the engine is tested with. */
const ARTILLERY = "2.0.21";

/** Writes a project that puts load on what a collection talks to, with Artillery; its files by name. */
export function exportArtillery(project: LoadProject): Map<string, string> {
  return new Map([
    ["load.yml", loadFile(project)],
    ["package.json", packageFile(project)],
    ["README.md", readme(project)],
    [".gitignore", "node_modules/\n.env\n"],
  ]);
}

function loadFile(
  { collection, files, environments, variables }: LoadProject,
): string {
  // A run may read those that begin with BRACE_ anyway.
  const allowed = variables.filter((name) => !name.startsWith("BRACE_"))
    .map((name) => JSON.stringify(name)).join(", ");
  const allowEnv = allowed === ""
    ? ""
    : `      # Variables of the process that the collection may read.
      allowEnv: [${allowed}]
`;
  const env = environments.map((name) => JSON.stringify(name)).join(", ");
  const included = files.map((file) =>
    `    - ${JSON.stringify(`${collection}/${file}`)}\n`
  ).join("");
  return `config:
  # The engine sends to the hosts of the collection; Artillery wants a target.
  target: http://localhost
  engines:
    brace:
      collection: ${JSON.stringify(collection)}
      env: [${env}]
${allowEnv}      # Virtual users that one worker runs at once; further ones wait.
      users: 500
  # Files that workers in the cloud need; add those of "data" below.
  includeFiles:
${included}  phases:
    - name: warm up
      duration: 30
      arrivalRate: 1
    - name: ramp up
      duration: 60
      arrivalRate: 1
      rampTo: 10
    - name: hold
      duration: 120
      arrivalRate: 10
  # The run fails if one of these does not hold.
  # plugins:
  #   ensure:
  #     thresholds:
  #       - brace.response_time.p95: 500
  #       - brace.late: 1
  #     conditions:
  #       - expression: brace.assertions.failed == 0 and brace.tests.failed == 0
  #       - expression: vusers.failed == 0

scenarios:
  - name: all requests
    engine: brace
    flow:
      # Each virtual user runs the selected requests once, in order, with its
      # own variables and cookies. Everything here can be left out:
      # - run:
      #     paths: [users, orders/create.yml]
      #     tags: [smoke]
      #     data: users.csv
      #     vars: { id: "{{ $randomNumber(1, 100) }}" }
      # - think: 1
      - run: {}
`;
}

function packageFile({ version }: LoadProject): string {
  const manifest = {
    private: true,
    scripts: { load: "artillery run load.yml" },
    dependencies: {
      "artillery": ARTILLERY,
      "artillery-engine-brace": version,
    },
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

function readme(
  { name, secrets, variables, version }: LoadProject,
): string {
  const ofSecrets = secrets.map((name) => `BRACE_SECRET_${name}`);
  const names = [...ofSecrets, ...variables];
  const given = names.map((name) => ` --secret ${name}`).join("");
  const dotenv = names.length === 0 ? "" : " --dotenv .env";
  return `# Load on ${oneLine(name)}

[Artillery](https://www.artillery.io/docs) starts the virtual users, Brace
${version} runs the collection for each of them. \`load.yml\` says how many, and what
they run.

## Here

\`\`\`sh
npm install
npm run load
\`\`\`

\`DEBUG=brace npm run load\` prints every problem, with its file and line.

## On many machines

Start small: each command pays for the machines of your account.

\`\`\`sh
npx artillery run:fargate --count 10 --region eu-central-1${given} load.yml
npx artillery run:lambda --count 10 --region eu-central-1 --memory-size 3008${dotenv} load.yml
npx artillery run:aci --count 10 --region westeurope${dotenv} load.yml
\`\`\`

## Secrets

${
    ofSecrets.length === 0
      ? "The collection declares no secrets. If you add one, name it here:\n`BRACE_SECRET_` and its name is the variable that Brace reads."
      : `No file here has a secret. Brace reads them from these variables:

${listed(ofSecrets)}`
  }
${
    variables.length === 0 ? "" : `
The collection reads these variables, too:

${listed(variables)}
`
  }
- Here: \`export\` them, or write them to \`.env\` and add \`--dotenv .env\`. Git
  ignores the file.
- On Fargate: save each in the Parameter Store of AWS as
  \`/artilleryio/NAME\` (SecureString). \`--secret NAME\` hands it to the workers.
- On Lambda and Azure: \`--dotenv .env\` hands the variables of the file to the
  workers.
`;
}

function listed(names: readonly string[]): string {
  return names.map((name) => `- \`${name}\``).join("\n");
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
