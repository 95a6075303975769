import { tableFromColumns } from 'criba'
import type { SelectResult, Table } from 'criba'
import { duckSourceOf } from 'criba/duckdb'
import { describe, expect, it } from 'vitest'
import { near } from '../laws/given.ts'
import { foldOfRows, plainLinear } from '../learners/plain.ts'
import { randomOf } from '../contract/tables.ts'
import { score, select } from '../untyped.ts'
import type { SelectSpec } from '../untyped.ts'

const folds = 5
const random = randomOf(11)
const rows = Array.from({ length: 240 }, (_, row) => row)
const noise = () => rows.map(() => random())
const [a, b, c, d, e] = [noise(), noise(), noise(), noise(), noise()]
const kind = d.map((value) => ['u', 'v', 'w'][Math.floor(3 * value)])
const y = rows.map((row) => a[row] + 2 * b[row] + 0.2 * e[row] + (kind[row] === 'u' ? 0.8 : 0))
const label = y.map((value) => (value > 2 ? 'high' : value > 1.4 ? 'middle' : 'low'))
const columns = { a, b, c, kind, copy: a.map((value, row) => value + 0.1 * c[row]) }
const numeric = tableFromColumns({ ...columns, y })
const labelled = tableFromColumns({ ...columns, label })
const cases = [
  ['numbers', numeric, { target: 'y' }],
  ['classes', labelled, { target: 'label' }],
] as const satisfies readonly (readonly [string, Table, SelectSpec])[]

const timeless = (result: SelectResult) => ({ ...result, seconds: 0 })
const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

describe('evidence', () => {
  it.each(cases)(
    'of %s is given where the spec has it, and the spec of the result recreates it',
    async (_, table, spec) => {
      const plain = await select(table, spec)
      expect(plain).not.toHaveProperty('evidence')
      expect(plain.spec.evidence).toBe(false)
      // Nothing is cut, so the selection is the same as without evidence.
      const whole = { size: 'stop' } as const
      const result = await select(table, { ...spec, evidence: whole })
      const { evidence, ...rest } = result
      expect(timeless({ ...rest, spec: { ...rest.spec, evidence: false } })).toEqual(timeless(plain))
      expect(evidence!.folds).toHaveLength(folds)
      for (const what of ['all', 'selected', 'none'] as const) {
        const values = evidence!.folds.map((fold) => fold[what])
        const { mean, sd } = evidence![what]
        near(mean, meanOf(values))
        near(
          sd! * sd! * (folds - 1),
          values.reduce((sum, value) => sum + (value - mean) ** 2, 0),
        )
      }
      expect(evidence!.selected.mean).toBeGreaterThan(evidence!.none.mean + 0.2)
      expect(timeless(await select(table, result.spec))).toEqual(timeless(result))
      expect(timeless(await select(table, { ...spec, evidence: whole }, { threads: 1 }))).toEqual(
        timeless(result),
      )
      const other = await select(table, { ...spec, evidence: whole, seed: 1 })
      expect(other.evidence).not.toEqual(evidence)
    },
  )

  it.each(cases)('of %s: a fold chooses the same as a table without its rows', async (_, table, spec) => {
    const result = await select(table, { ...spec, evidence: { size: 'stop' } })
    const target = table.columns.findIndex(({ name }) => name === spec.target)
    const foldOf = await foldOfRows(table, { folds, seed: 0, number: 0, target })
    for (const [fold, { features }] of result.evidence!.folds.entries()) {
      const kept = rows.filter((row) => foldOf[row] !== fold)
      const all = { ...columns, ...(spec.target === 'y' ? { y } : { label }) }
      const part = Object.entries(all).map(([name, cells]): [string, (number | string)[]] => [
        name,
        kept.map((row) => cells[row]),
      ])
      const { selected } = await select(tableFromColumns(part), { ...spec, bins: result.spec.bins })
      expect(features).toEqual(selected)
    }
  })

  it('scores the chosen columns, all and none as a plain regression does', async () => {
    const { evidence } = await select(numeric, { target: 'y', evidence: true })
    const foldOf = await foldOfRows(numeric, { folds, seed: 0, number: 0, target: 5 })
    evidence!.folds.forEach(({ all, selected, none, features }, fold) => {
      const plain = (names: readonly string[]) =>
        plainLinear(
          {
            features: names.map((name) => columns[name as keyof typeof columns]),
            target: y,
            weights: rows.map(() => 1),
            train: rows.filter((row) => foldOf[row] !== fold),
            held: rows.filter((row) => foldOf[row] === fold),
          },
          'r2',
          1,
        )
      near(all, plain(Object.keys(columns)))
      near(selected, plain(features))
      near(none, plain([]))
    })
  })

  it('of noise is at chance level, where the score of columns chosen from all rows is not', async () => {
    const dice = randomOf(5)
    const few = Array.from({ length: 40 }, (_, row) => row)
    const many = Object.fromEntries(
      Array.from({ length: 600 }, (_, i) => [`x${i}`, few.map(() => dice())] as const),
    )
    for (const [target, learned] of [
      [
        few.map((row) => (row % 2 ? 'yes' : 'no')),
        { criterion: 'mim', chance: 0.5, spread: 0.15, flattered: 0.75 },
      ],
      [few.map(() => dice()), { criterion: 'f-regression', chance: 0, spread: 0.1, flattered: 0.3 }],
    ] as const) {
      const table = tableFromColumns({ ...many, target })
      const spec = { target: 'target', criterion: learned.criterion, k: 8 }
      const { evidence, selected } = await select(table, { ...spec, evidence: true })
      expect(evidence!.selected.mean).toBeLessThan(learned.chance + learned.spread)
      expect(new Set(evidence!.folds.flatMap(({ features }) => features)).size).toBeGreaterThan(8)
      const filtered = await select(table, {
        target: 'target',
        criterion: learned.criterion,
        prefilter: `${learned.criterion === 'mim' ? 'mutual-information' : learned.criterion}:top=8`,
        stop: 'none',
        search: 'forward',
        evidence: true,
      })
      expect(filtered.selected).toHaveLength(8)
      expect(filtered.evidence!.selected.mean).toBeLessThan(learned.chance + learned.spread)
      const leaking = await score(table, { target: 'target', features: selected, by: ['cv'], bins: 4 })
      expect(leaking.scores[0].score).toBeGreaterThan(learned.flattered)
    }
  })

  it.each(cases)('of %s is the same from the engine', async (_, table, spec) => {
    const ours = await select(table, { ...spec, evidence: true })
    const engine = await duckSourceOf(table)
    const theirs = await select(engine, { ...spec, evidence: true })
    engine.close()
    expect(theirs.evidence!.folds.map(({ features }) => features)).toEqual(
      ours.evidence!.folds.map(({ features }) => features),
    )
    for (const what of ['all', 'selected', 'none'] as const) {
      near(theirs.evidence![what].mean, ours.evidence![what].mean)
    }
  })

  it('takes policies, weights, discretisers and searches as the selection does', async () => {
    const holed = tableFromColumns({
      ...columns,
      a: a.map((value, row) => (row % 9 === 2 ? null : value)),
      kind: kind.map((value, row) => (row % 11 === 5 ? null : value)),
      label,
      n: rows.map((row) => row % 3),
    })
    const asked: readonly SelectSpec[] = [
      { missing: 'complete' },
      { missing: 'median', weights: 'n' },
      { missing: 'level', drop: ['n'] },
      { discretise: 'mdl', drop: ['n'] },
      { criterion: 'cv', search: 'exhaustive', drop: ['n'], landscape: 3 },
      { criterion: 'delta-test', drop: ['n', 'kind'], types: { label: 'categorical' } },
      { criterion: 'variance', k: 2, drop: ['n'] },
      { prefilter: 'mutual-information:top=3', drop: ['n'] },
      { startFrom: 'cmim', drop: ['n'] },
      { keep: ['c'], groups: { two: ['a', 'b'] }, drop: ['n'], budget: { evals: 9 } },
    ]
    for (const spec of asked) {
      const target = spec.criterion === 'delta-test' ? 'c' : 'label'
      const result = await select(holed, { target, ...spec, evidence: true })
      const { evidence } = result
      expect(evidence, JSON.stringify([spec, result.warnings])).toBeDefined()
      for (const { all, selected, none } of evidence!.folds)
        expect([all, selected, none].every(Number.isFinite)).toBe(true)
      expect(timeless(await select(holed, result.spec))).toEqual(timeless(result))
    }
  })

  it('equals that of no column where none is chosen', async () => {
    for (const [, table, spec] of cases) {
      const { evidence, selected } = await select(table, { ...spec, stop: 'gain:9', evidence: true })
      expect(selected).toEqual([])
      expect(evidence!.selected).toEqual(evidence!.none)
      expect(Number.isFinite(evidence!.none.mean)).toBe(true)
    }
  })

  it('has scores where a class has one row, and where a fold has one value', async () => {
    const rare = label.map((value, row) => (row === 7 ? 'rare' : value))
    const { evidence } = await select(tableFromColumns({ ...columns, rare }), {
      target: 'rare',
      evidence: true,
    })
    const flat = rows.map((row) => (row % 5 ? 0 : row))
    const other = await select(tableFromColumns({ ...columns, flat }), { target: 'flat', evidence: true })
    for (const one of [evidence!, other.evidence!]) {
      for (const { all, selected, none } of one.folds)
        expect([all, selected, none].every(Number.isFinite)).toBe(true)
    }
    const two = rows.map((row) => (row === 3 ? 'one' : 'other'))
    const lone = await select(tableFromColumns({ ...columns, two }), { target: 'two', evidence: true })
    expect(lone.evidence!.none.mean).toBeGreaterThan(0.9)
  })

  it('is left out with a reason where it is not possible', async () => {
    const few = tableFromColumns({ a: [1, 2, 3, 4], label: ['u', 'v', 'u', 'v'] })
    const { evidence, warnings } = await select(few, { target: 'label', k: 1, evidence: true })
    expect(evidence).toBeUndefined()
    expect(warnings).toContainEqual({
      code: 'no-evidence',
      message: expect.stringMatching(/^evidence is left out: missing rows: /) as string,
    })
    await expect(select(numeric, { criterion: 'variance', k: 1, evidence: true })).rejects.toThrow(
      'missing target (evidence needs one)',
    )
    await expect(select(numeric, { target: 'y', evidence: 'perhaps' as never })).rejects.toThrow(
      'invalid evidence: perhaps (needs true, false, or learner, metric, folds and repeats)',
    )
  })

  it('reports progress, and an interruption keeps the selection', async () => {
    const shares: number[] = []
    const whole = await select(
      labelled,
      { target: 'label', evidence: { size: 'stop' } },
      { progress: (share) => shares.push(share) },
    )
    expect(shares.every((share, i) => share >= (shares[i - 1] ?? 0) && share <= 1)).toBe(true)
    expect(shares.some((share) => share > 0.9)).toBe(true)
    const stop = new AbortController()
    const cut = await select(
      labelled,
      { target: 'label', evidence: { size: 'stop' } },
      { signal: stop.signal, progress: (share) => (share > 0.4 ? stop.abort() : undefined) },
    )
    const { evidence: _, ...rest } = whole
    const warning = { code: 'no-evidence', message: 'evidence is left out: interrupted' }
    expect(timeless(cut)).toEqual(timeless({ ...rest, warnings: [...rest.warnings, warning] as never }))
  })
})
