import { rank } from 'criba'
import { describe, expect, it } from 'vitest'
import { reference, tableOf } from './reference.ts'

describe('cuts of the discretisers', () => {
  it.each(reference.cuts)(
    '$discretise on $data → $target',
    async ({ data, target, discretise, bins, cuts }) => {
      const { coding } = await rank(await tableOf(data), {
        target,
        discretise,
        ...(bins && { bins }),
        by: ['information-gain'],
      })
      const found = new Map(coding.map((entry) => [entry.feature, entry.cuts]))
      for (const [feature, expected] of Object.entries(cuts))
        expect(found.get(feature), feature).toEqual(expected)
    },
  )
})
