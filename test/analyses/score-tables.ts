import { runs } from '../properties/runs.ts'
import { tableFromColumns } from 'criba'
import { setCriteria } from 'criba/methods'
import fc from 'fast-check'
import { columnsOf } from '../neighbours/data.ts'
import { score } from '../untyped.ts'
import type { ScoreSpec } from '../untyped.ts'

export type Columns = Readonly<Record<string, readonly unknown[]>>

export const bitsOf = async (columns: Columns, by: string, spec: ScoreSpec): Promise<number> =>
  (await score(tableFromColumns(columns), { ...spec, by: [by] })).scores[0].score!

/** Few rows of related levels in four columns, random in size and content. */
export const levelColumns = fc
  .array(fc.tuple(fc.nat(2), fc.nat(2), fc.nat(1), fc.nat(2)), { minLength: 4, maxLength: 40 })
  .map((drawn) => ({
    a: drawn.map(([a]) => `a${a}`),
    b: drawn.map(([a, b]) => `b${(a + b) % 3}`),
    z: drawn.map(([, , z]) => `z${z}`),
    y: drawn.map(([a, , z, y]) => `y${(a + z * y) % 3}`),
  }))
  .filter(({ y }) => new Set(y).size > 1)
export const law = (check: (columns: Columns & { y: string[]; a: string[] }) => Promise<void>) =>
  fc.assert(fc.asyncProperty(levelColumns, check), { numRuns: runs(80) })
export const ofNumbers = setCriteria.filter(({ target }) => target !== 'classes')
export const numbers: Columns = { ...columnsOf('continuous', 120, 51) }
