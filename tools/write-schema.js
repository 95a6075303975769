// Writes the schema of `spec` in the result of each command, from the parts of its spec, to
// schema/criba.schema.json, and that of how a text is read. The rest of that file is written by hand.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Ajv } from 'ajv'
import standalone from 'ajv/dist/standalone/index.js'
import { transform } from 'esbuild'
import { format, resolveConfig } from 'prettier'
import { commandParts } from '../dist/src/core/spec/command-parts.js'
import { schemaOf } from '../dist/src/core/spec/parts.js'
import { readingParts } from '../dist/src/core/spec/reading-options.js'

const path = fileURLToPath(new URL('../schema/criba.schema.json', import.meta.url))
const before = readFileSync(path, 'utf8')
const schema = JSON.parse(before)
for (const [command, parts] of Object.entries(commandParts)) {
  const { properties } = schema.definitions[command]
  properties.spec = schemaOf(parts, properties.spec?.description)
}
schema.definitions.text = optional(readingParts, 'How the text was read, if not by default.')
schema.definitions.remedy = {
  type: 'object',
  description: 'The options of reading that mend what a warning is about.',
  properties: {
    option: { type: 'string', description: 'Words of a shell, such as --skip 4.' },
    set: optional({ ...readingParts, types: commandParts.describe.types }, 'The same for the library.'),
    why: { type: 'string' },
    rows: { type: ['integer', 'null'], description: 'How many rows it is about, if that is known.' },
    loses: { type: 'boolean', description: 'Whether values, rows or levels are lost by it.' },
  },
  required: ['option', 'set', 'why', 'rows', 'loses'],
  additionalProperties: false,
}
const after = await format(JSON.stringify(schema), { ...(await resolveConfig(path)), filepath: path })
if (after !== before) writeFileSync(path, after)

// Checks whether a saved result is as the schema says: compiling the schema for each would take a third of a
// second.
const { definitions } = schema
const ajv = new Ajv({ allowUnionTypes: true, code: { source: true } })
const isSelection = ajv.compile({ $ref: '#/definitions/select', definitions })
const { code } = await transform(standalone.default(ajv, isSelection), { minify: true })
writeFileSync(fileURLToPath(new URL('../dist/is-selection.cjs', import.meta.url)), code)

/**
 * The schema of an object that has some of the parts.
 *
 * @param {import('../dist/src/core/spec/parts.js').PartTable} parts
 * @param {string} description
 */
function optional(parts, description) {
  const { required: _, ...rest } = schemaOf(parts, description)
  return rest
}
