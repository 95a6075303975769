import type { Mend } from '#core'

export const views = ['data', 'rank', 'map', 'path', 'landscape', 'compare'] as const
type View = (typeof views)[number]

/** Classes or amounts: what a target of numbers may be. */
export const chosenTasks = ['classification', 'regression'] as const
export type ChosenTask = (typeof chosenTasks)[number]

/**
 * What was asked and marked: plain data, never the data themselves. Undo is its history; the address and a
 * file hold it.
 */
export interface Workspace {
  readonly view: View
  readonly target: string | null
  /** What a target of numbers is taken for, if not what it suggests. */
  readonly task: ChosenTask | null
  /** How the file is read, if not by default, in the order in which it was mended. */
  readonly mends: readonly Mend[]
  /** Columns that take no part. */
  readonly drop: readonly string[]
  /** The column whose levels name rows that belong together, such as those of one patient; it is no feature. */
  readonly group: string | null
  /** Findings that someone has looked at, as `kind column`. */
  readonly seen: readonly string[]
  /** The columns chosen so far. */
  readonly set: readonly string[]
  readonly marks: readonly string[]
  /** What the names of the columns shown by *Data* and *Rank* contain. */
  readonly filter: string
  readonly rank: {
    /** Methods with their options, as `--by` takes them. */
    readonly by: readonly string[]
    /** What orders the rows: the place of a ranking in `by`, the mean rank, or the file. */
    readonly sort: number | 'mean' | 'file'
    /** Whether each score has its interval. */
    readonly intervals: boolean
  }
  readonly path: PathChoice & {
    /** The column that someone asks about. */
    readonly why: string | null
    /** A second path, laid beside the first. */
    readonly beside: PathChoice | null
    /**
     * How many columns of it were taken as the set; a page that is opened again finds the path to see whether
     * they still are.
     */
    readonly taken: number | null
  }
  readonly map: {
    /** What places the dots: their relevance, exactly, or what they share alone (`redundancy`). */
    readonly layout: string
    /** By how many degrees the map is turned, clockwise. */
    readonly turn: number
  }
  readonly landscape: {
    /** The columns whose subsets are looked at; none for the most relevant ones. */
    readonly columns: readonly string[]
    /** How many of the most relevant. */
    readonly most: number
    /** What the sets are weighed by; empty for what suits the columns. */
    readonly by: string
    /** The weights of what is wanted and of what is not. */
    readonly alpha: number
    readonly beta: number
    /** What colours the sets: `density`, `size`, or the presence of a column, by its name behind `=`. */
    readonly colour: string
  }
  readonly compare: {
    /** Methods with their options, as `--methods` takes them. */
    readonly methods: readonly string[]
    /** How many columns each chooses, if they do not stop by themselves. */
    readonly k: number | null
    /** How often the rows are divided anew. */
    readonly repeats: number
    /** Two methods whose sets are laid side by side, or none. */
    readonly pair: readonly string[]
  }
}

/** A path as it is asked for. */
export interface PathChoice {
  /** With its options, as `--method` takes it. */
  readonly method: string
  /** With its options; empty for the search of the method. */
  readonly search: string
  /** When it ends; empty for the rule that the method brings. */
  readonly stop: string
  /** The most columns, if they are limited. */
  readonly k: number | null
}

export const emptyWorkspace: Workspace = {
  view: 'data',
  target: null,
  task: null,
  mends: [],
  drop: [],
  group: null,
  seen: [],
  set: [],
  marks: [],
  filter: '',
  rank: { by: ['mutual-information'], sort: 'mean', intervals: false },
  path: { method: 'jmi', search: '', stop: 'significance', k: null, why: null, beside: null, taken: null },
  map: { layout: 'relevance', turn: 0 },
  landscape: { columns: [], most: 10, by: '', alpha: 1, beta: 1, colour: 'density' },
  compare: { methods: ['jmi', 'mrmr', 'cmim', 'fcbf'], k: null, repeats: 1, pair: [] },
}

/** The workspace as the fragment of an address; only what differs from an empty one. */
export function fragmentOf(workspace: Workspace, sample: string | null): string {
  const parts = new URLSearchParams()
  if (sample !== null) parts.set('sample', sample)
  for (const [name, value] of Object.entries(workspace)) {
    const plain = JSON.stringify(value)
    if (plain !== JSON.stringify(emptyWorkspace[name as keyof Workspace]))
      parts.set(name, typeof value === 'string' ? value : plain)
  }
  return parts.toString()
}

/**
 * The workspace that a fragment describes; parts that are no part of one, or of another kind, are left out.
 */
export function workspaceIn(fragment: string): Workspace {
  const given = new URLSearchParams(fragment)
  const parts = [...given].map(([name, text]) => [name, isText.has(name) ? text : parsed(text)])
  return workspaceOfParts(Object.fromEntries(parts) as Parts)
}

/** The parts that stand in an address as they are. */
const isText: ReadonlySet<string> = new Set(['view', 'target', 'task', 'group', 'filter'])

/** Parts that may hold anything. */
type Parts = Readonly<Record<string, unknown>>

/**
 * A workspace of parts from an address, a file or an older page: what is of another kind is as in an empty
 * one.
 */
export function workspaceOfParts(given: Parts): Workspace {
  const empty = emptyWorkspace
  const rank = partsOf(given['rank'])
  const path = partsOf(given['path'])
  const map = partsOf(given['map'])
  const landscape = partsOf(given['landscape'])
  const compare = partsOf(given['compare'])
  const { sort } = rank
  return {
    view: views.find((view) => view === given['view']) ?? empty.view,
    target: textOr(given['target'], empty.target),
    task: chosenTasks.find((task) => task === given['task']) ?? empty.task,
    mends: Array.isArray(given['mends']) ? given['mends'].filter(isObject) : empty.mends,
    drop: namesOr(given['drop'], empty.drop),
    group: textOr(given['group'], empty.group),
    seen: namesOr(given['seen'], empty.seen),
    set: namesOr(given['set'], empty.set),
    marks: namesOr(given['marks'], empty.marks),
    filter: textOr(given['filter'], empty.filter),
    rank: {
      by: namesOr(rank['by'], empty.rank.by),
      sort: sort === 'mean' || sort === 'file' ? sort : numberOr(sort, empty.rank.sort),
      intervals: rank['intervals'] === true,
    },
    path: {
      ...choiceIn(path),
      why: textOr(path['why'], null),
      beside: isObject(path['beside']) ? choiceIn(path['beside']) : null,
      taken: countOr(path['taken'], null),
    },
    map: {
      layout: textOr(map['layout'], empty.map.layout),
      turn: numberOr(map['turn'], empty.map.turn),
    },
    landscape: {
      columns: namesOr(landscape['columns'], empty.landscape.columns),
      most: numberOr(landscape['most'], empty.landscape.most),
      by: textOr(landscape['by'], empty.landscape.by),
      alpha: numberOr(landscape['alpha'], empty.landscape.alpha),
      beta: numberOr(landscape['beta'], empty.landscape.beta),
      colour: textOr(landscape['colour'], empty.landscape.colour),
    },
    compare: {
      methods: namesOr(compare['methods'], empty.compare.methods),
      k: countOr(compare['k'], empty.compare.k),
      repeats: countOr(compare['repeats'], empty.compare.repeats),
      pair: namesOr(compare['pair'], empty.compare.pair),
    },
  }
}

function choiceIn(given: Parts): PathChoice {
  const { method, search, stop, k } = emptyWorkspace.path
  return {
    method: textOr(given['method'], method),
    search: textOr(given['search'], search),
    stop: textOr(given['stop'], stop),
    k: countOr(given['k'], k),
  }
}

function isObject(value: unknown): value is Parts & Mend {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function partsOf(value: unknown): Parts {
  return isObject(value) ? value : {}
}

function textOr<T>(value: unknown, other: T): string | T {
  return typeof value === 'string' ? value : other
}

function numberOr<T>(value: unknown, other: T): number | T {
  return typeof value === 'number' && Number.isFinite(value) ? value : other
}

function countOr<T>(value: unknown, other: T): number | T {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : other
}

/** The names of a list, each once. */
function namesOr(value: unknown, other: readonly string[]): readonly string[] {
  if (!Array.isArray(value)) return other
  return [...new Set(value.filter((one): one is string => typeof one === 'string'))]
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Whether the data are read in the same way. */
export function isReadAlike(one: Workspace, other: Workspace): boolean {
  return JSON.stringify(one.mends) === JSON.stringify(other.mends)
}

/** The parts of a workspace that are others than before. */
export function changesOf(before: Workspace, now: Workspace): Partial<Workspace> {
  return Object.fromEntries(
    Object.entries(now).filter(([part, value]) => value !== before[part as keyof Workspace]),
  )
}

/** A workspace as it is saved, with the name of its data. */
interface SavedWorkspace {
  readonly criba: 'workspace'
  readonly data: string
  readonly workspace: Workspace
}

export function savedWorkspace(data: string, workspace: Workspace): string {
  return `${JSON.stringify({ criba: 'workspace', data, workspace } satisfies SavedWorkspace, null, 2)}\n`
}

/** The workspace in a file, which must be one of the data that are open. */
export async function workspaceOf(
  file: File,
  data: string | null,
  {
    otherData,
    noWorkspace,
  }: { readonly otherData: (name: string) => string; readonly noWorkspace: (name: string) => string },
): Promise<Workspace> {
  const saved = parsed(await file.text()) as Partial<SavedWorkspace> | null | undefined
  if (saved?.criba !== 'workspace' || typeof saved.data !== 'string' || !saved.workspace)
    throw new Error(noWorkspace(file.name))
  if (saved.data !== data) throw new Error(otherData(saved.data))
  return workspaceOfParts(partsOf(saved.workspace))
}
