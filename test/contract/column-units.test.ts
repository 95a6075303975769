// A column in other units is the same column: methods whose order changes with the units say so.
import { readFileSync } from 'node:fs'
import { CribaError, tableFromColumns } from 'criba'
import { rankers } from 'criba/methods'
import { describe, expect, it } from 'vitest'
import { rank } from '../untyped.ts'
import { isLong } from '../properties/runs.ts'
import { randomOf } from './tables.ts'

/** The methods whose order depends on the units of the columns, and the words of their docstrings that say so. */
const dependent = new Map([
  ['variance', 'columns of one scale only'],
  ['infinite-fs', 'depend on the units'],
  ['chi2-frequency', 'units of a column matter'],
  ['sparse-naive-bayes', 'their units matter'],
])

const random = randomOf(61)
const rows = Array.from({ length: 90 }, (_, row) => row)
const normal = () => Array.from({ length: 12 }, () => random()).reduce((sum, one) => sum + one, -6)
const x = Array.from({ length: 4 }, () => rows.map(() => 5 + normal()))
const y = rows.map((row) => x[0][row] + 0.7 * x[1][row] + 0.4 * x[2][row] + 0.5 * normal())
const middle = y.toSorted((a, b) => a - b)[45]
const targets = {
  numbers: { y },
  classes: { y: y.map((value) => (value > middle ? 'high' : 'low')) },
  none: {},
}

/** The columns in order, the column `scaled` a thousand times; null where the method does not take this target. */
async function orderOf(method: string, target: keyof typeof targets, scaled: number) {
  const columns = x.map(
    (values, j) => [`x${j}`, j === scaled ? values.map((value) => 1000 * value) : values] as const,
  )
  try {
    const { rankings } = await rank(tableFromColumns([...columns, ...Object.entries(targets[target])]), {
      by: [method],
      target: target === 'none' ? null : 'y',
    })
    return rankings[0].scores.map(({ feature }) => feature).join()
  } catch (error) {
    if (error instanceof CribaError) return null
    throw error
  }
}

/** The kinds of target, from another one on at each place. */
function inOrder(place: number): readonly (keyof typeof targets)[] {
  const kinds = Object.keys(targets) as (keyof typeof targets)[]
  return kinds.map((_, i) => kinds[(i + place) % kinds.length])
}

describe.each(rankers.map(({ id }, place) => [id, place] as const))('%s', (id, place) => {
  it(
    dependent.has(id) ? 'depends on units, and its docstring says so' : 'has one order in all units',
    async () => {
      const changed: string[] = []
      for (const target of inOrder(place)) {
        const plain = await orderOf(id, target, -1)
        for (const scaled of isLong ? [1, 3] : [1])
          if (plain !== null && (await orderOf(id, target, scaled)) !== plain) changed.push(target)
        // A method without options about it meets one kind of target, another one the next; the long tests take all.
        if (plain !== null && !isLong && !dependent.has(id)) break
      }
      const words = dependent.get(id)
      if (words === undefined) {
        expect(changed).toEqual([])
        return
      }
      expect(changed.length).toBeGreaterThan(0)
      const text = readFileSync(new URL(`../../src/methods/criteria/${id}.ts`, import.meta.url), 'utf8')
      expect(text.replaceAll(/\n \* /g, ' ')).toContain(words)
    },
  )
})
