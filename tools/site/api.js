import { readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import ts from 'typescript'
import { docstringOf } from './docstrings.js'

/** @typedef {import('./docstrings.js').Docstring} Docstring */
/**
 * A member of a type: its declaration, and what is said of it.
 * @typedef {object} Member
 * @property {string} name
 * @property {string} text
 * @property {Docstring} docstring
 */
/**
 * An exported name.
 * @typedef {object} Exported
 * @property {string} name
 * @property {string} entry the import that it comes from, such as `criba/node`
 * @property {'function' | 'method' | 'constant' | 'class' | 'type'} kind
 * @property {string} source its file in src/
 * @property {string} local its name there
 * @property {Docstring} docstring that of its first declaration
 * @property {readonly { readonly text: string; readonly docstring: Docstring }[]} declarations
 * @property {readonly Member[]} members
 */

/**
 * The imports of the package, as its package.json lists them, with their types.
 * @param {string} root
 */
function entriesOf(root) {
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return Object.entries(/** @type {Record<string, string | { types: string }>} */ (exports)).flatMap(
    ([name, target]) =>
      typeof target === 'string'
        ? []
        : [{ name: name.replace(/^\./, 'criba'), file: join(root, target.types) }],
  )
}

/**
 * Every exported name of the package, read from its types.
 * @param {string} root
 * @returns {Exported[]}
 */
export function readApi(root) {
  const entries = entriesOf(root)
  const program = ts.createProgram(
    entries.map(({ file }) => file),
    {
      target: ts.ScriptTarget.ES2022,
      lib: ['lib.es2023.d.ts', 'lib.dom.d.ts'],
      types: ['node'],
      typeRoots: [join(root, 'node_modules/@types')],
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      allowImportingTsExtensions: true,
      strict: true,
      exactOptionalPropertyTypes: true,
      skipLibCheck: true,
      noEmit: true,
    },
  )
  const checker = program.getTypeChecker()
  return entries.flatMap(({ name: entry, file }) => {
    const source = program.getSourceFile(file)
    const module = source && checker.getSymbolAtLocation(source)
    if (!module) throw new Error(`no types: ${relative(root, file)} (run npm run build)`)
    return checker.getExportsOfModule(module).map((symbol) => exportedOf(symbol, entry, root, checker))
  })
}

/**
 * @param {ts.Symbol} exported
 * @param {string} entry
 * @param {string} root
 * @param {ts.TypeChecker} checker
 * @returns {Exported}
 */
function exportedOf(exported, entry, root, checker) {
  const { name } = exported
  const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported
  const declarations = symbol.declarations ?? []
  if (declarations.length === 0) throw new Error(`no declaration of ${name}`)
  const file = declarations[0].getSourceFile().fileName
  const source = relative(join(root, 'dist'), file).split(sep).join('/').replace(/\.d\.ts$/, '.ts')
  const described = declarations.map((node) => ({
    text: textOf(node, symbol.name, name, checker),
    docstring: docstringOf(node),
  }))
  return {
    name,
    entry,
    kind: kindOf(symbol, checker),
    source,
    local: symbol.name,
    docstring: described[0].docstring,
    declarations: described,
    members: membersOf(symbol, declarations, checker),
  }
}

/**
 * @param {ts.Symbol} symbol
 * @param {ts.TypeChecker} checker
 * @returns {Exported['kind']}
 */
function kindOf(symbol, checker) {
  if (symbol.flags & ts.SymbolFlags.Function) return 'function'
  if (symbol.flags & ts.SymbolFlags.Class) return 'class'
  if (!(symbol.flags & ts.SymbolFlags.Variable)) return 'type'
  return checker.getTypeOfSymbol(symbol).getCallSignatures().length > 0 ? 'method' : 'constant'
}

/**
 * A declaration under the name that it is exported by, without its body.
 * @param {ts.Declaration} node
 * @param {string} local
 * @param {string} name
 * @param {ts.TypeChecker} checker
 */
function textOf(node, local, name, checker) {
  const renamed = (/** @type {string} */ text) =>
    local === name ? text : text.replace(new RegExp(`\\b${local}\\b`), name)
  if (ts.isVariableDeclaration(node)) return `const ${methodText(node, name, checker)}`
  if (ts.isInterfaceDeclaration(node) || ts.isClassDeclaration(node)) {
    const word = ts.isClassDeclaration(node) ? 'class' : 'interface'
    const parameters = node.typeParameters ? `<${node.typeParameters.map((p) => p.getText()).join(', ')}>` : ''
    const heritage = (node.heritageClauses ?? []).map((clause) => ` ${clause.getText()}`).join('')
    return withoutPaths(`${word} ${name}${parameters}${heritage}`)
  }
  return renamed(withoutPaths(node.getText().replace(/^export |^declare |^export declare /, '')))
}

/**
 * A constant with its type; of a function of options, such as that of a method, the options that it takes.
 * @param {ts.VariableDeclaration} node
 * @param {string} name
 * @param {ts.TypeChecker} checker
 */
function methodText(node, name, checker) {
  const type = checker.getTypeAtLocation(node)
  const [signature] = type.getCallSignatures()
  const [parameter] = signature?.parameters ?? []
  if (!parameter) return withoutPaths(`${name}: ${node.type?.getText() ?? checker.typeToString(type)}`)
  const options = checker.getNonNullableType(checker.getTypeOfSymbolAtLocation(parameter, node))
  const members = options.getProperties().map((property) => {
    const of = checker.getNonNullableType(checker.getTypeOfSymbolAtLocation(property, node))
    return `${property.name}?: ${checker.typeToString(of, undefined, ts.TypeFormatFlags.NoTruncation)}`
  })
  return members.length === 0 ? `${name}: () => MethodSpec` : `${name}: (options?: { ${members.join('; ')} }) => MethodSpec`
}

/** @param {string} text */
function withoutPaths(text) {
  return text.replace(/import\("[^"]*"\)\./g, '')
}

/**
 * The members of a class or a type; none of a union, whose parts its text has.
 * @param {ts.Symbol} symbol
 * @param {readonly ts.Declaration[]} declarations
 * @param {ts.TypeChecker} checker
 * @returns {Member[]}
 */
function membersOf(symbol, declarations, checker) {
  const [node] = declarations
  if (!(symbol.flags & (ts.SymbolFlags.Class | ts.SymbolFlags.Interface | ts.SymbolFlags.TypeAlias))) return []
  if (ts.isTypeAliasDeclaration(node) && !hasMembers(node.type)) return []
  const properties = checker.getDeclaredTypeOfSymbol(symbol).getProperties()
  const made = ts.isClassDeclaration(node) ? node.members.filter(ts.isConstructorDeclaration) : []
  return [
    ...made.map((member) => ({ name: 'constructor', text: member.getText(), docstring: docstringOf(member) })),
    ...properties.flatMap((property) => memberOf(property, node, checker)),
  ].map((member) => ({ ...member, text: withoutPaths(member.text) }))
}

/** @param {ts.TypeNode} type */
function hasMembers(type) {
  return (
    ts.isTypeLiteralNode(type) ||
    ts.isIntersectionTypeNode(type) ||
    ts.isConditionalTypeNode(type) ||
    (ts.isTypeReferenceNode(type) && ['Omit', 'Pick', 'Partial', 'Required'].includes(type.typeName.getText()))
  )
}

/**
 * @param {ts.Symbol} property
 * @param {ts.Declaration} owner
 * @param {ts.TypeChecker} checker
 * @returns {Member[]}
 */
function memberOf(property, owner, checker) {
  const declared = (property.declarations ?? []).filter((node) => !isHidden(node))
  if (declared.length === 0 && (property.declarations ?? []).length > 0) return []
  // What is declared by a library, such as the message of an error, needs no words here.
  if (declared.length > 0 && declared.every((node) => node.getSourceFile().fileName.includes('/node_modules/'))) return []
  const typed = declared.filter((node) => ts.isTypeElement(node) || ts.isClassElement(node))
  if (typed.length === 0) {
    const type = checker.typeToString(checker.getTypeOfSymbolAtLocation(property, owner))
    return [{ name: property.name, text: `${property.name}: ${type}`, docstring: emptyDocstring }]
  }
  return typed.map((node) => ({
    name: property.name,
    text: node.getText().replace(/;$/, ''),
    docstring: docstringOf(node),
  }))
}

/** @type {Docstring} */
const emptyDocstring = { text: '', examples: [], throws: [], params: new Map() }

/** @param {ts.Declaration} node */
function isHidden(node) {
  const flags = ts.getCombinedModifierFlags(node)
  const name = ts.getNameOfDeclaration(node)
  return (
    (flags & (ts.ModifierFlags.Private | ts.ModifierFlags.Protected)) !== 0 ||
    (name !== undefined && ts.isPrivateIdentifier(name))
  )
}
