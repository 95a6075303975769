import {
  checkRun,
  CribaError,
  dataPartOf,
  eventColumnOf,
  invalidPart,
  targetNames,
  weightColumnOf,
} from '#core'
import type { DataSpec, Report, ReportLanguage, Run, SettledDataSpec, Source } from '#core'
import { oneTarget } from '#analyses'

/** A run of the analyses that a report makes, and what it says of where its result comes from. */
export interface ReportRun extends Run {
  /** What the data are called, such as the name of their file. */
  readonly data?: string
  /** The command line that made the result; by default one is made of its spec. */
  readonly command?: string
  /** SHA-256 of the data file. */
  readonly hash?: string
  /** The language of its texts; English by default. Names, commands and code stay as they are. */
  readonly language?: ReportLanguage
}

/** Refuses a result of another command, and a run of other kinds: a program without types may give anything. */
export function checkReported(command: string, result: unknown, run: ReportRun): void {
  if ((result as { readonly command?: unknown } | null | undefined)?.command !== command)
    throw new CribaError('invalid', `invalid result: it is not a result of criba ${command}`)
  checkRun(run)
  if (run.language !== undefined && !languages.includes(run.language))
    throw invalidPart('language', run.language, languages.join(' or '))
  for (const name of ['data', 'command', 'hash'] as const) {
    const given: unknown = run[name]
    if (given !== undefined && typeof given !== 'string') throw invalidPart(name, given, 'a text')
  }
}

const languages: readonly unknown[] = ['en', 'es'] satisfies readonly ReportLanguage[]

/** A report in the language that is asked for; another than English is loaded when it is. */
export async function inLanguage(report: Report, result: object, { language }: ReportRun): Promise<Report> {
  if (language !== 'es') return report
  const { reportInSpanish } = await import('../spanish/report.ts')
  return reportInSpanish(report, result)
}

/** What the data are called in a sentence. */
export function nameOfData({ data, language }: ReportRun): string {
  return data ?? (language === 'es' ? 'los datos' : 'the data')
}

/** A run for each of several analyses, one after the other: each has an equal share of the progress. */
export function runsOf({ signal, threads, progress }: Run, count: number): () => Run {
  let begun = 0
  return () => {
    const from = begun++ / count
    return {
      ...(signal && { signal }),
      ...(threads !== undefined && { threads }),
      ...(progress && { progress: (share) => progress(from + share / count) }),
    }
  }
}

/** What an analysis finds, or why these data allow no such analysis. An interruption ends the report. */
export type Attempt<T> = { readonly found: T } | { readonly why: string }

/** Runs an analysis that some data do not allow, such as one of pairs where only one column varies. */
export async function attempt<T>(analyse: () => Promise<T>): Promise<Attempt<T>> {
  try {
    return { found: await analyse() }
  } catch (error) {
    if (!(error instanceof CribaError) || error.code === 'interrupted') throw error
    return { why: error.message }
  }
}

/**
 * The source and the result as further analyses take them: several targets are one joint column, as in the
 * analysis itself.
 */
export async function ofOneTarget<R extends { readonly spec: SettledDataSpec }>(
  source: Source,
  result: R,
  { signal, threads }: Run,
): Promise<{ readonly source: Source; readonly result: R }> {
  const run = { ...(signal && { signal }), ...(threads !== undefined && { threads }) }
  const one = await oneTarget(source, result.spec, (spec) => spec, run)
  return { source: one.source, result: { ...result, spec: one.spec } }
}

/** The spec of the data for an analysis of some columns: all others are dropped. */
export function specOfColumns(
  spec: SettledDataSpec,
  { columns }: Source,
  features: readonly string[],
): DataSpec {
  const used = new Set([
    ...features,
    ...targetNames(spec.target),
    eventIn(spec, columns),
    weightColumnOf(spec),
  ])
  return { ...dataPartOf(spec), drop: columns.flatMap(({ name }) => (used.has(name) ? [] : [name])) }
}

/**
 * The columns of the data that an analysis may have used: all but the target, weights, and those dropped or
 * that divide the rows.
 */
export function featuresOf(
  spec: SettledDataSpec & { readonly group?: string | null },
  { columns }: Source,
): readonly string[] {
  const targets = columns.flatMap(({ name, of = [] }) => (name === spec.target ? [name, ...of] : []))
  const others = new Set([...targets, eventIn(spec, columns), weightColumnOf(spec), spec.group, ...spec.drop])
  return columns.flatMap(({ name }) => (others.has(name) ? [] : [name]))
}

/** The first names of several lists, each once, up to `most`. */
export function firstOf(most: number, ...lists: readonly (readonly string[])[]): readonly string[] {
  return [...new Set(lists.flat())].slice(0, most)
}

function eventIn({ event }: SettledDataSpec, columns: Source['columns']): string | null {
  const names = columns.map(({ name }) => name)
  return eventColumnOf(event, names)
}
