import { endedEarly, isCutShort } from '../../trace/selection.ts'
import type { SelectResult } from '../../trace/selection.ts'
import { isOuterMethod } from '../../spec/outer-methods.ts'
import { decimalsOf, fixed, metricName } from '../metric-text.ts'
import { counted, grouped } from '../numbers.ts'
import { clean } from '../text.ts'
import { noBetterThanNone, predictsNothing, verdictText } from '../evidence-text.ts'
import { allColumns, listed, sentence } from './wording.ts'

/** The answer of a selection in one or two sentences: which columns to keep, and how well they predict. */
export function selectAnswer(result: SelectResult): string {
  return [whichColumns(result), ...howWell(result)].join(' ')
}

function whichColumns(result: SelectResult): string {
  const { selected, data, stopped, method } = result
  const of = counted(data.features, 'column')
  const to = data.target === null ? '' : ` to predict ${clean(data.target)}`
  const isCut = isCutShort({ stopped })
  const search = stopped === 'unreachable' ? 'The search lost its server' : 'The search was interrupted'
  const count = selected.length
  if (count === 0) {
    if (isCut) return `${search} before any column was chosen.`
    const why = isOuterMethod(method) ? `${method} keeps none` : `${method} stopped with: ${clean(stopped)}`
    return sentence(`none of the ${of} was kept${to}: ${why}`)
  }
  const kept =
    data.features === 1
      ? `the only column was kept${to}`
      : count === data.features
        ? `all ${of} were kept${to}`
        : `${grouped(count)} of the ${of} ${count === 1 ? 'was' : 'were'} kept${to}`
  if (predictsNothing(result)) {
    const which = `${count === 1 ? 'one' : grouped(count)} of the ${of} passed the search${to} (${listed(selected)})`
    return sentence(`${which}, but ${noBetterThanNone}: none is recommended`)
  }
  const early = isCut ? search : `The search ended early, because ${stopped}`
  const interrupted = endedEarly(result) ? [`${early}: this is its best result so far.`] : []
  return [sentence(`${kept}: ${listed(selected)}`), ...interrupted].join(' ')
}

/** The score with the chosen columns, with all and with none, and what that means. */
function howWell({ evidence, selected }: SelectResult): readonly string[] {
  if (!evidence) return []
  const { all, none, learner, metric } = evidence
  const decimals = decimalsOf([all, evidence.selected, none])
  const [ofAll, ofSelected, ofNone] = [all, evidence.selected, none].map(({ mean }) => fixed(mean, decimals))
  const scores = `on held-out rows ${learner} has ${metricName(metric)} ${ofSelected} with columns chosen this way, ${ofAll} with ${allColumns(evidence.columns)} and ${ofNone} with none`
  // The verdict is of the way of choosing: without the rows of a split it may choose others.
  return [sentence(scores), ...(selected.length > 0 ? [verdictText(evidence, decimals)] : [])]
}
