import { methods, rank, select, tableFromColumns } from 'criba'
import { describe, expect, it } from 'vitest'
import {
  bibliography,
  bibtex,
  program,
  referenceText,
  worksCited,
} from '../../dist/src/report/paper/cited-works.js'
import { bibtexOf, paperText } from '../../dist/src/report/paper/methods-text.js'
import { phrases } from '../../dist/src/report/paper/phrases.js'

const catalogue = methods()
const sources = [...catalogue.methods, ...catalogue.searches, ...catalogue.learners].map(
  ({ source }) => source,
)

describe('the works that methods come from', () => {
  it.each([...new Set(sources)])('has all of: %s', (source) => {
    const cited = worksCited([source])
    const years = source.match(/\d{4}/g) ?? []
    expect(cited.map((work) => work?.year)).toEqual(years)
  })

  it('has none that nothing cites, and an address or a publisher for each', () => {
    const ofText = ['benjamini1995', 'gavrilov2009', 'nadeau2003']
    const used = new Set([...worksCited(sources).map(({ key }) => key), ...ofText])
    expect([...bibliography.keys()].filter((key) => !used.has(key))).toEqual([])
    for (const { key, fields } of bibliography.values()) {
      expect(fields.get('author'), key).toMatch(/^(Student|[^,]+, [^,]+)/)
      expect(fields.get('title'), key).toMatch(/[^.]$/)
      const doi = fields.get('doi')
      if (doi !== undefined) expect(doi, key).toMatch(/^10\.\d{4,5}\/\S+$/)
      const place = ['journal', 'booktitle', 'publisher', 'school', 'institution', 'note', 'doi'].some(
        (name) => fields.has(name),
      )
      expect(place, key).toBe(true)
    }
  })

  it('writes a work as lists of references and as BibTeX have it', () => {
    const [work] = worksCited(['Yuan & Lin 2006'])
    expect(referenceText(work)).toBe(
      'Yuan, M., and Lin, Y. (2006). Model selection and estimation in regression with grouped variables. Journal of the Royal Statistical Society: Series B 68(1), 49–67. https://doi.org/10.1111/j.1467-9868.2005.00532.x',
    )
    expect(bibtex([work])).toBe(`@article{yuan2006,
  author = {Yuan, Ming and Lin, Yi},
  title = {Model selection and estimation in regression with grouped variables},
  journal = {Journal of the Royal Statistical Society: Series B},
  volume = {68},
  number = {1},
  pages = {49--67},
  doi = {10.1111/j.1467-9868.2005.00532.x},
  year = {2006},
}`)
    expect(referenceText(worksCited(['Draper & Smith 1998'])[0])).toBe(
      'Draper, N. R., and Smith, H. (1998). Applied regression analysis. Third edition. Wiley. https://doi.org/10.1002/9781118625590',
    )
    expect(referenceText(worksCited(['Gretton et al. 2005'])[0])).toContain(
      'In Algorithmic learning theory, Lecture Notes in Computer Science 3734, 63–77. Springer.',
    )
    expect(referenceText(program)).toMatch(/^The criba authors \(2026\)\. criba: .* Version \d+\.\d+\.\d+\.$/)
  })

  it('writes those of one method after the program', () => {
    const keys = [...bibtexOf(methods('kendall')).matchAll(/^@\w+\{(\w+),$/gm)].map(([, key]) => key)
    expect(keys).toEqual(['criba', 'kendall1938', 'kendall1945'])
  })
})

/** A class, a column that follows it, one that repeats it, and two of noise. */
const table = tableFromColumns({
  y: Array.from({ length: 120 }, (_, i) => (i % 2 === 0 ? 'a' : 'b')),
  follows: Array.from({ length: 120 }, (_, i) => (i % 2) * 3 + ((i * 7) % 5)),
  repeats: Array.from({ length: 120 }, (_, i) => (i % 3 === 0 ? 'x' : i % 2 === 0 ? 'p' : 'q')),
  noise: Array.from({ length: 120 }, (_, i) => (i < 3 ? null : (i * 37) % 11)),
})

describe('the methods paragraph', () => {
  it('says what a selection did, and cites all that it names', async () => {
    const result = await select(table, { target: 'y', k: 2, evidence: true, missing: 'level' })
    const { text, references, bibtex } = paperText(result, 'my.csv')
    const { selected, all, none } = result.evidence!
    expect(text).toContain(
      'Of the 3 columns of my.csv (120 rows) we selected 2 that inform about y, with criba ',
    )
    expect(text).toContain(
      'The criterion was jmi (Joint mutual information; Yang and Moody 1999), the search forward (',
    )
    expect(text).toContain('until 2 were chosen.')
    expect(text).toContain('A missing value counted as a level of its own.')
    expect(text).toContain('the training rows of 5-fold cross-validation (Stone 1974)')
    for (const { mean } of [selected, all, none]) expect(text).toContain(mean.toFixed(3))
    expect(text).toContain(`are, in their order: ${result.selected.join(', ')}.`)
    const named = [...text.matchAll(/([A-ZÁ][\p{L} -]+?) (?:and [\p{L} ]+ )?(\d{4})/gu)].map(
      ([, , year]) => year,
    )
    expect(new Set(references.map((line) => /\((\d{4})\)/.exec(line)![1]))).toEqual(new Set(named))
    expect(bibtex.match(/^@/gm)).toHaveLength(references.length)
  })

  it('says the same numbers and names in both languages', async () => {
    const result = await select(table, { target: 'y', evidence: { repeats: 2 }, stop: 'gain:0.01' })
    const [english, spanish] = (['en', 'es'] as const).map((language) =>
      paperText(result, 'my.csv', language),
    )
    const numbers = (text: string) => (text.match(/[−+]?\d+(\.\d+)?/g) ?? []).sort()
    expect(numbers(spanish.text)).toEqual(numbers(english.text))
    expect(spanish.references).toEqual(english.references)
    expect(spanish.text).toContain('De las 3 columnas de my.csv (120 filas)')
    expect(english.text).toContain('with the stop gain:0.01')
    expect(Object.keys(phrases.es)).toEqual(Object.keys(phrases.en))
  })

  it('says what a ranking did', async () => {
    const one = await rank(table, { target: 'y', by: ['chi2'], drop: ['noise'] })
    const few = one.rankings[0].scores.filter(({ qValue }) => qValue! <= 0.05).length
    const { text } = paperText(one, 'my.csv')
    expect(text).toContain('We ranked the 2 columns of my.csv (120 rows) by what they say about y')
    expect(text).toContain('The method was chi2 (')
    expect(text).toContain(`A false discovery rate of 5 % (Benjamini and Hochberg 1995) leaves ${few} column`)
    const several = await rank(table, { target: 'y', by: ['chi2', 'gain-ratio'], drop: ['noise'] })
    expect(paperText(several, 'my.csv').text).toContain('Columns are in the order of their mean rank.')
  })
})
