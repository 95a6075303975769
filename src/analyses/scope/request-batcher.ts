import { countLevels, limits, Pauses, readsPermuted, requestKey } from '#core'
import type { Answer, Answers, Counts, CountsRequest, Request, Run, Source, Variable } from '#core'

/** Rows of so many values are kept. */
const mostRowsKept = 1 << 20

/**
 * Merges the requests of several methods into one batch: requests of equal content are sent once, and answers
 * are cached for later steps, except those that depend on a permutation, and many rows.
 */
export class RequestBatcher {
  readonly source: Source
  readonly #run: Run
  readonly #cache = new Map<string, Answer>()
  readonly #pauses = new Pauses(100)
  #lastStep: readonly { readonly request: Request; readonly answer: Answer }[] = []

  constructor(source: Source, run: Run = {}) {
    this.source = source
    this.#run = run
  }

  /** The answers to each list of requests, in its order, all from one batch. */
  async request<const R extends readonly (readonly Request[])[]>(
    lists: R,
    progress: Run['progress'] = this.#run.progress,
  ): Promise<{ [I in keyof R]: Answers<R[I]> }> {
    const { fresh, keys } = this.#sort(lists)
    const answers = await this.source.answer([...fresh.values()], this.#runWith(progress))
    const batch = new Map([...fresh.keys()].map((key, i) => [key, answers[i]]))
    for (const [key, request] of fresh) if (this.#isKept(request)) this.#cache.set(key, batch.get(key)!)
    const answersOf = (list: readonly string[]) => list.map((key) => batch.get(key) ?? this.#cache.get(key)!)
    return keys.map(answersOf) as unknown as { [I in keyof R]: Answers<R[I]> }
  }

  /**
   * Where work between requests takes long: lets the event loop run if that is due, and ends a run that was
   * aborted.
   */
  async pauseIfDue(): Promise<void> {
    await this.#pauses.pauseIfDue(this.#run.signal)
  }

  /** Whether the answer to a request is cached. */
  knows(request: Request): boolean {
    return this.#cache.has(requestKey(request))
  }

  /** The answers to requests that will not be repeated: they are not cached. */
  async requestOnce<const R extends readonly Request[]>(
    requests: R,
    progress: Run['progress'] = this.#run.progress,
  ): Promise<Answers<R>> {
    return this.source.answer(requests, this.#runWith(progress))
  }

  /**
   * The answers to the requests of a step of a search: those of the step before are kept, in case it requests
   * the same again.
   */
  async requestStep(
    requests: readonly Request[],
    progress?: Run['progress'],
  ): Promise<Answers<readonly Request[]>> {
    const known = this.#lastStep
    const fresh: Request[] = []
    const answers: (Answer | undefined)[] = requests.map((request) => {
      const found = known.find((other) => areEqual(other.request, request))
      if (!found && !fresh.some((other) => areEqual(other, request))) fresh.push(request)
      return found?.answer
    })
    const freshAnswers = fresh.length > 0 ? await this.requestOnce(fresh, progress) : []
    const step = requests.map((request, i) => ({
      request,
      answer: answers[i] ?? freshAnswers[fresh.findIndex((other) => areEqual(other, request))],
    }))
    this.#lastStep = step
    return step.map(({ answer }) => answer)
  }

  /** No request repeats a permutation, and many rows would only stay in memory. */
  #isKept(request: Request): boolean {
    if (request.kind === 'rows' && request.columns.length * this.source.rows > mostRowsKept) return false
    return !readsPermuted(request)
  }

  #runWith(progress: Run['progress']): Run {
    const { progress: _, ...rest } = this.#run
    return { ...rest, ...(progress && { progress }) }
  }

  /** The requests of a batch that go to the source: each once, and none whose answer is cached. */
  distinct(lists: readonly (readonly Request[])[]): readonly Request[] {
    return [...this.#sort(lists).fresh.values()]
  }

  #sort(lists: readonly (readonly Request[])[]): { fresh: Map<string, Request>; keys: string[][] } {
    const fresh = new Map<string, Request>()
    const keys = lists.map((list) =>
      list.map((request) => {
        const key = requestKey(request)
        if (!this.#cache.has(key)) fresh.set(key, request)
        return key
      }),
    )
    return { fresh, keys }
  }
}

/**
 * Whether two requests are the same: plain records and lists by what they hold, anything else by identity.
 * Not by `requestKey`: a key reads all of a request at every step, where parts that steps share are the same
 * objects and different ones differ early.
 */
export function areEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((value, i) => areEqual(value, b[i]))
  }
  if (!isRecord(a) || !isRecord(b)) return false
  const names = Object.keys(a)
  return names.length === Object.keys(b).length && names.every((name) => areEqual(a[name], b[name]))
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}

/** The most cells of all tables that are counted together. */
const cellsAtATime = 1 << 22

/** Some variables beside each of others: so what the tables share is made once. */
interface TableFamily {
  readonly base: readonly Variable[]
  readonly each: readonly Variable[]
}

/**
 * Counts the tables of families, in as few batches as fit into memory. `onTable` gets each in turn, with the
 * family and the place in it; a table with more cells than may be requested is left out.
 */
export async function countTables(
  batcher: RequestBatcher,
  view: CountsRequest['view'],
  families: readonly TableFamily[],
  onTable: (table: Counts, family: number, place: number) => void,
): Promise<void> {
  const sizeOf = ({ coding }: Variable) => countLevels(coding!)
  let batch: { readonly family: number; readonly places: number[] }[] = []
  let cells = 0
  const count = async () => {
    const requests = batch.map(({ family, places }): CountsRequest => {
      const { base, each } = families[family]
      return { kind: 'counts', family: { base, each: places.map((place) => each[place]) }, view }
    })
    const answers = await batcher.requestOnce(requests)
    batch.forEach(({ family, places }, i) =>
      places.forEach((place, one) => onTable(answers[i][one], family, place)),
    )
    batch = []
    cells = 0
  }
  for (const [family, { base, each }] of families.entries()) {
    const size = base.reduce((product, variable) => product * sizeOf(variable), 1)
    for (const [place, variable] of each.entries()) {
      const own = size * sizeOf(variable)
      if (own > limits.cells) continue
      if (cells + own > cellsAtATime) await count()
      const last = batch.at(-1)
      if (last?.family === family) last.places.push(place)
      else batch.push({ family, places: [place] })
      cells += own
    }
  }
  if (batch.length > 0) await count()
}
