import { MemorySource, select, transform } from 'criba'
import { expect, it } from 'vitest'
import { withTraining } from '../../dist/src/analyses/transform/training.js'
import { kinds } from './engines.ts'
import { randomTable } from './tables.ts'

// An engine that scrambles answers by queries alone too.
it.each([kinds[0], kinds[2]])('$name keeps and compares the same of every column as memory', async (kind) => {
  const [table, other] = [randomTable(300, 3), randomTable(350, 13)]
  const found = await select(table, { criterion: 'variance', cut: 'above:0', asIs: true })
  const all = { ...found, selected: found.columns.map(({ name }) => name) }
  const result = await withTraining(new MemorySource(table), all, {})
  const [engine, otherEngine] = [await kind.open(table), await kind.open(other)]
  const there = await withTraining(engine, all, {})
  const applied = await transform(result, otherEngine)
  engine.close()
  otherEngine.close()
  expect(there.training).toEqual(result.training)
  expect(applied.columns).toEqual((await transform(result, other)).columns)
  const own = await transform(result, table)
  expect(own.columns.filter(({ psi, ks }) => psi !== 0 || (ks && ks.statistic !== 0))).toEqual([])
})
