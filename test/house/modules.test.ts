import { rankers, setCriteria, stepCriteria } from '#methods'
import { describe, expect, it } from 'vitest'
import { doors, filesBelow, importsOf, reaches, textOf, type Import } from './imports.ts'
import {
  folderOf,
  largeCircles,
  modules,
  moduleOf,
  stepsOf,
  unusedExports,
  unusedNames,
  wrongImports,
} from './modules.ts'

// Files that no other file imports: the user imports them, or a thread starts with them.
const entries = [
  'src/index.ts',
  'src/methods.ts',
  'src/node.ts',
  'src/duckdb.ts',
  'src/clickhouse.ts',
  'src/report.ts',
  'src/sql.ts',
  'experiments/index.ts',
  'contract/index.ts',
  'src/analyses/worker/open-worker.ts',
  'src/analyses/worker/host.ts',
  'src/analyses/worker/replica-host.ts',
  'src/files/read/json-thread.ts',
  'cli/main.ts',
  'studio/host.ts',
  'studio/main.ts',
  'studio/offline.ts',
  'studio/vite.config.ts',
  'src/memory/worker.ts',
]
const vagueNames = /^(utils?|helpers?|common|lib|misc)$/
const ceiling = 250

/** Whether a file stands in the module's own folder, and is no door. */
function isOwnFile(path: string, module: string): boolean {
  return moduleOf(path) === module && folderOf(path) === '.' && ![...doors.values()].includes(path)
}

/** The script of a component. */
function scriptOf(text: string): string {
  return /<script lang="ts"[^>]*>([^]*?)<\/script>/.exec(text)?.[1] ?? ''
}

function orphans(paths: readonly string[], imports: readonly Import[], known: readonly string[]): string[] {
  const imported = new Set(imports.filter(({ from, to }) => from !== to).map(({ to }) => to))
  return paths.filter((path) => !imported.has(path) && !known.includes(path))
}

const folders = ['src', 'cli', 'studio', 'experiments', 'contract']
const paths = folders.flatMap((folder) => filesBelow(folder, '.ts'))
const components = filesBelow('studio', '.svelte')
const imports = [
  ...paths.flatMap((path) => importsOf(path, textOf(path))),
  ...components.flatMap((path) => importsOf(path, scriptOf(textOf(path)))),
]

describe('the house', () => {
  it('has sources and imports to check', () => {
    expect(paths.length).toBeGreaterThan(0)
    expect(imports.length).toBeGreaterThan(0)
  })

  it('has only the modules of the list, each with a door and a page', () => {
    const found = paths.filter((path) => path.startsWith('src/')).map(moduleOf)
    expect([...new Set(found)].sort()).toEqual([...modules, 'src'].sort())
    expect(modules.map((module) => doors.get(`#${module}`))).toEqual(
      modules.map((module) => `src/${module}/index.ts`),
    )
    expect([...doors.values()].filter((file) => !paths.includes(file))).toEqual([])
  })

  it.each(modules)('has in the page of %s its folders, and the files to read first', (module) => {
    const folders = paths.filter((path) => moduleOf(path) === module).map(folderOf)
    // Doors stand beside the folders.
    const filled = [...new Set(folders)].filter((folder) =>
      folder === '.' ? paths.some((path) => isOwnFile(path, module)) : folder !== 'on-demand',
    )
    expect(stepsOf(module).flat().sort()).toEqual(filled.sort())
    const page = textOf(`src/${module}/README.md`)
    const first = [.../^Read first: (.*)/m.exec(page)![1].matchAll(/`([^`]+)`/g)].map(([, file]) => file)
    expect(first).toHaveLength(3)
    expect(first.filter((file) => !paths.includes(`src/${module}/${file}`))).toEqual([])
  })

  it('calls no folder by a vague name', () => {
    const vague = folders
      .flatMap((folder) => filesBelow(folder))
      .flatMap((path) => path.split('/').slice(0, -1))
    expect(vague.filter((folder) => vagueNames.test(folder))).toEqual([])
  })

  it('imports only what comes before, and other modules by their doors', () => {
    expect(wrongImports(imports)).toEqual([])
  })

  it('opens no name that nobody outside asks for', () => {
    expect(unusedNames(imports)).toEqual([])
  })

  it('exports nothing that nobody imports', () => {
    const others = ['test', 'bench', 'tools', 'examples'].flatMap((folder) =>
      [...filesBelow(folder, '.ts'), ...filesBelow(folder, '.js')].flatMap((path) =>
        importsOf(path, textOf(path)),
      ),
    )
    const own = paths.filter((path) => path.startsWith('src/') && !entries.includes(path))
    // A test adds a kind to it, which no import shows.
    expect(unusedExports(own, [...imports, ...others])).toEqual(['src/core/statistics/request.ts: Requests'])
  })

  it('has no circle of more than three files', () => {
    expect(largeCircles(imports, 3)).toEqual([])
  })

  it('has searches and stops that know neither criteria nor measures', () => {
    const knowing = imports.filter(
      ({ from, to }) =>
        /^src\/methods\/(searches|stops)\//.test(from) &&
        /^src\/methods\/(criteria|measures)\//.test(to ?? ''),
    )
    expect(knowing).toEqual([])
  })

  it('has experiments and a contract that import only public names', () => {
    const open = ['src/index.ts', 'src/methods.ts', 'src/node.ts']
    const wrong = imports.filter(
      ({ from, to }) =>
        /^(experiments|contract)\//.test(from) && to?.startsWith('src/') && !open.includes(to),
    )
    expect(wrong).toEqual([])
  })

  it('imports only files that exist', () => {
    expect(imports.filter(({ to, name }) => to?.endsWith('.ts') && name && !paths.includes(to))).toEqual([])
  })

  it('has no file that is never imported', () => {
    expect(orphans(paths, imports, entries)).toEqual([])
  })

  it('has one file for each criterion, besides the registries', () => {
    const lists = ['find-rankers', 'rank-methods', 'ranker-families', 'registry']
    const files = paths
      .map((path) => /^src\/methods\/criteria\/([^/]+)\.ts$/.exec(path)?.[1])
      .filter((name) => name !== undefined)
    const ids = [...rankers, ...setCriteria, ...stepCriteria].map(({ id }) => id)
    expect(files.sort()).toEqual([...new Set([...ids, ...lists])].sort())
  })

  it('looks at the kind of a criterion, and of a search, in few files of a selection', () => {
    const kind = /\.(shape|takes)\b|[{,] *(shape|takes) *[,}]|'scoreOf' in/
    const asking = paths.filter(
      (path) => path.startsWith('src/analyses/selection/') && kind.test(textOf(path)),
    )
    // One describes what a criterion can do, one opens it, and one plans criteria of steps.
    expect(asking.map((path) => path.split('/').at(-1))).toEqual([
      'open-problem.ts',
      'plan-select.ts',
      'scorer.ts',
    ])
  })

  it('looks at the format of results in one place, and where a table itself is printed or has to be CSV', () => {
    const asking = paths.filter(
      (path) => path.startsWith('cli/') && /\bformat\b[^\n]*(===|!==)/.test(textOf(path)),
    )
    expect(asking).toEqual(['cli/generate.ts', 'cli/print-result.ts', 'cli/safe-csv.ts'])
  })

  it(`keeps files within ${ceiling} lines beside comments, but for lists of names`, () => {
    const lists = ['src/index.ts', 'studio/texts/en.ts', 'studio/texts/es.ts', ...doors.values()]
    const withoutComments = (text: string) => text.replace(/^ *(\/\/.*|\/\*[\s\S]*?\*\/)\n/gm, '')
    const long = paths.filter((path) => withoutComments(textOf(path)).trimEnd().split('\n').length > ceiling)
    expect(long.filter((path) => !lists.includes(path))).toEqual([])
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
    const seen = importsOf('src/core/spec/x.ts', text)
    expect(seen.map(({ to }) => to)).toEqual([
      ...['a', 'b', 'c', 'd'].map((name) => `src/core/spec/${name}.ts`),
      'src/core/e/e.ts',
      'src/core/spec/f.ts',
      'src/core/spec/g.ts',
      'src/core/spec/h.js',
    ])
    expect(seen.filter(({ typeOnly }) => typeOnly).map(({ name }) => name)).toEqual([
      './b.ts',
      '../e/e.ts',
      './g.ts',
    ])
    expect(seen.filter(({ lazy }) => lazy).map(({ name }) => name)).toEqual(['./f.ts', './h.js'])
  })

  it('reads the names that are asked for, and the files behind doors', () => {
    const [one, all] = importsOf(
      'src/methods/x.ts',
      "import { a, b as c } from '#core'; export * from '#core'",
    )
    expect(one).toMatchObject({ to: 'src/core/index.ts', names: ['a', 'b'] })
    expect(all.names).toEqual(['*'])
  })

  it.each([
    ['src/analyses/x.ts', '#methods'],
    ['src/methods/criteria/x.ts', '../searches/y.ts'],
    ['src/methods/criteria/x.ts', './y.ts'],
    ['src/core/results/x.ts', '../spec/y.ts'],
    ['src/sql/x.ts', '#memory'],
    ['src/index.ts', '#analyses'],
    ['cli/x.ts', '../src/node.ts'],
    ['src/report.ts', '#report/on-demand'],
  ])('allows %s to import %s', (from, to) => {
    expect(arrows(from, `import '${to}'`)).toEqual([])
  })

  it.each([
    ['src/methods/criteria/x.ts', '#memory', 'methods → memory (src/memory/index.ts)'],
    ['src/methods/criteria/x.ts', '../../memory/y.ts', 'methods → memory (src/memory/y.ts)'],
    ['src/core/spec/x.ts', '../results/y.ts', 'spec → results (the order of src/core/README.md)'],
    ['src/core/spec/x.ts', '../attic/y.ts', 'spec → attic (the order of src/core/README.md)'],
    ['src/methods/stops/x.ts', '../measures/y.ts', 'stops → measures (the order of src/methods/README.md)'],
    ['src/analyses/x.ts', '../core/source.ts', 'past the door of core (src/core/source.ts)'],
    ['cli/x.ts', '../src/report/y.ts', 'past the door of report (src/report/y.ts)'],
    ['src/core/x.ts', '#core', 'by its own door (#core)'],
    ['src/core/spec/x.ts', '../index.ts', 'by its own door (../index.ts)'],
    ['src/core/spec/x.ts', '../../../test/y.ts', 'leaves src (test/y.ts)'],
    ['cli/x.ts', '#report/on-demand', 'at once, what is loaded on demand (src/report/on-demand.ts)'],
    ['src/memory/x.ts', './on-demand.ts', 'at once, what is loaded on demand (src/memory/on-demand.ts)'],
    [
      'src/analyses/x.ts',
      './on-demand/y.ts',
      'at once, what is loaded on demand (src/analyses/on-demand/y.ts)',
    ],
    ['src/analyses/x.ts', '#report/attic', '#report/attic is no door'],
    ['src/analyses/x.ts', '../index.ts', 'analyses → src (src/index.ts)'],
    ['src/analyses/x.ts', '../../cli/y.ts', 'leaves src (cli/y.ts)'],
    ['src/analyses/x.ts', '../attic/y.ts', 'analyses → attic (src/attic/y.ts)'],
  ])('refuses that %s imports %s', (from, to, arrow) => {
    expect(arrows(from, `import '${to}'`)).toEqual([`${from}: ${arrow}`])
  })

  it('finds circles', () => {
    const circle = ['a', 'b', 'c', 'd'].flatMap((name, i, all) =>
      importsOf(`src/core/${name}.ts`, `import type { X } from './${all[(i + 1) % 4]}.ts'`),
    )
    expect(largeCircles(circle, 3).map((files) => files.length)).toEqual([4])
    expect(largeCircles(circle, 4)).toEqual([])
    expect(largeCircles(circle.slice(1), 1)).toEqual([])
  })

  it('refuses computed names and the package itself', () => {
    expect(arrows('src/analyses/x.ts', 'await import(name)')).toEqual([
      'src/analyses/x.ts: imports a computed name',
    ])
    expect(arrows('cli/x.ts', "import 'criba/node'")).toEqual([
      'cli/x.ts: imports criba/node, the package itself',
    ])
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
