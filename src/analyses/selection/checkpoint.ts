import type { Bookmark } from '../../search/problem.ts'
import type { RowRange } from '../../trace/used-rows.ts'
import { CribaError } from '../../spec/error.ts'
import { version } from '../../spec/version.ts'
import type { SettledSelectSpec } from '../../spec/select-spec.ts'
import type { Run } from '../../sources/source.ts'
import type { RequestBatcher } from '../scope/request-batcher.ts'
import type { ChosenSelection } from './chosen-selection.ts'
import { isFunctionCriterion } from './function-criterion.ts'
import type { PreparedSelection } from './prepared-selection.ts'
import type { Asked } from './step-problem.ts'

/** Where a search is written down now and then, so that it can be gone on with another time. */
export interface Checkpoint {
  /** What was written last; null where nothing was. */
  read(): Promise<string | null>
  write(text: string): Promise<void>
}

/** How a selection is followed, stopped, and gone on with. */
export interface SelectRun extends Run {
  /** A search of sets is written down there, and begins from there if it is of the same data and spec. */
  readonly checkpoint?: Checkpoint
}

/** What a checkpoint is of. */
interface Keys {
  readonly version: string
  readonly data: string
  readonly spec: string
}

/** What a checkpoint that is refused is of. */
const others = { version: 'another version of criba', data: 'other data', spec: 'another spec' }

/** Milliseconds between two writings. */
const writeEvery = 2000

/** What is known of a search that is under way. */
export interface SearchState {
  /** Sets that were looked at before the bookmark. */
  readonly evaluations: number
  /** The rows behind the merits. */
  readonly rows: RowRange | null
  /** Sets by their key and their merits. */
  readonly known: readonly (readonly [key: string | number, merit: number])[]
  readonly bookmark: Bookmark | null
}

interface Written extends SearchState, Keys {
  readonly criba: 'checkpoint'
}

/** A checkpoint of the same data and spec, with what was written last; null where nothing was. */
export class OpenCheckpoint {
  readonly state: SearchState | null
  readonly #checkpoint: Checkpoint
  readonly #keys: Keys
  #written = performance.now()

  private constructor(checkpoint: Checkpoint, keys: Keys, state: SearchState | null) {
    this.state = state
    this.#checkpoint = checkpoint
    this.#keys = keys
  }

  /** Opens a checkpoint; one of other data or of another spec is refused. */
  static async open(checkpoint: Checkpoint, keys: Keys): Promise<OpenCheckpoint> {
    const text = await checkpoint.read()
    if (text === null) return new OpenCheckpoint(checkpoint, keys, null)
    const written = parsed(text)
    for (const [what, other] of Object.entries(others)) {
      if (written[what as keyof Keys] === keys[what as keyof Keys]) continue
      throw new CribaError('invalid', `invalid checkpoint: it is of ${other} (remove it, or name another)`)
    }
    return new OpenCheckpoint(checkpoint, keys, written)
  }

  /** Writes what is known, if the last time is long ago, or `now`. */
  async write(stateOf: () => SearchState, now = false): Promise<void> {
    if (!now && performance.now() - this.#written < writeEvery) return
    const written: Written = { criba: 'checkpoint', ...this.#keys, ...stateOf() }
    // JSON has no word for what is no number, or beyond all.
    const text = JSON.stringify(written, (_, value: unknown) =>
      typeof value === 'number' && !Number.isFinite(value) ? { number: String(value) } : value,
    )
    await this.#checkpoint.write(text)
    this.#written = performance.now()
  }
}

/** Whether it is a checkpoint of this form; what is of other data is told apart later. */
function isWhole(written: Partial<Written> | null): written is Written {
  if (written?.criba !== 'checkpoint') return false
  const { evaluations, rows, known, bookmark } = written
  const hasSets =
    bookmark === null ||
    (typeof bookmark?.done === 'number' && typeof bookmark.tied === 'number' && Array.isArray(bookmark.sets))
  return (
    typeof evaluations === 'number' &&
    (rows === null || (typeof rows?.least === 'number' && typeof rows.most === 'number')) &&
    Array.isArray(known) &&
    known.every((pair: unknown) => Array.isArray(pair) && typeof pair[1] === 'number') &&
    hasSets
  )
}

function parsed(text: string): Written {
  try {
    const written = JSON.parse(text, (_, value: unknown) =>
      typeof value === 'object' && value !== null && 'number' in value ? Number(value.number) : value,
    ) as Partial<Written> | null
    if (isWhole(written)) return written
  } catch (cause) {
    throw new CribaError('invalid', 'invalid checkpoint: it is no JSON (remove it, or name another)', {
      cause,
    })
  }
  throw new CribaError('invalid', 'invalid checkpoint: it is none (name another file)')
}

/**
 * Opens the checkpoint of a search of sets by a criterion of sets; budgets of evaluations and time may be others each time.
 */
export async function openCheckpoint(
  checkpoint: Checkpoint,
  batcher: RequestBatcher,
  settled: SettledSelectSpec,
  { criterion, second, search, stop }: ChosenSelection,
  { names, asked }: Pick<PreparedSelection, 'names' | 'asked'>,
): Promise<OpenCheckpoint> {
  const { id, shape } = criterion.criterion
  if (isFunctionCriterion(criterion.criterion)) {
    throw new CribaError(
      'invalid',
      'invalid checkpoint: the criterion is a function, of which none can say that it is the same (use a criterion by its name)',
    )
  }
  if (shape !== 'subset') {
    throw new CribaError(
      'invalid',
      `invalid checkpoint: ${id} scores no sets, and only those are written down`,
    )
  }
  const { budget, ...rest } = settled
  const methods = [criterion, second].map((chosen) => chosen && [chosen.criterion.id, chosen.options])
  const spec = [
    { ...rest, criterion: null, method: null, search: null, pareto: null },
    budget?.cost ?? null,
    methods,
    search.record.id,
    search.options,
    stop,
  ]
  return OpenCheckpoint.open(checkpoint, await keysOf(batcher, spec, names, asked))
}

/** What tells specs apart, and data: the names, values and weights of the columns in play. */
async function keysOf(
  batcher: RequestBatcher,
  spec: unknown,
  names: readonly string[],
  { features, question: { target, view } }: Asked,
): Promise<Keys> {
  const columns = target ? [...features, target] : features
  const [rows] = await batcher.requestOnce([{ kind: 'rows', columns, view }])
  return { version, spec: fingerprint([spec]), data: fingerprint([names], [...rows.columns, rows.weights]) }
}

/** 64 bits of some plain data and numbers. */
function fingerprint(plain: readonly unknown[], numbers: readonly Float64Array[] = []): string {
  let [one, two] = [0x811c9dc5, 0x9dc5811c]
  const take = (unit: number) => {
    one = Math.imul(one ^ unit, 0x01000193)
    two = Math.imul(two ^ unit, 0x5bd1e995) ^ (two >>> 15)
  }
  const text = JSON.stringify(plain)
  for (let i = 0; i < text.length; i++) take(text.charCodeAt(i))
  for (const values of numbers)
    new Int32Array(values.buffer, values.byteOffset, 2 * values.length).forEach(take)
  return [one, two].map((part) => (part >>> 0).toString(16).padStart(8, '0')).join('')
}
