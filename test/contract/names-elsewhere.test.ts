// Names of other programs, as the pages for those who come from these have them.
import { readFileSync } from 'node:fs'
import { rank, tableFromColumns } from 'criba'
import type { Catalogue } from 'criba'
import { rankers, setCriteria, stepCriteria } from 'criba/methods'
import { describe, expect, it } from 'vitest'
import { select } from '../untyped.ts'

const table = tableFromColumns({ x: [1, 2, 3, 4], y: ['a', 'b', 'a', 'b'] })

async function messageOf(name: string): Promise<string> {
  const error: unknown = await rank(table, { target: 'y', by: [name as 'anova-f'] }).catch(
    (one: unknown) => one,
  )
  return error instanceof Error ? error.message : 'no error'
}

/** The names of a page, each with the method, criterion or search of its command. */
function rowsOf(page: string): readonly (readonly [name: string, commands: readonly string[]])[] {
  const lines = readFileSync(`docs/from-${page}.md`, 'utf8').split('\n')
  const rows = lines.flatMap((line): (readonly [string, string])[] => {
    const [, name, command] = /^\| `(\w+)[^`]*` \| `([^`]+)`/.exec(line) ?? []
    return name ? [[name, command]] : []
  })
  const names = [...new Set(rows.map(([name]) => name))]
  return names.map((name) => [name, rows.flatMap(([own, command]) => (own === name ? [command] : []))])
}

/** What no single method answers: discretisers, matrices, and whole procedures. */
const others =
  /^(KBins|cross_val|EntropyMDL|EqualWidth|EqualFreq|Discretize|Standardize|hScores|cmiScores|jmiScores|triScores|miMatrix|nmiMatrix|lasso_path|LinearForward|SelectFwe|SelectFpr|BestFirst|RandomSearch|Ranker|RFE$|kTransform)/

describe('names of other programs', () => {
  it.each(['scikit-learn', 'praznik', 'weka', 'orange'])('of %s say what they are here', async (page) => {
    const known: string[] = [...rankers, ...stepCriteria, ...setCriteria].map(({ id }) => id)
    let answered = 0
    for (const [name, commands] of rowsOf(page)) {
      const plain = name.toLowerCase().replaceAll('_', '-')
      if (others.test(name) || known.includes(plain) || known.includes(name.toLowerCase())) continue
      const message = await messageOf(name)
      // The nearest name will do where it is the one of the command.
      const [, here] = /(?: is (.*) here| mean (.*)\?)\)$/.exec(message)?.filter(Boolean) ?? []
      expect(here, message).toBeDefined()
      const words = here.split(/[ :,]/)
      const said = commands.some((command) => command.split(/[ :]/).some((word) => words.includes(word)))
      expect(said, `${name}: ${here}, not ${commands.join(' or ')}`).toBe(true)
      answered++
    }
    expect(answered).toBeGreaterThan(2)
  })

  it('of methods that select are answered by a ranking with what runs them', async () => {
    expect(await messageOf('boruta')).toBe(
      'unsuitable method: boruta selects columns by resampling (use select)',
    )
    expect(await messageOf('BorutaPy')).toContain('is boruta here')
  })

  it('are written with or without dashes, blanks and capitals', async () => {
    const expected = 'unknown method: f classif (f_classif in scikit-learn is anova-f here)'
    expect(await messageOf('f classif')).toBe(expected)
    expect(await messageOf('F-Classif')).toBe(expected.replace('f classif', 'F-Classif'))
    const spec = { target: 'y', criterion: 'cv', search: 'sffs' }
    await expect(
      select(table, { ...spec, search: 'forward', criterion: 'cv:learner=LogisticRegression' }),
    ).rejects.toThrow(
      'unknown learner: LogisticRegression (LogisticRegression in scikit-learn is learner logistic here)',
    )
    await expect(select(table, spec)).rejects.toThrow(
      'unknown search: sffs (SFFS in mlxtend is criterion cv with search floating-forward here)',
    )
  })

  it('are answered with methods, searches, learners and options that there are', async () => {
    const names = readFileSync('src/core/spec/names-elsewhere.ts', 'utf8')
    const answers = [...names.matchAll(/^ {4}['\w ]+: '(.+)',$/gm)].map(([, here]) => here)
    expect(answers.length).toBeGreaterThan(60)
    const { methods, learners, searches } = JSON.parse(
      readFileSync('dist/catalogue.json', 'utf8'),
    ) as Catalogue
    for (const here of answers) {
      for (const text of here.split(/ with |, or | as |a ranker such/).filter(Boolean)) {
        const [kind, name] = text.includes(' ') ? text.split(' ') : ['criterion', text]
        if (kind === 'cut' || kind === 'discretise' || name === 'criterion') continue
        const all = kind === 'learner' ? learners : kind === 'search' ? searches : methods
        const [id, options = ''] = name.split(':')
        const entry = all.find((one) => one.id === id)
        expect(entry, here).toBeDefined()
        for (const option of options.split(',').filter(Boolean)) {
          expect(Object.keys(entry!.options), here).toContain(option.split('=')[0])
        }
      }
    }
  })
})
