import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import { rank, rankEach } from 'criba'
import type { RankEachResult } from 'criba'
import { readTable } from 'criba/node'
import { describe, expect, it } from 'vitest'
import { criba } from './criba.ts'

const file = 'examples/penguins.csv'
const schema = JSON.parse(
  readFileSync(new URL('../../schema/criba.schema.json', import.meta.url), 'utf8'),
) as object
const isValid = new Ajv({ allowUnionTypes: true }).compile(schema)
const by = ['mutual-information', 'anova-f'] as const

describe('rank --targets each', () => {
  it('is the ranking of each target, and the columns by the mean of the ranks', async () => {
    const table = await readTable(file)
    const { targets, meanRank } = await rankEach(table, { target: ['species', 'sex'], by: [...by] })
    for (const [i, [target, other]] of [
      ['species', 'sex'],
      ['sex', 'species'],
    ].entries()) {
      const alone = await rank(table, { target, drop: [other], by: [...by] })
      expect(targets[i].rankings).toEqual(alone.rankings)
      expect(targets[i].spec).toEqual(alone.spec)
    }
    // The mean of the places by hand: tied places are shared, and a column that a method cannot score has none of it.
    const rankings = targets.flatMap((one) => one.rankings)
    for (const { feature, rank: mean, methods } of meanRank) {
      const places = rankings.flatMap(({ scores }) => {
        const taken = scores.filter((one) => one.rank !== null)
        const own = taken.find((one) => one.feature === feature)
        if (!own) return []
        const tied = taken.filter((one) => one.rank === own.rank).length
        const place = own.rank! + (tied - 1) / 2
        return [0.5 + (place - 0.5) * (scores.length / taken.length)]
      })
      expect(methods).toBe(places.length)
      expect(mean).toBeCloseTo(places.reduce((a, b) => a + b, 0) / places.length, 12)
    }
    const ranks = meanRank.map(({ rank: mean }) => mean!)
    expect(ranks).toEqual([...ranks].sort((a, b) => a - b))
  })

  it('prints JSON that follows the schema, a table with the targets, and a plan of each', async () => {
    const words = ['rank', file, '-t', 'species,sex', '--targets', 'each']
    const { out } = await criba([...words, '--format', 'json'])
    const result = JSON.parse(out) as RankEachResult
    expect(isValid(result), JSON.stringify(isValid.errors)).toBe(true)
    expect(result.targets.map(({ data }) => data.target)).toEqual(['species', 'sex'])
    expect(result.targets[0].rankings[0].scores.map(({ feature }) => feature)).not.toContain('sex')
    const csv = (await criba([...words, '--format', 'csv'])).out.trim().split('\n')
    expect(csv[0]).toMatch(/^target,method,feature,score/)
    expect(new Set(csv.slice(1).map((line) => line.split(',')[0]))).toEqual(new Set(['species', 'sex']))
    const text = (await criba(words)).out
    expect(text).toContain('the mean of the ranks over all targets')
    expect(text).toMatch(/feature +mean rank +species +sex/)
    const plan = (await criba([...words, '--plan'])).out
    expect(plan).toContain('species: ')
    expect(plan).toContain('sex: ')
  })

  it('refuses one target, an event, a target that is dropped, and a report', async () => {
    const table = await readTable(file)
    const refused = (spec: Parameters<typeof rankEach>[1]) => expect(rankEach(table, spec)).rejects
    await refused({ target: ['sex'] }).toThrow(
      'invalid target: sex (each target needs two or more: target a,b)',
    )
    await refused({ target: ['body_mass_g', 'bill_depth_mm'], event: 'sex=male' }).toThrow(/event/)
    await refused({ target: ['species', 'sex'], drop: ['sex'] }).toThrow('invalid drop: sex (it is a target)')
    const { err } = await criba([
      'rank',
      file,
      '-t',
      'species,sex',
      '--targets',
      'each',
      '--report',
      'x.html',
    ])
    expect(err).toContain('invalid targets: each (x.html is of one target')
  })
})
