import { CribaError, isRecord, isRequest, objectIn, shownValue, valueOfOwn } from '#core'
import { requestKey, variablesRead } from '#core'
import type { Answers, Request, Variable } from '#core'
import type { RankScores, Reads } from './criterion.ts'
import type { StepScores } from './step-criterion.ts'

/** What a record of a criterion does. */
interface Scoring<R extends readonly Request[], Step> extends Pick<Reads, 'features' | 'target'> {
  readonly id: string
  readonly stop?: string
  readonly better: 'higher' | 'lower'
  needs(step: Step): R
  fold(answers: Answers<R>, step: Step): RankScores
}

const targetReadings = ['values', 'distances', 'levels', 'classes', 'either', 'events', 'several', null]

/**
 * A criterion of one's own that is refused where its record cannot be right, or where it gives more or fewer
 * scores than it was asked for: columns would have those of others, or none without a word. `sizeOf` says how
 * many a step asks for.
 */
export function withScoresChecked<R extends readonly Request[], Step, C extends Scoring<R, Step>>(
  record: C,
  sizeOf: (step: Step) => number,
): C {
  const refuse = (what: string): never => {
    throw new CribaError('invalid', `invalid method: ${shownValue(record.id)} ${what}`)
  }
  const { better, features, target, needs, fold, stop } = objectIn('method', record) as Partial<C>
  if (better !== 'higher' && better !== 'lower')
    refuse(`is better ${shownValue(better)} (needs higher or lower)`)
  if (typeof features !== 'object' || features === null) refuse('does not say how it reads features')
  if (!targetReadings.includes(target as string)) {
    refuse(`reads the target as ${shownValue(target)} (needs ${targetReadings.join(', ')})`)
  }
  if (typeof needs !== 'function' || typeof fold !== 'function') refuse('has no functions needs and fold')
  if (stop !== undefined && typeof stop !== 'string')
    refuse(`has the stop ${shownValue(stop)} (needs a text)`)
  return {
    ...record,
    needs(step: Step): R {
      const requests: R = valueOfOwn('method', record.id, () => record.needs(step))
      refuseOtherRequests(requests, refuse)
      return requests
    },
    fold(answers: Answers<R>, step: Step): RankScores {
      const scores = valueOfOwn('method', record.id, () => record.fold(answers, step))
      checkScores(scores, sizeOf(step), refuse)
      return scores
    },
  }
}

/** Whether a request can be read: its variables are columns, and it has a key. */
function isReadable(request: Request): boolean {
  try {
    requestKey(request)
    const isColumn = ({ column }: Variable) => Number.isInteger(column) && column >= 0
    return (
      typeof (request as { readonly view?: unknown }).view === 'object' &&
      variablesRead(request).every(isColumn)
    )
  } catch (error) {
    if (error instanceof CribaError) throw error
    return false
  }
}

/** Refuses what is no list of requests. */
function refuseOtherRequests(given: unknown, refuse: (what: string) => never): void {
  if (!Array.isArray(given)) refuse(`needs ${shownValue(given)} (needs a list of requests)`)
  const other = given.findIndex((one) => !isRequest(one))
  if (other >= 0) refuse(`needs ${shownValue(given[other])} (needs requests, each of a known kind)`)
  const unread = (given as readonly Request[]).find((one) => !isReadable(one))
  if (unread)
    refuse(`needs ${unread.kind} of no columns or under no view (needs requests of what the step has)`)
}

function checkScores(scores: RankScores, size: number, refuse: (what: string) => never): void {
  const { score, n, pValue, pFrom, pWithin, law, tieOrder, why, chosen, parts, sums } = Object(
    scores,
  ) as RankScores & Pick<Partial<StepScores>, 'sums'>
  for (const [name, lists] of Object.entries({ parts, sums }) as [string, unknown][]) {
    if (lists === undefined || (isRecord(lists) && !Object.values(lists).includes(undefined))) continue
    refuse(`gives ${shownValue(lists)} as ${name} (needs an object of lists)`)
  }
  const optional = { pValue, pFrom, pWithin, law, tieOrder, why, chosen, ...parts, ...sums }
  const given = Object.entries(optional).filter(([, list]) => list !== undefined)
  for (const [name, list] of [['score', score] as const, ['n', n] as const, ...given]) {
    const isList = Array.isArray(list) || ArrayBuffer.isView(list)
    const length = isList ? list.length : 'no'
    if (length !== size) refuse(`gives ${length} ${name} for ${size} (needs one for each)`)
  }
  const isShare = (value: number) => Number.isNaN(value) || (value >= 0 && value <= 1)
  refuseBeside('score', score, () => true)
  refuseBeside('n', n, (value) => value >= 0)
  refuseBeside('pValue', pValue ?? [], isShare)

  function refuseBeside(name: string, list: ArrayLike<unknown>, isIn: (value: number) => boolean): void {
    for (let i = 0; i < list.length; i++) {
      const value = list[i]
      if (typeof value !== 'number' || !isIn(value)) refuse(`gives ${name} ${shownValue(value)}`)
    }
  }
}
