import { rankers, setCriteria, stepCriteria } from '../../dist/src/methods/criteria/registry.js'
import { describe, expect, it } from 'vitest'
import { filesBelow, importsOf, textOf, type Import } from './imports.ts'

// A room is a folder. It may import only rooms on lines below it. `a > b`: a may import b, never the reverse; `a · b`: neither.
const house = `
  cli · studio
  experiments
  worker
  src
  report
  session
  resample
  analyses
  files
  sources
  search > stop
  criteria > embedded > learners
  coding
  measures · neighbours
  statistics
  columns > kernel
  trace > spec
`
// Folders below that a folder must not import all the same.
const closed: Record<string, readonly string[]> = {
  search: ['criteria', 'sources', 'measures', 'neighbours'],
  stop: ['criteria', 'sources', 'measures', 'neighbours'],
}
// Files that no other file imports: the user imports them, or a thread starts with them.
const entries = [
  'src/index.ts',
  'src/node.ts',
  'src/duckdb.ts',
  'src/clickhouse.ts',
  'src/report.ts',
  'experiments/index.ts',
  'src/analyses/worker/client.ts',
  'src/analyses/worker/host.ts',
  'cli/main.ts',
  'src/memory/worker.ts',
]
const vagueNames = /^(utils?|helpers?|common|lib|misc)$/
const ceiling = 250
// Longer files, each with its reason.
const long: Record<string, string> = {}

const lines = house
  .trim()
  .split('\n')
  .map((line) => line.trim())

/** The line of a room, counted from the top, and its place on that line. */
function place(room: string): { line: number; at: number; apart: boolean } | undefined {
  for (const [line, text] of lines.entries()) {
    const at = text.split(/ [>·] /).indexOf(room)
    if (at >= 0) return { line, at, apart: text.includes('·') }
  }
  return undefined
}

/** The room of a file: a folder of src/, `src` for the files directly in it, or a top folder. */
function roomOf(path: string): string {
  const [top, room, ...rest] = path.split('/')
  return top === 'src' && rest.length > 0 ? room : top
}

function mayImport(a: string, b: string): boolean {
  if (a === b) return true
  const above = place(a)
  const below = place(b)
  if (!above || !below || closed[a]?.includes(b)) return false
  return above.line === below.line ? !above.apart && above.at < below.at : above.line < below.line
}

function wrongImports(imports: readonly Import[]): string[] {
  return imports.flatMap(({ from, name, to }) => {
    if (name === undefined) return [`${from}: imports a computed name`]
    if (name === 'criba' || name.startsWith('criba/')) return [`${from}: imports ${name}, the package itself`]
    if (to === undefined || !/^(src|cli|studio|experiments)\//.test(to)) return []
    const [a, b] = [roomOf(from), roomOf(to)]
    return mayImport(a, b) ? [] : [`${from}: ${a} → ${b} (${to})`]
  })
}

function wrongRooms(paths: readonly string[]): string[] {
  const folders = paths.flatMap((path) =>
    path
      .split('/')
      .slice(0, -1)
      .map((folder) => [path, folder] as const),
  )
  const named = folders.filter(([, folder]) => vagueNames.test(folder))
  const unknown = paths.filter((path) => !place(roomOf(path)))
  return [
    ...named.map(([path, folder]) => `${path}: no room is called ${folder}`),
    ...unknown.map((path) => `${path}: unknown room ${roomOf(path)}`),
  ]
}

function orphans(paths: readonly string[], imports: readonly Import[], known: readonly string[]): string[] {
  const imported = new Set(imports.filter(({ from, to }) => from !== to).map(({ to }) => to))
  return paths.filter((path) => !imported.has(path) && !known.includes(path))
}

/** Packages and host modules that a file needs at run time, directly or through its imports. */
function reaches(entry: string, imports: readonly Import[]): Map<string, string> {
  const outside = new Map<string, string>()
  const queue = [entry]
  const seen = new Set(queue)
  for (const file of queue) {
    for (const { from, name, to, typeOnly } of imports) {
      if (from !== file || typeOnly || name === undefined) continue
      if (to === undefined) outside.set(name, file)
      else if (!seen.has(to)) {
        seen.add(to)
        queue.push(to)
      }
    }
  }
  return outside
}

const folders = ['src', 'cli', 'experiments']
const paths = folders.flatMap((folder) => filesBelow(folder, '.ts'))
const imports = paths.flatMap((path) => importsOf(path, textOf(path)))

describe('the house', () => {
  it('has sources and imports to check', () => {
    expect(paths.length).toBeGreaterThan(0)
    expect(imports.length).toBeGreaterThan(0)
  })

  it('has only the rooms of the list', () => {
    expect(wrongRooms(folders.flatMap((folder) => filesBelow(folder)))).toEqual([])
  })

  it('imports only rooms below', () => {
    expect(wrongImports(imports)).toEqual([])
  })

  it('has experiments that import only public names', () => {
    const open = ['src/index.ts', 'src/node.ts']
    const wrong = imports.filter(
      ({ from, to }) => from.startsWith('experiments/') && to?.startsWith('src/') && !open.includes(to),
    )
    expect(wrong).toEqual([])
  })

  it('imports only files that exist', () => {
    expect(imports.filter(({ to, name }) => to?.endsWith('.ts') && name && !paths.includes(to))).toEqual([])
  })

  it('has no file that is never imported', () => {
    expect(orphans(paths, imports, entries)).toEqual([])
  })

  it('has one file for each criterion, besides the shapes and the registry', () => {
    const shapes = ['criterion', 'rank-methods', 'registry', 'step-criterion', 'subset-criterion']
    const files = paths
      .map((path) => /^src\/criteria\/([^/]+)\.ts$/.exec(path)?.[1])
      .filter((name) => name !== undefined)
    const ids = [...rankers, ...setCriteria, ...stepCriteria].map(({ id }) => id)
    expect(files.sort()).toEqual([...new Set([...ids, ...shapes])].sort())
  })

  it('looks at the kind of a criterion, and of a search, in two files of a selection', () => {
    const kind = /\.(shape|takes)\b|[{,] *(shape|takes) *[,}]|'scoreOf' in/
    const asking = paths.filter(
      (path) => path.startsWith('src/analyses/selection/') && kind.test(textOf(path)),
    )
    // One describes what a criterion can do, the other opens it.
    expect(asking.map((path) => path.split('/').at(-1))).toEqual(['open-problem.ts', 'scorer.ts'])
  })

  it(`keeps files within ${ceiling} lines`, () => {
    const tooLong = paths
      .map((path) => ({ path, lines: textOf(path).trimEnd().split('\n').length }))
      .filter(({ path, lines }) => lines > ceiling && !(path in long))
    expect(tooLong).toEqual([])
    expect(Object.keys(long).filter((path) => !paths.includes(path))).toEqual([])
  })

  it('has a core that loads no native module and nothing of Node', () => {
    const outside = [...reaches('src/index.ts', imports)]
    const wrong = outside.filter(([name]) => name.startsWith('node:') || name.startsWith('@duckdb/'))
    expect(wrong.map(([name, file]) => `${file}: imports ${name}`)).toEqual([])
  })
})

describe('the check of the house', () => {
  const arrows = (from: string, text: string) => wrongImports(importsOf(from, text))

  it('finds every kind of import', () => {
    const text = `
      import a from './a.ts'
      import type { B } from './b.ts'
      import './c.ts'
      export * from './d.ts'
      export type { E } from '../e/e.ts'
      const f = await import('./f.ts')
      type G = import('./g.ts').G
      const h = new URL('./h.js', import.meta.url)
      // import './not.ts'
      const i = "import './not.ts'"
    `
    const seen = importsOf('src/coding/x.ts', text)
    const inside = (file: string) => `src/methods/discretisers/${file}`
    const files = ['a.ts', 'b.ts', 'c.ts', 'd.ts', '../e/e.ts', 'f.ts', 'g.ts', 'h.js']
    expect(seen.map(({ to }) => to)).toEqual(files.map(inside).map((p) => p.replace('coding/../', '')))
    expect(seen.filter(({ typeOnly }) => typeOnly).map(({ name }) => name)).toEqual([
      './b.ts',
      '../e/e.ts',
      './g.ts',
    ])
  })

  it.each([
    ['src/analyses/x.ts', '../criteria/y.ts'],
    ['src/criteria/x.ts', '../learners/y.ts'],
    ['src/search/x.ts', '../stop/y.ts'],
    ['src/search/x.ts', '../statistics/y.ts'],
    ['src/trace/x.ts', '../spec/y.ts'],
    ['src/sources/memory/x.ts', '../source.ts'],
    ['src/index.ts', './analyses/y.ts'],
    ['cli/x.ts', '../src/node.ts'],
    ['cli/commands/x.ts', '../../src/report/y.ts'],
  ])('allows %s to import %s', (from, to) => {
    expect(arrows(from, `import '${to}'`)).toEqual([])
  })

  it.each([
    ['src/criteria/x.ts', '../sources/y.ts', 'criteria → sources (src/sources/y.ts)'],
    ['src/stop/x.ts', '../search/y.ts', 'stop → search (src/search/y.ts)'],
    ['src/search/x.ts', '../criteria/y.ts', 'search → criteria (src/criteria/y.ts)'],
    ['src/search/x.ts', '../measures/y.ts', 'search → measures (src/measures/y.ts)'],
    ['src/stop/x.ts', '../neighbours/y.ts', 'stop → neighbours (src/neighbours/y.ts)'],
    ['src/measures/x.ts', '../neighbours/y.ts', 'measures → neighbours (src/neighbours/y.ts)'],
    ['src/neighbours/x.ts', '../measures/y.ts', 'neighbours → measures (src/measures/y.ts)'],
    ['src/spec/x.ts', '../trace/y.ts', 'spec → trace (src/trace/y.ts)'],
    ['src/analyses/x.ts', '../index.ts', 'analyses → src (src/index.ts)'],
    ['src/analyses/x.ts', '../../cli/y.ts', 'analyses → cli (cli/y.ts)'],
    ['src/analyses/x.ts', '../attic/y.ts', 'analyses → attic (src/attic/y.ts)'],
  ])('refuses that %s imports %s', (from, to, arrow) => {
    expect(arrows(from, `import '${to}'`)).toEqual([`${from}: ${arrow}`])
  })

  it('refuses computed names and the package itself', () => {
    expect(arrows('src/analyses/x.ts', 'await import(name)')).toEqual([
      'src/analyses/x.ts: imports a computed name',
    ])
    expect(arrows('cli/x.ts', "import 'criba/node'")).toEqual([
      'cli/x.ts: imports criba/node, the package itself',
    ])
  })

  it('refuses unknown rooms and vague names', () => {
    expect(wrongRooms(['src/attic/x.ts'])).toEqual(['src/attic/x.ts: unknown room attic'])
    expect(wrongRooms(['src/analyses/utils/x.ts'])).toEqual([
      'src/analyses/utils/x.ts: no room is called utils',
    ])
    expect(wrongRooms(['src/index.ts', 'src/spec/x.ts', 'cli/main.ts', 'cli/commands/x.ts'])).toEqual([])
  })

  it('finds files that are never imported, and what an entry imports', () => {
    const some = [
      ...importsOf(
        'src/index.ts',
        "export * from './analyses/a.ts'; import type { Z } from './analyses/z.ts'",
      ),
      ...importsOf('src/analyses/a.ts', "import fs from 'node:fs'"),
      ...importsOf('src/analyses/b.ts', "import './b.ts'; import 'left'"),
    ]
    expect(orphans(['src/index.ts', 'src/analyses/a.ts', 'src/analyses/b.ts'], some, entries)).toEqual([
      'src/analyses/b.ts',
    ])
    expect([...reaches('src/index.ts', some)]).toEqual([['node:fs', 'src/analyses/a.ts']])
  })
})
