// The modules of the house, their doors, and the order of their folders, which their README.md gives.
import { doors, importsOf, textOf, type Import } from './imports.ts'

/** A module imports only those before it. Public names and faces come after all. */
export const modules = ['core', 'methods', 'memory', 'sql', 'files', 'analyses', 'report'] as const
const faces = ['src', 'experiments', 'contract', 'cli', 'studio']

/** The module of a file; `src` for public names, or a top folder. */
export function moduleOf(path: string): string {
  const [top, module, ...rest] = path.split('/')
  return top === 'src' && rest.length > 0 ? module : top
}

/** The folder of a file in its module; `.` for the module's own. */
export function folderOf(path: string): string {
  return path.split('/').slice(2, -1).join('/') || '.'
}

/** Whether a module, or a face, may import another. */
export function mayImport(from: string, to: string): boolean {
  const places = [...modules, ...faces]
  const [a, b] = [places.indexOf(from), places.indexOf(to)]
  return a >= 0 && b >= 0 && (a > b || from === to)
}

/** The steps of the folders of a module, each importing only those before it: the lines of its README with `<`. */
export function stepsOf(module: string): readonly (readonly string[])[] {
  const [order] = /(?:^ {4}.* < .*\n)+/m.exec(textOf(`src/${module}/README.md`)) ?? ['']
  return order.split('<').map((step) => step.split('·').map((folder) => folder.trim()))
}

/** What is wrong with imports: arrows that point backward, and ways past a door. */
export function wrongImports(imports: readonly Import[]): string[] {
  return imports.flatMap((one) => {
    const { from, name, to } = one
    if (name === undefined) return [`${from}: imports a computed name`]
    if (name === 'criba' || name.startsWith('criba/')) return [`${from}: imports ${name}, the package itself`]
    if (name.startsWith('#') && !doors.has(name)) return [`${from}: ${name} is no door`]
    if (to !== undefined && from.startsWith('src/') && !to.startsWith('src/'))
      return [`${from}: leaves src (${to})`]
    if (isOnDemand(to) && !one.lazy && !one.typeOnly && moduleOf(from) !== 'src') {
      return [`${from}: at once, what is loaded on demand (${to})`]
    }
    if (to === undefined || !/^(src|cli|studio|experiments|contract)\//.test(to)) return []
    const [a, b] = [moduleOf(from), moduleOf(to)]
    if (!mayImport(a, b)) return [`${from}: ${a} → ${b} (${to})`]
    if (a !== b && !faces.includes(b) && !name.startsWith('#'))
      return [`${from}: past the door of ${b} (${to})`]
    if (a === b && to === doors.get(`#${b}`)) return [`${from}: by its own door (${name})`]
    // Threads start with a file of JavaScript, and what is loaded on demand may come from any folder.
    const isFree = isDoor(from) || !to.endsWith('.ts') || (one.lazy && isOnDemand(to))
    return a === b && !isFree ? wrongFolders(from, to) : []
  })
}

function wrongFolders(from: string, to: string): string[] {
  const module = moduleOf(from)
  const [a, b] = [folderOf(from), folderOf(to)]
  if (a === b || !(modules as readonly string[]).includes(module)) return []
  const steps = stepsOf(module)
  const [above, below] = [a, b].map((folder) => steps.findIndex((step) => step.includes(folder)))
  if (below >= 0 && below < above) return []
  return [`${from}: ${a} → ${b} (the order of src/${module}/README.md)`]
}

function isDoor(path: string): boolean {
  return [...doors.values()].includes(path) || isOnDemand(path)
}

/** A door that is loaded when it is needed; a module has one, or a folder of them. */
function isOnDemand(path: string | undefined): boolean {
  return /^src\/\w+\/on-demand(\/[\w-]+)?\.ts$/.test(path ?? '')
}

/** Names that a door opens and nobody outside asks for. */
export function unusedNames(imports: readonly Import[]): string[] {
  const asked = new Map<string, Set<string>>()
  for (const { name, names } of imports) {
    if (name === undefined || !doors.has(name)) continue
    const all = asked.get(name) ?? new Set()
    asked.set(name, all)
    for (const one of names) all.add(one)
  }
  return [...doors].flatMap(([door, file]) => {
    const opened = importsOf(file, textOf(file)).flatMap(({ names }) => names)
    const used = asked.get(door) ?? new Set()
    return used.has('*') ? [] : opened.filter((one) => !used.has(one)).map((one) => `${door}: ${one}`)
  })
}

/** Circles of imports, types too, of more than `most` files. */
export function largeCircles(imports: readonly Import[], most: number): string[][] {
  const next = new Map<string, string[]>()
  for (const { from, to, lazy } of imports) {
    if (to !== undefined && !lazy) next.set(from, [...(next.get(from) ?? []), to])
  }
  const number = new Map<string, number>()
  const lowest = new Map<string, number>()
  const path: string[] = []
  const circles: string[][] = []
  const visit = (file: string): void => {
    number.set(file, number.size)
    lowest.set(file, number.get(file)!)
    path.push(file)
    for (const other of next.get(file) ?? []) {
      if (!number.has(other)) visit(other)
      if (path.includes(other)) lowest.set(file, Math.min(lowest.get(file)!, lowest.get(other)!))
    }
    if (lowest.get(file) !== number.get(file)) return
    const circle = path.splice(path.indexOf(file))
    if (circle.length > most) circles.push(circle)
  }
  for (const file of next.keys()) if (!number.has(file)) visit(file)
  return circles
}

/** What a file exports and no other file imports, tests and tools included. */
export function unusedExports(paths: readonly string[], imports: readonly Import[]): string[] {
  const asked = new Map<string, Set<string>>()
  for (const { to, names } of imports) {
    if (to === undefined) continue
    const file = to.replace(/^dist\//, '').replace(/\.js$/, '.ts')
    const all = asked.get(file) ?? new Set()
    asked.set(file, all)
    for (const one of names) all.add(one)
  }
  return paths.flatMap((path) => {
    const used = asked.get(path) ?? new Set()
    if (used.has('*')) return []
    const exported = [
      ...textOf(path).matchAll(/^export (?:async )?(?:function\*?|const|class|interface|type) (\w+)/gm),
    ]
    return exported.filter(([, name]) => !used.has(name)).map(([, name]) => `${path}: ${name}`)
  })
}
