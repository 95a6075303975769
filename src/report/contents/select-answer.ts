import type { SelectResult } from '../../trace/selection.ts'
import { isOuterMethod } from '../../spec/outer-methods.ts'
import { decimalsOf, fixed, metricName } from '../metric-text.ts'
import { counted, grouped } from '../numbers.ts'
import { clean } from '../text.ts'
import { verdictText } from '../evidence-text.ts'
import { listed, sentence } from './wording.ts'

/** The answer of a selection in one or two sentences: which columns to keep, and how well they predict. */
export function selectAnswer(result: SelectResult): string {
  return [whichColumns(result), ...howWell(result)].join(' ')
}

function whichColumns({ selected, data, stopped, method }: SelectResult): string {
  const of = `${counted(data.features, 'column')}`
  const about = data.target === null ? '' : ` about ${clean(data.target)}`
  const suffix = stopped === 'interrupted' ? ' so far: the search was interrupted' : ''
  if (selected.length === 0) {
    if (stopped === 'interrupted') return 'No column was chosen before the search was interrupted.'
    const why = isOuterMethod(method) ? `${method} keeps none` : `${method} stopped: ${clean(stopped)}`
    return sentence(`none of the ${of} was chosen${about === '' ? '' : `: ${why}`}`)
  }
  if (data.features === 1) return sentence(`the only column, ${clean(selected[0])}, was chosen${suffix}`)
  if (selected.length === 1)
    return sentence(
      `one of the ${of} was chosen${about === '' ? '' : ` to inform${about}`}: ${clean(selected[0])}${suffix}`,
    )
  if (selected.length === data.features)
    return sentence(`all ${of} were chosen: ${listed(selected)}${suffix}`)
  return sentence(
    `${grouped(selected.length)} of the ${of} were chosen${about === '' ? '' : ` to inform${about}`}: ${listed(selected)}${suffix}`,
  )
}

/** The score with the chosen columns, with all and with none, and what that means. */
function howWell({ evidence, selected }: SelectResult): readonly string[] {
  if (!evidence) return []
  const { all, none, learner, metric } = evidence
  const decimals = decimalsOf([all, evidence.selected, none])
  const [ofAll, ofSelected, ofNone] = [all, evidence.selected, none].map(({ mean }) => fixed(mean, decimals))
  const scores = `on held-out rows ${learner} has ${metricName(metric)} ${ofSelected} with columns chosen this way, ${ofAll} with all ${counted(evidence.columns, 'column')} and ${ofNone} with none`
  // The verdict is of the way of choosing: without the rows of a split it may choose others.
  return [sentence(scores), ...(selected.length > 0 ? [verdictText(evidence, decimals)] : [])]
}
