import { MemorySource, tableFromColumns } from 'criba'
import type { SplitRows } from 'criba'
import { duckSourceOf } from 'criba/duckdb'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { randomOf } from '../contract/tables.ts'
import { near } from '../laws/given.ts'
import { splitsOf } from '../../dist/src/core/statistics/view.js'
import { score, select } from '../untyped.ts'
import { isLong } from '../properties/runs.ts'

const random = randomOf(23)
const rows = Array.from({ length: 240 }, (_, row) => row)
/** 40 patients of 6 rows; each has a colour of its own, which says nothing about other patients. */
const patient = rows.map((row) => `p${Math.floor(row / 6)}`)
const ill = rows.map((row) => ((Math.floor(row / 6) * 7) % 10 < 5 ? 'yes' : 'no'))
const colour = rows.map((row) => Math.floor(row / 6) + 0.01 * random())
const real = rows.map((row) => (ill[row] === 'yes' ? 0.6 : 0) + random())
const noise = rows.map(() => random())
const day = rows.map((row) => (row * 89) % 240)
const price = rows.map((row) => real[row] + 0.5 * random())
const table = { patient, colour, real, noise, day, ill }

type Cells = Readonly<Record<string, readonly (number | string)[]>>
const only = (cells: Cells, kept: readonly number[]) =>
  tableFromColumns(
    Object.entries(cells).map(([name, all]): [string, (number | string)[]] => [
      name,
      kept.map((row) => all[row]),
    ]),
  )

describe('evidence in groups', () => {
  it('keeps the rows of a group together, and the column of groups out of the features', async () => {
    const data = tableFromColumns(table)
    const spec = { target: 'ill', criterion: 'mim', k: 1, discretise: 'equal-width', bins: 40 } as const
    const evidence = { learner: 'naive-bayes', folds: 4 }
    // A nearest colour is one of the same patient, whose illness is known from the training rows.
    const apart = await select(data, { ...spec, evidence })
    const together = await select(data, { ...spec, group: 'patient', evidence })
    expect(apart.columns.map(({ name }) => name)).toContain('patient')
    expect(together.columns.map(({ name }) => name)).not.toContain('patient')
    expect(together.spec.group).toBe('patient')
    expect(together.evidence!.folds).toHaveLength(4)
    for (const { features } of together.evidence!.folds) expect(features).toHaveLength(1)
  })

  it('is refused where a row has no group, and where there are fewer groups than folds', async () => {
    const gappy = tableFromColumns({ ...table, patient: patient.map((one, row) => (row === 3 ? null : one)) })
    await expect(select(gappy, { target: 'ill', k: 1, group: 'patient', evidence: true })).rejects.toThrow(
      'missing values in the group column patient: 1 of 240 rows (needs a group for every row; fill them in, or leave these rows out)',
    )
    const pair = tableFromColumns({ ...table, patient: rows.map((row) => 'ab'[row % 2]) })
    const { warnings, evidence } = await select(pair, {
      target: 'ill',
      k: 1,
      group: 'patient',
      evidence: true,
    })
    expect(evidence).toBeUndefined()
    expect(warnings.map(({ message }) => message)).toContain(
      'evidence is left out: missing rows: a fold is empty (needs 5 groups or more for 5 folds)',
    )
    await expect(select(pair, { target: 'ill', k: 1, group: 'ill' })).rejects.toThrow(
      'invalid group: ill (it is the target)',
    )
    await expect(select(pair, { target: 'ill', k: 1, group: 'patiend' })).rejects.toThrow(
      'unknown group column: patiend (did you mean patient?)',
    )
  })
})

describe('evidence in time', () => {
  it('selects from earlier rows only, and predicts the later ones', async () => {
    const cells = { real, noise, colour, day, price }
    const data = tableFromColumns(cells)
    const spec = { target: 'price', criterion: 'f-regression', k: 1 } as const
    const { evidence } = await select(data, { ...spec, time: 'day', evidence: { folds: 3 } })
    expect(evidence!.folds).toHaveLength(3)
    for (const [fold, { features }] of evidence!.folds.entries()) {
      // Four parts of 60 days each; a fold is predicted from the parts before it.
      const earlier = rows.filter((row) => day[row] < 60 * (fold + 1))
      expect(earlier).toHaveLength(60 * (fold + 1))
      const { selected } = await select(only(cells, earlier), spec)
      expect(features).toEqual(selected)
    }
    // The ratios of held-out to training rows are 1, 1/2 and 1/3.
    const gains = evidence!.folds.map((fold) => fold.selected - fold.none)
    const mean = gains.reduce((sum, gain) => sum + gain, 0) / 3
    const variance = gains.reduce((sum, gain) => sum + (gain - mean) ** 2, 0) / 2
    const half = 4.302652729696142 * Math.sqrt(variance * (1 / 3 + (1 + 1 / 2 + 1 / 3) / 3))
    near(evidence!.besideNone.interval[1], mean + half)
  })

  it('refuses texts, gaps, and groups besides', async () => {
    const data = tableFromColumns(table)
    await expect(select(data, { target: 'ill', k: 1, time: 'patient' })).rejects.toThrow(
      'invalid time: patient (it holds texts; needs dates, times or numbers)',
    )
    await expect(select(data, { target: 'ill', k: 1, time: 'day', group: 'patient' })).rejects.toThrow(
      'invalid time: day (rows in the order of time cannot also respect a group; leave out one of the two)',
    )
  })
})

describe('repeats', () => {
  it('are refused in time, where every division is the same', async () => {
    const data = tableFromColumns(table)
    const refused = 'repeats: 2 (in the order of'
    const evidence = { folds: 3, repeats: 2 }
    await expect(select(data, { target: 'ill', k: 1, time: 'day', evidence })).rejects.toThrow(refused)
    const cv = { target: 'ill', features: ['real'], by: ['cv:repeats=2'], time: 'day' }
    await expect(score(data, cv)).rejects.toThrow(refused)
  })

  /** How many of 20 divisions of groups of these sizes are different. */
  async function countDivisions(sizes: readonly number[], size: { folds: number } | { share: number }) {
    const herd = sizes.flatMap((size, i) => Array.from({ length: size }, () => `h${i}`))
    const source = new MemorySource(tableFromColumns({ x: herd.map((_, row) => row), herd }))
    const together = { column: 1, coding: { kind: 'values' } } as const
    const seen = new Set<string>()
    for (let number = 0; number < 20; number++) {
      const [{ test }] = splitsOf({}, { ...size, seed: 0, number, together }).splits
      const [{ weights }] = await source.answer([{ kind: 'rows', columns: [], view: test }])
      seen.add([...weights].join(''))
    }
    return seen.size
  }

  it.each([{ folds: 3 }, { share: 0.3 }])(
    'divide groups of different sizes in different ways: %o',
    async (size) => {
      const many = Array.from({ length: 30 }, (_, i) => 1 + (i % 9))
      expect(await countDivisions(many, size)).toBe(20)
      // Eight groups leave few balanced divisions.
      expect(await countDivisions([3, 4, 5, 6, 7, 8, 9, 18], size)).toBeGreaterThan(1)
    },
  )

  it('of groups that are too few are an error that says so', async () => {
    const few = tableFromColumns({ ...table, patient: rows.map((row) => 'abc'[row % 3]) })
    const refused = 'missing rows: a fold is empty (needs 5 groups or more for 5 folds)'
    const spec = { target: 'ill', group: 'patient', k: 1, search: 'forward' } as const
    await expect(select(few, { ...spec, criterion: 'cv' })).rejects.toThrow(refused)
    await expect(
      select(few, { ...spec, criterion: (_: readonly string[], { test }: SplitRows) => test.length }),
    ).rejects.toThrow(refused)
  })

  it('of times that are too few are an error that counts the first times, which are only trained on', async () => {
    const few = tableFromColumns({ ...table, day: rows.map((row) => row % 5) })
    const refused = 'missing rows: a fold is empty (needs 6 times or more for 5 folds)'
    const spec = { target: 'ill', time: 'day', k: 1, search: 'forward' } as const
    await expect(select(few, { ...spec, criterion: 'cv' })).rejects.toThrow(refused)
    const enough = tableFromColumns({ ...table, day: rows.map((row) => row % 6) })
    await expect(select(enough, { ...spec, criterion: 'cv' })).resolves.toHaveProperty('selected.length', 1)
  })

  it('of functions use the rows that the policy for missing values keeps', async () => {
    const gappy = tableFromColumns({
      ...table,
      real: real.map((value, row) => (row % 9 === 4 ? null : value)),
    })
    const seen = new Set<number>()
    const criterion = (_: readonly string[], { train, test }: SplitRows) => {
      for (const row of [...train, ...test]) seen.add(row)
      return test.length
    }
    await select(gappy, { target: 'ill', k: 1, criterion, missing: 'complete', search: 'forward' })
    expect([...seen].sort((a, b) => a - b)).toEqual(rows.filter((row) => row % 9 !== 4))
  })
})

describe('held-out shares', () => {
  it('hold out the share once for each repeat', async () => {
    const data = tableFromColumns(table)
    const spec = { target: 'ill', criterion: 'mim', k: 1 } as const
    const { evidence, spec: full } = await select(data, { ...spec, evidence: { holdout: 0.25, repeats: 3 } })
    expect(evidence!.folds).toHaveLength(3)
    expect(full.evidence).toMatchObject({ holdout: 0.25, folds: null, repeats: 3 })
    const again = await select(data, full)
    expect(again.evidence).toEqual(evidence)
    // A share of 60 rows is a multiple of 1/60.
    for (const { selected } of evidence!.folds) near(selected * 60, Math.round(selected * 60))
  })

  it('have no spread where there is a single one, and no verdict', async () => {
    const data = tableFromColumns(table)
    const { evidence } = await select(data, {
      target: 'ill',
      criterion: 'mim',
      k: 1,
      evidence: { holdout: 0.3 },
    })
    const plain = await select(data, { target: 'ill', criterion: 'mim', evidence: { holdout: 0.3 } })
    expect(plain.uncut).toBeUndefined()
    expect(plain.spec.evidence).toMatchObject({ size: 'stop' })
    const cut = { holdout: 0.3, size: 'one-error' } as const
    await expect(select(data, { target: 'ill', k: 1, evidence: cut })).rejects.toThrow(
      'invalid size: one-error (needs more than one split; add repeats)',
    )
    expect(evidence!.all.sd).toBeNull()
    expect(evidence!.besideAll.interval).toEqual([-Infinity, Infinity])
    expect(evidence!.verdict).toBe('not-told-apart')
    await expect(select(data, { target: 'ill', k: 1, evidence: { holdout: 0.3, folds: 4 } })).rejects.toThrow(
      'invalid holdout: folds are given too (leave out one of the two)',
    )
  })
})

describe('divisions on the engine', () => {
  const data = tableFromColumns(table)
  let source: Awaited<ReturnType<typeof duckSourceOf>>
  beforeAll(async () => {
    source = await duckSourceOf(data)
  })
  afterAll(() => source.close())

  const divided = [
    { group: 'patient', evidence: { folds: 3 } },
    { strata: 'patient', evidence: { folds: 3 } },
    { time: 'day', evidence: { folds: 3 } },
    { time: 'day', evidence: { holdout: 0.3 } },
    { criterion: 'cv', search: 'forward', k: 1, group: 'patient', evidence: { folds: 3 } },
    { criterion: 'cv:folds=3', search: 'forward', k: 1, time: 'day' },
  ] as const
  // Each kind of division, of folds, of a share or of cv.
  it.each(isLong ? divided : [divided[0], divided[1], divided[3], divided[5]])(
    'are those of memory: %j',
    async (given) => {
      const spec = { target: 'ill', criterion: 'mim', k: 2, ...given }
      const [memory, engine] = [await select(data, spec), await select(source, spec)]
      expect(engine.selected).toEqual(memory.selected)
      expect(engine.evidence?.folds).toEqual(memory.evidence?.folds)
      expect(memory.evidence === undefined).toBe(!('evidence' in given))
      expect(engine.steps.map(({ score }) => score)).toEqual(memory.steps.map(({ score }) => score))
    },
  )

  it('of cv respect groups: a colour of each patient predicts no other patient', async () => {
    const data = tableFromColumns({ colour, noise, patient, ill })
    const spec = { target: 'ill', features: ['colour'], by: ['cv'], bins: 40 }
    const [apart, together] = [await score(data, spec), await score(data, { ...spec, group: 'patient' })]
    expect(apart.scores[0].score).toBeGreaterThan(0.9)
    expect(together.scores[0].score).toBeLessThan(0.75)
  })
})
