import { MemorySource } from 'criba'
import { defineStep, stepCriteria } from 'criba/methods'
import type { StepCriterion } from 'criba'
import { duckSourceOf } from 'criba/duckdb'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { randomOf, shuffled } from '../contract/tables.ts'
import { near } from '../laws/given.ts'
import { levelColumns, levelTable, manyColumns, outcomeOf, variants } from './plain-steps.ts'
import type { LevelColumns } from './plain-steps.ts'
import { selectAsIs as select } from '../untyped.ts'
import type { SelectSpec } from '../untyped.ts'

type Options = Readonly<Record<string, string | number | boolean>>

/** The same criterion with other defaults, which looks at every candidate in every step. */
function diligent(id: string, options: Options) {
  const { falling: _, shape: _shape, ...record } = stepCriteria.find((one) => one.id === id)!
  const rules = Object.entries(record.options).map(([name, rule]) => [
    name,
    { ...rule, default: options[name] ?? rule.default },
  ])
  return defineStep({
    ...record,
    id: `diligent-${id}`,
    options: Object.fromEntries(rules) as StepCriterion['options'],
  })
}

/** A search by a step criterion to the last column. */
export const spec = (method: string, options: Options): SelectSpec => ({
  target: 'y',
  criterion: { method, options },
  stop: 'none',
})
const isLazy = (id: string, options: Options) => {
  const { falling = Infinity }: Pick<StepCriterion, 'falling'> =
    stepCriteria.find((one) => one.id === id) ?? {}
  return (typeof falling === 'function' ? falling(options) : falling) < Infinity
}

/** Maps every column, the target too. */
export const mapColumns = (columns: LevelColumns, change: (levels: readonly string[]) => string[]) =>
  Object.fromEntries(Object.entries(columns).map(([name, levels]) => [name, change(levels)]))

/** How much the laws are held for. */
interface Size {
  /** Of tables over which a lazy search is compared. */
  readonly seeds: readonly number[]
  /** Columns of these tables, and how many of them are chosen. */
  readonly lazy?: { readonly columns: number; readonly k: number }
  /** Columns chosen on threads. */
  readonly k: number
  /** Columns of the table in the engine, how many of them are chosen, and by one of how many criteria. */
  readonly engine: { readonly columns: number; readonly k: number; readonly of?: number }
  readonly runs: number
}

/** Holds what every step criterion has to obey. */
export function holdStepLaws({
  seeds,
  lazy = { columns: 150, k: 30 },
  k,
  engine: ofEngine,
  runs,
}: Size): void {
  const manyTable = levelTable(manyColumns())

  const someTable = levelTable(manyColumns({ columns: ofEngine.columns }))
  let engine: Awaited<ReturnType<typeof duckSourceOf>>
  beforeAll(async () => {
    engine = await duckSourceOf(someTable)
  })
  afterAll(() => engine.close())

  const placed = variants.map((variant, place) => [...variant, place] as const)
  describe.each(placed)('%s', (_, method, options, place) => {
    it.runIf(isLazy(method, options))(
      'looks at few candidates, and says the same as looking at all',
      async () => {
        for (const seed of seeds) {
          const table = levelTable(manyColumns({ columns: lazy.columns, rows: 60 * seed, seed }))
          const brief = await select(table, { ...spec(method, options), k: lazy.k })
          const all = await select(table, { target: 'y', criterion: diligent(method, options), k: lazy.k })
          expect(outcomeOf(brief)).toEqual(outcomeOf(all))
          expect(brief.evaluations).toBeLessThan(all.evaluations)
        }
      },
    )

    it('says the same on threads and in the engine', async () => {
      const given = { ...spec(method, options), k }
      const one = await select(manyTable, given, { threads: 1 })
      const two = await select(new MemorySource(manyTable), given, { threads: 2 })
      expect(outcomeOf(two)).toEqual(outcomeOf(one))
      if (place % (ofEngine.of ?? 1) > 0) return
      const few = { ...given, k: ofEngine.k }
      const asked = await select(engine, few, { threads: 1 })
      expect(outcomeOf(asked)).toEqual(outcomeOf(await select(someTable, few)))
    })

    it('does not depend on the order of rows, nor on the names of levels', () =>
      fc.assert(
        fc.asyncProperty(levelColumns, fc.integer(), async (columns, seed) => {
          const plain = outcomeOf(await select(levelTable(columns), spec(method, options)))
          const rows = shuffled([...columns['y'].keys()], randomOf(seed))
          const turned = mapColumns(columns, (levels) => rows.map((row) => levels[row]))
          expect(outcomeOf(await select(levelTable(turned), spec(method, options)))).toEqual(plain)
          const renamed = mapColumns(columns, (levels) => {
            const names = shuffled([...new Set(levels)], randomOf(seed))
            return levels.map((level) => `level ${names.indexOf(level)}`)
          })
          expect(outcomeOf(await select(levelTable(renamed), spec(method, options)))).toEqual(plain)
        }),
        { numRuns: runs },
      ))

    it('depends on the order of columns only where columns are tied', () =>
      fc.assert(
        fc.asyncProperty(levelColumns, fc.integer(), async (columns, seed) => {
          const plain = await select(levelTable(columns), spec(method, options))
          const order = shuffled(Object.entries(columns), randomOf(seed))
          const turned = await select(levelTable(Object.fromEntries(order)), spec(method, options))
          for (const [i, step] of plain.steps.entries()) {
            near(turned.steps[i].score, step.score, 1e-12)
            expect(turned.steps[i].tie).toBe(step.tie)
            // After a tie the columns selected may differ.
            if (step.tie) break
            expect(turned.steps[i].score).toBe(step.score)
            expect(turned.steps[i].feature).toBe(step.feature)
          }
        }),
        { numRuns: runs + 2 },
      ))
  })
}

/** Reports some steps over many columns. */
export function holdManyColumns(k: number, most = 60_000): void {
  it('many columns are reported from the first step to the last', async () => {
    const few = Object.values(manyColumns({ columns: 20, rows: 16 }))
    const columns = Object.fromEntries(Array.from({ length: most }, (_, i) => [`x${i}`, few[i % 20 || 1]]))
    const table = levelTable({ ...columns, y: few[0] })
    const { steps: taken } = await select(table, { ...spec('mrmr', {}), k })
    for (const [i, { score, relevance, redundancy }] of taken.entries()) {
      expect(relevance).toBeTypeOf('number')
      expect(redundancy).toBeTypeOf(i === 0 ? 'undefined' : 'number')
      near(score, relevance! - (redundancy ?? 0))
    }
  })
}
