import { namesIn, textIn } from './given.ts'
import { part } from './parts.ts'

/** The column to predict, or several. */
export type Target = string | readonly string[]

/** The target of a spec: the name of a column, or a list of names; one name in a list is that column. */
export const targetPart = part(
  {
    flag: '-t, --target <columns>',
    help: 'the column to predict, or several as one target: a,b; may be repeated',
  },
  settleTarget,
  { type: ['string', 'array'] },
  // Whether a comma divides names depends on the columns of the data.
  { repeats: true, read: (words) => settleTarget('', words as readonly string[]) },
)

function settleTarget(name: string, given: Target | null | undefined): Target | null {
  const names = Array.isArray(given) && namesIn(name, given)
  return names ? (names.length === 1 ? names[0] : names) : textIn(name, given, 'the name of a column')
}
