// Reports of many columns: what is shown is limited, and said.
import { rank, tableFromColumns } from 'criba'
import { rankReport, reportPage } from 'criba/report'
import { expect, it } from 'vitest'

/** Holds that the report of a ranking of many columns is small, and says what it leaves out. */
export function holdLarge(count: number): void {
  const shown = count.toLocaleString('en-US')

  it(`a report of ${shown} columns is a file of a size that mail takes, and says what it leaves out`, async () => {
    let state = 7
    const next = () => (state = (state * 48271) % 2147483647) / 2147483647
    const y = Array.from({ length: 60 }, (_, i) => (i % 2 ? 'a' : 'b'))
    const columns = Object.fromEntries(
      Array.from({ length: count }, (_, j) => [
        `gene_${j}`,
        y.map((level) => next() + (level === 'a' ? j / count : 0)),
      ]),
    )
    const table = tableFromColumns({ ...columns, y })
    const result = await rank(table, { target: 'y', by: ['anova-f'] })
    const report = await rankReport(result, table)
    const html = reportPage(report)
    // Of 5,000 columns less than 2 MB.
    expect(html.length).toBeLessThan(500_000 + 300 * count)
    expect(html).toContain(`Rows 1 to 50; the CSV file has all ${shown}.`)
    expect(html).toContain(`40 of ${shown} columns`)
    // The file of the table has every column, in the page itself.
    expect(html.match(/gene_\d+,/g)!.length).toBeGreaterThanOrEqual(count)
  })
}
