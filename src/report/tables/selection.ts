import { joinNames } from '#core'
import type { Alternatives, ResultTable, ScoredSet, SelectResult } from '#core'
import { dataNote } from '../data-text.ts'
import { evidenceText } from '../evidence-text.ts'
import { findingNotes, setApartKinds } from '../findings-text.ts'
import { setAsideNotes } from '../left-out-text.ts'
import { cutText, isPath, pValueNote, searchText, stopText } from '../selection-notes.ts'
import { clean } from '../text.ts'
import { tableOf } from './result-table.ts'

/** A selection: a row for each step, or for each set if it lists sets or has no path; or its stand-ins. */
export function selectionTables(result: SelectResult, name: string): readonly ResultTable[] {
  return [{ ...tableWithoutNotes(result), notes: notesOf(result, name) }]
}

function tableWithoutNotes(result: SelectResult): ResultTable {
  if (result.alternatives) return alternativesTable(result.alternatives)
  return isOfSets(result) ? setsTable(result) : stepsTable(result)
}

/** Whether a selection consists of whole sets: it lists several, or it has no path. */
function isOfSets({ steps, selected, landscape }: SelectResult): boolean {
  return landscape !== undefined || (steps.length === 0 && selected.length > 0)
}

function stepsTable({ steps }: SelectResult): ResultTable {
  return tableOf(steps, {
    step: (_, place) => place + 1,
    action: ({ action }) => action,
    feature: ({ feature }) => feature,
    score: ({ score }) => score,
    relevance: ({ relevance }) => relevance,
    redundancy: ({ redundancy }) => redundancy,
    synergy: ({ synergy }) => synergy,
    f: ({ f }) => f,
    pValue: ({ pValue }) => pValue,
    runnerUp: ({ runnerUp }) => runnerUp,
    gap: ({ gap }) => gap,
    tie: ({ tie }) => tie && 'true',
  })
}

function setsTable({ selected, score, landscape, spec }: SelectResult): ResultTable {
  const sets = landscape ?? [{ features: selected, score }]
  return tableOf<Omit<ScoredSet, 'score'> & { readonly score: number | null }>(sets, {
    place: (_, place) => place + 1,
    size: ({ features }) => features.length,
    features: ({ features }) => joinNames(features),
    score: ({ score }) => score,
    ...(spec.pareto && { second: ({ scores }) => scores?.[1] }),
    ...(spec.pareto && spec.landscape !== null && { front: ({ front }) => front && 'true' }),
  })
}

/** The stand-ins of each chosen column, a row for each; a column without any has one row too. */
function alternativesTable({ columns }: Alternatives): ResultTable {
  const rows = columns.flatMap(({ feature, standIns }) =>
    (standIns.length > 0 ? standIns : [undefined]).map((one) => ({ of: feature, one })),
  )
  return tableOf(rows, {
    feature: ({ of }) => of,
    standIn: ({ one }) => one?.feature,
    copy: ({ one }) => one?.copy && 'true',
    information: ({ one }) => one?.information,
    lost: ({ one }) => one?.lost,
    pValue: ({ one }) => one?.pValue,
    score: ({ one }) => one?.score,
  })
}

/**
 * What to know of a selection: of which data, how it was searched and why it ended, the evidence, and what
 * was set aside.
 */
function notesOf(result: SelectResult, name: string): readonly string[] {
  const { steps, selected, columns, units, better, alternatives } = result
  const isShown = selected.length === 0 || (isPath(result) && !alternatives)
  const cut = cutText(result)
  const apart = columns.filter(({ setApart }) => setApart)
  return [
    dataNote(result.data, name),
    searchText(result),
    ...(isShown ? [] : [`chosen: ${selected.map(clean).join(', ')}`]),
    `score: ${units}, ${better} is better`,
    `stopped: ${stopText(result)}`,
    ...(cut === null ? [] : [cut]),
    ...(result.evidence ? [evidenceText(result)] : []),
    ...setAsideNotes(result),
    ...findingNotes(apart, setApartKinds).map((found) => `set apart: ${found}`),
    ...(steps.some(({ pValue }) => pValue !== undefined) ? [pValueNote(result)] : []),
  ]
}
