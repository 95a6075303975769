import { countMembers, emptyMomentsOfFamily, makeConstantsExact, membersOf, widthOf } from '#core'
import type { Family, MomentsOfFamily, MomentsRequest, Variable } from '#core'
import { momentsJob } from '../moments/moments-job.ts'
import type { MomentsInput, MomentsPart, MomentsTask } from '../moments/moments-job.ts'
import { ranksJob } from '../moments/ranks-job.ts'
import type { RanksPart } from '../moments/ranks-job.ts'
import { runBatch } from '../threads/pool.ts'
import type { BatchRun } from '../threads/pool.ts'
import { answerWide } from './answer-moments-wide.ts'
import type { ResolvedView } from './resolved-view.ts'

/** Milliseconds per value: to sum it, to multiply it with another, to sort it; and per column. */
const cost = { sum: 1.3e-6, product: 3e-7, rank: 1.4e-5, column: 5e-3 }
/** A set of more variables is computed by itself, tile by tile. */
const widestRun = 16
/** The approximate duration of a task in milliseconds. */
const taskCost = 5
/** The most numbers in the answer of a task, unless a single member has more. */
const mostAnswers = 1 << 20

/** Computes the moments of a family; members that share all variables but the last are summed together. */
export async function answerMoments(
  { family, by, of }: MomentsRequest,
  resolved: ResolvedView,
  run: BatchRun,
): Promise<MomentsOfFamily> {
  if (by) await resolved.encode([by], { ...run, progress: undefined })
  const classes = by ? resolved.codesOf(by) : null
  const { length: rows, counted } = resolved.rows
  const width = widthOf(family)
  const answer = emptyMomentsOfFamily(countMembers(family), classes?.count ?? 1, width)
  const given: MomentsInput = {
    ...counted,
    rows,
    width,
    classes: classes && { codes: classes.codes, count: classes.count },
  }
  if (width > widestRun && !('each' in family)) {
    let place = 0
    for (const member of membersOf(family))
      await answerWide(member, of, place++, given, answer, resolved, run)
  } else await answerRuns(family, of, given, answer, resolved, run)
  makeConstantsExact(answer, 0, answer.n.length)
  return answer
}

async function answerRuns(
  family: Family,
  of: MomentsRequest['of'],
  given: MomentsInput,
  answer: MomentsOfFamily,
  resolved: ResolvedView,
  run: BatchRun,
): Promise<void> {
  const { members, classes, width } = answer
  const ofValue = cost.sum + cost.product * (width - 1) + (of === 'ranks' ? cost.rank : 0)
  const ofMember = cost.column + given.rows * ofValue
  const answersOfMember = classes * (1 + width) * (1 + width)
  const most = Math.max(1, Math.floor(Math.min(taskCost / ofMember, mostAnswers / answersOfMember)))
  const runs = [...runsOf(family, most)]
  const batch = { input: given, tasks: tasksOf(runs, resolved), count: runs.length, cost: members * ofMember }
  const parts: readonly (MomentsPart | RanksPart)[] =
    of === 'ranks'
      ? await runBatch({ job: ranksJob, ...batch }, run)
      : await runBatch({ job: momentsJob, ...batch }, run)
  let member = 0
  parts.forEach((part, i) => {
    putPart(answer, part, member)
    member += runs[i].each.length
  })
}

/** Members that share all variables but the last. */
interface MomentsRun {
  readonly base: readonly Variable[]
  readonly each: readonly Variable[]
}

/** The family in runs of at most `most` members. */
function* runsOf(family: Family, most: number): Generator<MomentsRun> {
  if ('each' in family) {
    const { base, each } = family
    for (let from = 0; from < each.length; from += most) yield { base, each: each.slice(from, from + most) }
    return
  }
  let base: readonly Variable[] = []
  let each: Variable[] = []
  for (const member of membersOf(family)) {
    const isAlike = base.length === member.length - 1 && base.every((variable, i) => variable === member[i])
    if (each.length > 0 && (!isAlike || each.length === most)) {
      yield { base, each }
      each = []
    }
    base = member.slice(0, -1)
    each.push(member[member.length - 1])
  }
  if (each.length > 0) yield { base, each }
}

function* tasksOf(runs: Iterable<MomentsRun>, resolved: ResolvedView): Generator<MomentsTask> {
  const valuesOf = (variables: readonly Variable[]) =>
    variables.map((variable) => resolved.valuesOf(variable))
  for (const { base, each } of runs) yield { base: valuesOf(base), each: valuesOf(each) }
}

function putPart(answer: MomentsOfFamily, part: MomentsPart | RanksPart, member: number): void {
  const { classes, width } = answer
  const cell = member * classes
  answer.n.set(part.n, cell)
  answer.mean.set(part.mean, cell * width)
  answer.meanLow.set(part.meanLow, cell * width)
  answer.min.set(part.min, cell * width)
  answer.max.set(part.max, cell * width)
  answer.comoment.set(part.comoment, cell * width * width)
  if ('ties' in part) answer.ties.set(part.ties, member * width)
}
