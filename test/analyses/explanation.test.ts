import { readFileSync } from 'node:fs'
import { tableFromColumns, tableFromCsv } from 'criba'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { manyColumns, plainScore } from '../criteria/plain-steps.ts'
import { randomOf } from '../contract/tables.ts'
import { rank, score, select } from '../untyped.ts'

const exampleOf = (name: string) =>
  tableFromCsv(readFileSync(new URL(`../../examples/${name}.csv`, import.meta.url), 'utf8'))
const diabetes = await exampleOf('diabetes')
const progression = { target: 'progression' }

describe('the explanation of a column', () => {
  it.each(['jmi', 'cmim', 'jmim'])('has its score at every step, lazy or not: %s', async (method) => {
    const columns = manyColumns({ columns: 60, rows: 80 })
    const names = Object.keys(columns).filter((name) => name !== 'y')
    const random = randomOf(11)
    for (let run = 0; run < 6; run++) {
      const feature = names[Math.floor(random() * names.length)]
      const asked = { target: 'y', method, k: 6, asIs: true }
      const { why, ...found } = await select(tableFromColumns(columns), { ...asked, why: feature })
      const { steps } = await select(tableFromColumns(columns), asked)
      expect(found.steps).toEqual(steps)
      const selected: string[] = []
      why!.steps!.forEach((step, i) => {
        expect([step.step, step.joined, step.best]).toEqual([i + 1, steps[i].feature, steps[i].score])
        const plain = plainScore(method, columns, feature, selected)
        expect(step.score).toBeCloseTo(plain, 10)
        expect(step.gap).toBeCloseTo(step.best - plain, 10)
        selected.push(steps[i].feature)
      })
      if (found.selected.includes(feature)) {
        expect(why!.explanation).toBe(`joined at step ${found.selected.indexOf(feature) + 1}`)
        expect(why!.steps).toHaveLength(found.selected.indexOf(feature) + 1)
      } else {
        expect(why!.explanation).toMatch(/^never the best; nearest at step \d, .* behind x\d+$/)
        expect(why!.steps).toHaveLength(6)
      }
    }
  })

  it('keeps the sign of a signed statistic, and measures by its size', async () => {
    const { why, steps } = await select(diabetes, {
      ...progression,
      criterion: 'pearson',
      cut: 'top:5',
      why: 's3',
    })
    const { rankings } = await rank(diabetes, { ...progression, by: ['pearson'] })
    const rhoOf = (name: string) => rankings[0].scores.find(({ feature }) => feature === name)!.score!
    expect(rhoOf('s3')).toBeLessThan(0)
    why!.steps!.forEach(({ joined, best, score, gap }, i) => {
      expect([joined, best, score]).toEqual([steps[i].feature, rhoOf(joined), rhoOf('s3')])
      expect(gap).toBeCloseTo(Math.abs(rhoOf(joined)) + rhoOf('s3'), 12)
    })
  })

  it('of a search of sets has the scores of the set with the column and without', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('age', 'sex', 'bmi', 's3', 's4'),
        fc.constantFrom('exhaustive', 'backward'),
        async (why, search) => {
          const found = await select(diabetes, { ...progression, criterion: 'delta-test', search, why })
          const scoreOf = async (features: readonly string[]) =>
            (await score(diabetes, { ...progression, features, by: ['delta-test'] })).scores[0].score!
          const others = found.selected.filter((name) => name !== why)
          expect(found.why!.with).toBeCloseTo(await scoreOf([...others, why]), 10)
          expect(found.why!.without).toBeCloseTo(await scoreOf(others), 10)
          expect(found.why!.explanation).toBe(
            `${found.selected.includes(why) ? 'in' : 'not in'} the set chosen`,
          )
        },
      ),
      { numRuns: 8 },
    )
  })

  it('covers columns set aside, kept, started from, and left out before', async () => {
    const explain = async (spec: object, why: string) =>
      (await select(diabetes, { ...progression, ...spec, why })).why!.explanation
    expect(await explain({}, 's4')).toMatch(/^no gain beside s5 \(p = 0\.[3-7]\d\)$/)
    expect(await explain({ keep: ['sex'], k: 3 }, 'sex')).toBe('kept, as the spec says')
    expect(await explain({ startFrom: ['sex'], k: 3 }, 'sex')).toBe('the search started with it')
    expect(await explain({ prefilter: 'pearson:top=4', k: 2 }, 'sex')).toBe('left out by the prefilter')
    expect(await explain({ types: { sex: 'categorical' }, criterion: 'pearson' }, 'sex')).toBe(
      'left out before the search: categorical (needs numbers)',
    )
    await expect(explain({}, 'sexx')).rejects.toThrow('unknown column to explain: sexx (did you mean sex?)')
  })
})
