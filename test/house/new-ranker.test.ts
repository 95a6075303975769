// `npm run new:ranker`: what it writes stands where the recipe of CONTRIBUTING.md says, and works.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { rank, tableFromColumns } from 'criba'
import ts from 'typescript'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { singles } from '../../src/core/index.ts'
import { outOfRange, packTests } from '../../src/methods/criteria/families/tests.ts'
import { canSquare } from '../../src/methods/measures/test.ts'
import { defineRank } from '../../src/methods/shapes/criterion.ts'
import { beginRanker } from '../../tools/new-ranker.js'

const lists = [
  'CHANGELOG.md',
  'src/methods/criteria/rank-methods.ts',
  'src/methods/functions.ts',
  'tools/site/families.js',
]
let root: string
const textOf = (path: string) => readFileSync(join(root, path), 'utf8')

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'criba-ranker-'))
  for (const folder of ['test/truth', 'test/twins']) mkdirSync(join(root, folder), { recursive: true })
  for (const list of lists) {
    mkdirSync(dirname(join(root, list)), { recursive: true })
    cpSync(list, join(root, list))
  }
})
afterEach(() => rmSync(root, { recursive: true }))

it('writes a ranker that works', async () => {
  const [file] = beginRanker(root, 'my-score', 'My score')
  const { outputText } = ts.transpileModule(
    textOf(file)
      .replace(/^import .*$/gm, '')
      .replace('export ', ''),
    {
      compilerOptions: { target: ts.ScriptTarget.ES2022 },
    },
  )
  const uses = { singles, canSquare, defineRank, outOfRange, packTests }
  // eslint-disable-next-line @typescript-eslint/no-implied-eval
  const make = new Function(...Object.keys(uses), `${outputText}; return myScore`) as (
    ...given: unknown[]
  ) => ReturnType<typeof defineRank>
  // μ = 5 and σ = 2.
  const table = tableFromColumns({ a: [2, 4, 4, 4, 5, 5, 7, 9] })
  const { rankings } = await rank(table, { by: [make(...Object.values(uses))] })
  expect(rankings[0].scores[0].score).toBe(0.4)
})

it('adds its lines to the lists, in the order of names', () => {
  const written = beginRanker(root, 'my-score', 'My score')
  for (const path of written.slice(1)) expect(textOf(path)).toContain("by: ['my-score']")
  const names = [...textOf('src/methods/functions.ts').matchAll(/^export \{ (\w+) \}/gm)].map(
    ([, name]) => name,
  )
  expect(names.slice(names.indexOf('myScore') - 1, names.indexOf('myScore') + 2)).toEqual([
    'mutualInformation',
    'myScore',
    'njmim',
  ])
  const registry = textOf('src/methods/criteria/rank-methods.ts')
  expect(registry).toContain("import { myScore } from './my-score.ts'\n")
  expect(registry).toContain('\n  variance,\n  myScore,\n')
  expect(textOf('tools/site/families.js')).toContain("ids: ['variance', 'my-score', 'vif']")
  expect(textOf('CHANGELOG.md')).toContain('### Added\n\n- The ranker `my-score`.\n')
})

it('refuses what is no id, and what is there', () => {
  expect(() => beginRanker(root, 'My score', 'x')).toThrow('no id: My score')
  expect(() => beginRanker(root, 'delete', 'x')).toThrow('no id: delete')
  expect(() => beginRanker(join(root, 'test'), 'my-score', 'x')).toThrow(
    'run it in the folder of the project',
  )
  beginRanker(root, 'my-score', 'My score')
  expect(() => beginRanker(root, 'my-score', 'My score')).toThrow(
    'src/methods/criteria/my-score.ts is there already',
  )
})
