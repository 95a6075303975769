import {
  codeBytes,
  CribaError,
  readsPermuted,
  requestKey,
  variableKey,
  VariableMap,
  variablesOfView,
  viewKey,
} from '#core'
import type { Answer, Answers, PlannedWork, Request, Run, Source, Variable, View } from '#core'
import { SourceOver } from '../scope/source-over.ts'
import { bytesOf, Recent } from './recent.ts'

/**
 * The first object of each content. Where they would need more than a number of bytes, all are forgotten, and
 * the next of each content is the first; an object that was looked up before keeps the first that it had.
 */
class Firsts<T extends object> {
  readonly #most: number
  readonly #keyOf: (object: T) => string
  readonly #byKey = new Map<string, T>()
  /** The first of each object that was looked up: found without a key, and as long as the object lives. */
  readonly #byObject = new WeakMap<T, T>()
  #bytes = 0

  constructor(most: number, keyOf: (object: T) => string) {
    this.#most = most
    this.#keyOf = keyOf
  }

  /** The first object of equal content, if there is one. */
  get(object: T): T | undefined {
    const known = this.#byObject.get(object)
    if (known) return known
    const first = this.#byKey.get(this.#keyOf(object))
    if (first) this.#byObject.set(object, first)
    return first
  }

  /** Makes `first`, of equal content, the first of an object; a source keeps so many bytes for it. */
  add(object: T, first: T, bytes: number): void {
    this.#bytes += bytes
    if (this.#bytes > this.#most) {
      this.clear()
      this.#bytes = bytes
    }
    this.#byKey.set(this.#keyOf(object), first)
    this.#byObject.set(object, first)
  }

  clear(): void {
    this.#byKey.clear()
    this.#bytes = 0
  }
}

/**
 * A source that keeps answers: a request of equal content is not sent again. Other requests go to the source
 * that it wraps, with each variable and view replaced by the first one of equal content, so that what that
 * source caches by object, such as codes and rows, serves the next analysis too.
 *
 *     request ── key ── #answers ── kept? ── the answer
 *                                     └ no ── variables by #variables, view by #views ── the wrapped source ── #answers
 *
 * Rows, and answers under a permutation, are not kept, because nothing requests them twice. For the same
 * reason a permuted variable or view is not replaced, and a request under a permutation adds no variable.
 */
export class KnownSource extends SourceOver {
  readonly #answers: Recent<Answer>
  readonly #variables: Firsts<Variable>
  readonly #views: Firsts<View>
  /** Replaces the variables of requests, and adds new ones. */
  readonly #replaceAndAdd = new VariableMap((variable) => this.#firstVariable(variable, true))
  /** Replaces the variables of requests under a permutation. */
  readonly #replace = new VariableMap((variable) => this.#firstVariable(variable, false))
  #isClosed = false

  /**
   * Of a number of bytes, half is for answers, a quarter for the codes of variables and a quarter for the
   * rows of views, which the source keeps while their objects live.
   */
  constructor(source: Source, bytes: number) {
    super(source)
    this.#answers = new Recent(bytes / 2)
    this.#variables = new Firsts(bytes / 4, variableKey)
    this.#views = new Firsts(bytes / 4, viewKey)
  }

  async answer<const R extends readonly Request[]>(requests: R, run: Run = {}): Promise<Answers<R>> {
    this.#refuseClosed()
    if (run.signal?.aborted) throw new CribaError('interrupted', 'interrupted')
    const kept = {
      keyOf: (request: Request) => (isKept(request) ? requestKey(request) : null),
      get: (key: string) => this.#answers.get(key),
      keep: (key: string, request: Request, answer: Answer) =>
        this.#answers.set(key, answer, bytesOf(request, answer)),
    }
    return this.answerOnce(requests, run, kept, (request) => this.#withFirsts(request))
  }

  override plan(requests: readonly Request[]): readonly PlannedWork[] {
    this.#refuseClosed()
    return super.plan(requests)
  }

  /** Forgets everything; later requests are refused. */
  close(): void {
    this.#isClosed = true
    for (const kept of [this.#answers, this.#variables, this.#views]) kept.clear()
  }

  #refuseClosed(): void {
    if (this.#isClosed) throw new CribaError('invalid', 'invalid session: it is closed (open another one)')
  }

  #withFirsts(request: Request): Request {
    const variables = readsPermuted(request) ? this.#replace : this.#replaceAndAdd
    return variables.request(request, this.#firstView(request.view))
  }

  /**
   * The first variable of equal content; where there is none, the variable, which becomes the first if it is
   * to be added.
   */
  #firstVariable(variable: Variable, adds: boolean): Variable {
    if (variable.permuted) return variable
    const first = this.#variables.get(variable)
    if (!first && adds) this.#variables.add(variable, variable, this.#bytesOfCodes(variable))
    return first ?? variable
  }

  /** The first view of equal content; the view that a sample divides is a first one too. */
  #firstView(view: View): View {
    // A view under a permutation is used by one analysis only.
    if (isPermuted(view)) return view
    const known = this.#views.get(view)
    if (known) return known
    const { sample } = view
    const first = sample ? { ...view, sample: { ...sample, of: this.#firstView(sample.of) } } : view
    // The weight of each row, and its place.
    this.#views.add(view, first, 16 * this.rows)
    return first
  }

  /** The bytes that a source needs for the levels of a variable, about. */
  #bytesOfCodes({ coding }: Variable): number {
    if (!coding || coding.kind === 'missingness') return this.rows
    const levels = coding.kind === 'values' ? this.rows : coding.kind === 'cuts' ? 0 : coding.levels.length
    return this.rows * codeBytes(levels)
  }
}

function isKept(request: Request): boolean {
  return request.kind !== 'rows' && !readsPermuted(request)
}

/** Whether permuted values decide which rows a view includes, or how much they count. */
function isPermuted(view: View): boolean {
  return variablesOfView(view).some(({ permuted }) => permuted !== undefined)
}
