// Compiles assembly/ to WebAssembly in memory.
import asc from 'assemblyscript/asc'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Optimised, without checks. */
export const release = ['-Ospeed', '--noAssert', '--uncheckedBehavior', 'always']
/** With all assertions. */
export const debug = ['--debug']

/**
 * Compiles the module, and the TypeScript declaration of its exports.
 * @param {readonly string[]} options
 * @returns {Promise<{ wasm: Uint8Array, declaration: string }>}
 */
export async function compileKernels(options) {
  /** @type {Map<string, string | Uint8Array>} */
  const written = new Map()
  const fixed = ['--runtime', 'stub', '--enable', 'simd', '--bindings', 'raw', '--outFile', 'kernels.wasm']
  // All addresses have 32 bits, so warnings about 64 bits do not apply.
  const args = ['assembly/index.ts', '--baseDir', root, '--disableWarning', '201', ...fixed, ...options]
  let output = ''
  const { error } = await asc.main(args, {
    writeFile: (name, contents) => void written.set(name, contents),
    stderr: { write: (text) => void (output += String(text)) },
  })
  if (error) throw new Error(`${output}\n${error.message}`)
  return {
    wasm: /** @type {Uint8Array} */ (written.get('kernels.wasm')),
    declaration: String(written.get('kernels.d.ts')),
  }
}
