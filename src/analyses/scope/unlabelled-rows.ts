import type { OptionTable, OptionValue, View } from '#core'
import type { CriterionFacts } from '#methods'

/** A criterion with its options. */
interface Chosen {
  readonly criterion: Pick<CriterionFacts<OptionTable>, 'keepsUnlabelled'>
  readonly options: Readonly<Record<string, OptionValue>>
}

/** Whether rows without a target take part in what a method computes. */
export function keepsUnlabelled({ criterion, options }: Chosen): boolean {
  return criterion.keepsUnlabelled?.(options) ?? false
}

/** Views with the rows that lack a target, by the views without them: sources know views as objects. */
const widened = new WeakMap<View, View>()

/**
 * The rows of a view that a method uses: with those that lack a target, where it takes them. `target` is its
 * column.
 */
export function viewOfMethod(chosen: Chosen, view: View, target: number): View {
  if (!view.complete?.includes(target) || !keepsUnlabelled(chosen)) return view
  let wide = widened.get(view)
  if (!wide) {
    const { complete, ...rest } = view
    const others = complete.filter((column) => column !== target)
    wide = { ...rest, ...(others.length > 0 && { complete: others }) }
    widened.set(view, wide)
  }
  return wide
}
