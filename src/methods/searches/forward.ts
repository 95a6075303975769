import { isNear } from '#core'
import { bestTwo } from './best.ts'
import { openOf, pathAfter, pathWith, plainMove } from './path.ts'
import type { Path } from './path.ts'
import type { Candidates, Evaluation } from './problem.ts'
import { defineSearch } from './search.ts'

/**
 * Begins with no columns, or with the given ones, and adds the best candidate in each step, until there are
 * k, the stop ends the search, or no candidate is left. Candidates that the stop sets aside are excluded from
 * then on. With `lookahead: 2` pairs are evaluated too: two columns join together where they score more than
 * the best single column with the best one to follow it. Whitney (1971).
 */
export const forward = defineSearch({
  takes: 'step',
  id: 'forward',
  title: 'Forward selection',
  options: {
    lookahead: {
      type: 'whole',
      min: 1,
      max: 2,
      default: 1,
      help: '2: also evaluates pairs that join together, for scores that are merits of sets',
    },
  },
  how: 'adds the best candidate in each step',
  reference: 'Whitney 1971',
  starts: 'growing',
  comparesSizes: ({ lookahead }) => lookahead > 1,
  async *run(problem, { start, most }, { lookahead }) {
    for (let path = start; ;) {
      const evaluation = await problem.evaluate(path.selected)
      const single = pathWith(path, evaluation)
      if (!single) return
      const pairFits = lookahead > 1 && most - path.selected.length > 1
      const proposals = pairFits ? await withBestPair(problem, evaluation, single) : [single]
      path = (yield { add: proposals }) ?? path
    }
  },
})

/** The evaluation of the next step if a candidate joins. */
interface NextEvaluation {
  readonly candidate: number
  readonly evaluation: Evaluation
  /** The best merit of the next step. */
  readonly merit: number
}

/**
 * The best single candidate and the best pair, in the order in which the stop tests them. The pair comes
 * first where it scores more than the best single candidate with the best one to follow it. A pair that
 * contains that candidate comes second: it is tested if the candidate alone does not join.
 */
async function withBestPair(problem: Candidates, alone: Evaluation, single: Path): Promise<readonly Path[]> {
  const before = single.before!
  const first = single.move!.candidate
  let best = await evaluateNext(first)
  for (const candidate of openOf(alone.merit)) {
    const next = await evaluateNext(candidate)
    if (next.merit > best.merit && !isNear(next.merit, best.merit)) best = next
  }
  const isFirst = best.candidate === first
  const partner = bestTwo(best.evaluation.merit, best.evaluation.tieOrder).first
  if (partner < 0) return [single]
  // The better of the two joins first.
  if (alone.merit[partner] > alone.merit[best.candidate]) best = await evaluateNext(partner)
  const { candidate, evaluation } = best
  const { rivals } = single
  const half = pathAfter(before, plainMove('add', candidate, alone.merit[candidate]), {
    gain: alone.gain[candidate],
    rivals,
  })
  const pair = { ...pathWith(half, evaluation)!, rivals, isPair: true }
  return isFirst ? [single, pair] : [pair, single]

  async function evaluateNext(candidate: number): Promise<NextEvaluation> {
    const evaluation = await problem.evaluate([...before.selected, candidate], undefined, problem.size)
    const next = bestTwo(evaluation.merit, evaluation.tieOrder).first
    return { candidate, evaluation, merit: next < 0 ? -Infinity : evaluation.merit[next] }
  }
}
