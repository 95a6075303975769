// Begins a ranker: `npm run new:ranker -- my-score "My score"` writes its file, the tests of its values and of its
// twin, and its lines in the lists. What it writes works, as the coefficient of variation: replace that step by step.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { argv, cwd } from 'node:process'
import { fileURLToPath } from 'node:url'
import { camelCase } from './site/camel-case.js'

/** Words that no constant can be named by. */
const reserved =
  'break case catch class const continue debugger default delete do else enum export extends false finally for function if implements import in instanceof interface let new null package private protected public return static super switch this throw true try typeof var void while with yield'.split(
    ' ',
  )

/** @type {(name: string, id: string, title: string) => string} */
const criterion = (name, id, title) => `import { singles } from '#core'
import { canSquare } from '../measures/test.ts'
import { defineRank } from '../shapes/criterion.ts'
import { outOfRange, packTests } from './families/tests.ts'

/**
 * Rewards columns that vary for their size. It looks at no target.
 *
 * J = σ/|μ|, the population deviation over the size of the mean, a ratio of 0 or more. A constant column gives 0,
 * one with mean 0 has no score. \`variance\` does not divide by the mean.
 *
 * @example rank(table, { by: [${name}()] })
 */
export const ${name} = defineRank({
  id: '${id}',
  title: '${title}',
  features: { numeric: 'values', categorical: null },
  target: null,
  better: 'higher',
  units: 'ratio',
  options: {},
  formula: 'σ/|μ|',
  reference: 'Pearson 1896',
  needs: ({ features, view }) => [{ kind: 'moments', family: singles(features), of: 'values', view }],
  fold: ([{ n, min, max, mean, comoment }]) => ({
    n,
    ...packTests(
      Array.from(comoment, (squares, i) => {
        if (!canSquare(min[i], max[i])) return outOfRange('the column')
        if (mean[i] === 0) return { score: NaN, why: 'its mean is 0' }
        return { score: Math.sqrt(squares / n[i]) / Math.abs(mean[i]) }
      }),
    ),
  }),
})
`

/** @type {(id: string) => string} */
const truth = (
  id,
) => `// Values of ${id} made outside criba: by hand here; those of other programs come from a script beside this file.
import { rank, tableFromColumns } from 'criba'
import { expect, it } from 'vitest'

it('has the values of layouts by hand', async () => {
  // μ = 5 and σ = 2; μ = −4 and σ = 1; μ = 0.
  const table = tableFromColumns({
    a: [2, 4, 4, 4, 5, 5, 7, 9],
    b: [-3, -5, -3, -5, -3, -5, -3, -5],
    c: [-1, 1, -1, 1, -1, 1, -1, 1],
  })
  const { rankings } = await rank(table, { by: ['${id}'] })
  expect(rankings[0].scores.map(({ feature, score }) => [feature, score])).toEqual([
    ['a', 0.4],
    ['b', 0.25],
    ['c', null],
  ])
})
`

/** @type {(id: string) => string} */
const twin = (id) => `// ${id} against the plain formula, row by row, on random columns.
import { rank, tableFromColumns } from 'criba'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { near } from '../laws/given.ts'
import { runs } from '../properties/runs.ts'

const column = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 2, maxLength: 30 })

it('agrees with the plain formula', async () => {
  await fc.assert(
    fc.asyncProperty(column, async (values) => {
      const { rankings } = await rank(tableFromColumns({ x: values }), { by: ['${id}'] })
      const mean = values.reduce((sum, value) => sum + value, 0) / values.length
      const squares = values.reduce((sum, value) => sum + (value - mean) * (value - mean), 0)
      const [{ score }] = rankings[0].scores
      expect(score).not.toBeNull()
      near(score!, Math.sqrt(squares / values.length) / mean)
    }),
    { numRuns: runs(50) },
  )
})
`

/**
 * Adds a line to a file, before the first line of a kind that comes after it in the order of names; where none does,
 * after the last.
 * @param {string} file
 * @param {RegExp} kind the lines of the list, with what they are sorted by as its group
 * @param {string} line
 */
function addSorted(file, kind, line) {
  const lines = readFileSync(file, 'utf8').split('\n')
  const key = kind.exec(line)?.[1] ?? ''
  const places = lines.flatMap((one, i) => (kind.test(one) ? [i] : []))
  const next = places.find((i) => (kind.exec(lines[i])?.[1] ?? '') > key)
  lines.splice(next ?? places[places.length - 1] + 1, 0, line)
  writeFileSync(file, lines.join('\n'))
}

/**
 * @param {string} file
 * @param {string} text
 * @param {string} replacement
 */
function replaceIn(file, text, replacement) {
  const before = readFileSync(file, 'utf8')
  if (!before.includes(text)) throw new Error(`${file} lacks ${text}: add the line by hand`)
  writeFileSync(
    file,
    before.replace(text, () => replacement),
  )
}

/**
 * @param {string} root the folder of the project
 * @param {string} id
 * @param {string} title
 */
export function beginRanker(root, id, title) {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(id))
    throw new Error(`no id: ${id} (needs words of small letters, joined by hyphens, such as my-score)`)
  if (/['\\\n]/.test(title)) throw new Error(`no title: ${title} (needs one line without ' and \\)`)
  const name = camelCase(id)
  if (reserved.includes(name)) throw new Error(`no id: ${id} (a word of JavaScript)`)
  /** @param {string} path */
  const at = (path) => join(root, path)
  const written = /** @type {const} */ ([
    [`src/methods/criteria/${id}.ts`, criterion(name, id, title)],
    [`test/truth/${id}.test.ts`, truth(id)],
    [`test/twins/${id}.test.ts`, twin(id)],
  ])
  const registry = at('src/methods/criteria/rank-methods.ts')
  for (const path of ['src/methods/criteria', 'test/truth', 'test/twins', 'CHANGELOG.md'])
    if (!existsSync(at(path))) throw new Error(`${path} is not here: run it in the folder of the project`)
  for (const [path] of written) if (existsSync(at(path))) throw new Error(`${path} is there already`)
  for (const [path, text] of written) writeFileSync(at(path), text)
  addSorted(registry, /^import \{ \w+ \} from '\.\/(.+)\.ts'/, `import { ${name} } from './${id}.ts'`)
  replaceIn(registry, '\n  variance,\n', `\n  variance,\n  ${name},\n`)
  addSorted(
    at('src/methods/functions.ts'),
    /^export \{ \w+ \} from '\.\/criteria\/(.+)\.ts'/,
    `export { ${name} } from './criteria/${id}.ts'`,
  )
  replaceIn(at('tools/site/families.js'), "ids: ['variance',", `ids: ['variance', '${id}',`)
  replaceIn(at('CHANGELOG.md'), '### Added\n\n', `### Added\n\n- The ranker \`${id}\`.\n`)
  return written.map(([path]) => path)
}

if (argv[1] && resolve(argv[1]) === fileURLToPath(import.meta.url)) {
  const [, , id = '', title = id] = argv
  try {
    const written = beginRanker(cwd(), id, title)
    console.log(`wrote ${written.join(', ')}, and its lines in the lists

next: the docstring and the record; values made elsewhere; the plain formula; its family in tools/site/families.js and
docs/families.md; its source in src/report/paper/works.ts; then npm test`)
  } catch (error) {
    console.error(`new:ranker: ${error instanceof Error ? error.message : String(error)}`)
    process.exitCode = 1
  }
}
