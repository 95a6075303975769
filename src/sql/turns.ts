import type { Engine } from './engine.ts'

/** What is done over one engine one after the other: a batch sets its threads, an interruption stops all. */
export class Turns {
  readonly #last = new WeakMap<Engine, Promise<unknown>>()

  /** Does work when what came before it over the same engine is done. */
  take<T>(engine: Engine, work: () => Promise<T>): Promise<T> {
    const done = (this.#last.get(engine) ?? Promise.resolve()).then(work)
    this.#last.set(
      engine,
      done.catch(() => {}),
    )
    return done
  }
}
