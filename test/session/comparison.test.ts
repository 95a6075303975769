import { compare, openSession } from 'criba'
import type { Comparison, RunEvent } from 'criba'
import { describe, expect, it } from 'vitest'
import { exampleTable } from './outcome.ts'

/** A comparison without what the clock says. */
const timeless = ({ methods, seconds: _, ...result }: Comparison) => ({
  ...result,
  methods: methods.map(({ seconds: __, ...method }) => method),
})
const spec = { target: 'y', methods: ['jmi', 'mrmr'], k: 2, folds: 3 }

describe('a comparison', () => {
  it('reports each method as the result has it, then the warnings', async () => {
    const events: RunEvent[] = []
    const { methods, warnings } = await compare(exampleTable(), spec, {
      on: (event) => events.push(structuredClone(event)),
    })
    expect(events).toEqual([
      ...methods.map((method, place) => ({ kind: 'method', place, method })),
      ...warnings.map((warning) => ({ kind: 'warning', warning })),
    ])
  })

  it('in a session selects by a method once, and has the same result as without one', async () => {
    const session = openSession(exampleTable())
    const first = await session.compare(spec)
    const more = { ...spec, methods: ['relieff', 'mrmr', 'jmi'] }
    const second = await session.compare(more)
    expect(timeless(second)).toEqual(timeless(await compare(exampleTable(), more)))
    // The clock would say another time of a second run.
    expect([second.methods[2].seconds, second.methods[1].seconds]).toEqual(
      first.methods.map(({ seconds }) => seconds),
    )
    const other = { ...spec, k: 3 }
    expect(timeless(await session.compare(other))).toEqual(timeless(await compare(exampleTable(), other)))
    session.close()
  })
})
