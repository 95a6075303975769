import { CribaError, settleSelect, version } from '#core'
import type { Plan, PlannedLine, Request, SelectSpec, Source, Table } from '#core'
import { findAnyCriterion } from '#methods'
import { assign, codingNeedsOf } from '../coding/assignment.ts'
import { mergedWork, preparingRequests, provisionalCodings } from '../coding/planned-codings.ts'
import { oneTarget } from '../scope/one-target.ts'
import { RequestBatcher } from '../scope/request-batcher.ts'
import { scopeOf, sourceOf } from '../scope/scope.ts'
import { inspectTarget } from '../scope/target.ts'
import { chooseSelection } from './chosen-selection.ts'

/** So many steps are planned where the spec does not say how many columns are chosen. */
const plannedSteps = 10

/** The plan of a selection by a criterion that scores candidates beside those selected. */
export async function planSelect(data: Table | Source, given: SelectSpec): Promise<Plan> {
  const { source, spec } = await oneTarget(sourceOf(data), given, settleSelect, {})
  const settled = settleSelect(spec)
  const { scorer: chosen } = chooseSelection(settled)
  const { options } = chosen
  const criterion = findAnyCriterion(chosen.criterion.id)
  if (criterion?.shape !== 'step') {
    throw new CribaError(
      'unsuitable',
      `unsuitable plan: ${chosen.criterion.id} scores no candidates beside those selected (plan a method such as jmi, or criba rank)`,
    )
  }
  const batcher = new RequestBatcher(source)
  const scope = scopeOf(source, settled)
  const facts = await inspectTarget(batcher, scope, settled)
  const method = { criterion, options }
  const steps = Math.min(settled.k ?? plannedSteps, scope.features.length)
  const codingNeeds = {
    ...codingNeedsOf([method], scope, facts),
    together: chosen.widestTable(steps),
  }
  const bins = settled.bins ?? 10
  const opened = scope.given && (await import('../on-demand/given.ts'))
  const levels = [...codingNeeds.levels, ...(scope.given ?? [])]
  const provisional = provisionalCodings(facts, { ...codingNeeds, levels }, bins)
  const missing = settled.missing === 'complete' ? 'complete' : 'pairwise'
  const preparing = preparingRequests(
    scope,
    facts,
    { codingNeeds, provisional, bins },
    { ...settled, missing },
  )
  const { target, features } = assign(method, scope, facts, provisional, missing)
  const names = scope.features.map(({ name }) => name)
  const needsOfStep = (selected: number) =>
    criterion.needs({
      target,
      targetName: facts.name,
      classes: facts.classNames,
      options,
      view: scope.view,
      candidates: features.slice(selected),
      names: names.slice(selected),
      selected: features.slice(0, selected),
      sums: selected === 0 ? null : {},
    })
  const scorer =
    opened?.provisionalSource(scope, provisional, { methods: [method], needs: [needsOfStep(0)] }) ?? source
  const work = (lists: readonly (readonly Request[])[], asked = source): readonly PlannedLine[] =>
    mergedWork(asked.plan(batcher.distinct(lists)))
  return {
    criba: version,
    command: 'plan',
    source: source.name,
    plan: [
      ...work(opened?.givenRequests(scope) ?? []),
      ...preparing.flatMap((lists) => work(lists)),
      ...Array.from({ length: steps }, (_, selected) =>
        work([needsOfStep(selected)], scorer).map((line) => ({ ...line, step: selected + 1 })),
      ).flat(),
    ],
  }
}
