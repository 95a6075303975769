import type { RankCriterion } from 'criba'
import { it } from 'vitest'
import { isLong } from '../properties/runs.ts'

/** States a law, as `it` does; `ofEach` is met by every method, not by one of those that take the same way through the code. */
export type Law = (title: string, check: () => Promise<void>, how?: { readonly ofEach: true }) => void

interface Stated {
  readonly title: string
  readonly check: () => Promise<void>
}

/** The facts of a method by which the library chooses how to answer it: methods of the same facts differ in a formula. */
function wayOf({ criterion }: { readonly criterion: RankCriterion }): string {
  const { target, twoClasses, features, joint, pairwise, tables, readsBlocks, signed } = criterion
  const { readsGaps, keepsUnlabelled, levelsToo, pValue } = criterion
  const has = [joint, pairwise, tables, readsBlocks, signed, readsGaps, keepsUnlabelled, levelsToo, pValue]
  return JSON.stringify([target, twoClasses, features, has.map(Boolean)])
}

/**
 * Tests the laws of all cases, by groups of cases of methods that take the same way through the code. Each law meets every group in
 * one of the cases for which it is stated, another one for another law, so that every law meets every kind of target and every
 * method many laws. The long tests take all cases.
 */
export function testLaws<Case extends { readonly criterion: { readonly id: string } }>(
  cases: readonly (readonly [title: string, example: Case])[],
  state: (example: Case, law: Law) => void,
  groupOf: (example: Case) => string = (example) => wayOf(example as unknown as { criterion: RankCriterion }),
): void {
  const stated = new Map<string, Stated[]>()
  for (const [title, example] of cases) {
    state(example, (law, check, how) => {
      const group = `${how ? example.criterion.id : groupOf(example)}: ${law}`
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
