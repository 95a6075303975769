import type {
  ApplyResult,
  BottleneckResult,
  BottleneckSpec,
  ChainResult,
  ChainSpec,
  GroupsResult,
  GroupsSpec,
  InformationByLevelResult,
  InformationByLevelSpec,
  InformationMatrix,
  InformationMatrixSpec,
  Interactions,
  InteractionsSpec,
  Run,
  ScoreResult,
  ScoreSpec,
  SelectResult,
  SelfInformationResult,
  SelfInformationSpec,
  SettledScoreSpec,
  Source,
  Table,
} from '#core'
import { sourceOf } from './scope/scope.ts'
import type { TypedScoreSpec } from './scope/typed-specs.ts'
import type { Transformed } from './transform/transform.ts'

// The public functions whose code a browser loads when one of them is called.

/**
 * Scores one set of columns by one or several criteria of sets, over the rows complete in the columns of the
 * set, the columns it is conditioned on and the target. The default is `joint-mi`, or `multi-information`
 * without a target.
 *
 * @example const { scores } = await score(table, { features: ['age', 'dose'], target: 'cured', by: ['joint-mi', 'delta-test'] })
 * @throws CribaError naming the column, the method and the remedy
 */
export function score(data: Table | Source, spec: TypedScoreSpec, run?: Run): Promise<ScoreResult>
/** Scores again, from the spec of a result. */
export function score(data: Table | Source, spec: SettledScoreSpec, run?: Run): Promise<ScoreResult>
export async function score(data: Table | Source, spec: ScoreSpec, run: Run = {}): Promise<ScoreResult> {
  return (await import('./on-demand/score.ts')).scoreSet(data, spec, run)
}

/**
 * Groups of columns that carry the same information, with a representative each. Columns are clustered by
 * their similarity, by default the symmetrical uncertainty of their levels; the distance of two columns is 1
 * − similarity, and with complete linkage no two columns of a group are further apart than the height of the
 * cut. Each pair is counted over the rows complete in both columns.
 *
 * No target is needed. With one the representative of a group is the member that carries most about it,
 * without one the member most similar to the others; the groups are the same. Empty and constant columns,
 * identifiers and free text are in no group. `stability` groups random halves of the rows and reports the
 * mean of the highest Jaccard similarity of each group with a group there (Hennig 2007).
 *
 * @example const { groups: found } = await groups(table, { target: 'diagnosis', height: 0.3 })
 * @throws CribaError naming the column and the remedy
 */
export async function groups(
  data: Table | Source,
  spec: GroupsSpec = {},
  run: Run = {},
): Promise<GroupsResult> {
  return (await import('./on-demand/groups.ts')).groupColumns(data, spec, run)
}

/**
 * Synergy and redundancy of all pairs of columns: for each pair a, b the information of each about the target
 * Y, I(a;Y) and I(b;Y), and of both together, I(a,b;Y), in bits, plug-in on the levels in `coding`. Their
 * interaction
 *
 *     I(a;b|Y) − I(a;b) = I(a,b;Y) − I(a;Y) − I(b;Y)
 *
 * is above 0 where the two together have more information than the sum of both (synergy; the two inputs of an
 * XOR: 1 bit), and below 0 where they share information (redundancy). It is McGill's interaction information
 * (1954), interpreted as by Jakulin and Bratko (2003). Each number of a pair is counted over the rows
 * complete in both columns and the target.
 *
 * Pairs get a two-sided p-value in the order of their interactions, the largest first, until a budget of
 * 65,536 permutations is spent. The table of a pair is permuted until 20 permuted interactions are as large,
 * 99 to 999 times at most; a smaller p is the tail of a Gamma distribution with their moments. With
 * `permutations` every pair gets (1 + #{permuted |interaction| at least as large}) / (1 + permutations), all
 * pairs under the same permutations of the target. 0 leaves p-values out.
 *
 * @example const { pairs } = await interactions(table, { target: 'quality' })
 * @throws CribaError naming the column and the remedy
 */
export async function interactions(
  data: Table | Source,
  spec: InteractionsSpec,
  run: Run = {},
): Promise<Interactions> {
  return (await import('./on-demand/information.ts')).interactionsOf(data, spec, run)
}

/**
 * Applies a selection to other data: checks that they have the chosen columns with the same types, compares
 * each with the data of the selection, and cuts a table to these columns. The result of the selection may
 * come from its JSON. A source has no table.
 *
 * @example const { table, columns, warnings } = await transform(result, await readTable('new.csv'))
 * @throws CribaError naming the column that is missing or has another type, and the remedy
 */
export function transform(result: SelectResult, data: Table, run?: Run): Promise<Transformed>
/** Checks a selection against the data of a source, of which no table is cut. */
export function transform(result: SelectResult, data: Source, run?: Run): Promise<ApplyResult>
export async function transform(
  result: SelectResult,
  data: Table | Source,
  run: Run = {},
): Promise<ApplyResult | Transformed> {
  return transformFrom(sourceOf(data, run), result, data, run)
}

/** Applies a selection to data that a source answers for, such as one that keeps answers. */
export async function transformFrom(
  source: Source,
  result: SelectResult,
  data: Table | Source,
  run: Run,
): Promise<ApplyResult | Transformed> {
  return (await import('./on-demand/transform.ts')).transformFrom(source, result, data, run)
}

/**
 * The chain rule for columns in a given order: H[X_1], H[X_2|X_1], …, which add up to H[X_1, …, X_k], and
 * with a target I[C;X_1], I[C;X_2|X_1], …, which add up to I[C;X_1, …, X_k]; in bits, plug-in (Cover and
 * Thomas 2006, section 2.5).
 *
 * @example const { terms, information } = await chain(table, { features: ['age', 'dose'], target: 'cured' })
 * @throws CribaError naming the column and the remedy
 */
export async function chain(data: Table | Source, spec: ChainSpec, run: Run = {}): Promise<ChainResult> {
  return (await import('./on-demand/information.ts')).chainOf(data, spec, run)
}

/**
 * The information of a set of columns about the target for each joint level of others: I[X_S;C | Z = z], in
 * bits, plug-in, with the number of rows that have z. Their mean, weighted by the rows, is I[X_S;C | Z].
 *
 * @example const { levels } = await informationByLevel(table, { features: ['dose'], given: ['sex'], target: 'cured' })
 * @throws CribaError naming the column and the remedy
 */
export async function informationByLevel(
  data: Table | Source,
  spec: InformationByLevelSpec,
  run: Run = {},
): Promise<InformationByLevelResult> {
  return (await import('./on-demand/information.ts')).byLevelOf(data, spec, run)
}

/**
 * The self-information of each level of a column, −log₂ p(x), in bits. Its mean is the entropy H[X] (Shannon
 * 1948).
 *
 * @example const { levels, entropy } = await selfInformation(table, { feature: 'species' })
 * @throws CribaError naming the column and the remedy
 */
export async function selfInformation(
  data: Table | Source,
  spec: SelfInformationSpec,
  run: Run = {},
): Promise<SelfInformationResult> {
  return (await import('./on-demand/information.ts')).selfInformationOf(data, spec, run)
}

/**
 * Groups the levels of a column by their information about the target C, in bits, plug-in.
 *
 * - `sufficient`: levels with equal p(c|x) are one group, so that I[C;f(X)] = I[C;X];
 * - `hard`: the groups f that maximise I[C;f(X)] − βH[f(X)]: small β keeps information, β ≥ 1 one group; the
 *   best of all groupings up to 10 different levels, greedy merging above (Slonim and Tishby 2000);
 * - `soft`: the shares p(t|x) that minimise I[X;T] − βI[C;T]: large β keeps information, β ≤ 1 none (Tishby,
 *   Pereira and Bialek 1999).
 *
 * Always H[f(X)] ≤ H[X] and I[C;f(X)] ≤ I[C;X]. A numeric column is discretised first, and so is a numeric
 * target. `bottleneckColumn` makes a column from the groups.
 *
 * @example const { levels } = await bottleneck(table, { feature: 'island', target: 'species', beta: 0.3 })
 * @throws CribaError naming the column and the remedy
 */
export async function bottleneck(
  data: Table | Source,
  spec: BottleneckSpec,
  run: Run = {},
): Promise<BottleneckResult> {
  return (await import('./on-demand/information.ts')).bottleneckOf(data, spec, run)
}

/**
 * The symmetric matrix of the mutual information I(a;b) of all columns, with H(a) on its diagonal, in bits,
 * plug-in on the levels in `coding`. `values` holds it row by row: I(a;b) is at `a · names.length + b`. Each
 * pair is counted over the rows complete in both columns, each entropy of the diagonal over the rows of its
 * column. Where there is no such row the value is null, and a warning names the pair. A target, if there is
 * one, has no row in the matrix; MDL cuts by its classes.
 *
 * @example const { names, values } = await informationMatrix(table, { drop: ['id'] })
 * @throws CribaError naming the column and the remedy
 */
export async function informationMatrix(
  data: Table | Source,
  spec: InformationMatrixSpec = {},
  run: Run = {},
): Promise<InformationMatrix> {
  return (await import('./on-demand/information.ts')).matrixOf(data, spec, run)
}
