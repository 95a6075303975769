import type { Run, Source } from '../../sources/source.ts'
import { membersOf, variablesOf } from '../../statistics/family.ts'
import type { Family } from '../../statistics/family.ts'
import type { Answer, Answers, Request } from '../../statistics/request.ts'
import { otherVariablesOf } from '../../statistics/nearest.ts'
import type { NearestWanted } from '../../statistics/nearest.ts'
import type { Variable } from '../../statistics/variable.ts'
import type { View } from '../../statistics/view.ts'
import { areEqual } from './equal-requests.ts'

/**
 * Merges the requests of several methods into one batch: equal requests are sent once, and answers are cached for later steps,
 * except under a permutation.
 */
export class RequestBatcher {
  readonly source: Source
  readonly #run: Run
  readonly #cache = new Map<string, Answer>()
  readonly #numbers = new WeakMap<object, number>()
  #last = 0
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
    // No request repeats a permutation, so caching its answers would only fill memory.
    for (const [key, request] of fresh) if (!request.view.permuted) this.#cache.set(key, batch.get(key)!)
    const answersOf = (list: readonly string[]) => list.map((key) => batch.get(key) ?? this.#cache.get(key)!)
    return keys.map(answersOf) as unknown as { [I in keyof R]: Answers<R[I]> }
  }

  /** The answers to requests that will not be repeated: they are not cached. */
  async requestOnce<const R extends readonly Request[]>(
    requests: R,
    progress: Run['progress'] = this.#run.progress,
  ): Promise<Answers<R>> {
    return this.source.answer(requests, this.#runWith(progress))
  }

  /** The answers to the requests of a step of a search: those of the step before are kept, in case it requests the same again. */
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
        const key = this.#keyOf(request)
        if (!this.#cache.has(key)) fresh.set(key, request)
        return key
      }),
    )
    return { fresh, keys }
  }

  #keyOf(request: Request): string {
    const names = (variables: readonly Variable[]) =>
      variables.map((variable) => this.#nameOf(variable)).join('+')
    const view = this.#numberOf(request.view)
    switch (request.kind) {
      case 'counts':
        return `counts ${view} ${this.#familyKey(request.family)}`
      case 'density':
        return `density ${view} ${this.#familyKey(request.family)} with ${names(request.with)} ${request.kernel} ${request.bandwidth}`
      case 'entropy':
        return `entropy ${view} ${this.#familyKey(request.family)} within ${request.within ? this.#familyKey(request.within) : ''}`
      case 'moments':
        return `moments ${view} ${this.#familyKey(request.family)} ${request.of} ${request.by ? this.#nameOf(request.by) : ''}`
      case 'nearest':
        return `nearest ${view} ${this.#familyKey(request.family)} ${request.k} ${request.metric} ${request.scale} ${request.jitter ?? 0} ${this.#wantedKey(request.wanted)}`
      case 'order':
        return `order ${view} ${this.#nameOf(request.variable)} ${JSON.stringify(request.at)} ${request.distinctUpTo}`
      case 'rows':
        return `rows ${view} ${names(request.columns)}`
    }
  }

  #familyKey(family: Family): string {
    const names = (set: readonly Variable[]) => set.map((variable) => this.#nameOf(variable)).join('+')
    if ('each' in family) return `${names(family.base)}|${names(family.each)}`
    if ('of' in family) return `${names(family.of)}:${family.sizes.join('-')}:${names(family.also ?? [])}`
    return [...membersOf(family)].map(names).join(',')
  }

  #wantedKey(wanted: NearestWanted): string {
    switch (wanted.of) {
      case 'differences':
        return `differences ${this.#nameOf(wanted.target)} ${wanted.as} ${wanted.ties}`
      case 'distances':
        return 'distances'
      case 'ksg':
        return `ksg ${wanted.with.map((variable) => this.#nameOf(variable)).join('+')} ${wanted.rule}`
      case 'levels':
        return `levels ${this.#nameOf(wanted.target)}`
    }
  }

  /** Requests for a column's plain values are equal; codings are compared by identity. */
  #nameOf(variable: Variable): string {
    const { column, coding, fill } = variable
    if (coding && coding.kind !== 'values' && coding.kind !== 'missingness')
      return `#${this.#numberOf(variable)}`
    return `${column}:${coding?.kind ?? ''}:${fill ?? ''}`
  }

  #numberOf(object: Variable | View): number {
    let number = this.#numbers.get(object)
    if (number === undefined) {
      number = this.#last++
      this.#numbers.set(object, number)
    }
    return number
  }
}

/** Whether a request reads the values of a column; that its rows must be complete in it does not count. */
export function readsColumn(request: Request, column: number): boolean {
  const isIt = (variable: Variable) => variable.column === column
  switch (request.kind) {
    case 'order':
      return isIt(request.variable)
    case 'rows':
      return request.columns.some(isIt)
    case 'moments':
      return variablesOf(request.family).some(isIt) || (request.by !== undefined && isIt(request.by))
    case 'density':
      return [...variablesOf(request.family), ...request.with].some(isIt)
    case 'nearest':
      return [...variablesOf(request.family), ...otherVariablesOf(request.wanted)].some(isIt)
    case 'entropy':
    case 'counts':
      return variablesOf(request.family).some(isIt)
  }
}
