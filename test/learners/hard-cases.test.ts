// Every learner on tables that are hard to learn from: a score, or one clear line; by every metric in hard-cases.long.ts.
import { tableFromColumns } from 'criba'
import { cv } from 'criba/methods'
import type { SelectResult, Table } from 'criba'
import { duckSourceOf } from 'criba/duckdb'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { learners } from '../../dist/src/methods/learners/registry.js'
import { near } from '../laws/given.ts'
import { isLong } from '../properties/runs.ts'
import { selectAsIs } from '../untyped.ts'
import { briefly, holdHardCases, label, of, random, x, y } from './hard-cases.ts'

describe('learners', () => {
  holdHardCases()

  const mixed: Table = tableFromColumns({
    x,
    kind: of((row) => `k${row % 4}`),
    z: of(() => random()),
    w: of((row) => 1 + (row % 3)),
    y,
    label,
  })
  // Each by one of its tasks; the long tests take both. Those of events are in test/truth/cox.test.ts.
  const withTask = learners.flatMap(({ id, tasks }, place) =>
    (isLong ? tasks : [tasks[place % tasks.length]]).flatMap((task) =>
      task === 'survival' ? [] : [[id, task] as const],
    ),
  )
  const timeless = (result: SelectResult) => ({ ...result, seconds: 0 })

  let engine: Awaited<ReturnType<typeof duckSourceOf>>
  beforeAll(async () => {
    engine = await duckSourceOf(mixed)
  })
  afterAll(() => engine.close())

  it.each(withTask)('%s for %s: the engine and any number of threads find the same', async (id, task) => {
    const [target, other] = task === 'regression' ? ['y', 'label'] : ['label', 'y']
    const asked = {
      target,
      drop: [other],
      weights: 'w',
      criterion: cv({ ...briefly(id), folds: 2 }),
      k: 1,
    } as const
    const found = await selectAsIs(mixed, asked, { threads: 1 })
    expect(timeless(await selectAsIs(mixed, asked, { threads: 4 }))).toEqual(timeless(found))
    const theirs = await selectAsIs(engine, asked)
    expect(theirs.selected).toEqual(found.selected)
    theirs.steps.forEach((step, i) => near(step.score, found.steps[i].score))
  })
})
