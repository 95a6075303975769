// Writes the schema of `spec` in the result of each command, from the parts of its spec, to
// schema/criba.schema.json. The rest of that file is written by hand.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { format, resolveConfig } from 'prettier'
import { commandParts } from '../dist/src/core/spec/command-parts.js'
import { schemaOf } from '../dist/src/core/spec/parts.js'

const path = fileURLToPath(new URL('../schema/criba.schema.json', import.meta.url))
const before = readFileSync(path, 'utf8')
const schema = JSON.parse(before)
for (const [command, parts] of Object.entries(commandParts)) {
  const { properties } = schema.definitions[command]
  properties.spec = schemaOf(parts, properties.spec?.description)
}
const after = await format(JSON.stringify(schema), { ...(await resolveConfig(path)), filepath: path })
if (after !== before) writeFileSync(path, after)
