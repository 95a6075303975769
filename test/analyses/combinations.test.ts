import { readFileSync } from 'node:fs'
import { tableFromColumns, tableFromCsv } from 'criba'
import { describe, expect, it } from 'vitest'
import { randomOf } from '../contract/tables.ts'
import { selectionText } from '../../src/report/selection-text.ts'
import { rank, select } from '../untyped.ts'

/** Every so many rows of an example. */
function exampleOf(name: string, every = 1) {
  const lines = readFileSync(new URL(`../../examples/${name}.csv`, import.meta.url), 'utf8').split('\n')
  return tableFromCsv(lines.filter((_, line) => line % every === 0).join('\n'))
}
const diabetes = await exampleOf('diabetes')
const progression = { target: 'progression' }

/** Many columns of noise, every fifth of which depends on the classes. */
function wideTable() {
  const random = randomOf(5)
  const y = Array.from({ length: 100 }, () => (random() > 0.5 ? 'a' : 'b'))
  const columns: Record<string, (string | number)[]> = { y }
  for (let j = 0; j < 150; j++) {
    columns[`x${j}`] = y.map((label) => (label === 'a' && j % 5 === 0 ? 1 : 0) + 3 * random())
  }
  return tableFromColumns(columns)
}

describe('an explanation', () => {
  it('costs nothing of the budget, and does not change the result', async () => {
    const table = wideTable()
    for (const evals of [250, 400]) {
      const asked = { target: 'y', method: 'cmim', k: 8, budget: { evals } }
      const { seconds: _, ...plain } = await select(table, asked)
      const { seconds: __, why, ...found } = await select(table, { ...asked, why: 'x149' })
      expect(why!.steps!.length).toBeGreaterThan(0)
      expect({ ...found, spec: null }).toEqual({ ...plain, spec: null })
    }
  })

  it('is given even if the budget of a search of sets is spent', async () => {
    for (const search of ['exhaustive', 'floating-forward', 'backward']) {
      const asked = { ...progression, criterion: 'delta-test', search, budget: { evals: 1 }, why: 'bmi' }
      const { why, stopped } = await select(diabetes, asked)
      expect(stopped).toBe('the budget of 1 evaluations is spent')
      expect(Number.isFinite(why!.with)).toBe(true)
    }
  })

  it('describes an infinite score in words', async () => {
    const columns = { a: [1, 1, 2, 2], b: [1, 2, 2, 3], y: ['u', 'u', 'v', 'v'] }
    const asked = { target: 'y', criterion: 'fisher', k: 1, why: 'b' }
    const { why } = await select(tableFromColumns(columns), asked)
    expect(why!.explanation).toBe('never the best; nearest at step 1, infinitely far behind a')
  })

  it('is given as far as possible where the search is interrupted', async () => {
    const explain = async (spec: object) => {
      const asked = { ...progression, ...spec, why: 'sex' }
      const signal = AbortSignal.timeout(20)
      const { why, stopped } = await select(diabetes, asked, { signal })
      expect(stopped).toBe('interrupted')
      return why!.explanation
    }
    const search = 'annealing:evaluations=1000000'
    expect(await explain({ criterion: 'cv', search })).toMatch(/^(not )?in the set chosen$/)
  })
})

describe('a ranking', () => {
  it('stays within a budget of cost', async () => {
    const costs = { age: 1, sex: 9, bmi: 3, bp: 4, s1: 2, s2: 2, s3: 5, s4: 3, s5: 6, s6: 1 }
    const asked = { ...progression, search: 'ranking', stop: 'none', costs, budget: { cost: 10 } }
    for (const criterion of ['pearson', 'jmi', 'delta-test']) {
      const { rankings } = await rank(diabetes, {
        ...progression,
        by: [criterion === 'jmi' ? 'mutual-information' : criterion],
      })
      const taken: string[] = []
      let left = 10
      for (const { feature } of rankings[0].scores) {
        const price = costs[feature as keyof typeof costs]
        if (price > left) continue
        left -= price
        taken.push(feature)
      }
      expect((await select(diabetes, { ...asked, criterion })).selected).toEqual(taken)
    }
  })

  it('whose scores depend on all columns includes those that are kept', async () => {
    const { rankings } = await rank(diabetes, { ...progression, by: ['z-score-joint'] })
    const scores = new Map(rankings[0].scores.map(({ feature, score }) => [feature, score]))
    for (const spec of [{ keep: ['bmi', 's5'] }, { search: 'forward', startFrom: ['bmi', 's5'] }]) {
      const { steps } = await select(diabetes, { ...progression, criterion: 'z-score-joint', k: 5, ...spec })
      for (const { feature, score } of steps) expect(Math.abs(score)).toBe(Math.abs(scores.get(feature)!))
    }
  })

  it('names the columns that it cannot take', async () => {
    const table = tableFromColumns({ a: [1, 2, 3, 4], b: [2, 4, 6, 8], y: [1.5, 2, 4, 3] })
    const found = select(table, { target: 'y', criterion: 'z-score-joint', task: 'regression', k: 1 })
    await expect(found).rejects.toThrow(/^unsuitable columns for z-score-joint: (a, )?b \(/)
  })
})

describe('the spec of a result', () => {
  it.each([{ prefilter: 'mutual-information:top=10' }, { startFrom: 'mim' }])(
    'recreates it where another method runs first with its own bins: %o',
    async (spec) => {
      const table = await exampleOf('breast-cancer', 3)
      const criterion = { method: 'joint-mi', options: { estimator: 'plug-in' } }
      const asked = { target: 'diagnosis', criterion, search: 'forward', ...spec }
      const found = await select(table, asked)
      const { seconds: _, ...first } = found
      const { seconds: __, ...again } = await select(table, first.spec)
      expect(again).toEqual(first)
      const text = selectionText(found, 'x.csv', { width: 80, colour: false, lines: 50 })
      expect(text).toMatch(/discretised: equal-frequency, up to \d+ bins; --format json shows/)
    },
  )
})

it('a gap between two infinite scores is 0', async () => {
  const table = tableFromColumns({
    a: [1, 1, 2, 2],
    b: [3, 3, 5, 5],
    c: [0, 1, 0, 2],
    y: ['u', 'u', 'v', 'v'],
  })
  const asked = { target: 'y', criterion: 'class-distance', search: 'floating-forward', k: 1 }
  const { steps } = await select(table, asked)
  expect(steps[0]).toMatchObject({ feature: 'a', score: Infinity, runnerUp: 'b', gap: 0, tie: true })
})

it('evidence is left out where a learner can learn from no column', async () => {
  const random = randomOf(2)
  const y = Array.from({ length: 30 }, () => random())
  const table = tableFromColumns({ a: y.map((value) => (value + random()) * 1e-200), y })
  const { evidence, warnings } = await select(table, { target: 'y', k: 1, evidence: true })
  expect(evidence).toBeUndefined()
  expect(warnings.map(({ message }) => message)).toContain(
    'evidence is left out: unsuitable columns: linear can learn from none of them',
  )
})

describe('a budget of time', () => {
  it.each([0, 1e-9, 0.0005, 1.0005])('of %d seconds ends the search, not the run', async (seconds) => {
    const criterion = () => new Promise<number>((resolve) => setTimeout(resolve, 100, 1))
    const asked = { ...progression, criterion, search: 'random', budget: { seconds } }
    expect((await select(diabetes, asked)).stopped).toBe(`the budget of ${seconds} seconds is spent`)
  })

  it('longer than a timer can run has no effect', async () => {
    const { stopped } = await select(diabetes, { ...progression, k: 2, budget: { seconds: 1e12 } })
    expect(stopped).toBe('k = 2')
  })
})

it('a stop and a cut are refused if more follows their number', async () => {
  const cut = select(diabetes, { ...progression, criterion: 'pearson', cut: 'top:3:4' })
  await expect(cut).rejects.toThrow('invalid cut: top:3:4 (needs a whole number, 1 or more)')
  const stop = select(diabetes, { ...progression, stop: 'gain:0.1:2' })
  await expect(stop).rejects.toThrow(/^invalid stop: gain:0.1:2 \(needs /)
})

it('a damaged checkpoint, or one of another version, is refused', async () => {
  const asked = { ...progression, method: 'exhaustive-dt' }
  let text: string | null = null
  const checkpoint = {
    read: () => Promise.resolve(text),
    write: (written: string) => {
      text = written
      return Promise.resolve()
    },
  }
  await select(diabetes, asked, { checkpoint })
  const whole = JSON.parse(text!) as Record<string, unknown>
  const refusals: readonly (readonly [object, string])[] = [
    [{ merits: 'x' }, 'the file is not a checkpoint (name another file)'],
    [{ merits: [1] }, 'the file is not a checkpoint (name another file)'],
    [{ bookmark: { done: 99 } }, 'the file is not a checkpoint (name another file)'],
    [{ evaluations: 'a' }, 'the file is not a checkpoint (name another file)'],
    [{ version: '0.0.1' }, 'it is from another version of criba (remove it, or name another)'],
  ]
  for (const [damage, why] of refusals) {
    text = JSON.stringify({ ...whole, ...damage })
    await expect(select(diabetes, asked, { checkpoint })).rejects.toThrow(`invalid checkpoint: ${why}`)
  }
  text = 'null'
  await expect(select(diabetes, asked, { checkpoint })).rejects.toThrow(
    'invalid checkpoint: the file is not a checkpoint',
  )
})

it('a name for a criterion with a search is shown without its defaults', async () => {
  const paper = { width: 80, colour: false, lines: 50 }
  const found = await select(diabetes, { ...progression, method: 'exhaustive-dt:k=3' })
  expect(selectionText(found, 'x.csv', paper)).toContain('exhaustive-dt:k=3, exhaustive: ')
})

it('the error for a k that a search cannot reach from its start shows k as given', async () => {
  const asked = {
    ...progression,
    criterion: 'sse',
    search: 'backward',
    startFrom: ['sex'],
    keep: ['age'],
    k: 3,
  }
  await expect(select(diabetes, asked)).rejects.toThrow(
    'invalid k: 3 (backward starts with 2 and only drops)',
  )
})

it('a search by significance can be stopped by a signal, and by a time budget', async () => {
  const table = wideTable()
  const asked = { target: 'y', stop: 'significance:permutations=20000,alpha=0.9' }
  const controller = new AbortController()
  const run = { signal: controller.signal, progress: (share: number) => share > 0 && controller.abort() }
  const stopped = [
    (await select(table, asked, run)).stopped,
    (await select(table, { ...asked, budget: { seconds: 0.001 } })).stopped,
  ]
  expect(stopped).toEqual(['interrupted', 'the budget of 0.001 seconds is spent'])
})
