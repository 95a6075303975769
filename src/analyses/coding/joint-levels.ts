import { CribaError, jointSeparator } from '#core'
import type { Coding, JointColumn, Level, Source, Variable, View } from '#core'
import { foundOnce, identityOf } from '../scope/found-once.ts'
import { levelCoding, levelsRequest } from '../scope/level-codings.ts'

/** A column as levels. */
export type LevelVariable = Variable & { readonly coding: Coding & { readonly kind: 'levels' } }

/** A source with one more column, made once for each source. */
export async function withJointOnce(source: Source, joint: JointColumn): Promise<Source> {
  return foundOnce(identityOf(source), `joint ${JSON.stringify(joint)}`, () => source.withJoint!(joint))
}

/** A source with the joint levels of some columns as one more, and that column over the rows of a view. */
export async function withJointLevels(
  source: Source,
  variables: readonly LevelVariable[],
  view: View,
): Promise<{ readonly source: Source; readonly joint: Variable }> {
  const names = variables.map(({ column }) => source.columns[column].name).join(jointSeparator)
  if (!source.withJoint) {
    throw new CribaError(
      'unsuitable',
      `unsuitable given: ${names} (the source ${source.name} combines no levels: name one column of categories)`,
    )
  }
  const of = variables.map((variable) => ({ variable, texts: variable.coding.levels.map(textOfLevel) }))
  const joined = await withJointOnce(source, { name: newName(names, source), of })
  const column = source.columns.length
  const [[table]] = await joined.answer([levelsRequest([column], view)])
  return { source: joined, joint: { column, coding: levelCoding(table) } }
}

/** A level in a combination: quoted where it could be taken for two, as in a list of names. */
export function textOfLevel(level: Level): string {
  const text = String(level)
  return text.includes(jointSeparator) || text.includes('"') ? `"${text.replaceAll('"', '""')}"` : text
}

/** A name that no column has. */
export function newName(name: string, source: Source): string {
  return source.columns.some((one) => one.name === name) ? newName(`${name} (joint)`, source) : name
}
