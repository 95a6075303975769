import { CribaError } from '#core'

/** A node of a query as the engine's parser writes it: an object of JSON. */
type Node = Readonly<Record<string, unknown>>

/** Functions that make rows from what they are given, and read nothing. */
const rowFunctions = new Set(
  'unnest range generate_series repeat repeat_row json_each json_tree summary'.split(' '),
)

/** Functions of values that read settings, the environment or the catalogue, or write. */
const otherReaders =
  /^(?:current_(?:setting|database|schemas?|catalog|user|role|query|query_id|connection_id|transaction_id)|session_user|user|version|getenv|getvariable|inet_\w+|txid_current|in_search_path|nextval|currval|write_log|get_block_size|json_(?:de)?serialize_\w+|(?:col|obj|shobj)_description|has_\w+_privilege|pg_(?!typeof|size_pretty)\w+)$/

/**
 * Refuses a query of a user, as the engine's `json_serialize_sql` writes it, unless it is a single SELECT
 * that reads the view `data` and nothing else. It is parsed and not bound: binding would open the files that
 * it names.
 */
export function checkUserQuery(parsed: string): void {
  const { error, error_type: kind, error_message: message, statements } = JSON.parse(parsed) as Node
  if (error === true && kind === 'parser')
    throw new CribaError('invalid', `invalid query: Parser Error: ${String(message)}`)
  if (error === true || !Array.isArray(statements) || statements.length !== 1)
    throw new CribaError(
      'invalid',
      "invalid query: needs a single SELECT over data (in a PIVOT name the values: ON x IN ('a', 'b'))",
    )
  checkNode(statements[0], new Set(['data']))
}

/** Checks a part of a query; `known` are the names of tables, in small letters. */
function checkNode(part: unknown, known: ReadonlySet<string>): void {
  if (Array.isArray(part)) {
    for (const each of part) checkNode(each, known)
    return
  }
  if (typeof part !== 'object' || part === null) return
  const node = part as Node
  checkReads(node, known)
  const named = checkDefinitions(node, known)
  for (const [name, each] of Object.entries(node)) {
    if (name === 'cte_map') continue
    // A recursive definition reads itself in its second part only.
    const readsItself = name === 'right' && node['type'] === 'RECURSIVE_CTE_NODE'
    checkNode(each, readsItself ? withName(named, textOf(node['cte_name'])) : named)
  }
}

function checkReads(node: Node, known: ReadonlySet<string>): void {
  if (node['type'] === 'BASE_TABLE') checkTable(node, known)
  if (node['type'] === 'TABLE_FUNCTION') {
    const name = functionName(node['function'] as Node)
    if (!rowFunctions.has(name)) throw readsMore(`calls ${name}`)
  }
  if (node['type'] === 'SHOW_REF' && !node['query']) throw readsMore('shows what the engine holds')
  if (node['class'] === 'FUNCTION' && otherReaders.test(functionName(node)))
    throw readsMore(`calls ${functionName(node)}`)
}

function checkTable(node: Node, known: ReadonlySet<string>): void {
  const [catalog, schema, table] = ['catalog_name', 'schema_name', 'table_name'].map((key) =>
    textOf(node[key]),
  )
  const isOwn =
    (catalog === '' && schema === '' && known.has(table.toLowerCase())) || isData(catalog, schema, table)
  if (!isOwn) throw readsMore(`reads ${[catalog, schema, table].filter((name) => name !== '').join('.')}`)
}

function isData(catalog: string, schema: string, table: string): boolean {
  const name = [catalog || 'memory', schema || 'main', table].join('.').toLowerCase()
  return name === 'memory.main.data'
}

/**
 * Checks what a node defines by WITH, and returns the names of tables within the node. A definition knows those
 * before it, and not itself: there its name is that of a table or a file.
 */
function checkDefinitions({ cte_map: defined }: Node, known: ReadonlySet<string>): ReadonlySet<string> {
  const { map = [] } = (defined ?? {}) as {
    readonly map?: readonly { readonly key: string; value: unknown }[]
  }
  return map.reduce((named, { key, value }) => {
    checkNode(value, named)
    return withName(named, key)
  }, known)
}

function withName(known: ReadonlySet<string>, name: string): ReadonlySet<string> {
  return new Set([...known, name.toLowerCase()])
}

function functionName(node: Node): string {
  return textOf(node['function_name']).toLowerCase()
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function readsMore(what: string): CribaError {
  return new CribaError(
    'invalid',
    `invalid query: it ${what} (a query may read the table data, and nothing else: no files, settings or other tables)`,
  )
}
