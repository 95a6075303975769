/* Rows of docs/from-*.md give the digits of other programs, and their commands run. */

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { criba } from '../cli/criba.ts'
import { wordsOf } from '../cli/words.ts'
import { expectSameDigits, folder, isLong, programs, rowsOf } from './coming-from.ts'

const isSame = (agrees: string) => /^(the same|within)\b/.test(agrees)

describe.each(Object.entries(programs))('%s', (page, references) => {
  it('has a reference for each row that says "the same", and a row for each reference', () => {
    const claims = rowsOf(page)
      .filter(({ agrees }) => isSame(agrees))
      .map(({ there, here }) => `${there} | ${here}`)
    expect(claims.sort()).toEqual(references.map(({ there, here }) => `${there} | ${here}`).sort())
  })

  // Those of as many folds as rows are in coming-from.long.ts.
  it.each(
    references
      .filter((one) => !isLong(one))
      .map((reference) => [reference.there, reference.here, reference] as const),
  )('%s: criba %s', (_, __, reference) => expectSameDigits(reference))
})

/** The first rows of an example, with its first columns and those that a command names. */
function beginningOf(file: string, named: string): string {
  const lines = readFileSync(`examples/${file}.csv`, 'utf8').trim().split('\n')
  const names = lines[0].split(',')
  const kept = names.flatMap((name, i) => (i < 9 || named.includes(name) ? [i] : []))
  const path = join(folder, `${file}.csv`)
  const shown = lines.slice(0, 101).map((line) => {
    const cells = line.split(',')
    return kept.map((i) => cells[i]).join()
  })
  writeFileSync(path, shown.join('\n'))
  return path
}

/** Commands whose digits are not compared run all the same, for classes or for numbers; docs/wrappers.md and
 * docs/select.md run the two that take a second. */
it.each(
  Object.keys(programs)
    .flatMap(rowsOf)
    .filter(({ here, agrees }) => !isSame(agrees) && !/^$|permutation-importance|--evidence/.test(here))
    .map(({ here }) => here),
)('runs: criba %s', async (here) => {
  const [command, ...options] = wordsOf(here)
  const runOn = (file: string, target: string) =>
    criba([command, beginningOf(file, `${target} ${here}`), '-t', target, ...options, '--quiet'])
  const { code, err } = await runOn('breast-cancer', 'diagnosis')
  if (code !== 0) expect(await runOn('diabetes', 'progression'), err).toMatchObject({ code: 0 })
})
