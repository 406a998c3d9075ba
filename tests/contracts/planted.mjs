// The lines of a module that tsc complains about, one a line: `node planted.mjs WEB MODULE`, with the settings of the
// client's folder WEB. Only the module is checked, not all that it imports: that takes a fraction of the time.

import { createRequire } from "node:module";
import { join } from "node:path";
import { argv } from "node:process";

const [, , web, module] = argv;
const ts = createRequire(join(web, "package.json"))("typescript");

const { config } = ts.readConfigFile(join(web, "tsconfig.json"), ts.sys.readFile);
const { options } = ts.parseJsonConfigFileContent({ ...config, include: [], files: [] }, ts.sys, web);
const settings = { ...options, types: [], paths: { "src/*": [join(web, "src/*")] } };
const program = ts.createProgram([module, join(web, "src/style/sheets.d.ts")], settings);
const planted = program.getSourceFile(module);
const found = [...program.getSyntacticDiagnostics(planted), ...program.getSemanticDiagnostics(planted)];

for (const { start } of found) console.log(planted.getLineAndCharacterOfPosition(start).line + 1);
