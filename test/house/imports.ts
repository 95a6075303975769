// The imports of source files, and the list of files. Paths are relative to the repository, with slashes.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

export const root = fileURLToPath(new URL('../../', import.meta.url))

export interface Import {
  readonly from: string
  /** As written; `undefined` if the name is computed. */
  readonly name: string | undefined
  /** The file of a relative name. */
  readonly to?: string
  /** Removed by the compiler. */
  readonly typeOnly: boolean
  /** Loaded when the code reaches it, not before it runs. */
  readonly lazy: boolean
  /** The names asked for; `*` where it asks for all. */
  readonly names: readonly string[]
}

/** The file behind each door of a module, by the name that package.json gives it. */
export const doors: ReadonlyMap<string, string> = new Map(
  Object.entries((JSON.parse(textOf('package.json')) as { imports: Record<string, string> }).imports).map(
    ([door, file]) => [door, file.replace('./dist/', '').replace(/\.js$/, '.ts')],
  ),
)

/** Every file below a folder whose name ends in `suffix`, in a fixed order. */
export function filesBelow(folder: string, suffix = ''): string[] {
  if (!existsSync(root + folder)) return []
  return readdirSync(root + folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = posix.join(folder, entry.name)
      if (entry.isDirectory()) return filesBelow(path, suffix)
      return path.endsWith(suffix) ? [path] : []
    })
}

export function textOf(path: string): string {
  return readFileSync(root + path, 'utf8')
}

/** Static imports, `export … from`, `import()`, import types, and `new URL('./file', import.meta.url)`. */
export function importsOf(from: string, text: string): Import[] {
  const found: Import[] = []
  const add = (node: ts.Node | undefined, typeOnly: boolean, names = ['*'], lazy = false) => {
    const name = node && ts.isStringLiteralLike(node) ? node.text : undefined
    const to = name?.startsWith('.') ? posix.join(posix.dirname(from), name) : doors.get(name ?? '')
    found.push({ from, name, typeOnly, lazy, names, ...(to === undefined ? {} : { to }) })
  }
  const namesOf = (named: ts.NamedImportBindings | ts.NamedExportBindings | undefined) =>
    named && (ts.isNamedImports(named) || ts.isNamedExports(named))
      ? named.elements.map(({ name, propertyName }) => (propertyName ?? name).text)
      : ['*']
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) {
      add(
        node.moduleSpecifier,
        node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword,
        namesOf(node.importClause?.namedBindings),
      )
    } else if (ts.isExportDeclaration(node) && node.moduleSpecifier) {
      add(node.moduleSpecifier, node.isTypeOnly, namesOf(node.exportClause))
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      add(node.arguments[0], false, ['*'], true)
    } else if (ts.isImportTypeNode(node)) {
      add(ts.isLiteralTypeNode(node.argument) ? node.argument.literal : undefined, true)
    } else if (ts.isNewExpression(node) && isNamed(node.expression, 'URL') && node.arguments) {
      const [name, base] = node.arguments
      if (isOwnUrl(base)) add(name, false, ['*'], true)
    }
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(from, headOf(text), ts.ScriptTarget.ES2022))
  return found
}

function isNamed(node: ts.Node, name: string): boolean {
  return ts.isIdentifier(node) && node.text === name
}

/** `import.meta.url`. */
function isOwnUrl(node: ts.Node | undefined): boolean {
  return (
    node !== undefined &&
    ts.isPropertyAccessExpression(node) &&
    node.name.text === 'url' &&
    ts.isMetaProperty(node.expression)
  )
}

/** As much of a text as can import something: what follows its last import or export takes long to parse. */
function headOf(text: string): string {
  const lines = [...text.matchAll(/^.*(?:\bfrom ['"]|\bimport\b|\bnew URL\b).*$/gm)]
  const last = lines.at(-1)
  return last === undefined
    ? ''
    : text.slice(0, text.indexOf('\n\n', last.index + last[0].length) + 1 || undefined)
}

/** Packages and host modules that a file needs at run time, directly or through its imports. */
export function reaches(entry: string, imports: readonly Import[]): Map<string, string> {
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
