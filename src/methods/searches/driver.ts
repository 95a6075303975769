import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64'
import { CribaError, seeded } from '#core'
import type { OptionValue } from '#core'
import type { Proposal, StopDecision } from '../stops/halt.ts'
import { pathAt, pValueOf } from './path.ts'
import type { Path } from './path.ts'
import type { Candidates, Ending, Position, StepProblem, SubsetProblem } from './problem.ts'
import { checkedList, checkedSet, checkedWalk, checkProposal, endingOf, ownSearches } from './search.ts'
import type { SearchLimits, StepProposal, StepSearch, SubsetSearch } from './search.ts'
import { Visited } from './visited.ts'

/* The driver of all searches: stops, k, costs, what is set aside and kept, progress and the words of the
   ending are here alone. */

/**
 * Yields each position as it is reached; the last one is the selection, also if the search is interrupted.
 */
export type SearchGenerator = AsyncGenerator<Position, Ending, void>

type Options = Readonly<Record<string, OptionValue>>
type Addition = Extract<StepProposal, { readonly add: unknown }>

/** Drives a search over candidates. */
export async function* driveSteps(
  search: StepSearch,
  problem: StepProblem,
  limits: SearchLimits,
  options: Options,
): SearchGenerator {
  const { k, cut, start, progress, pause } = limits
  const most = Math.min(k ?? problem.size, problem.size)
  const excluded = new Set<number>()
  const first = pathAt(start, start.length > 0 ? ((await problem.meritOf?.(start)) ?? NaN) : NaN)
  if (start.length > 0) yield positionAt(first)
  const endsAtK = k === most && !search.revises && !search.testsIndependence
  if (endsAtK && start.length >= most) return { stopped: `k = ${k}` }
  const candidates = search.revises ? problem : withoutExcluded(problem, excluded)
  const random = randomOf(search, limits)
  const walk = checkedWalk(
    search,
    search.run(candidates, { start: first, excluded, most, k, cut, random }, options),
  )
  let path = first
  let answer: Path | null = null
  try {
    for (;;) {
      const next = await walk.next(answer)
      if (next.done) {
        progress(1)
        if (search.revises) yield* replay(path)
        const endsEarly = path.selected.length + excluded.size < problem.size && ownSearches.find(search.id)
        const others = endsEarly ? `${search.id} ended` : 'no candidate is left'
        return endingOf(search, next.value, path.selected.length === k ? `k = ${k}` : others)
      }
      const proposal = next.value
      checkProposal(search, proposal, { path, size: problem.size, excluded })
      answer = null
      if ('setAside' in proposal) yield { ...positionAt(path), setAside: proposal.setAside }
      else if ('left' in proposal) {
        progress(proposal.done)
        yield { selected: proposal.left, merit: proposal.merit }
      } else if ('remove' in proposal) {
        const { remove: move, merit } = proposal
        const selected = path.selected.filter((candidate) => candidate !== move.candidate)
        answer = path = { ...pathAt(selected, merit), move }
        yield { selected, merit, move }
      } else {
        const { joined, refused } = await firstAccepted(proposal, problem, limits)
        if (joined && search.revises) {
          answer = joined
          if (proposal.selects ?? true) {
            path = joined
            yield positionAt(path)
          }
        } else if (joined) {
          for (const { selected, merit, move } of movesOf(joined)) yield { selected, merit, move: move! }
          answer = path = { ...joined, before: null }
        } else {
          // A pair that may not join excludes neither of the two.
          const candidate = proposal.add.find(({ isPair }) => !isPair)?.move!.candidate
          if (candidate !== undefined) {
            excluded.add(candidate)
            if (refused?.setAside) yield { ...positionAt(path), setAside: { candidate, ...refused.setAside } }
          }
        }
        progress(path.selected.length / most)
        const stopped = refused?.stopped ?? (endsAtK && path.selected.length === k ? `k = ${k}` : undefined)
        if (stopped !== undefined) {
          await walk.return(undefined)
          if (search.revises) yield* replay(path)
          return { stopped }
        }
      }
      await pause?.()
    }
  } catch (error) {
    // The steps of a search that turns to other paths are known only when it ends, also by an interruption.
    if (search.revises && error instanceof CribaError) yield* replay(path)
    throw error
  }
}

/** Drives a search over sets. */
export async function* driveSets(
  search: SubsetSearch,
  problem: SubsetProblem,
  limits: SearchLimits,
  options: Options,
): SearchGenerator {
  const visited = new Visited(problem, limits)
  const best = () => visited.inOrder()
  const walk = checkedWalk(
    search,
    search.run(visited, { ...limits, random: randomOf(search, limits) }, options),
  )
  const improvement = () => (search.walks ? null : visited.improvement())
  try {
    for (;;) {
      const next = await walk.next()
      if (next.done) {
        const last = improvement()
        if (last) yield { ...last, best }
        limits.progress(1)
        return { best: best(), ...endingOf(search, next.value, 'no set is left') }
      }
      const { move, at, done } = next.value ?? {}
      if (at) checkedSet(at.selected, problem.size)
      if (done !== undefined) limits.progress(done)
      const position = at ?? (move ? visited.position() : improvement())
      if (position) yield { best, ...position, ...(move && { move }) }
      else await limits.pause?.()
    }
  } catch (error) {
    const last = improvement()
    if (last && error instanceof CribaError) yield { ...last, best }
    throw error
  }
}

/** Uniform numbers, the same for the same seed and search. */
function randomOf({ id }: StepSearch | SubsetSearch, { seed }: SearchLimits): () => number {
  let generator: ReturnType<typeof seeded> | undefined
  return () => uniformFloat64((generator ??= seeded(`${seed}/${id}`)))
}

/** The candidates without those set aside. */
function withoutExcluded(problem: StepProblem, excluded: ReadonlySet<number>): Candidates {
  return {
    size: problem.size,
    evaluate: (selected, barred = new Set(), places) =>
      problem.evaluate(
        checkedList(selected),
        barred.size === 0 ? excluded : new Set([...excluded, ...barred]),
        places,
      ),
    pValues: (rate) => problem.pValues(rate),
    ...(problem.evaluateAmong && { evaluateAmong: (remaining) => problem.evaluateAmong!(remaining) }),
    ...(problem.independence && { independence: (questions) => problem.independence!(questions) }),
    ...(problem.meritOf && { meritOf: (selected) => problem.meritOf!(selected) }),
  }
}

/**
 * The first path that may join; if none may, the decision about the single candidate, or about the only path.
 */
async function firstAccepted(
  { add, isAlone = false }: Addition,
  problem: StepProblem,
  { k, halt, fitsBudget = () => true }: SearchLimits,
): Promise<{ readonly joined?: Path; readonly refused?: Extract<StopDecision, { joins: false }> }> {
  let refused: Extract<StopDecision, { joins: false }> | undefined
  for (const path of add) {
    const { selected } = path
    if (selected.length > (k ?? Infinity) || !fitsBudget(selected)) continue
    const decision = await halt.decide(proposalOf(problem, path, isAlone, add.length > 1 ? 2 : 1))
    if (decision.joins) return { joined: withPValue(path, decision) }
    if (!path.isPair || add.length === 1) refused = decision
  }
  return refused ? { refused } : {}
}

/**
 * What the stop is asked: whether the last candidate of a path, or two that join together, may join those
 * before.
 */
function proposalOf(problem: StepProblem, path: Path, isAlone: boolean, kinds: 1 | 2): Proposal {
  const joining = movesOf(path)
  const candidates = joining.map(({ move }) => move!.candidate)
  const before = joining[0].before!.selected
  const selected = isAlone ? [] : before
  const single = problem.size - before.length
  return {
    candidate: candidates[0],
    merit: path.merit,
    gain: joining.reduce((sum, { gain }) => sum + gain, 0),
    remaining: path.isPair ? (single * (single - 1)) / 2 : single,
    kinds,
    total: problem.size,
    test: (hypothesis) => problem.test(selected, candidates, hypothesis, path.rivals),
    partialF: async () => {
      if (problem.partialF) return problem.partialF(selected, candidates)
      throw new CribaError('unsuitable', 'unsuitable stop: it tests a linear fit (use criterion sse)')
    },
  }
}

/** The path with the p-value by which it was accepted. */
function withPValue(path: Path, decision: Extract<StopDecision, { joins: true }>): Path {
  const move = { ...path.move!, ...pValueOf(decision) }
  if (!path.isPair) return { ...path, move }
  return { ...path, move, before: withPValue(path.before!, decision) }
}

/** The last move of a path, or the two that are made together. */
function movesOf(path: Path): readonly Path[] {
  return path.isPair ? [path.before!, path] : [path]
}

/** The position at the end of a path, without the moves that led to it. */
function positionAt({ selected, merit }: Path): Position {
  return { selected, merit }
}

/** Yields the positions of a path from its beginning, one per move. */
function* replay(path: Path): Generator<Position> {
  const paths: Path[] = []
  for (let step: Path | null = path; step?.move; step = step.before) paths.unshift(step)
  for (const { selected, merit, move } of paths) yield { selected, merit, move: move! }
}
