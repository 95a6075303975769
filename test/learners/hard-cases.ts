// Every learner on tables that are hard to learn from.
import { CribaError, score, tableFromColumns } from 'criba'
import { cv } from 'criba/methods'
import { expect, it } from 'vitest'
import { learners } from '../../dist/src/methods/learners/registry.js'
import { randomOf } from '../contract/tables.ts'
import { isLong } from '../properties/runs.ts'

type Cells = readonly (number | string | null)[]

export const random = randomOf(11)
const rows = 40
export const of = <T>(cell: (row: number) => T) => Array.from({ length: rows }, (_, row) => cell(row))
export const x = of(() => random())
export const label = of((row) => ['a', 'b', 'c'][row % 3])
export const y = of((row) => x[row] + random() + 1)

const features: Readonly<Record<string, Readonly<Record<string, Cells>>>> = {
  'a constant column': { x, constant: of(() => 5) },
  'copies of a column': { x, copy: x, scaled: x.map((value) => 3 * value - 1) },
  'more columns than rows': Object.fromEntries(
    Array.from({ length: 44 }, (_, i) => [`x${i}`, of(() => random())]),
  ),
  'a column that says the class': { x, copy: of((row) => row % 3), text: label },
  'a level for each row': { x, name: of((row) => `row ${row}`) },
  'levels that come once': { kind: of((row) => (row < 3 ? `rare ${row}` : 'usual')) },
  'missing values': {
    x: of((row) => (row % 5 === 0 ? null : x[row])),
    kind: of((row) => (row % 4 === 0 ? null : 'k')),
  },
  'great and small numbers': {
    great: x.map((value) => value * 1e200),
    small: x.map((value) => value * 1e-200),
  },
  'a large offset': { x: x.map((value) => 1e12 + value) },
}

const targets: Readonly<Record<string, Cells>> = {
  'three classes': label,
  'a class of one row': of((row) => (row === 7 ? 'once' : ['a', 'b'][row % 2])),
  'a class of two rows': of((row) => (row < 2 ? 'twice' : ['a', 'b'][row % 2])),
  numbers: y,
  'great numbers': y.map((value) => value * 1e100),
  'numbers of which one differs': of((row) => (row === 3 ? 1 : 0)),
}

const places = Object.keys(features)
const cases = learners.flatMap((learner, learnerPlace) =>
  Object.entries(targets)
    .filter(([, cells]) =>
      learner.tasks.includes(typeof cells[0] === 'number' ? 'regression' : 'classification'),
    )
    .flatMap(([title, cells], place) =>
      // A learner meets half of the features with each target, and the others with the next one; the long tests take all.
      Object.entries(features)
        .filter(([of]) => isLong || (places.indexOf(of) + learnerPlace + place) % 2 === 0)
        .map(([of, columns]) => [learner.id, title, of, cells, columns] as const),
    ),
)

/** A learner of the least size that still has all its parts. */
export const briefly = (learner: string) => ({
  learner: learner as 'mlp',
  ...(learner === 'mlp' && { hidden: 2 }),
  ...(learner === 'forest' && { trees: 5 }),
})

/** Each has a score by each metric, or one clear line; unless `all`, by one metric for each table, in turn, in two folds. */
export function holdHardCases({ all = false } = {}): void {
  it.each(cases)('%s has a score or a clear line: %s, %s', async (id, title, of, cells, columns) => {
    const table = tableFromColumns({ ...columns, target: cells })
    const task = typeof cells[0] === 'number' ? 'regression' : 'classification'
    const metrics = learners.find((one) => one.id === id)!.metrics.filter((one) => one.task === task)
    const turn = Object.keys(targets).indexOf(title) + Object.keys(features).indexOf(of)
    for (const metric of all ? metrics : [metrics[turn % metrics.length]]) {
      const by = [cv({ ...briefly(id), folds: all ? 4 : 2, metric: metric.id })]
      try {
        const { scores } = await score(table, { features: Object.keys(columns), target: 'target', task, by })
        const [{ score: found, why }] = scores
        if (found === null) expect(why).toMatch(/./)
        else expect(found).toSatisfy(Number.isFinite)
        if (found !== null && metric.units.includes('share')) expect(found).toBeLessThanOrEqual(1)
      } catch (error) {
        expect(error).toBeInstanceOf(CribaError)
        expect((error as Error).message).not.toMatch(/\n|NaN|undefined/)
      }
    }
  })
}
