import { CribaError, firstFew, inUnits, settleInformationMatrix, version } from '#core'
import type { InformationMatrix, InformationMatrixSpec, Run, Source, Table, Warning } from '#core'
import { checkDiscretiser, fitCodings } from '../coding/codings.ts'
import { RequestBatcher } from '../scope/request-batcher.ts'
import { dataFacts, missingWarnings, oneLineEach, scopeOf, sourceOf } from '../scope/scope.ts'
import { inspectTarget } from '../scope/target.ts'
import { weightWarnings } from '../scope/weights.ts'
import { findPairable, pairedColumns, pairEntropies, requestWithView, signedSums } from './pair-entropies.ts'

/** See `informationMatrix` (src/analyses/verbs.ts). */
export async function matrixOf(
  data: Table | Source,
  spec: InformationMatrixSpec = {},
  run: Run = {},
): Promise<InformationMatrix> {
  const start = performance.now()
  const batcher = new RequestBatcher(sourceOf(data, run), run)
  const settled = settleInformationMatrix(spec)
  const scope = scopeOf(batcher.source, settled)
  const { columns, warnings } = findPairable(scope, 'informationMatrix')
  if (columns.length === 0) throw new CribaError('missing', 'missing features: no column has values')
  const facts = await inspectTarget(batcher, scope, settled)
  checkDiscretiser(settled, scope, facts)
  const codings = await fitCodings(
    batcher,
    scope,
    facts,
    { levels: columns, values: [], targetLevels: scope.target !== null },
    settled,
  )

  const entropies = pairEntropies(pairedColumns(columns, codings, scope.view))
  const [[alone, pairs]] = await batcher.request([
    [requestWithView(scope.view, entropies.alone), requestWithView(scope.view, entropies.joint)],
  ])
  const { a, b, atJoint, atA, atB, atColumn } = entropies
  const shared = signedSums(a.length, [
    { of: pairs, at: atJoint, sign: -1 },
    { of: alone, at: atA, sign: 1 },
    { of: alone, at: atB, sign: 1 },
  ])
  const own = signedSums(columns.length, [{ of: alone, at: atColumn, sign: 1 }])
  const unit = inUnits[settled.units]
  const width = columns.length
  const values = new Array<number | null>(width * width).fill(null)
  const empty: string[] = []
  atColumn.forEach((place, column) => {
    if (alone.n[place] > 0) values[column * width + column] = own[column] * unit
    else empty.push(columns[column].name)
  })
  atJoint.forEach((place, pair) => {
    const [first, second] = [a[pair], b[pair]]
    if (pairs.n[place] === 0) empty.push(`${columns[first].name} × ${columns[second].name}`)
    else values[first * width + second] = values[second * width + first] = shared[pair] * unit
  })
  return {
    criba: version,
    command: 'information-matrix',
    data: dataFacts(scope, facts),
    spec: { ...settled, task: facts.task, bins: codings.bins },
    coding: codings.shown,
    names: columns.map(({ name }) => name),
    values,
    units: settled.units,
    warnings: oneLineEach([
      ...scope.source.warnings,
      ...weightWarnings(facts),
      ...missingWarnings(scope, settled.missing),
      ...warnings,
      ...emptyWarning(empty),
    ]),
    seconds: (performance.now() - start) / 1000,
  }
}

function emptyWarning(empty: readonly string[]): readonly Warning[] {
  if (empty.length === 0) return []
  const message = `informationMatrix has no value for ${firstFew(empty, 5)}: no row used is complete`
  return [{ code: 'unsuitable', message }]
}
