import type { CompareSpec, Comparison, Run, Source, Table } from '#core'
import type { Checkpoint } from '../selection/checkpoint.ts'

/** How a comparison reports progress, is stopped, and is resumed. */
export interface CompareRun extends Run {
  /** What is done is saved there; a comparison of the same data and spec goes on with it. */
  readonly checkpoint?: Checkpoint
}

/** Keeps what methods chose, so that a later comparison of the same data need not choose it again. */
export interface ChoiceMemory {
  /** What is kept under a key, or what `make` makes, which is then kept. */
  once<T>(key: string, make: () => Promise<T>): Promise<T>
}

/**
 * Compares methods of `select` on the same splits of the rows. Each method selects from all rows, and again
 * without each held-out part, with all that looks at rows inside: cuts, levels, prefilters, and the choice of
 * an option (`tune`). One or several learners predict the held-out rows from what was chosen, size by size.
 * The result has this evidence (that of `select` with `size: 'stop'`), paired tests between methods, how
 * stable each choice is, how far the methods agree, and the ranking that they make together. An interrupted
 * comparison has the methods that are whole.
 *
 * @example const { methods } = await compare(wine, { target: 'quality', methods: ['jmi', 'mrmr'], k: 5 })
 * @throws CribaError naming the method, the column and the remedy
 */
export async function compare(
  data: Table | Source,
  spec: CompareSpec,
  run: CompareRun = {},
): Promise<Comparison> {
  return compareKnowing(data, spec, run)
}

/** A comparison that remembers what each method chose: with one method more only that one selects. */
export async function compareKnowing(
  data: Table | Source,
  spec: CompareSpec,
  run: CompareRun = {},
  memory?: ChoiceMemory,
): Promise<Comparison> {
  return (await import('../on-demand/compare.ts')).compareMethods(data, spec, run, memory)
}
