import { calledOwn, valueOfOwn } from '#core'

/** What runs as a search. */
interface Running {
  run?: unknown
  readonly id: string
}

/** A search of one's own, whose errors name it. */
export function withErrorsNamed<S extends Running>(record: S): S {
  const { run, id } = record
  if (typeof run !== 'function') return record
  return {
    ...record,
    run(...given: unknown[]) {
      const walk = calledOwn('search', id, () => run.apply(record, given) as unknown)
      const { next } = Object(walk) as Partial<AsyncGenerator<unknown, unknown, unknown>>
      // What is no generator is refused where it runs.
      if (typeof next !== 'function') return walk
      const named = {
        next: async (answer: unknown) =>
          valueOfOwn('search', id, async () => next.call(walk as never, answer)),
        return: async (value: unknown) =>
          (await (walk as Partial<AsyncGenerator>).return?.(value)) ?? { done: true, value },
        [Symbol.asyncIterator]: () => named,
      }
      return named
    },
  }
}
