import { createHash } from 'node:crypto'
import { compare, MemorySource, select, tableFromColumns } from 'criba'
import type { Comparison } from 'criba'
import { duckSourceOf } from 'criba/duckdb'
import type { DuckSource } from 'criba/duckdb'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keyHash } from '../../dist/src/core/statistics/key-hash.js'
import { partOfHash } from '../../dist/src/core/statistics/division.js'
import { namesOfKeys, requestsBy, table } from './keys.ts'
import { oddTexts } from './tables.ts'

describe('Rows divided by a key', () => {
  let duckdb: DuckSource
  beforeAll(async () => {
    duckdb = await duckSourceOf(table)
  })
  afterAll(() => duckdb.close())

  it('are divided by the first 32 bits of the MD5 of its text', () => {
    // RFC 1321: the MD5 of abc begins with 90 01 50 98.
    expect(keyHash('a', 'bc')).toBe(0x90015098)
    const md5 = (text: string) => createHash('md5').update(text).digest().readUInt32BE()
    for (const text of oddTexts) expect(keyHash('7/0/', text)).toBe(md5(`7/0/${text}`))
    expect(keyHash('7/0/', -12.75)).toBe(md5('7/0/-12'))
    expect(keyHash('', 9007199254740991)).toBe(md5('9007199254740991'))
  })

  it('are in parts of the sizes asked for, each in one', () => {
    const division = { seed: 0, number: 0 }
    const hashes = [0, 1, 2 ** 30, 2 ** 31, 2 ** 32 - 1]
    expect(hashes.map((hash) => partOfHash({ ...division, folds: 4 }, hash))).toEqual([0, 0, 1, 2, 3])
    expect(hashes.map((hash) => partOfHash({ ...division, share: 0.25 }, hash))).toEqual([0, 0, 1, 1, 1])
  })

  // On servers of ClickHouse, in keys.server.ts.
  it.each(namesOfKeys)('are the same on every source: %s', async (name) => {
    const requests = requestsBy(name)
    const ours = await new MemorySource(table).answer(requests)
    expect(await duckdb.answer(requests)).toEqual(ours)
  })

  it('are the folds of a comparison too', async () => {
    const spec = { target: 'x', drop: ['far', 'text', 'fraction'], methods: ['jmi'], folds: 3 } as const
    const byPlace = await compare(table, { ...spec, drop: [...spec.drop, 'id'] })
    const byId = await compare(table, { ...spec, key: 'id' })
    const again = await compare(table, { ...spec, key: 'id' })
    const qualityOf = ({ methods }: Comparison) => methods.map(({ evidence }) => evidence)
    expect(qualityOf(byId)).toEqual(qualityOf(again))
    expect(qualityOf(byId)).not.toEqual(qualityOf(byPlace))
  })

  it('give the same evidence on every source, and are refused for a key with gaps or beside other columns', async () => {
    const spec = { target: 'x', key: 'id', drop: ['far', 'text'], evidence: { folds: 2 } } as const
    const ours = await select(table, spec)
    const theirs = await select(duckdb, spec)
    const { mean, sd } = ours.evidence!.selected
    expect(theirs.evidence!.selected.mean).toBeCloseTo(mean, 9)
    expect(theirs.evidence!.selected.sd).toBeCloseTo(sd!, 9)
    expect(ours.columns.map(({ name }) => name)).not.toContain('id')
    await expect(select(table, { ...spec, group: 'text' })).rejects.toThrow(
      'invalid key: id (rows that are divided by a key respect no group; leave out one of the two)',
    )
    const gaps = tableFromColumns({ k: [1, null, 3, 4, 5, 6], a: [1, 2, 1, 2, 2, 1], y: [0, 1, 0, 1, 1, 0] })
    await expect(select(gaps, { target: 'y', key: 'k', evidence: true })).rejects.toThrow(
      'missing values in the key column k: 1 of 6 rows (needs a key for every row; fill them in, or leave these rows out)',
    )
  })
})
