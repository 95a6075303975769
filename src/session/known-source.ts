import { codeBytes } from '../columns/allocate.ts'
import type { ColumnFacts, PlannedWork, Run, Source, Work } from '../sources/source.ts'
import { CribaError } from '../spec/error.ts'
import { variableKey, viewKey } from '../statistics/content-keys.ts'
import { VariableMap } from '../statistics/mapped-request.ts'
import { readsPermuted, requestKey } from '../statistics/request-kinds.ts'
import type { Answer, Answers, Request } from '../statistics/request.ts'
import type { Variable } from '../statistics/variable.ts'
import { variablesOfView } from '../statistics/view.ts'
import type { View } from '../statistics/view.ts'
import type { Warning } from '../trace/warning.ts'
import { Firsts } from './firsts.ts'
import { Recent } from './recent.ts'
import { bytesOf } from './size.ts'

/**
 * A source that keeps what it knows: an answer is given again to any request of equal content. What it does not know it
 * requests from the source that it wraps, with each variable and view replaced by the first one of equal content, so that
 * what that source keeps by object stays valid from one analysis to the next.
 *
 * Rows, and answers under a permutation, are not kept, because nothing requests them twice.
 */
export class KnownSource implements Source {
  readonly name: Source['name']
  readonly rows: number
  readonly columns: readonly ColumnFacts[]
  readonly warnings: readonly Warning[]
  readonly work: Work
  readonly levelsOf?: (column: number) => readonly string[] | null
  readonly #source: Source
  readonly #answers: Recent<Answer>
  readonly #firstVariables: Firsts<Variable>
  readonly #firstViews: Firsts<View>
  /** What each object was replaced by. */
  readonly #variables = new WeakMap<Variable, Variable>()
  readonly #views = new WeakMap<View, View>()
  readonly #known = new VariableMap((variable) => this.#knownVariable(variable, true))
  readonly #permuted = new VariableMap((variable) => this.#knownVariable(variable, false))
  #isClosed = false

  /**
   * Of a number of bytes, half is for answers, a quarter for the codes of variables and a quarter for the rows of views, which the
   * source keeps while their objects live.
   */
  constructor(source: Source, bytes: number) {
    this.name = source.name
    this.rows = source.rows
    this.columns = source.columns
    this.warnings = source.warnings
    this.work = source.work
    if (source.levelsOf) this.levelsOf = (column) => source.levelsOf!(column)
    this.#source = source
    this.#answers = new Recent(bytes / 2)
    this.#firstVariables = new Firsts(bytes / 4)
    this.#firstViews = new Firsts(bytes / 4)
  }

  async answer<const R extends readonly Request[]>(requests: R, run: Run = {}): Promise<Answers<R>> {
    this.#refuseClosed()
    if (run.signal?.aborted) throw new CribaError('interrupted', 'interrupted')
    const keys = requests.map((request) => (isKept(request) ? requestKey(request) : null))
    const answers = keys.map((key) => (key === null ? undefined : this.#answers.get(key)))
    const missing = [...answers.keys()].filter((place) => answers[place] === undefined)
    if (missing.length === 0) return answers as unknown as Answers<R>
    const found = await this.#source.answer(
      missing.map((place) => this.#withKnownParts(requests[place])),
      run,
    )
    missing.forEach((place, i) => {
      const key = keys[place]
      answers[place] = found[i]
      if (key !== null) this.#answers.set(key, found[i], bytesOf(requests[place], found[i]))
    })
    return answers as unknown as Answers<R>
  }

  plan(requests: readonly Request[]): readonly PlannedWork[] {
    this.#refuseClosed()
    return this.#source.plan(requests)
  }

  /** Forgets everything; later requests are refused. */
  close(): void {
    this.#isClosed = true
    for (const kept of [this.#answers, this.#firstVariables, this.#firstViews]) kept.clear()
  }

  #refuseClosed(): void {
    if (this.#isClosed) throw new CribaError('invalid', 'invalid session: it is closed (open another one)')
  }

  #withKnownParts(request: Request): Request {
    const variables = readsPermuted(request) ? this.#permuted : this.#known
    return variables.request(request, this.#knownView(request.view))
  }

  /** The first variable of equal content; a new one becomes the first of its content if it is to be kept. */
  #knownVariable(variable: Variable, keepsNew: boolean): Variable {
    let known = this.#variables.get(variable)
    if (known || variable.permuted) return known ?? variable
    const key = variableKey(variable)
    known = this.#firstVariables.get(key)
    if (!known && !keepsNew) return variable
    if (!known) this.#firstVariables.add(key, (known = variable), this.#bytesOfCodes(variable))
    this.#variables.set(variable, known)
    return known
  }

  /** The first view of equal content, made of known parts. A view under a permutation is used by one analysis only. */
  #knownView(view: View): View {
    let known = this.#views.get(view)
    if (known || isPermuted(view)) return known ?? view
    const key = viewKey(view)
    known = this.#firstViews.get(key)
    if (!known) {
      known = this.#withKnownSample(view)
      // The weight of each row, and its place.
      this.#firstViews.add(key, known, 16 * this.rows)
    }
    this.#views.set(view, known)
    return known
  }

  #withKnownSample(view: View): View {
    const { sample } = view
    if (!sample) return view
    return { ...view, sample: { ...sample, of: this.#knownView(sample.of) } }
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
