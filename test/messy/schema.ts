import { Ajv } from 'ajv'
import { readFileSync } from 'node:fs'
import { toJson } from '../../dist/src/report/json.js'

const schema = JSON.parse(
  readFileSync(new URL('../../schema/criba.schema.json', import.meta.url), 'utf8'),
) as object
const isValid = new Ajv({ allowUnionTypes: true }).compile(schema)

/** The violations of the schema in the JSON of a result. */
export function schemaFaults(result: object): string[] {
  return isValid(JSON.parse(toJson(result))) ? [] : isValid.errors!.map((one) => JSON.stringify(one))
}
