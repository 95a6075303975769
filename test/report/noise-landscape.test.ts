import { MemorySource, tableFromCsv } from 'criba'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { noiseLandscape } from '../../src/analyses/evidence/noise-landscape.ts'
import { select } from '../untyped.ts'

const diabetes = await tableFromCsv(
  readFileSync(new URL('../../examples/diabetes.csv', import.meta.url), 'utf8'),
)

it('the front of many sets is that of all', async () => {
  const drop = ['sex', 's1', 's2', 's3', 's4', 's6']
  const spec = { target: 'progression', drop, criterion: 'mi-dt:mi=joint-mi', search: 'exhaustive' }
  const result = await select(diabetes, spec)
  const source = new MemorySource(diabetes)
  const all = await noiseLandscape(source, result, 100)
  expect([all.isWhole, all.sets.length]).toEqual([true, 15])
  const some = await noiseLandscape(source, result, 3)
  expect(some.isWhole).toBe(false)
  expect(some.sets).toEqual(all.sets.filter(({ front }) => front))
  expect(some.sets.length).toBeLessThan(15)
})
