// Trees of columns made outside criba, by `groups.py`.
import { readFileSync } from 'node:fs'
import { groups, tableFromColumns } from 'criba'
import { describe, expect, it } from 'vitest'
import { clustersAfter, stepsUpTo, agglomerate, placeOfPair } from '../../dist/src/analyses/grouping/tree.js'
import type { Merge } from '../../dist/src/analyses/grouping/tree.js'
import type { Linkage, Similarity } from '../../dist/src/core/spec/groups-spec.js'

type Step = readonly [a: number, b: number, height: number]

const truth = JSON.parse(readFileSync(new URL('groups.json', import.meta.url), 'utf8')) as {
  readonly distances: readonly {
    readonly leaves: number
    readonly distances: readonly number[]
    readonly linkage: Linkage
    readonly merges: readonly Step[]
    readonly cuts: readonly {
      readonly height?: number
      readonly count?: number
      readonly clusters: readonly (readonly number[])[]
    }[]
  }[]
  readonly tables: readonly {
    readonly columns: Readonly<Record<string, readonly (number | string)[]>>
    readonly by: Similarity
    readonly linkage: Linkage
    readonly similarities: readonly number[]
    readonly merges: readonly Step[]
  }[]
}

function expectMerges(found: readonly Merge[], wanted: readonly Step[]): void {
  expect(found.map(({ a, b }) => [a, b])).toEqual(wanted.map(([a, b]) => [a, b]))
  found.forEach(({ height }, step) => expect(height).toBeCloseTo(wanted[step][2], 12))
}

describe('trees are those of scipy', () => {
  it.each(truth.distances.map((one) => [one.linkage, one.leaves, one] as const))(
    '%s, %i leaves',
    (linkage, leaves, { distances, merges, cuts }) => {
      const found = agglomerate(Float64Array.from(distances), leaves, linkage)
      expectMerges(found, merges)
      for (const { height, count, clusters } of cuts) {
        const steps = count === undefined ? stepsUpTo(found, height!) : leaves - count
        expect(clustersAfter(found, leaves, steps)).toEqual(clusters)
      }
    },
  )
})

describe('groups of columns are those of numpy and scipy', () => {
  it.each(truth.tables.map((one) => [one.by, one.linkage, one] as const))(
    '%s, %s',
    async (by, linkage, { columns, similarities, merges }) => {
      const [first] = Object.keys(columns)
      const found = await groups(tableFromColumns(columns), { by, linkage, standIns: first })
      expect(found.features).toEqual(Object.keys(columns))
      expectMerges(found.merges, merges)
      for (const { feature, similarity } of found.standIns!.others) {
        const place = placeOfPair(0, found.features.indexOf(feature))
        expect(similarity).toBeCloseTo(similarities[place], 12)
      }
    },
  )
})
