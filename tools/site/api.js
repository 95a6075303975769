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
  const exports = entries.flatMap(({ name: entry, file }) => {
    const source = program.getSourceFile(file)
    const module = source && checker.getSymbolAtLocation(source)
    if (!module) throw new Error(`no types: ${relative(root, file)} (run npm run build)`)
    return checker.getExportsOfModule(module).map((symbol) => exportedOf(symbol, entry, root, checker))
  })
  return withExportedNames(exports)
}

/**
 * Texts with the names that users import where the files have others.
 * @param {readonly Exported[]} exports
 * @returns {Exported[]}
 */
function withExportedNames(exports) {
  const names = new Set(exports.map(({ name }) => name))
  const renamed = new Map(
    exports.flatMap(({ local, name }) => (names.has(local) ? [] : [/** @type {const} */ ([local, name])])),
  )
  const rename = (/** @type {string} */ text) =>
    text.replace(/\b[A-Za-z]\w*\b/g, (word) => renamed.get(word) ?? word)
  return exports.map((exported) => ({
    ...exported,
    declarations: exported.declarations.map((declaration) => ({
      ...declaration,
      text: rename(declaration.text),
    })),
    members: exported.members.map((member) => ({ ...member, text: rename(member.text) })),
  }))
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
  const source = relative(join(root, 'dist'), file)
    .split(sep)
    .join('/')
    .replace(/\.d\.ts$/, '.ts')
  const described = declarations.map((node) => ({
    text: textOf(node, symbol.name, name, checker),
    docstring: docstringOf(listOf(node, checker) ?? node),
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
 * The list that a type of its words is made of, such as `(typeof tasks)[number]`, where only the list has a
 * docstring.
 * @param {ts.Declaration} node
 * @param {ts.TypeChecker} checker
 */
function listOf(node, checker) {
  if (docstringOf(node).text !== '' || !isOfList(node)) return undefined
  const { exprName } = /** @type {ts.TypeQueryNode} */ (node.type.objectType.type)
  return checker.getSymbolAtLocation(exprName)?.valueDeclaration
}

/**
 * @param {ts.Node} node
 * @returns {node is ts.TypeAliasDeclaration & { type: ts.IndexedAccessTypeNode & { objectType: ts.ParenthesizedTypeNode } }}
 */
function isOfList(node) {
  return (
    ts.isTypeAliasDeclaration(node) &&
    ts.isIndexedAccessTypeNode(node.type) &&
    ts.isParenthesizedTypeNode(node.type.objectType) &&
    ts.isTypeQueryNode(node.type.objectType.type)
  )
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
  if (isOfList(node)) {
    const flags = ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.InTypeAlias
    return `type ${name} = ${checker.typeToString(checker.getTypeAtLocation(node), undefined, flags)}`
  }
  if (ts.isInterfaceDeclaration(node) || ts.isClassDeclaration(node)) {
    const word = ts.isClassDeclaration(node) ? 'class' : 'interface'
    const parameters = node.typeParameters
      ? `<${node.typeParameters.map((p) => p.getText()).join(', ')}>`
      : ''
    // What a type of the same name in another file has is among the members.
    const heritage = (node.heritageClauses ?? [])
      .map((clause) => ` ${clause.getText()}`)
      .filter((clause) => !new RegExp(`\\b${name}\\b`).test(clause))
      .join('')
    return withoutPaths(`${word} ${name}${parameters}${heritage}`)
  }
  return renamed(withoutPaths(node.getText().replace(/^(export |declare )+/, '')))
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
  return members.length === 0
    ? `${name}: () => MethodSpec`
    : `${name}: (options?: { ${members.join('; ')} }) => MethodSpec`
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
  if (!(symbol.flags & (ts.SymbolFlags.Class | ts.SymbolFlags.Interface | ts.SymbolFlags.TypeAlias)))
    return []
  if (ts.isTypeAliasDeclaration(node) && !hasMembers(node.type)) return []
  const properties = checker.getDeclaredTypeOfSymbol(symbol).getProperties()
  const made = ts.isClassDeclaration(node) ? node.members.filter(ts.isConstructorDeclaration) : []
  return [
    ...made.map((member) => ({
      name: 'constructor',
      text: member.getText(),
      docstring: docstringOf(member),
    })),
    ...properties.flatMap((property) => memberOf(property, node, checker)),
  ].map((member) => ({ ...member, text: withoutPaths(member.text) }))
}

/** @param {ts.TypeNode} type */
function hasMembers(type) {
  return (
    ts.isTypeLiteralNode(type) ||
    ts.isIntersectionTypeNode(type) ||
    ts.isConditionalTypeNode(type) ||
    (ts.isTypeReferenceNode(type) &&
      ['Omit', 'Pick', 'Partial', 'Required'].includes(type.typeName.getText()))
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
  if (
    declared.length > 0 &&
    declared.every((node) => node.getSourceFile().fileName.includes('/node_modules/'))
  )
    return []
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
