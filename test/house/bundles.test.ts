// The files that are published, as tools/bundle.js writes them.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { methods } from 'criba'
import { describe, expect, it } from 'vitest'
import { filesBelow, importsOf, reaches, root, textOf } from './imports.ts'

const files = filesBelow('dist', '.js').filter((path) => path.split('/').length === 2)
const imports = new Map(files.map((path) => [path, importsOf(path, textOf(path))]))

/** What a file loads before its own code runs: the size of all files of the package, and other packages. */
function loadedWith(entry: string) {
  const own = new Set([entry])
  const packages = new Set<string>()
  for (const file of own) {
    for (const { name, to, lazy } of imports.get(file) ?? []) {
      if (lazy) continue
      if (to !== undefined) own.add(to)
      else if (name?.startsWith('node:') === false) packages.add(name)
    }
  }
  const bytes = [...own].reduce((sum, file) => sum + textOf(file).length, 0)
  return { packages: [...packages], bytes }
}

describe('the bundles', () => {
  it('import only each other and the dependencies of the package', () => {
    const { dependencies } = JSON.parse(textOf('package.json')) as { dependencies: object }
    const wrong = [...imports.values()]
      .flat()
      .filter(({ name, to }) =>
        to === undefined
          ? !name?.startsWith('node:') && !Object.keys(dependencies).includes(name!)
          : !existsSync(root + to),
      )
    expect(wrong).toEqual([])
    expect(files.length).toBeGreaterThan(5)
  })

  it.each(['index', 'browser'])('load no native module, and nothing of Node, with dist/%s.js', (name) => {
    const outside = [...reaches(`dist/${name}.js`, [...imports.values()].flat())]
    const wrong = outside.filter(([one]) => one.startsWith('node:') || one.startsWith('@duckdb/'))
    expect(wrong.map(([one, file]) => `${file}: imports ${one}`)).toEqual([])
  })

  it('load the engine, Arrow and what opens workbooks only if they are needed', () => {
    // The engine itself, and what exports it.
    const mayLoad = (file: string) =>
      /^dist\/(duckdb|chunk-sql-on-demand)\.js$/.test(file) ||
      /class DuckEngine|DuckEngine = class/.test(textOf(file))
    expect(loadedWith('dist/duckdb.js').packages).toContain('@duckdb/node-api')
    const packages = files.filter((file) => !mayLoad(file)).flatMap((file) => loadedWith(file).packages)
    expect(packages).not.toContain('@duckdb/node-api')
    expect(packages).not.toContain('apache-arrow')
    const withSheets = files.filter((file) => loadedWith(file).packages.includes('yauzl'))
    expect(withSheets).toEqual(['dist/chunk-open-sheets.js'])
  })

  it('read words and plain numbers without what reads and explains other cells', () => {
    const hook =
      "import { writeSync } from 'node:fs'; export const load = (url, context, next) => (writeSync(1, url + '\\n'), next(url, context))"
    const filesFor = (text: string) => {
      const program = `import { register } from 'node:module'
        register('data:text/javascript,' + encodeURIComponent(${JSON.stringify(hook)}))
        const { tableFromCsv } = await import('criba')
        await tableFromCsv(${JSON.stringify(text)})`
      return execFileSync(process.execPath, ['--input-type=module', '-e', program], {
        cwd: root,
        encoding: 'utf8',
      })
    }
    expect(filesFor('a,b,y\n1,x,u\n2.5,y,v\n,x,u\n')).not.toContain('chunk-files-on-demand')
    expect(filesFor('a,b,y\n1 kg,x,u\n2.5 kg,y,v\n')).toContain('chunk-files-on-demand')
  })

  it('show help and the catalogue without loading the code of other commands', () => {
    const methods = files.find((path) => textOf(path).includes('function runMethods('))!
    for (const file of ['dist/cli.js', methods]) {
      const { packages, bytes } = loadedWith(file)
      expect(packages.filter((name) => name !== 'commander')).toEqual([])
      expect(bytes, file).toBeLessThan(82_000)
    }
  })

  it('have files for browsers without code for Node, which share their code, and one for threads', () => {
    // The build fails where browsers load more than the limits in tools/bundle.js.
    expect(imports.get('dist/worker.js')).toEqual([])
    const ofBrowsers = files.filter((file) => file.startsWith('dist/browser'))
    for (const file of ofBrowsers) {
      expect(textOf(file), file).not.toContain('getBuiltinModule')
      const others = imports.get(file)!.filter(({ to }) => to !== 'dist/worker.js')
      expect(others.filter(({ to }) => !ofBrowsers.includes(to!))).toEqual([])
    }
    // The kernels are in one file: the page sends them to its threads. What runs them is in one file of the page, too.
    const kernels = /'([\w+/]{40})/.exec(textOf('src/memory/threads/binary.ts'))![1]
    for (const text of [kernels, 'a kernel aborted']) {
      expect(ofBrowsers.filter((file) => textOf(file).includes(text)).length, text).toBe(1)
    }
    expect(textOf('dist/worker.js')).not.toContain(kernels)
  })

  it('list the same methods in browsers, from data', async () => {
    const file = 'browser-listing.js'
    const { methods: listed } = (await import(`../../dist/${file}`)) as { readonly methods: typeof methods }
    expect(listed()).toEqual(methods())
    expect(listed('jmi')).toEqual(methods('jmi'))
    expect(() => listed('jmj')).toThrow('did you mean jmi?')
  })

  it('load the most used rankers by name with their family alone', async () => {
    const table = textOf(files.find((path) => textOf(path).includes('/browser-family-0.js`'))!)
    const found = [...table.matchAll(/["']?([\w-]+)["']?:\(\)=>import\(`\.\/(browser-family-\d+\.js)`\)/g)]
    expect(found.length).toBeGreaterThan(20)
    for (const [, id, file] of found) {
      const family = (await import(`../../dist/${file}`)) as Readonly<
        Record<string, { criterion: { id: string } }>
      >
      const record = Object.values(family).find(({ criterion }) => criterion.id === id)?.criterion
      expect(record).toMatchObject({ id, shape: 'rank' })
      expect(loadedWith(`dist/${file}`).bytes, id).toBeLessThan(200_000)
    }
  })

  it('include the licences of the packages in them', () => {
    const licences = textOf('dist/third-parties.txt')
    const figures = [
      '@observablehq/plot',
      'd3-array',
      'd3-scale',
      'd3-shape',
      'linkedom',
      'css-select',
      'boolbase',
    ]
    for (const name of ['@stdlib/math-base-special-betainc', 'pure-rand', ...figures]) {
      expect(licences).toMatch(new RegExp(`^${name} \\d`, 'm'))
    }
    expect(licences).toContain('Apache License')
    expect(licences).toContain('Boost')
  })
})
