import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { experiments } from 'criba/experiments'
import { describe, it } from 'vitest'
import { randomOf } from '../contract/tables.ts'
import { expectNothingFound } from './aborted.ts'

/** A file of numbers in the place of the wines. */
function dataFile(): string {
  const path = join(mkdtempSync(join(tmpdir(), 'criba-')), 'wines.csv')
  const random = randomOf(1)
  const columns = [...Array.from({ length: 11 }, (_, i) => `x${i}`), 'quality']
  const rows = Array.from({ length: 60 }, () => columns.map(() => random().toFixed(4)).join(','))
  writeFileSync(path, [columns.join(','), ...rows, ''].join('\n'))
  return path
}

describe('an interrupted experiment', () => {
  it.each(experiments.map(({ name, data }) => [name, data] as const))(
    '%s concludes nothing, wherever it is stopped',
    async (name, data) => {
      const given = data === undefined ? undefined : dataFile()
      for (const share of [0, 0.05, 0.2, 0.5, 0.8, 0.95]) await expectNothingFound(name, share, given)
    },
  )
})
