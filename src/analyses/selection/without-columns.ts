import type { SettledSelectSpec } from '#core'

/** Leaves out of a spec the columns that were set apart; they leave their groups and costs too. */
export function withoutColumns(spec: SettledSelectSpec, apart: Iterable<string>): SettledSelectSpec {
  const out = new Set(apart)
  const groups = Object.entries(spec.groups)
    .map(([group, names]) => [group, names.filter((name) => !out.has(name))] as const)
    .filter(([, names]) => names.length > 0)
  const costs = spec.costs && Object.entries(spec.costs).filter(([name]) => !out.has(name))
  return {
    ...spec,
    asIs: true,
    drop: [...spec.drop, ...out],
    groups: Object.fromEntries(groups),
    costs: costs && Object.fromEntries(costs),
  }
}
