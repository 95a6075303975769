import { drawBelow } from '#core'
import type { RandomStream } from '#core'
import { drawFirst } from './bootstrap.ts'

/**
 * Draws another row at each call, without replacement: for whichever rows it is called, these are permuted as
 * all rows would be.
 */
export function drawnFrom(rows: Int32Array, random: RandomStream): () => number {
  const left = rows.slice()
  let drawn = 0
  return () => {
    const at = drawn + drawBelow(random, left.length - drawn)
    const row = left[at]
    left[at] = left[drawn++]
    return row
  }
}

/** For each row another one, whose value it takes: a permutation of the rows within each cell. */
export function permutedWithin(rows: Int32Array, cells: Int32Array, random: RandomStream): Int32Array {
  const byCell = new Map<number, number[]>()
  for (let i = 0; i < rows.length; i++) {
    const own = byCell.get(cells[i])
    if (own) own.push(i)
    else byCell.set(cells[i], [i])
  }
  const others = rows.slice()
  for (const members of byCell.values()) {
    const order = Int32Array.from(members)
    drawFirst(order, order.length - 1, random)
    for (let i = 0; i < members.length; i++) others[members[i]] = rows[order[i]]
  }
  return others
}
