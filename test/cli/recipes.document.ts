import { execFileSync, spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { folderFor, textOf } from './docs-pages.ts'

const cli = fileURLToPath(new URL('../../dist/cli.js', import.meta.url))
const page = textOf('docs/recipes.md')
const folder = folderFor('docs/recipes.md')
afterAll(() => rmSync(folder, { recursive: true }))

/** The programs of a language as one, with the built command in place of that of npm; some need more than others. */
function programIn(language: string, needed = (_code: string) => true): string {
  const blocks = [...page.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, 'gm'))].filter(
    ([, code]) => needed(code),
  )
  expect(blocks.length).toBeGreaterThan(0)
  const [node, script] = [process.execPath, cli].map((path) => JSON.stringify(path))
  return blocks
    .map(([, code]) => code)
    .join('\n')
    .replaceAll('"npx", "criba"', `${node}, ${script}`)
    .replaceAll('"npx", c("criba"', `${node}, c(${script}`)
}

const has = (command: string, args: readonly string[]) => spawnSync(command, args).status === 0
const python = process.env['CRIBA_PYTHON'] ?? 'python3'

const hasPolars = has(python, ['-c', 'import polars'])

// Elsewhere these languages may be missing: criba does not need them.
describe('the recipes', () => {
  it.skipIf(!has(python, ['-c', 'import pandas, pyarrow, sklearn']))('of Python run', () => {
    const program = programIn('python', (code) => hasPolars || !code.includes('polars'))
    execFileSync(python, ['-c', program], { cwd: folder, stdio: 'pipe' })
  })

  it.skipIf(!has('Rscript', ['-e', '1']))('of R run', () => {
    execFileSync('Rscript', ['-e', programIn('r')], { cwd: folder, stdio: 'pipe' })
  })
})
