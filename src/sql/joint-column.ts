import { jointSeparator } from '#core'
import type { JointColumn, JointPart } from '#core'
import type { Dialect } from './dialect.ts'
import { columnFacts } from './relation.ts'
import type { Relation, RelationColumn } from './relation.ts'

/** The relation with one more column, an expression of those that it combines. */
export async function withJointColumn(relation: Relation, { name, of }: JointColumn): Promise<Relation> {
  const { engine, columns } = relation
  const parts = of.map(({ variable }) => columns[variable.column])
  const texts = of.map((part, i) => textOf(part, parts[i], engine.dialect))
  const sql = texts.join(` || ${engine.dialect.text(jointSeparator)} || `)
  const joint = { name, type: 'categorical' as const, sql }
  const [facts] = await columnFacts(engine, { ...relation, columns: [joint] })
  const bytes = parts.reduce((sum, { bytes = NaN }) => sum + bytes, 0)
  const column: RelationColumn = {
    ...facts,
    of: parts.map((part) => part.name),
    ...(!Number.isNaN(bytes) && { bytes }),
  }
  return { ...relation, columns: [...columns, column] }
}

/** SQL for the text of a level; NULL where there is none. */
function textOf(
  { variable: { coding }, texts }: JointPart,
  { sql }: RelationColumn,
  dialect: Dialect,
): string {
  if (coding.kind === 'cuts') {
    const below = coding.cuts.map(
      (cut, i) => `WHEN ${sql} <= ${dialect.number(cut)} THEN ${dialect.text(texts[i])}`,
    )
    return `CASE WHEN ${sql} IS NULL THEN NULL ${below.join(' ')} ELSE ${dialect.text(texts[below.length])} END`
  }
  const { levels } = coding
  if (levels.every((level, i) => level === texts[i])) return `(${sql})`
  const each = levels.map((level, i) => {
    const literal = typeof level === 'string' ? dialect.text(level) : dialect.number(level)
    return `WHEN ${sql} = ${literal} THEN ${dialect.text(texts[i])}`
  })
  return `CASE ${each.join(' ')} ELSE NULL END`
}
