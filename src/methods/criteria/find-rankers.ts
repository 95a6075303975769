import type { RankCriterion } from '../shapes/criterion.ts'
import { ownCriteria } from '../shapes/other-shapes.ts'
import { familyOf } from './ranker-families.ts'

/**
 * Finds rankers of these names: their families are loaded, or the registry if a name is that of none, or also
 * that of a method of one's own.
 */
export async function findRankers(names: readonly string[]): Promise<(id: string) => RankCriterion> {
  const own = ownCriteria.names()
  if (!names.every((name) => Object.hasOwn(familyOf, name) && !own.includes(name)))
    return (await import('./registry.ts')).findRanker
  const families = await Promise.all(names.map((name) => familyOf[name]()))
  const records = families.flatMap((family) => Object.values(family)).map(({ criterion }) => criterion)
  return (id) => records.find((record) => record?.id === id)!
}
