import { untrack } from 'svelte'
import { isCut } from './answers.svelte.ts'
import type { Answer, CallName, Question } from './answers.svelte.ts'
import type { Studio } from './studio.svelte.ts'

/**
 * The answer to what a view asks, as long as it asks it: another question stops the one before, which nobody
 * waits for any more. The answer before stays until the next has a value.
 */
export function asked<C extends CallName>(studio: Studio, of: () => Question<C> | null) {
  type Current = ReturnType<typeof studio.ask<C>>
  let current = $state.raw<Current | null>(null)
  let last = $state.raw<NonNullable<Current>['value'] | null>(null)
  let whole = $state.raw<NonNullable<Current>['value'] | null>(null)
  let key = ''
  let file: typeof studio.opened = null
  function waitFor(question: Question<C>): Current {
    const answer = studio.ask(question)
    answer.waiting++
    return answer
  }
  // What a view has asked goes on when it is left.
  $effect(() => () => {
    if (current) current.waiting--
  })
  $effect(() => {
    const question = of()
    // A file that is read anew gives other answers.
    const { opened } = studio
    const next = JSON.stringify(question)
    untrack(() => {
      // What was stopped or failed is asked again on demand, not whenever something else changes.
      if (key === next && file === opened) return
      // Nor do the answers of another file stay.
      if (file !== opened) last = whole = null
      file = opened
      if (key !== next) current?.leave()
      key = next
      current = question ? waitFor(question) : null
      if (!question) last = whole = null
    })
  })
  $effect(() => {
    if (!current?.value) return
    last = current.value
    if (!isCut(last)) whole = last
  })
  return {
    get answer(): Answer<NonNullable<Current>['value']> | null {
      return current
    },
    /** The newest value there is. */
    get value(): NonNullable<Current>['value'] | null {
      return current?.value ?? last
    },
    /** The newest value that is whole. */
    get whole(): NonNullable<Current>['value'] | null {
      return whole
    },
    /** Asks again what was stopped or failed. */
    again(): void {
      const question = of()
      if (question) current = waitFor(question)
    },
    /** Whether the value belongs to another question, whose answer is still to come. */
    get isOld(): boolean {
      return current !== null && current.value === null && last !== null
    },
  }
}
