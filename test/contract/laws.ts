import { it } from 'vitest'
import { isLong } from '../properties/runs.ts'

/** States a law, as `it` does. */
export type Law = (title: string, check: () => Promise<void>) => void

interface Stated {
  readonly title: string
  readonly check: () => Promise<void>
}

/**
 * Tests the laws of all cases, by groups of cases that differ in their target only. Each law meets every group in one of the
 * cases for which it is stated, another one for another law or method, so that every law meets every kind of target.
 * The long tests take all cases.
 */
export function testLaws<Case extends { readonly criterion: { readonly id: string } }>(
  cases: readonly (readonly [title: string, example: Case])[],
  state: (example: Case, law: Law) => void,
  groupOf: (example: Case) => string = ({ criterion }) => criterion.id,
): void {
  const stated = new Map<string, Stated[]>()
  for (const [title, example] of cases) {
    state(example, (law, check) => {
      const group = `${groupOf(example)}: ${law}`
      stated.set(group, [...(stated.get(group) ?? []), { title: `${title}: ${law}`, check }])
    })
  }
  for (const [group, all] of stated) {
    for (const { title, check } of isLong ? all : [all[turnOf(group) % all.length]]) it(title, check)
  }
}

/** A number that differs from text to text. */
export function turnOf(text: string): number {
  let mixed = 0x811c9dc5
  for (const letter of text) mixed = Math.imul(mixed ^ letter.codePointAt(0)!, 0x01000193)
  return (mixed ^ (mixed >>> 15)) >>> 0
}
