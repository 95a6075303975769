import type { Answer, Answers, ColumnFacts, PlannedWork, Request, Run, Source, Warning, Work } from '#core'

/** Where answers are kept. */
interface KeptAnswers {
  /** The key of a request; null for one that is not kept. */
  readonly keyOf: (request: Request) => string | null
  readonly get: (key: string) => Answer | undefined
  readonly keep: (key: string, request: Request, answer: Answer) => void
}

/** A source with the columns and rows of another one, which it asks. */
export abstract class SourceOver implements Source {
  readonly name: Source['name']
  readonly rows: number
  readonly columns: readonly ColumnFacts[]
  readonly warnings: readonly Warning[]
  readonly work: Work
  readonly rowsAtHand?: boolean
  readonly levelsOf?: (column: number) => readonly string[] | null
  readonly withGroups?: NonNullable<Source['withGroups']>
  readonly withJoint?: NonNullable<Source['withJoint']>
  readonly distinctRows?: number
  protected readonly source: Source

  constructor(source: Source) {
    this.name = source.name
    this.rows = source.rows
    this.columns = source.columns
    this.warnings = source.warnings
    this.work = source.work
    if (source.rowsAtHand) this.rowsAtHand = true
    if (source.distinctRows !== undefined) this.distinctRows = source.distinctRows
    if (source.withGroups) this.withGroups = (...groups) => source.withGroups!(...groups)
    if (source.withJoint) this.withJoint = source.withJoint.bind(source)
    if (source.levelsOf) this.levelsOf = (column) => source.levelsOf!(column)
    this.source = source
  }

  abstract answer<const R extends readonly Request[]>(requests: R, run?: Run): Promise<Answers<R>>

  plan(requests: readonly Request[]): readonly PlannedWork[] {
    return this.source.plan(requests)
  }

  /**
   * Answers what is kept, and asks for the rest at once; `sent` is what the other source gets for a request.
   */
  protected async answerOnce<const R extends readonly Request[]>(
    requests: R,
    run: Run,
    { keyOf, get, keep }: KeptAnswers,
    sent: (request: Request) => Request = (request) => request,
  ): Promise<Answers<R>> {
    const keys = requests.map(keyOf)
    const answers = keys.map((key) => (key === null ? undefined : get(key)))
    const missing = [...answers.keys()].filter((place) => answers[place] === undefined)
    if (missing.length === 0) return answers as unknown as Answers<R>
    const found = await this.source.answer(
      missing.map((place) => sent(requests[place])),
      run,
    )
    missing.forEach((place, i) => {
      const key = keys[place]
      answers[place] = found[i]
      if (key !== null) keep(key, requests[place], found[i])
    })
    return answers as unknown as Answers<R>
  }
}
