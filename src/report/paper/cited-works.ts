import { version as ofCriba } from '#core'
import { works } from './works.ts'

/** A work with its fields as BibTeX has them. */
interface Work {
  readonly key: string
  readonly kind: string
  readonly year: string
  readonly fields: ReadonlyMap<string, string>
}

/** The program itself. */
export const program: Work = {
  key: 'criba',
  kind: 'software',
  year: '2026',
  fields: new Map([
    ['author', '{The criba authors}'],
    ['title', 'criba: feature selection for TypeScript'],
    ['version', ofCriba],
  ]),
}

/** All works that methods come from, by their key. */
export const bibliography: ReadonlyMap<string, Work> = new Map(
  works
    .trim()
    .split('\n')
    .map((line) => {
      const work = workIn(line)
      return [work.key, work]
    }),
)

function workIn(line: string): Work {
  const [, kind, key, rest] = /^@(\w+)\{(\w+), (.*)\}$/.exec(line)!
  const fields = new Map(
    [...rest.matchAll(/(\w+)=\{(.*?)\}(?=, \w+=|$)/g)].map(([, name, value]) => [name, value]),
  )
  return { key, kind, year: /\d{4}/.exec(key)![0], fields }
}

/**
 * The works that sources name, each once, in their order: `Yang & Moody 1999; Kendall 1938, 1945`. A source
 * without a year, such as `by definition`, names none.
 */
export function worksCited(sources: readonly string[]): readonly Work[] {
  const cited = new Set<Work>()
  for (const source of sources) {
    for (const [, names, years] of source.matchAll(/([^;]+?) (\d{4}[a-z]?(?:, \d{4}[a-z]?)*)(?:[;,] |$)/g)) {
      for (const year of years.split(', ')) cited.add(bibliography.get(keyOf(names, year))!)
    }
  }
  return [...cited]
}

/** The key of a work: `after He, Cai & Niyogi`, `2005` → `he2005`. */
function keyOf(names: string, year: string): string {
  const [first] = names.replace(/^after /, '').split(/,| &| and | et al\./)
  return (
    first
      .normalize('NFD')
      .replaceAll(/[^A-Za-z]/g, '')
      .toLowerCase() + year
  )
}

/** Works as BibTeX, a field a line. */
export function bibtex(cited: readonly Work[]): string {
  return cited
    .map(({ kind, key, year, fields }) => {
      const lines = [...fields, ['year', year]].map(([name, value]) => `  ${name} = {${value}},`)
      return [`@${kind}{${key},`, ...lines, '}'].join('\n')
    })
    .join('\n\n')
}

/** A work as a line of a list of references: authors, year, title, where it is, and its address. */
export function referenceText({ year, fields }: Work): string {
  const of = (name: string) => fields.get(name)?.replaceAll('\\&', '&').replaceAll('--', '–')
  const [journal, book, series, volume, number, pages] = [
    'journal',
    'booktitle',
    'series',
    'volume',
    'number',
    'pages',
  ].map(of)
  const within =
    journal ?? (book === undefined ? undefined : [`In ${book}`, series].filter(Boolean).join(', '))
  const place = volume === undefined ? '' : ` ${volume}${number === undefined ? '' : `(${number})`}`
  const edition = of('edition')
  const version = of('version')
  const where = [
    ...(within === undefined ? [] : [`${within}${place}${pages === undefined ? '' : `, ${pages}`}`]),
    ...(edition === undefined ? [] : [`${edition} edition`]),
    ...(version === undefined ? [] : [`Version ${version}`]),
    ...['type', 'publisher', 'school', 'institution', 'note'].flatMap((name) => of(name) ?? []),
  ]
  const doi = of('doi')
  const address = doi === undefined ? of('url') : `https://doi.org/${doi}`
  return `${authorsText(fields.get('author')!)} (${year}). ${[of('title')!, ...where].join('. ')}.${address === undefined ? '' : ` ${address}`}`
}

/** `Yang, Howard Hua and Moody, John` → `Yang, H. H., and Moody, J.` */
function authorsText(authors: string): string {
  if (authors.startsWith('{')) return authors.slice(1, -1)
  const short = authors.split(' and ').map((author) => {
    const [family, given] = author.split(', ')
    if (given === undefined) return family
    const initials = given.split(' ').map((name) =>
      name
        .split('-')
        .map((part) => `${part[0]}.`)
        .join('-'),
    )
    return `${family}, ${initials.join(' ')}`
  })
  return short.length === 1 ? short[0] : `${short.slice(0, -1).join(', ')}, and ${short.at(-1)}`
}
