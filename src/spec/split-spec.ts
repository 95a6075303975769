import { CribaError } from './error.ts'

/** The columns that every division of the rows respects: the folds of evidence, and those of the criterion `cv`. */
export interface SplitSpec {
  /** Rows of one level of this column stay together, such as those of one patient. The column is no feature. */
  readonly group?: string | null
  /** Each level of this column is spread evenly over the parts; by default the classes of the target. */
  readonly strata?: string | null
  /** A column of times or numbers: a learner is trained on earlier rows and predicts later ones. */
  readonly time?: string | null
}

export interface SettledSplit {
  readonly group: string | null
  readonly strata: string | null
  readonly time: string | null
}

/** Checks which columns a division respects. */
export function settleSplit({ group = null, strata = null, time = null }: SplitSpec): SettledSplit {
  const other = group === null ? (strata === null ? null : 'strata') : 'group'
  if (time !== null && other !== null) {
    throw new CribaError(
      'invalid',
      `invalid time: ${time} (rows in the order of time cannot also respect a ${other}; leave out one of the two)`,
    )
  }
  return { group, strata, time }
}
