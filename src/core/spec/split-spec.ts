import { CribaError } from './error.ts'
import { text } from './parts.ts'
import type { PartsOf, SettledBy } from './parts.ts'

/**
 * The columns that every division of the rows respects: the folds of evidence, and those of the criterion
 * `cv`.
 */
export interface SplitSpec {
  /**
   * Rows of one level of this column stay together, such as those of one patient. The column is no feature.
   */
  readonly group?: string | null
  /** Each level of this column is spread evenly over the parts; by default the classes of the target. */
  readonly strata?: string | null
  /** A column of times or numbers: a learner is trained on earlier rows and predicts later ones. */
  readonly time?: string | null
  /**
   * A column by whose hash rows are divided instead of by place: a server has no order of rows. The column is
   * no feature.
   */
  readonly key?: string | null
}

/** The parts of a spec that say how rows are divided. */
export const splitParts = {
  group: text({
    flag: '--group <column>',
    help: 'rows of one level stay in one fold, such as those of one patient; the column is no feature',
  }),
  strata: text({
    flag: '--strata <column>',
    help: 'spread the levels of this column evenly over the folds',
    defaultInWords: 'the classes of the target',
  }),
  time: text({
    flag: '--time <column>',
    help: 'train on earlier rows and predict later ones, by a column of dates, times or numbers',
  }),
  key: text({
    flag: '--key <column>',
    help: 'divide and sample rows by a hash of this column instead of by place, as a server has no order of rows; it is no feature',
  }),
} satisfies PartsOf<SplitSpec>

/** The parts of these that say how rows are permuted; a key says nothing of that. */
export type ExchangeSpec = Pick<SplitSpec, 'group' | 'strata' | 'time'>

/** How these are said where rows are permuted and not divided. */
export const exchangeParts = {
  group: text({
    flag: '--group <column>',
    help: 'rows of one level are permuted as a whole, such as those of one patient; the column is no feature',
  }),
  strata: text({ flag: '--strata <column>', help: 'permute rows within the levels of this column' }),
  time: text({
    flag: '--time <column>',
    help: 'permutations keep the dependence on earlier rows, by a column of dates, times or numbers',
  }),
} satisfies PartsOf<ExchangeSpec>

export type SettledSplit = SettledBy<SplitSpec, typeof splitParts>

/** Refuses to divide rows in time, by this column, more than once: every division would be the same. */
export function refuseRepeatsInTime(time: string | null, repeats: number): void {
  if (time === null || repeats === 1) return
  throw new CribaError(
    'invalid',
    `invalid repeats: ${repeats} (in the order of ${time} every division is the same)`,
  )
}

/**
 * Refuses an order of time where rows are to respect groups or strata too, and a key beside any other column.
 */
export function refuseOthers({ group, strata, time, key }: SettledSplit): void {
  const beside = Object.entries({ group, strata, time }).find(([, name]) => name !== null)
  if (key !== null && beside) {
    throw new CribaError(
      'invalid',
      `invalid key: ${key} (rows that are divided by a key respect no ${beside[0]}; leave out one of the two)`,
    )
  }
  const other = group === null ? (strata === null ? null : 'strata') : 'group'
  if (time === null || other === null) return
  throw new CribaError(
    'invalid',
    `invalid time: ${time} (rows in the order of time cannot also respect a ${other}; leave out one of the two)`,
  )
}
