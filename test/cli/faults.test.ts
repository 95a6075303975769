import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { tryFaults } from '../reliability/faults.js'
import { tryStudio } from '../reliability/studio-faults.js'
import { cribaApart } from './criba.ts'

const folder = mkdtempSync(join(tmpdir(), 'criba-faults-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** A disk of its own cannot be made everywhere; what else may happen to a place is tried by `npm run reliability`. */
const of = (fault: string) => ['full disk', 'folder that is gone'].includes(fault)

describe.skipIf(process.platform === 'win32')('a place that fails', () => {
  it('before a run or while it reads: one line, exit code 1, and nothing left behind', async () => {
    const tried = await tryFaults({ folder, some: (output) => output === '--checkpoint', of })
    expect(tried.length).toBeGreaterThanOrEqual(2)
    expect(tried.filter(({ what }) => what !== null)).toEqual([])
  })

  it('of what the workbench exports: one line, and the server goes on', async () => {
    const tried = await tryStudio({ folder, of })
    expect(tried.length).toBeGreaterThanOrEqual(1)
    expect(tried.filter(({ what }) => what !== null)).toEqual([])
  })

  it('for temporary files is named', async () => {
    const gone = join(folder, 'gone')
    const { code, err } = await cribaApart(
      ['rank', 'examples/penguins.csv', '-t', 'species', '--source', 'duckdb', '--quiet'],
      { env: { TMPDIR: gone } },
    )
    expect([code, err]).toEqual([
      1,
      `criba: unwritable temporary files: nothing can be made in ${gone} (ENOENT: let TMPDIR name another folder)\n`,
    ])
  })
})
