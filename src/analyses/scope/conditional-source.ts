import { countMembers, CribaError, emptyEntropies, joinVariables, widthOf } from '#core'
import type {
  Answer,
  Answers,
  Entropies,
  EntropyRequest,
  MomentsOfFamily,
  MomentsRequest,
  Request,
  Run,
  Source,
  Variable,
} from '#core'
import { canSquare, partialMoments } from '#methods'
import { SourceOver } from './source-over.ts'

/** What statistics are conditioned on. */
interface Conditions {
  /** All columns that are given, as levels. */
  readonly levels: readonly Variable[]
  /** Those that hold numbers, as values. */
  readonly numbers: readonly Variable[]
  /** The joint levels of the others; absent where there are none. */
  readonly by?: Variable
}

/**
 * A source whose statistics are those given some columns G.
 *
 * - Entropies: H(A|G) = H(A,G) − H(G) of the levels of G, over the rows complete in A and G. Whatever is a sum
 *   of entropies is then the same sum given G: I(X;Y) becomes I(X;Y|G).
 * - Co-moments of pairs: what a line on the numbers of G leaves within the joint levels of its categories, so
 *   that correlations are partial ones.
 *
 * Any other request is answered as it stands.
 */
export class ConditionalSource extends SourceOver {
  readonly #given: Conditions

  constructor(source: Source, given: Conditions) {
    super(source)
    this.#given = given
  }

  async answer<const R extends readonly Request[]>(requests: R, run: Run = {}): Promise<Answers<R>> {
    const sent = requests.map((request) => this.#sent(request))
    const answers = (await this.source.answer(sent.flat(), run)).values()
    const next = () => answers.next().value as Answer
    const pair = () => conditional(next() as Entropies, next() as Entropies)
    return requests.map((request) => {
      if (request.kind === 'entropy') return request.also ? { ...pair(), also: pair() } : pair()
      return isConditional(request) ? this.#partial(next() as MomentsOfFamily) : next()
    }) as unknown as Answers<R>
  }

  override plan(requests: readonly Request[]) {
    return this.source.plan(requests.flatMap((request) => this.#sent(request)))
  }

  /** The requests behind one: for entropies H(A,G) and H(G) over the same rows, and so with `also`. */
  #sent(request: Request): readonly Request[] {
    if (request.kind === 'moments' && isConditional(request)) return [this.#beside(request)]
    if (request.kind !== 'entropy') return [request]
    const { also, ...alone } = request
    if (!also) return this.#ofGiven(alone)
    return [alone, { ...alone, family: joinVariables(alone.family, [also]) }].flatMap((one) =>
      this.#ofGiven(one),
    )
  }

  #ofGiven({ kind, family, within = family, view }: EntropyRequest): readonly EntropyRequest[] {
    const { levels } = this.#given
    const rows = joinVariables(within, levels)
    const alone = { list: new Array<readonly Variable[]>(countMembers(family)).fill(levels) }
    return [
      { kind, family: joinVariables(family, levels), within: rows, view },
      { kind, family: alone, within: rows, view },
    ]
  }

  /** Refuses given numbers whose squares overflow or underflow: no line on them could be found. */
  #partial(moments: MomentsOfFamily): MomentsOfFamily {
    const { width, min, max } = moments
    this.#given.numbers.forEach(({ column }, i) => {
      for (let at = i; at < min.length; at += width) {
        if (min[at] > max[at] || canSquare(min[at], max[at])) continue
        throw new CribaError(
          'unsuitable',
          `unsuitable given: ${this.columns[column].name} has values too large, or too close together, to square (rescale the column)`,
        )
      }
    })
    return partialMoments(moments)
  }

  #beside({ family, ...request }: MomentsRequest): MomentsRequest {
    const { numbers, by } = this.#given
    return { ...request, family: joinVariables(family, numbers), ...(by && { by }) }
  }
}

/** Whether a request is answered given the columns. */
export function isConditional(request: Request): boolean {
  if (request.kind === 'moments') return request.by === undefined && widthOf(request.family) === 2
  return request.kind === 'entropy'
}

/** H(A|G), whose cells less one are those that A and G have together beyond those of G. */
function conditional(joint: Entropies, given: Entropies): Entropies {
  const answer = emptyEntropies(joint.n.length)
  for (let i = 0; i < joint.n.length; i++) {
    answer.n[i] = joint.n[i]
    answer.high[i] = joint.high[i] - given.high[i]
    answer.low[i] = joint.low[i] - given.low[i]
    answer.cells[i] = joint.cells[i] - given.cells[i] + 1
  }
  return answer
}
