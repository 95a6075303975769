// What a search could not score, and what an interruption leaves out, is said.
import { selectReport } from 'criba/report'
import { tableFromColumns } from 'criba'
import { describe, expect, it } from 'vitest'
import { select } from '../untyped.ts'
import { xorTable } from './synergy-tables.ts'

const few = tableFromColumns({ a: [1, 2, 3], b: [5, 3, 1], c: [2, 1, 5], y: [1, 2, 4] })

describe('a search of sets that have no score', () => {
  it.each([
    ['cv', 'forward'],
    ['cv', 'exhaustive'],
    ['cv', 'beam'],
    ['cv', 'backward'],
    ['joint-mi', 'forward'],
    ['joint-mi', 'exhaustive'],
  ])('says why: %s by %s', async (criterion, search) => {
    const reason = criterion === 'cv' ? '(needs one for each of 5 folds)' : '(needs more than k = 3)'
    const { selected, setAside, warnings } = await select(few, {
      target: 'y',
      criterion,
      search,
      minRows: 1,
      asIs: true,
      evidence: false,
    })
    expect(selected).toEqual([])
    const [said] = warnings.filter(({ code }) => code === 'unsuitable')
    expect(said.message).toContain(reason)
    for (const { because } of setAside) expect(because).toContain(reason)
    if (search === 'forward') expect(setAside.map(({ feature }) => feature)).toEqual(['a', 'b', 'c'])
  })

  it('says nothing where sets have scores', async () => {
    const { warnings, setAside } = await select(few, {
      target: 'y',
      criterion: 'sse',
      minRows: 1,
      asIs: true,
      evidence: false,
    })
    expect(warnings.filter(({ code }) => code === 'unsuitable')).toEqual([])
    expect(setAside.filter(({ because }) => because.includes('rows'))).toEqual([])
  })
})

/** A signal that aborts at its check of that number. */
function abortsAt(last: number) {
  let checks = 0
  const signal = new AbortController().signal
  Object.defineProperty(signal, 'aborted', { get: () => ++checks > last })
  signal.throwIfAborted = () => {
    if (signal.aborted) throw new Error('aborted')
  }
  return { signal, checks: () => checks }
}

describe('an interruption after the search', () => {
  it('is told where it leaves out the screening of pairs', async () => {
    const spec = { target: 'y', evidence: false, asIs: true }
    const whole = abortsAt(Infinity)
    const { stopped, synergies } = await select(xorTable(), spec, { signal: whole.signal, threads: 1 })
    expect(synergies?.found).toHaveLength(1)
    const unfinished = []
    for (let last = whole.checks(); last > 0 && unfinished.length === 0; last--) {
      const result = await select(xorTable(), spec, { signal: abortsAt(last).signal, threads: 1 })
      if (!result.synergies) unfinished.push(result)
    }
    const [result] = unfinished
    expect(result.stopped).toBe(stopped)
    expect(result.warnings.map(({ message }) => message)).toContain(
      'interrupted after the search: pairs that tell of the target only together were not sought',
    )
  })
})

describe('the report of a search that ended with its budget', () => {
  const next = (
    (state) => () =>
      (state = (state * 48271) % 2147483647) / 2147483647
  )(7)
  const column = () => Array.from({ length: 80 }, next)
  const x = Array.from({ length: 7 }, column)
  const y = x[0].map((value, row) => value + x[1][row] + 0.2 * next())
  const table = tableFromColumns([...x.map((values, i) => [`x${i}`, values] as const), ['y', y]])

  it.each(['cfs', 'mi-dt'])('says that it shows a part of the sets: %s', async (criterion) => {
    const spec = { target: 'y', criterion, search: 'exhaustive', k: 3, evidence: false }
    const result = await select(table, { ...spec, landscape: 'all' })
    const early = { ...result, stopped: 'the budget of 20 evaluations is spent' }
    const texts = async (one: typeof result) =>
      JSON.stringify(
        (await selectReport(one, table)).sections.filter(({ title }) => title === 'The sets of columns'),
      )
    expect(await texts(result)).not.toContain('ended early')
    expect(await texts(early)).toContain('ended early')
    expect((await selectReport(early, table)).answer).toContain(
      'ended early, because the budget of 20 evaluations is spent',
    )
  })
})
