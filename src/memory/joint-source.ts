import { allRows, countMissing, mayIdentify } from '#core'
import type { JointColumn } from '#core'
import { jointColumn } from './answers/joint-column.ts'
import { MemorySource } from './source.ts'

/** A source of the same rows with one more column, which combines the levels of others. */
export async function withJointColumn(source: MemorySource, joint: JointColumn): Promise<MemorySource> {
  const variables = joint.of.map(({ variable }) => variable)
  const [{ columns: levels }] = await source.answer([{ kind: 'rows', columns: variables, view: allRows }])
  const column = jointColumn(joint, levels)
  const { table, columns, distinctRows } = source
  const { name, type, missing } = column
  const facts = {
    ...{ name, type, missing: countMissing(missing), distinct: column.levels.length },
    mayIdentify: mayIdentify(column),
    of: variables.map((variable) => columns[variable.column].name),
  }
  const more = { ...table, columns: [...table.columns, column] }
  return new MemorySource(more, distinctRows, [...columns, facts])
}
