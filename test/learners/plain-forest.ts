// A random forest by its definition: rows are drawn from a list in which each stands as often as it weighs.
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64'
import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { seeded } from '../../dist/src/core/statistics/random-stream.js'
import { middleOf, plainTree } from './plain-tree.ts'
import type { PlainOptions, PlainTable, PlainTree } from './plain-tree.ts'

export interface PlainForestOptions extends PlainOptions {
  readonly trees: number
  readonly mtry: number
  readonly seed: number
}

export interface PlainMember {
  readonly tree: PlainTree
  /** The copies of rows that were not drawn. */
  readonly outside: readonly number[]
  readonly random: ReturnType<typeof seeded>
}

export function plainForest(table: PlainTable, options: PlainForestOptions): readonly PlainMember[] {
  const { columns, target, classes, weights, train } = table
  const copies = train.flatMap((row) => Array.from({ length: weights[row] }, () => row))
  const middle = middleOf(
    train.map((row) => target[row]),
    classes,
  )
  const auto = Math.max(1, Math.floor(classes > 1 ? Math.sqrt(columns.length) : columns.length / 3))
  const tried = Math.min(columns.length, options.mtry || auto)
  return Array.from({ length: options.trees }, (_, number) => {
    const random = seeded(`${options.seed}/tree/${number}`)
    const drawn = copies.map(() => Math.floor(uniformFloat64(random) * copies.length))
    const counts = target.map((_, row) => drawn.filter((copy) => copies[copy] === row).length)
    const tree = plainTree(
      { ...table, weights: counts, train: train.filter((row) => counts[row] > 0), middle },
      options,
      (order) => {
        for (let i = 0; i < tried; i++) {
          const other = uniformInt(random, i, order.length - 1)
          ;[order[i], order[other]] = [order[other], order[i]]
        }
        return tried
      },
    )
    return { tree, outside: copies.filter((_, copy) => !drawn.includes(copy)), random }
  })
}
