import type { RankMethod } from '../shapes/criterion.ts'

/** What a file exports: methods by their names in code, perhaps among other things. */
type Family = Readonly<Record<string, Partial<RankMethod>>>

/**
 * The families of the most used rankers by the names of these. In Node there are none: one file has the
 * registry. The build for browsers puts a table in place of this file, so that a page loads the family of a
 * name alone.
 */
export const familyOf: Readonly<Record<string, () => Promise<Family>>> = {}
