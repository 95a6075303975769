import { createHash } from 'node:crypto'
import { reportPage } from 'criba/report'
import { parseHTML } from 'linkedom'
import { describe, expect, it } from 'vitest'
import { hostileNames, reportWith, withNumbers } from './charts.ts'
import type { ReportTable } from '../../src/core/results/report.ts'

const report = reportWith('alpha', 'beta')

function pageOf(html: string): Document {
  return parseHTML(html).document
}

function decoded(link: Element): string {
  const address = link.getAttribute('href')!
  return decodeURIComponent(address.slice(address.indexOf(',') + 1))
}

/** A page with one table. */
function tablePage(table: Omit<ReportTable, 'name' | 'title'>): Document {
  const tables = [{ name: 'table', title: 'Table', ...table }]
  return pageOf(reportPage({ ...report, sections: [{ title: 'Section', paragraphs: [], tables }] }))
}

describe('a report as a page', () => {
  const html = reportPage(report)
  const page = pageOf(html)

  it('is the same each time, in this order', () => {
    expect(reportPage(report)).toBe(html)
    const order = [
      'Report alpha',
      'data beta',
      'Question alpha',
      'Answer beta',
      'Section alpha',
      'Paragraph beta',
    ]
    const text = page.querySelector('main')!.textContent
    const places = [...order, 'Figure 1.', 'Table 1.', 'Warning alpha', 'criba alpha', 'select(beta)', 'ab12']
    expect(
      places.map((part) => text.indexOf(part)).every((place, i, all) => place > (all[i - 1] ?? -1)),
    ).toBe(true)
    expect(page.querySelector('.answer strong')!.textContent).toBe('Answer beta')
    expect(page.querySelector('title')!.textContent).toBe('Report alpha')
  })

  it('loads nothing', () => {
    const policy = page.querySelector('meta[http-equiv="Content-Security-Policy"]')!.getAttribute('content')!
    expect(policy.split('; ')).toContain("default-src 'none'")
    // Only the style and the script of the page: none that a name of the data could bring in.
    expect(policy).not.toContain('unsafe')
    for (const [kind, element] of [
      ['style-src', page.querySelector('style')!],
      ['script-src', page.querySelector('body > script:last-child')!],
    ] as const) {
      const hash = createHash('sha256').update(element.textContent).digest('base64')
      expect(policy.split('; ')).toContain(`${kind} 'sha256-${hash}'`)
    }
    const addresses = [...page.querySelectorAll('[src], [href]')].map(
      (element) => (element.getAttribute('src') ?? element.getAttribute('href'))!,
    )
    expect(addresses.length).toBeGreaterThan(10)
    expect(addresses.filter((address) => !address.startsWith('data:'))).toEqual([])
    const style = page.querySelector('style')!.textContent
    expect(style).not.toMatch(/url\(|@import/)
    expect(style).toContain('prefers-color-scheme:dark')
    expect(style).toContain('@media print')
    expect(html.replaceAll('http://www.w3.org/2000/svg', '')).not.toMatch(/https?:\/\//)
  })

  it('begins with its contents where it has many sections', () => {
    expect(page.querySelector('nav')).toBeNull()
    const titles = ['One', 'Two', '<Three>', 'Four']
    const sections = titles.map((title) => ({ title, paragraphs: [] }))
    const long = pageOf(reportPage({ ...report, sections }))
    const links = [...long.querySelectorAll('nav a')]
    expect(links.map(({ textContent }) => textContent)).toEqual([...titles, 'Warnings', 'How to repeat this'])
    for (const link of links)
      expect(long.querySelector(link.getAttribute('href')!)!.textContent).toBe(link.textContent)
  })

  it('has each figure with its number, its forms and its files', () => {
    const figures = [...page.querySelectorAll('figure')]
    expect(figures).toHaveLength(report.sections[0].charts!.length)
    for (const [i, figure] of figures.entries()) {
      expect(figure.querySelector('figcaption')!.textContent).toBe(
        `Figure ${i + 1}. Title alpha. Caption beta`,
      )
      expect(figure.querySelectorAll('.wide > svg[role=img], .narrow > svg[role=img]')).toHaveLength(2)
      const { name } = report.sections[0].charts![i]
      const links = [...figure.querySelectorAll('a[download]')]
      expect(links.map((link) => link.getAttribute('download'))).toEqual([`${name}.svg`, `${name}.csv`])
      expect(decoded(links[0])).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/)
      // Without a script there is no PNG.
      expect(figure.querySelector('button.png')!.hasAttribute('hidden')).toBe(true)
    }
    expect(decoded(page.querySelector('a[download="bars.csv"]')!)).toMatch(
      /^label,series,value,low,high,chosen\nalpha,,0\.6/,
    )
  })

  it('has tables with a caption, and headers of columns and rows', () => {
    const table = page.querySelector('table')!
    expect(table.querySelector('caption')!.textContent).toBe('Table 1. Table alpha')
    expect([...table.querySelectorAll('thead th[scope=col]')].map((cell) => cell.textContent)).toEqual([
      'alpha',
      'beta',
      'p',
    ])
    expect([...table.querySelectorAll('tbody th[scope=row]')].map((cell) => cell.textContent)).toEqual([
      'alpha',
      'beta',
    ])
    expect([...table.querySelectorAll('tbody td')].map((cell) => cell.textContent)).toEqual([
      '0.2500',
      '1e−20',
      '',
      '0.5000',
    ])
    expect(decoded(page.querySelector('a[download="steps.csv"]')!)).toBe(
      'alpha,beta,p\nalpha,0.25,1e-20\nbeta,,0.5\n',
    )
  })

  it('has sliders whose data are the sets, and the best set in words', () => {
    const landscape = page.querySelector('.landscape')!
    // 0.5 − 0.4 = 0.1; 0.4 − 0.5; 0.7 − 0.45 = 0.25.
    expect(landscape.querySelector('.best')!.textContent).toBe('Best at α = 1, β = 1: alpha, beta')
    const ranges = [...landscape.querySelectorAll('input[type=range]')]
    expect(
      ranges.map((range) => ['min', 'max', 'step', 'value'].map((name) => range.getAttribute(name))),
    ).toEqual([
      ['0', '10', '0.1', '1'],
      ['0', '10', '0.1', '1'],
    ])
    for (const range of ranges) expect(landscape.querySelector(`label[for="${range.id}"]`)).not.toBeNull()
    const data = JSON.parse(landscape.querySelector('script')!.textContent) as Record<string, unknown>
    expect(data).toMatchObject({
      names: ['alpha', 'beta'],
      sets: [[0], [1], [0, 1]],
      x: [0.5, 0.4, 0.7],
      y: [0.4, 0.5, 0.45],
    })
  })

  it('has no id twice', () => {
    const ids = [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)
    expect(ids.length).toBeGreaterThan(5)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('shows names as text, whatever they are', () => {
    const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0
    // Everything that begins a tag or a comment.
    const markup = /<[/!a-z]/gi
    const tags = /<(script|img|iframe|object|a|button|input|style|meta|link)\b/gi
    // Long names are shortened, with a title of their own.
    const tagsIn = (text: string) => count(text.replace(/<title>[^<]*<\/title>/g, ''), tags)
    const markupIn = (text: string) =>
      count(text.replace(/<(\/?)(title|text|path|rect|g|tr|line|wbr)\b/g, ''), markup)
    const [script] = /<script>[^]*<\/script>/.exec(html)!
    const [expectedTags, expectedMarkup] = [tagsIn(html), markupIn(html)]
    // Two names a page, each in the places of the other in turn.
    for (let i = 0; i < hostileNames.length; i += 2) {
      const [name, other] = [hostileNames[i], hostileNames[i + 1] ?? `${hostileNames[i]} 2`]
      const hostile = reportPage(reportWith(name, other))
      expect(hostile, name).toContain(script)
      expect(tagsIn(hostile)).toBe(expectedTags)
      expect(markupIn(hostile)).toBe(expectedMarkup)
      const [json] = /(?<=<script type="application\/json">)[^<]*(?=<\/script>)/.exec(hostile)!
      expect((JSON.parse(json) as { names: string[] }).names).toEqual([name, other].map(withNumbers))
    }
  })

  it('says that there are no warnings, and leaves out a hash that is not known', () => {
    const bare = pageOf(
      reportPage({
        ...report,
        warnings: [],
        repeat: { command: 'c', typescript: 't', versions: {} },
        sections: [],
      }),
    )
    expect(bare.querySelector('#warnings')!.parentElement!.textContent).toContain('None.')
    expect(bare.querySelector('main')!.textContent).not.toContain('SHA-256')
  })

  it('draws a figure that has nothing to draw', () => {
    const charts = [
      {
        ...{ name: 'l', title: 'L', caption: '', alpha: 1, beta: 1 },
        kind: 'landscape',
        x: { label: 'x' },
        y: { label: 'y' },
        sets: [],
      } as const,
    ]
    const empty = pageOf(reportPage({ ...report, sections: [{ title: 'S', paragraphs: [], charts }] }))
    expect(empty.querySelector('figure')!.textContent).toContain('There is nothing to draw.')
    expect(empty.querySelectorAll('.landscape')).toHaveLength(0)
  })
})

describe('a table of a page', () => {
  const cells = (page: Document) =>
    [...page.querySelectorAll('tbody tr')].map((row) => [...row.children].map((cell) => cell.textContent))

  it('shows whole numbers, decimals and small ones as they are read', () => {
    const page = tablePage({
      columns: ['name', 'rows', 'score', 'p', 'inf', 'mixed'],
      rows: [
        ['a', 12345, 0.5, 1e-9, Infinity, 'x'],
        ['b', -3, -0.25, 0.04, null, 2],
      ],
    })
    expect(cells(page)).toEqual([
      ['a', '12,345', '0.5000', '1e−9', '∞', 'x'],
      ['b', '−3', '−0.2500', '0.0400', '', '2'],
    ])
  })

  it('never shows as 0 what is not 0', () => {
    const page = tablePage({ columns: ['v'], rows: [[1234], [0.0001], [0], [1e300], [-1e-300]] })
    expect(cells(page).flat()).toEqual(['1234', '0.0001', '0', '1e300', '−1e−300'])
  })

  it('gives a number of few digits two of its own, and aligns infinite ones', () => {
    const page = tablePage({
      columns: ['p', 'score'],
      rows: [
        [4.61e-5, Infinity],
        [0.00012345, -0.5],
        [1, -Infinity],
      ],
    })
    expect(cells(page)).toEqual([
      ['4.6e−5', '∞'],
      ['0.00012', '−0.5000'],
      ['1.000', '−∞'],
    ])
    expect(page.querySelectorAll('td.number')).toHaveLength(6)
    const ranges = tablePage({ columns: ['greatest'], rows: [[299999], [4.8321], [0.25], [70], [32.12]] })
    expect(cells(ranges).flat()).toEqual(['299999', '4.83', '0.25', '70', '32.1'])
  })

  it('writes counts without decimals, in line with the decimals beside them', () => {
    const page = tablePage({
      columns: ['columns', 'share', 'least'],
      rows: [
        [4, 1, 21],
        [30, 0.5, -0.5],
        [13 / 3, 0, 0],
      ],
    })
    // A point and the digits after it have spaces of their width.
    const space = (digits: number) => `\u2008${'\u2007'.repeat(digits)}`
    expect(cells(page)).toEqual([
      [`4${space(2)}`, '1.000', `21${space(2)}`],
      [`30${space(2)}`, '0.500', '−0.50'],
      ['4.33', '0.000', `0${space(2)}`],
    ])
  })

  it('has its notes below', () => {
    const page = tablePage({ columns: ['a'], rows: [[1]], notes: ['a: <b>', 'one more'] })
    expect([...page.querySelectorAll('.table .note')].map((note) => note.textContent)).toEqual([
      'a: <b>',
      'one more',
    ])
  })

  it('of many rows shows the first, says so, and has all in its file', () => {
    const rows = Array.from({ length: 5000 }, (_, i) => [`gene ${i}`, i])
    const long = tablePage({ columns: ['column', 'score'], rows })
    expect(cells(long)).toHaveLength(50)
    expect(long.querySelector('caption')!.textContent).toBe(
      'Table 1. Table. Rows 1 to 50; the CSV file has all 5,000.',
    )
    expect(decoded(long.querySelector('a[download="table.csv"]')!).trim().split('\n')).toHaveLength(5001)
    const whole = tablePage({ columns: ['column', 'score'], rows: rows.slice(0, 60) })
    expect(cells(whole)).toHaveLength(60)
    expect(whole.querySelector('caption')!.textContent).toBe('Table 1. Table')
  })

  it('may have no rows', () => {
    const page = tablePage({ columns: ['a', 'b'], rows: [] })
    expect([...page.querySelectorAll('th')].map((cell) => cell.textContent)).toEqual(['a', 'b'])
  })
})
