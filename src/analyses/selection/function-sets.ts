import { CribaError, shownValue, emptyFoldError, membersOf, unlessAborted, withoutPromises } from '#core'
import type { Family, SplitRows, Splits } from '#core'
import { merit, meritOfNone } from '#methods'
import type { SubsetProblem } from '#methods'
import type { RequestBatcher } from '../scope/request-batcher.ts'
import type { CandidateInput } from './candidate-input.ts'
import { mostInFlight } from './scorer.ts'
import type { FunctionCriterion } from './scorer.ts'
import type { SearchSetup } from './search-setup.ts'
import type { SearchBudget } from './search-budget.ts'

/**
 * Sets of candidates scored by a function. It is called in the order of the sets, with the names of the
 * columns in the order of the table.
 */
export class FunctionSets implements SubsetProblem {
  readonly size: number
  readonly least = 1
  readonly ofNone: number
  /** Unknown: the function decides which rows it uses. */
  readonly rows = undefined
  readonly #criterion: FunctionCriterion
  readonly #names: readonly string[]
  readonly #budget: SearchBudget
  readonly #rowsOfSplits: () => Promise<readonly SplitRows[]>

  constructor(
    criterion: FunctionCriterion,
    { names, splits }: Pick<CandidateInput, 'names' | 'splits'>,
    { batcher, budget }: Pick<SearchSetup, 'batcher' | 'budget'>,
  ) {
    this.size = names.length
    this.ofNone = meritOfNone(criterion)
    this.#criterion = criterion
    this.#names = names
    this.#budget = budget
    let rows: Promise<readonly SplitRows[]> | undefined
    this.#rowsOfSplits = () => (rows ??= rowsOfSplits(batcher, splits!))
  }

  async merits(family: Family<number>, progress: (share: number) => void = () => {}): Promise<Float64Array> {
    const sets = [...membersOf(family)]
    const merits = new Float64Array(sets.length)
    let next = 0
    let done = 0
    let isOver = false
    const worker = async () => {
      while (next < sets.length && !isOver) {
        const place = next++
        try {
          merits[place] = await this.#evaluate(sets[place])
        } catch (error) {
          // Stops the other workers.
          isOver = true
          throw error
        }
        progress(++done / sets.length)
      }
    }
    await Promise.all(Array.from({ length: Math.min(mostInFlight, sets.length) }, worker))
    return merits
  }

  async #evaluate(set: readonly number[]): Promise<number> {
    await this.#budget.pause()
    const columns = [...set].sort((a, b) => a - b).map((column) => this.#names[column])
    const named = columns.join(', ')
    let score: unknown
    try {
      score = await this.#score(columns)
    } catch (error) {
      if (error instanceof CribaError && error.code === 'interrupted') throw error
      const why = error instanceof Error ? error.message : shownValue(error)
      throw new CribaError(
        'invalid',
        `invalid criterion: ${this.#criterion.id} fails for ${named} (${why})`,
        {
          cause: error,
        },
      )
    }
    if (typeof score === 'number' && !Number.isNaN(score)) return merit(score, this.#criterion)
    withoutPromises(`criterion: ${this.#criterion.id}`, score)
    throw new CribaError(
      'invalid',
      `invalid criterion: ${this.#criterion.id} returns ${shownValue(score)} for ${named} (needs a number)`,
    )
  }

  /** The function's score; of a function that takes rows, the mean over the splits. */
  async #score(columns: readonly string[]): Promise<unknown> {
    const { scoreOf, takesRows } = this.#criterion
    if (!takesRows) return unlessAborted(scoreOf([...columns], noRows), this.#budget.signal)
    const splits = await this.#rowsOfSplits()
    let sum = 0
    for (const rows of splits) {
      const score: unknown = await unlessAborted(scoreOf([...columns], rows), this.#budget.signal)
      if (typeof score !== 'number') return score
      sum += score
    }
    return sum / splits.length
  }
}

const noRows: SplitRows = { train: new Int32Array(0), test: new Int32Array(0) }

/** The rows of each split, by their numbers in the table. */
async function rowsOfSplits(batcher: RequestBatcher, { splits }: Splits): Promise<readonly SplitRows[]> {
  const views = splits.flatMap(({ train, test }) => [train, test])
  const answers = await batcher.requestOnce(
    views.map((view) => ({ kind: 'rows', columns: [], view }) as const),
  )
  const places = answers.map(({ weights }) => {
    const found = new Int32Array(weights.length)
    let count = 0
    weights.forEach((weight, row) => {
      if (weight > 0) found[count++] = row
    })
    return found.slice(0, count)
  })
  if (places.some(({ length }) => length === 0)) throw emptyFoldError(splits[0].test.sample!.division)
  return splits.map((_, i) => ({ train: places[2 * i], test: places[2 * i + 1] }))
}
