import { CribaError, tableFromColumns } from 'criba'
import { rankers } from 'criba/methods'
import type { RankResult, Source, Table } from 'criba'
import { expect } from 'vitest'
import { expectPlain } from '../contract/expectations.ts'
import { briefOptions, randomOf } from '../contract/tables.ts'
import type { Cells, Named } from '../laws/given.ts'
import { rank } from '../untyped.ts'
import type { RankSpec } from '../untyped.ts'

const rows = 24
const random = randomOf(1)

export function fill(cell: (row: number) => number | string | null): Cells {
  return Array.from({ length: rows }, (_, row) => cell(row))
}

export const numericTarget = fill((row) => row + random())
export const classTarget = fill((row) => ['no', 'yes'][row % 2])
export const ordinary = fill(() => random())

/** Columns of extreme numbers, by what is unusual about them. */
export const oddNumbers: Readonly<Record<string, Cells>> = {
  'near the largest double': fill((row) => (row % 3 === 0 ? 1e308 : row)),
  'over the whole range of doubles': fill((row) => (row % 2 === 0 ? 1.7e308 : -1.7e308)),
  'constant near the largest double': fill(() => 1.7e308),
  'whose squares overflow': fill((row) => (row % 2 === 0 ? 1e160 : row)),
  'near the smallest double': fill((row) => (row % 4) * 5e-324),
  'whose squares underflow': fill((row) => row * 1e-170),
  'zeros of either sign': fill((row) => (row % 2 === 0 ? 0 : -0)),
  'about 2^53': fill((row) => 2 ** 53 + 2 * (row % 5)),
  'on a large offset': fill((row) => 1e15 + (row % 7)),
  'of all orders of magnitude': fill((row) => 10 ** (row * 20 - 240)),
  'with one different value': fill((row) => (row === 7 ? 1 : 0)),
  'with one value': fill((row) => (row < 1 ? 1 : null)),
  'with two values': fill((row) => (row < 2 ? row : null)),
  'partly not finite': fill((row) => [1, NaN, Infinity, -Infinity][row % 4]),
}

/** Whether cells are missing, or no numbers, which counts as missing. */
export function hasGaps(cells: Cells): boolean {
  return cells.some((cell) => !Number.isFinite(cell))
}

/** A column that says whether times ended with an event. */
const event = 'ended'
/** The column of blocks. */
const block = 'pair'
/** The target beside `outcome` of a method that reads several. */
const second = 'second outcome'

/** A spec for one method, and a target that suits it. */
export function specFor(id: string): { spec: RankSpec; outcome: Cells } {
  const criterion = rankers.find((one) => one.id === id)!
  const { target } = criterion
  const by = [{ method: id, options: briefOptions(criterion) }]
  if (target === null) return { spec: { by, drop: ['outcome'] }, outcome: classTarget }
  const outcome = ['values', 'distances', 'events', 'several'].includes(target) ? numericTarget : classTarget
  const beside = { ...(target === 'events' && { event }), ...(criterion.readsBlocks && { block }) }
  return { spec: { by, target: target === 'several' ? ['outcome', second] : 'outcome', ...beside }, outcome }
}

/** Columns with those that a spec needs beside them: the event, a second target, or blocks of two rows. */
export function withNeeded(columns: Named, spec: RankSpec): Named {
  const [[, cells]] = columns
  const column = (of: (row: number) => number) => Array.from(cells, (_, row) => of(row))
  return [
    ...columns,
    ...(spec.event === event ? [[event, column((row) => (row % 3 === 1 ? 0 : 1))] as const] : []),
    ...(Array.isArray(spec.target) ? [[second, column((row) => (7 * row) % 11)] as const] : []),
    ...(spec.block === block ? [[block, column((row) => row >> 1)] as const] : []),
  ]
}

/** Expects a valid result without NaN, or a one-line error that names the column; returns the result, if any. */
export async function expectResultOrError(
  columns: Named,
  spec: RankSpec,
  named: string | RegExp,
  sourceOf: (columns: Named) => Table | Source = tableFromColumns,
): Promise<RankResult | null> {
  try {
    const result = await rank(sourceOf(withNeeded(columns, spec)), spec)
    expectPlain(result)
    return result
  } catch (error) {
    expect(error).toBeInstanceOf(CribaError)
    const { message } = error as CribaError
    expect(message).not.toMatch(/[\n\r\u2028\u2029]/)
    expect(message).not.toMatch(/NaN|undefined|\[object/)
    expect(message).toMatch(named)
    return null
  }
}

/** The pattern of an error's names; z-score-joint may refuse the number of columns before it reads the unusual one. */
export function errorPattern(id: string, names: RegExp): RegExp {
  return id === 'z-score-joint' ? new RegExp(`${names.source}|complete rows`) : names
}
