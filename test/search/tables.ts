import type {
  Position,
  ScoredMembers,
  StepProblem,
  SubsetProblem,
} from '../../src/methods/searches/problem.ts'
import type { Search } from '../../src/methods/searches/search.ts'
import { driveSets, driveSteps } from '../../src/methods/searches/driver.ts'
import { CribaError } from '../../src/core/spec/error.ts'
import { resolveOptions } from '../../src/core/spec/options.ts'
import type { OptionValue } from '../../src/core/spec/options.ts'
import { membersOf } from '../../src/core/statistics/family.ts'
import { none } from '../../src/methods/stops/halt.ts'
import type { Cut } from '../../src/methods/stops/cut.ts'
import type { Halt } from '../../src/methods/stops/halt.ts'
import fc from 'fast-check'

/** The merit of every set of up to six columns, by mask: bit i = column i; NaN: the set has none. */
export interface MeritTable {
  readonly size: number
  readonly merits: readonly number[]
}

/** Whole merits in a narrow range, so that many are tied; some sets have none. */
export function meritTables(most: number, holes = true): fc.Arbitrary<MeritTable> {
  const merit = fc.integer({ min: -9, max: 9 })
  return fc.integer({ min: 1, max: most }).chain((size) =>
    fc
      .array(
        holes
          ? fc.oneof({ weight: 12, arbitrary: merit }, { weight: 1, arbitrary: fc.constant(NaN) })
          : merit,
        {
          minLength: 1 << size,
          maxLength: 1 << size,
        },
      )
      .map((merits) => ({ size, merits })),
  )
}

/** Merits that no column makes worse: of each set the best of those within it, or the sum of its columns. */
export function monotoneTables(most: number): fc.Arbitrary<MeritTable> {
  return fc.tuple(meritTables(most, false), fc.boolean()).map(([{ size, merits }, isSum]) => {
    const grown = [...merits]
    for (let mask = 1; mask < 1 << size; mask++) {
      const members = bitsOf(size).filter((bit) => mask & bit)
      grown[mask] = isSum
        ? members.reduce((sum, bit) => sum + Math.abs(merits[bit]), 0)
        : Math.max(merits[mask], ...members.map((bit) => (mask === bit ? merits[mask] : grown[mask ^ bit])))
    }
    return { size, merits: grown }
  })
}

export const maskOf = (members: readonly number[]) =>
  members.reduce((mask, member) => mask | (1 << member), 0)
export const sizeOf = (mask: number): number => (mask === 0 ? 0 : (mask & 1) + sizeOf(mask >> 1))
export const bitsOf = (size: number) => Array.from({ length: size }, (_, i) => 1 << i)

/** The best of some masks: the greatest merit, then the fewest columns, then the lowest mask; 0 where none has a merit. */
export function bestMask({ merits }: MeritTable, masks: Iterable<number>): number {
  const had = [...masks].filter((mask) => mask > 0 && !Number.isNaN(merits[mask]))
  had.sort((a, b) => merits[b] - merits[a] || sizeOf(a) - sizeOf(b) || a - b)
  return had[0] ?? 0
}

interface Outcome {
  readonly mask: number
  readonly merit: number
  readonly positions: readonly Position[]
  readonly stopped: string
  readonly best: readonly ScoredMembers[]
  readonly tied: number | undefined
  /** Sets asked for, in the order asked. */
  readonly asked: readonly number[]
}

interface Asked {
  readonly k?: number | null
  readonly halt?: Halt
  readonly keep?: number
  readonly start?: readonly number[]
  readonly cut?: Cut | null
  readonly pValues?: readonly number[]
  readonly seed?: number
  readonly options?: Readonly<Record<string, OptionValue>>
  /** It is interrupted when it asks for the merits so often. */
  readonly interruptedAt?: number
}

/** What a position says; what it can be asked for is made anew in every run. */
export function plain({ best: _, bookmark: __, ...rest }: Position) {
  return rest
}

/** Runs a search on a table of merits, and sees to it that it asks only for sets in the table's order. */
export async function run(
  { search }: { search: Search },
  table: MeritTable,
  given: Asked = {},
): Promise<Outcome> {
  const {
    k = null,
    halt = none,
    cut = null,
    start = [],
    keep = 1,
    seed = 0,
    options = {},
    interruptedAt = Infinity,
  } = given
  const asked: number[] = []
  let times = 0
  const look = (mask: number) => {
    asked.push(mask)
    return table.merits[mask]
  }
  const count = () => {
    if (++times >= interruptedAt) throw new CribaError('interrupted', 'interrupted')
  }
  const sets: SubsetProblem = {
    size: table.size,
    least: 1,
    ofNone: 0,
    merits: async (family) => {
      count()
      return Float64Array.from(membersOf(family), (set) => {
        const inOrder = set.every((member, i) => i === 0 || set[i - 1] < member)
        if (set.length === 0 || !inOrder || set.at(-1)! >= table.size)
          throw new Error(`asked for ${set.join()}`)
        return look(maskOf(set))
      })
    },
  }
  const steps: StepProblem = {
    size: table.size,
    evaluate: async (selected, excluded = new Set()) => {
      count()
      const before = selected.length > 0 ? table.merits[maskOf(selected)] : 0
      const merit = Float64Array.from({ length: table.size }, (_, candidate) =>
        selected.includes(candidate) || excluded.has(candidate)
          ? NaN
          : look(maskOf([...selected, candidate])),
      )
      return { merit, gain: merit.map((value) => value - before) }
    },
    test: () => Promise.reject(new Error('no test')),
    pValues: () => Promise.resolve((given.pValues ?? []).map((pValue) => ({ pValue, by: 'law' as const }))),
  }
  const limits = { k, halt, cut, start, keep, seed, bookmark: null, progress: () => {} }
  const resolved = resolveOptions(search.id, search.options, options)
  const walk =
    search.takes === 'step'
      ? driveSteps(search, steps, limits, resolved)
      : driveSets(search, sets, limits, resolved)
  const positions: Position[] = []
  let stopped = 'interrupted'
  let best: readonly ScoredMembers[] = []
  let tied: number | undefined
  try {
    for (;;) {
      const next = await walk.next()
      if (next.done) {
        ;({ stopped, best = [], tied } = next.value)
        break
      }
      positions.push(next.value)
    }
  } catch (error) {
    if (!(error instanceof CribaError) || error.code !== 'interrupted') throw error
  }
  const last = positions.at(-1)
  return {
    mask: maskOf(last?.selected ?? []),
    merit: last?.merit ?? NaN,
    positions,
    stopped,
    best,
    tied,
    asked,
  }
}
