/**
 * In how many ways the target can stand among the groups of rows where whole groups are exchanged, those of one level of `within`, and
 * those in several, among themselves: groups with the same constant target are alike. No p-value of such permutations is below 1 / orders.
 */
export function ordersOfGroups(
  groups: ArrayLike<number>,
  target: ArrayLike<number>,
  within?: ArrayLike<number>,
): number {
  const known = new Map<number, { pool: number; readonly target: number; isConstant: boolean }>()
  for (let row = 0; row < groups.length; row++) {
    const group = known.get(groups[row])
    const pool = within?.[row] ?? 0
    if (!group) {
      known.set(groups[row], { pool, target: target[row], isConstant: true })
      continue
    }
    if (group.pool !== pool) group.pool = -1
    if (group.target !== target[row]) group.isConstant = false
  }
  const counts = new Map<string, number>()
  const another = (key: string) => {
    counts.set(key, (counts.get(key) ?? 0) + 1)
    return counts.get(key)!
  }
  let orders = 1
  for (const { pool, target, isConstant } of known.values()) {
    orders *= another(`pool ${pool}`) / (isConstant ? another(`alike ${pool} ${target}`) : 1)
  }
  return Math.round(orders)
}
