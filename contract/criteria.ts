import type { RankMethod, StepMethod, SubsetMethod, Table } from '../src/index.ts'
import { rankBy, scoreBy, selectBy } from './calls.ts'
import { checkMethod, ensure, ensureSame, isNear, refusal } from './law.ts'
import type { Law } from './law.ts'
import { columnsOf, reordered, repeated, reversed, tableOf, withGaps } from './tables.ts'
import type { Columns, Kind } from './tables.ts'

type AnyRank = Pick<RankMethod, 'criterion'>
type AnyStep = Pick<StepMethod, 'criterion'>
type AnySubset = Pick<SubsetMethod, 'criterion'>

/** What a law compares: a number, or none, for each name. */
type Scores = ReadonlyMap<string, number | null>

/** How a criterion is called on a table. */
type Call = (table: Table, weights?: string) => Promise<Scores>

/** The tables that a criterion takes. */
function kindsOf({
  features,
  target,
  twoClasses,
}: AnyRank['criterion'] | AnyStep['criterion'] | AnySubset['criterion']): Kind[] {
  const types = (['numeric', 'categorical'] as const).filter((type) => features[type] !== null)
  const targets: readonly Kind['target'][] =
    target === null
      ? ['none']
      : target === 'several'
        ? ['several']
        : (target === 'values' || target === 'distances') && !twoClasses
          ? ['numbers']
          : target === 'classes' || twoClasses
            ? ['classes']
            : ['classes', 'numbers']
  return types.flatMap((type) => targets.map((one) => ({ features: type, target: one })))
}

/**
 * What holds of every ranker: rows, columns and their names in any order, repeated rows and weights, missing
 * values, constant columns.
 *
 * @example for (const { name, check } of rankContract(spread)) it(name, check)
 */
export function rankContract(method: AnyRank): readonly Law[] {
  checkMethod(method, 'criterion')
  const call: Call = async (table, weights) => {
    const spec = { by: [method], ...specOf(table, weights) }
    const { rankings } = await rankBy(table, spec)
    return new Map(rankings[0].scores.map(({ feature, score }) => [feature, score]))
  }
  return lawsOfScores(method.criterion, call)
}

/** What holds of every criterion of steps, and that a score falls where the record says `falling`. */
export function stepContract(method: AnyStep): readonly Law[] {
  checkMethod(method, 'criterion')
  const { criterion } = method
  const path = async (table: Table, of: AnyStep, weights?: string) => {
    const spec = { criterion: of, stop: 'none', evidence: false, ...specOf(table, weights) }
    return selectBy(table, spec)
  }
  const call: Call = async (table, weights) => {
    const { steps } = await path(table, method, weights)
    return new Map(steps.map(({ feature, score }) => [feature, Number(score)]))
  }
  const { falling: _, ...diligent } = criterion
  return [
    ...lawsOfScores(criterion, call),
    ...kindsOf(criterion).map((kind) => ({
      name: `chooses the same if every candidate is scored in each step (${inWords(kind)})`,
      check: async () => {
        const table = tableOf(columnsOf(kind, 3))
        const all = { criterion: diligent } as AnyStep
        const [lazy, whole] = [await path(table, method), await path(table, all)]
        ensureSame(lazy.steps, whole.steps, 'steps differ')
      },
    })),
  ]
}

/**
 * What holds of every criterion of sets: their members in any order, and that no column makes a set worse
 * where the record says so.
 */
export function subsetContract(method: AnySubset): readonly Law[] {
  checkMethod(method, 'criterion')
  const { criterion } = method
  const scoreOf = async (table: Table, features: readonly string[], weights?: string) => {
    const spec = { by: [method], features, ...specOf(table, weights) }
    const { scores } = await scoreBy(table, spec)
    return scores[0].score
  }
  const sets = [['a'], ['a', 'b'], ['d', 'a'], ['b', 'c', 'e'], ['a', 'b', 'c', 'd', 'e', 'f']]
  const call: Call = async (table, weights) => {
    const found = new Map<string, number | null>()
    for (const set of sets) {
      const known = set.filter((name) => table.columns.some((column) => column.name === name))
      found.set(set.join(), await scoreOf(table, known, weights))
    }
    return found
  }
  const isMonotone = criterion.monotone === true
  return [
    ...lawsOfScores(criterion, call),
    ...kindsOf(criterion).flatMap((kind): Law[] => [
      {
        name: `scores a set whatever the order of its members (${inWords(kind)})`,
        check: async () => {
          const table = tableOf(columnsOf(kind, 5))
          const one = await scoreOf(table, ['a', 'c', 'd'])
          const other = await scoreOf(table, ['d', 'a', 'c'])
          ensure(isNear(one, other), `scores differ: ${one} and ${other}`)
        },
      },
      ...(isMonotone ? [monotoneLaw(kind)] : []),
    ]),
  ]

  function monotoneLaw(kind: Kind): Law {
    return {
      name: `makes no set worse by another column (${inWords(kind)})`,
      check: async () => {
        const table = tableOf(columnsOf(kind, 7))
        const sign = criterion.better === 'higher' ? 1 : -1
        const path = ['a', 'd', 'b', 'e', 'c', 'f']
        let before = -Infinity
        for (let size = 1; size <= path.length; size++) {
          const now = sign * ((await scoreOf(table, path.slice(0, size))) ?? NaN)
          ensure(!(now < before) || isNear(now, before), `worse with ${path.slice(0, size).join(', ')}`)
          before = now
        }
      },
    }
  }
}

function lawsOfScores(
  criterion: AnyRank['criterion'] | AnyStep['criterion'] | AnySubset['criterion'],
  call: Call,
): Law[] {
  const laws = kindsOf(criterion).flatMap((kind): Law[] => {
    const law = (name: string, check: (columns: Columns) => Promise<void>): Law => ({
      name: `${name} (${inWords(kind)})`,
      check: () => check(columnsOf(kind, 1)),
    })
    return [
      law('gives a number or a reason, and the same again', async (columns) => {
        const scores = await call(tableOf(columns))
        ensure(scores.size > 0, 'no scores')
        for (const [name, score] of scores) ensure(score === null || !Number.isNaN(score), `NaN for ${name}`)
        ensureSame([...scores], [...(await call(tableOf(columns)))], 'another call differs')
      }),
      law('does not see the order of rows', async (columns) => {
        compare(
          await call(tableOf(columns)),
          await call(tableOf(reordered(columns))),
          'rows in another order',
        )
      }),
      law('does not see the order of columns', async (columns) => {
        compare(
          await call(tableOf(columns)),
          await call(tableOf(reversed(columns))),
          'columns in reverse order',
        )
      }),
      law('counts a row of weight 2 twice, or refuses weights', async (columns) => {
        const { rows, weights } = repeated(columns)
        const weighted = tableOf({ ...columns, w: weights })
        const found = await call(weighted, 'w').catch(refusal)
        if (found) compare(await call(tableOf(rows)), found, 'repeated rows, and weights')
      }),
      law('takes missing values and constant columns, or says why not', async (columns) => {
        const odd = { ...withGaps(columns), e: columns['e'].map(() => columns['e'][0]) }
        const found = await call(tableOf(odd)).catch(refusal)
        for (const [name, score] of found ?? [])
          ensure(score === null || !Number.isNaN(score), `NaN for ${name}`)
      }),
    ]
  })
  return laws
}

function compare(one: Scores, other: Scores, what: string): void {
  for (const [name, score] of one) {
    const found = other.get(name)
    ensure(found !== undefined && isNear(score, found), `${what}: ${name} scores ${score} and ${found}`)
  }
}

function specOf({ columns }: Table, weights?: string) {
  const targets = ['y', 'z'].filter((target) => columns.some(({ name }) => name === target))
  const [target = null] = targets
  return { target: targets.length > 1 ? targets : target, ...(weights !== undefined && { weights }) }
}

function inWords({ features, target }: Kind): string {
  return `${features} columns, ${targetsInWords[target]}`
}

const targetsInWords: Readonly<Record<Kind['target'], string>> = {
  none: 'no target',
  numbers: 'a target of numbers',
  several: 'several targets of numbers',
  classes: 'classes',
}
