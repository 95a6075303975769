// Reports of many columns: what is shown is limited, and said.
import { rank, tableFromColumns } from 'criba'
import { rankReport, reportPage } from 'criba/report'
import { describe, expect, it } from 'vitest'

describe('a report of 5,000 columns', () => {
  it('is a file of a size that mail takes, and says what it leaves out', async () => {
    let state = 7
    const next = () => (state = (state * 48271) % 2147483647) / 2147483647
    const y = Array.from({ length: 60 }, (_, i) => (i % 2 ? 'a' : 'b'))
    const columns = Object.fromEntries(
      Array.from({ length: 5000 }, (_, j) => [
        `gene_${j}`,
        y.map((level) => next() + (level === 'a' ? j / 5000 : 0)),
      ]),
    )
    const table = tableFromColumns({ ...columns, y })
    const result = await rank(table, { target: 'y', by: ['anova-f'] })
    const report = await rankReport(result, table)
    const html = reportPage(report)
    expect(html.length).toBeLessThan(2_000_000)
    expect(html).toContain('Rows 1 to 50; the CSV file has all 5,000.')
    expect(html).toContain('40 of 5,000 columns')
    // The file of the table has every column, in the page itself.
    expect(html.match(/gene_\d+,/g)!.length).toBeGreaterThanOrEqual(5000)
  })
})
