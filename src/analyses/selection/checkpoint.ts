import { CribaError, version } from '#core'
import type { RowRange, Run, SettledSelectSpec } from '#core'
import type { Bookmark } from '#methods'
import type { RequestBatcher } from '../scope/request-batcher.ts'
import type { CandidateInput } from './candidate-input.ts'
import type { ChosenSelection } from './chosen-selection.ts'
import { fingerprint } from './fingerprint.ts'
import type { PreparedSelection } from './prepared-selection.ts'

/** Where the state of a search is saved, so that it can be resumed later. */
export interface Checkpoint {
  /** The text written last; null where there is none. */
  read(): Promise<string | null>
  write(text: string): Promise<void>
}

/** How a selection reports progress, is stopped, and is resumed. */
export interface SelectRun extends Run {
  /** A search of sets saves its state there, and resumes from it if data and spec are the same. */
  readonly checkpoint?: Checkpoint
}

/** The version, data and spec of a checkpoint. */
export interface CheckpointKeys {
  readonly version: string
  readonly data: string
  readonly spec: string
}

/** Reasons to refuse a checkpoint, in messages. */
const mismatches = { version: 'another version of criba', data: 'other data', spec: 'another spec' }

/** Milliseconds between two saves. */
const writeEvery = 2000

/** The state of a running search. */
export interface SearchState {
  /** How many sets were evaluated before the bookmark. */
  readonly evaluations: number
  /** The rows behind the merits. */
  readonly rows: RowRange | null
  /** The keys of sets, and their merits. */
  readonly merits: readonly (readonly [key: string | number, merit: number])[]
  readonly bookmark: Bookmark | null
}

interface CheckpointContent extends SearchState, CheckpointKeys {
  readonly criba: 'checkpoint'
}

/** A checkpoint of the same data and spec, with the state saved last; null where there is none. */
export class OpenCheckpoint {
  readonly state: SearchState | null
  readonly #checkpoint: Checkpoint
  readonly #keys: CheckpointKeys
  #written = performance.now()

  private constructor(checkpoint: Checkpoint, keys: CheckpointKeys, state: SearchState | null) {
    this.state = state
    this.#checkpoint = checkpoint
    this.#keys = keys
  }

  /** Opens a checkpoint; refuses one of other data or of another spec. */
  static async open(checkpoint: Checkpoint, keys: CheckpointKeys): Promise<OpenCheckpoint> {
    const text = await checkpoint.read()
    if (text === null) return new OpenCheckpoint(checkpoint, keys, null)
    const written = parsed(text)
    refuseOther(written, keys)
    return new OpenCheckpoint(checkpoint, keys, written)
  }

  /** Saves the state if the last save is long ago, or `now`. */
  async write(stateOf: () => SearchState, now = false): Promise<void> {
    if (!now && performance.now() - this.#written < writeEvery) return
    const written: CheckpointContent = { criba: 'checkpoint', ...this.#keys, ...stateOf() }
    await this.#checkpoint.write(checkpointText(written))
    this.#written = performance.now()
  }
}

/** Plain data as JSON, which has neither NaN nor Infinity. */
function checkpointText(written: object): string {
  return JSON.stringify(written, (_, value: unknown) =>
    typeof value === 'number' && !Number.isFinite(value) ? { number: String(value) } : value,
  )
}

/** Refuses a checkpoint of another version, other data or another spec. */
export function refuseOther(written: CheckpointKeys, keys: CheckpointKeys): void {
  for (const [what, other] of Object.entries(mismatches)) {
    if (written[what as keyof CheckpointKeys] === keys[what as keyof CheckpointKeys]) continue
    throw new CribaError('invalid', `invalid checkpoint: it is from ${other} (remove it, or name another)`)
  }
}

/** Whether it has the form of a checkpoint; its data and spec are compared later. */
function isCheckpoint(written: Partial<CheckpointContent> | null): written is CheckpointContent {
  if (written?.criba !== 'checkpoint') return false
  const { evaluations, rows, merits, bookmark } = written
  const hasSets =
    bookmark === null ||
    (typeof bookmark?.done === 'number' && typeof bookmark.tied === 'number' && Array.isArray(bookmark.sets))
  return (
    typeof evaluations === 'number' &&
    (rows === null || (typeof rows?.least === 'number' && typeof rows.most === 'number')) &&
    Array.isArray(merits) &&
    merits.every((pair: unknown) => Array.isArray(pair) && typeof pair[1] === 'number') &&
    hasSets
  )
}

function parsed(text: string): CheckpointContent {
  const written = parseCheckpoint(text) as Partial<CheckpointContent> | null
  if (isCheckpoint(written)) return written
  throw otherFile()
}

/** The plain data of `checkpointText`. */
export function parseCheckpoint(text: string): unknown {
  try {
    return JSON.parse(text, (_, value: unknown) => (isNumber(value) ? Number(value.number) : value))
  } catch (cause) {
    throw new CribaError('invalid', 'invalid checkpoint: it is not JSON (remove it, or name another)', {
      cause,
    })
  }
}

/** Whether it is a number that JSON has not, and no object that has a number beside others. */
function isNumber(value: unknown): value is { readonly number: string } {
  if (typeof value !== 'object' || value === null || Object.keys(value).length !== 1) return false
  return 'number' in value && typeof value.number === 'string'
}

/** The error for a file of another kind. */
export function otherFile(): CribaError {
  return new CribaError('invalid', 'invalid checkpoint: the file is not a checkpoint (name another file)')
}

/**
 * Opens the checkpoint of a search of sets by a criterion of sets; budgets of evaluations and time may differ
 * each time.
 */
export async function openCheckpoint(
  checkpoint: Checkpoint,
  batcher: RequestBatcher,
  settled: SettledSelectSpec,
  { scorer, second, search, stop }: ChosenSelection,
  { names, input }: Pick<PreparedSelection, 'names' | 'input'>,
): Promise<OpenCheckpoint> {
  const { can, criterion } = scorer
  if (!can.count) {
    throw new CribaError(
      'invalid',
      'invalid checkpoint: the criterion is a function, which cannot be compared with that of the checkpoint (use a criterion by its name)',
    )
  }
  if (!can.checkpoint) {
    throw new CribaError(
      'invalid',
      `invalid checkpoint: ${criterion.id} scores no sets, and only sets are saved`,
    )
  }
  const { budget, ...rest } = settled
  const methods = [scorer, second].map((chosen) => chosen && [chosen.criterion.id, chosen.options])
  const spec = [
    { ...rest, criterion: null, method: null, search: null, pareto: null },
    budget?.cost ?? null,
    methods,
    search.record.id,
    search.options,
    stop,
  ]
  return OpenCheckpoint.open(checkpoint, await keysOf(batcher, spec, names, input))
}

/** Fingerprints of the spec and of the data: the names, values and weights of the columns in scope. */
async function keysOf(
  batcher: RequestBatcher,
  spec: unknown,
  names: readonly string[],
  { features, context: { target, view } }: CandidateInput,
): Promise<CheckpointKeys> {
  const { dataKey } = batcher.source
  if (dataKey !== undefined) {
    return { version, spec: fingerprint([spec]), data: fingerprint([names, dataKey, view]) }
  }
  const columns = target ? [...features, target] : features
  const [rows] = await batcher.requestOnce([{ kind: 'rows', columns, view }])
  return { version, spec: fingerprint([spec]), data: fingerprint([names], [...rows.columns, rows.weights]) }
}
