import type { FeatureCoding, SelectResult } from '#core'
import { codedSelection, codingNote } from './coded-selection.ts'
import { commented, listed, text, value } from './lists.ts'

/**
 * A selection as Python for scikit-learn: `select`, a transformer that keeps the chosen columns of a data
 * frame, and if the method coded columns `code`, which gives their bins and levels as it counted them.
 */
export function selectionSklearn(result: SelectResult, data: string): string {
  const { about, selected, coding, leftOut } = codedSelection(result, data)
  const imports = [
    ...(coding.length > 0 ? ['import numpy as np', 'import pandas as pd'] : []),
    'from sklearn.compose import ColumnTransformer',
    ...(coding.length > 0 ? ['from sklearn.preprocessing import FunctionTransformer'] : []),
  ]
  return [
    ...commented(about),
    ...imports,
    '',
    ...listed('selected = [', selected.map(text), ']'),
    '',
    'select = ColumnTransformer([("selected", "passthrough", selected)], verbose_feature_names_out=False)',
    'select.set_output(transform="pandas")',
    ...(coding.length > 0 ? codeOf(coding) : []),
    ...leftOut.flatMap((line) => commented(`not coded here: ${line}`)),
  ].join('\n')
}

function codeOf(coding: readonly FeatureCoding[]): readonly string[] {
  const numbers = coding.flatMap(({ feature, cuts }) =>
    cuts ? [`${text(feature)}: [${cuts.join(', ')}],`] : [],
  )
  const levels = coding.flatMap(({ feature, levels }) =>
    levels ? [`${text(feature)}: [${levels.map(value).join(', ')}],`] : [],
  )
  const fills = coding.flatMap(({ feature, fill }) =>
    fill === undefined ? [] : [`${text(feature)}: ${value(fill)},`],
  )
  const isFilled = fills.length > 0
  return [
    '',
    ...commented(`${codingNote} A missing value, and a level that is new, is -1.`),
    ...dictionary('cuts', numbers),
    ...dictionary('levels', levels),
    ...(isFilled ? dictionary('fill', fills) : []),
    '',
    '',
    'def coded(frame):',
    ...(isFilled ? ['    frame = frame.fillna(fill)'] : []),
    '    bins = {',
    '        name: np.where(frame[name].isna(), -1, np.searchsorted(ends, frame[name]))',
    '        for name, ends in cuts.items()',
    '    }',
    '    places = {name: pd.Categorical(frame[name], categories=known).codes for name, known in levels.items()}',
    '    return pd.DataFrame(bins | places, index=frame.index)',
    '',
    '',
    'code = FunctionTransformer(coded)',
  ]
}

function dictionary(name: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [`${name} = {}`] : [`${name} = {`, ...lines.map((line) => `    ${line}`), '}']
}
