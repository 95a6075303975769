import { SvelteMap } from 'svelte/reactivity'
import type { HostedFile } from '#analyses/client'
import { isCutShort } from '#core'
import type { CribaError, RunEvent, Warning } from '#core'

/** The calls of an opened file that answer with a result. */
type Calls = Omit<HostedFile, 'facts' | 'close'>
export type CallName = keyof Calls
type ResultOf<C extends CallName> = Awaited<ReturnType<Calls[C]>>

/** A question: a call and what it is given before its run. */
export type Question<C extends CallName = CallName> = {
  readonly [N in C]: readonly [N, ...unknown[]]
}[C]

/** An error as criba says it. */
export type SaidError = Error &
  Partial<Pick<CribaError, 'code' | 'warnings'>> & { readonly remedy?: Warning['remedy'] }

/** The answer to a question, while it comes and once it is there. */
export class Answer<T> {
  value = $state.raw<T | null>(null)
  error = $state.raw<SaidError | null>(null)
  isRunning = $state(true)
  /** 0 to 1. */
  share = $state(0)
  events = $state.raw<readonly RunEvent[]>([])
  /** How many parts of the page wait for it. */
  waiting = 0
  readonly #controller = new AbortController()

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  stop(): void {
    this.#controller.abort()
  }

  /** Whoever asked waits for it no more; it stops when nobody does. */
  leave(): void {
    this.waiting--
    if (this.waiting <= 0 && this.isRunning) this.stop()
  }
}

/** What was asked of a file and answered. */
export class Answers {
  readonly #file: HostedFile
  readonly #onLost: () => void
  readonly #known = new SvelteMap<string, Answer<unknown>>()

  /** `onLost`: what is done once a question no longer reaches the file. */
  constructor(file: HostedFile, onLost: () => void) {
    this.#file = file
    this.#onLost = onLost
  }

  /** The answer to a question, which is asked once; one that was stopped or failed is asked anew. */
  ask<C extends CallName>(question: Question<C>): Answer<ResultOf<C>> {
    const key = JSON.stringify(question)
    const known = this.#known.get(key)
    if (known && !isUnfinished(known)) return known as Answer<ResultOf<C>>
    const answer = new Answer<ResultOf<C>>()
    this.#known.set(key, answer)
    void this.#run(question, answer)
    return answer
  }

  /** The answer to a question that was asked before. */
  known<C extends CallName>(question: Question<C>): Answer<ResultOf<C>> | null {
    return (this.#known.get(JSON.stringify(question)) ?? null) as Answer<ResultOf<C>> | null
  }

  stop(): void {
    for (const answer of this.#known.values()) answer.stop()
  }

  stopRunning(): void {
    for (const answer of this.#known.values()) if (answer.isRunning) answer.stop()
  }

  async #run<C extends CallName>([call, ...given]: Question<C>, answer: Answer<ResultOf<C>>): Promise<void> {
    // Events come faster than a screen shows them.
    let events: RunEvent[] = []
    let isDue = false
    const show = () => {
      isDue = false
      answer.events = [...answer.events, ...events]
      events = []
    }
    const run = {
      signal: answer.signal,
      progress: (share: number) => void (answer.share = share),
      on: (event: RunEvent) => {
        events.push(event)
        if (isDue) return
        isDue = true
        requestAnimationFrame(show)
      },
    }
    try {
      const ask = this.#file[call] as (...all: unknown[]) => Promise<ResultOf<C>>
      answer.value = await ask(...given, run)
    } catch (error) {
      answer.error = error as SaidError
      if (answer.error.code === 'unreachable') this.#onLost()
    } finally {
      show()
      answer.isRunning = false
    }
  }
}

/**
 * Whether there is more to know than the answer has: it failed, or was stopped, which leaves what was found
 * so far.
 */
function isUnfinished({ isRunning, error, value, signal }: Answer<unknown>): boolean {
  // One that was stopped may still be about to end.
  if (signal.aborted) return true
  if (isRunning) return false
  return error !== null || isCut(value)
}

/** Whether a value is what was found until its run was stopped. */
export function isCut(value: unknown): boolean {
  const { stopped } = (value ?? {}) as { readonly stopped?: unknown }
  return typeof stopped === 'string' && isCutShort({ stopped })
}
