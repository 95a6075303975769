import { methods, rank, tableFromCsv } from 'criba'
import { scoreIntervals } from 'criba/report'
import { openWorker } from 'criba/worker'
import { describe, expect, it } from 'vitest'

describe('the catalogue from a worker', () => {
  it('is that of the library, whatever the file', async () => {
    const worker = openWorker()
    try {
      const file = await worker.openFile(new File(['a,y\n1,u\n2,v\n3,u\n'], 'small.csv'))
      expect(await file.methods()).toEqual(methods())
    } finally {
      worker.close()
    }
  })

  it('comes with mean ranks without scores', async () => {
    const worker = openWorker()
    const text = 'a,b,y\n1,7,u\n2,5,v\n3,9,u\n5,2,v\n'
    const spec = { target: 'y', by: ['mutual-information', 'auc'] as const }
    try {
      const file = await worker.openFile(new File([text], 'small.csv'))
      const { meanRank, warnings } = await rank(await tableFromCsv(text), spec)
      expect(meanRank).toHaveLength(2)
      expect(await file.meanRanks(spec)).toEqual({ meanRank, warnings })
    } finally {
      worker.close()
    }
  })

  it('comes with the intervals of scores', async () => {
    const worker = openWorker()
    const rows = Array.from({ length: 40 }, (_, i) => `${(i * 7) % 41},${'uv'[(i >> 2) % 2]}`)
    const text = `a,y\n${rows.join('\n')}\n`
    const spec = { target: 'y', by: ['auc'] as const }
    try {
      const file = await worker.openFile(new File([text], 'small.csv'))
      expect(await file.scoreIntervals(spec)).toEqual(await scoreIntervals(await tableFromCsv(text), spec))
    } finally {
      worker.close()
    }
  })

  it('says which criteria of sets rank, and which scores have a direction', () => {
    const entries = methods().methods
    expect(entries.flatMap(({ id, ranks }) => (ranks ? [id] : []))).toEqual(['delta-test', 'gamma-test'])
    const signed = entries.flatMap(({ id, signed }) => (signed ? [id] : []))
    expect(signed).toContain('pearson')
    expect(signed).toContain('auc')
    expect(signed).not.toContain('anova-f')
  })
})
