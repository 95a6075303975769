// Writes the compiled kernels and their types to src/kernel/binary.ts, in base64 so that Node, bundlers and plain pages
// load them alike.
import { writeFileSync } from 'node:fs'
import { compileKernels, release } from './compile-kernels.js'

const { wasm, declaration } = await compileKernels(release)
const signatures = [...declaration.matchAll(/^ {2}export function (\w+)(\(.*\)): (\w+);$/gm)].map(
  ([, name, parameters, result]) => `readonly ${name}: ${parameters} => ${result}`,
)
writeFileSync(
  new URL('../src/kernel/binary.ts', import.meta.url),
  `// Made from assembly/ by tools/write-kernels.js.

/** The kernels; addresses and sizes are numbers. */
export interface KernelFunctions {
  ${signatures.join('\n  ')}
}

/** The module in base64. */
export const binary =
  '${Buffer.from(wasm).toString('base64')}'
`,
)
