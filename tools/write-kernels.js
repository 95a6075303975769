// Writes the compiled kernels and their types to src/memory/threads/binary.ts, compressed and in base64 so
// that Node, bundlers and plain pages load them alike.
import { writeFileSync } from 'node:fs'
import { deflateRawSync } from 'node:zlib'
import { compileKernels, release } from './compile-kernels.js'

const { wasm, declaration } = await compileKernels(release)
const signatures = [...declaration.matchAll(/^ {2}export function (\w+)(\(.*\)): (\w+);$/gm)].map(
  ([, name, parameters, result]) => `readonly ${name}: ${parameters} => ${result}`,
)
writeFileSync(
  new URL('../src/memory/threads/binary.ts', import.meta.url),
  `// Made from assembly/ by tools/write-kernels.js.

/** The kernels; addresses and sizes are numbers. */
export interface KernelFunctions {
  ${signatures.join('\n  ')}
}

/** The module, compressed by deflate, in base64. */
export const binary =
  '${deflateRawSync(wasm, { level: 9 }).toString('base64')}'
`,
)
