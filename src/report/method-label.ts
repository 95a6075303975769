import { criteria, merits, steps } from '../criteria/registry.ts'
import { searches } from '../search/registry.ts'
import type { Ranking } from '../trace/ranking.ts'

/** A method or a search as the command line names it: its options where they differ from the defaults. */
export function methodLabel({ method, options }: Pick<Ranking, 'method' | 'options'>): string {
  const rules = [...criteria, ...merits, ...steps, ...searches].find(({ id }) => id === method)?.options ?? {}
  const given = Object.entries(options).filter(([name, value]) => rules[name]?.default !== value)
  return given.length === 0
    ? method
    : `${method}:${given.map(([name, value]) => `${name}=${value}`).join(',')}`
}
