import type { Level, Variable, View } from '#core'
import type { SetCounts } from './answer-entropies.ts'
import type { CodedColumn, CodeTable } from './coded-column.ts'
import type { SqlCodedColumns } from './coded-columns.ts'
import type { SumBounds } from './dialect.ts'
import { columnsOfDivision } from './part-column.ts'
import type { PartColumn } from './part-column.ts'
import { columnsOfPermutation as columnsOfPermuted } from './permuted-codes.ts'
import type { PermutedCodes } from './permuted-codes.ts'
import type { Relation } from './relation.ts'
import { weightsOf } from './row-filter.ts'
import type { RowFilter, WeightColumn } from './row-filter.ts'

/**
 * Collects what a batch of requests needs in the engine before its queries run; each method registers what it
 * returns.
 */
export class SqlBatch {
  readonly relation: Relation
  /** Coded columns that queries over the relation also read. */
  readonly columns = new Set<CodedColumn>()
  /** Columns that are counted together, so that one table has to contain them. */
  readonly sets: (readonly CodedColumn[])[] = []
  /** The sets counted for entropies, by their content; all requests share them. */
  readonly setCounts = new Map<string, SetCounts>()
  /** Columns whose distinct values are needed. */
  readonly distinct = new Set<number>()
  /** Columns of weights, by their keys. */
  readonly weights = new Map<string, WeightColumn>()
  readonly permuted = new Map<string, PermutedCodes>()
  /** Columns of divisions, each after those it depends on. */
  readonly parts = new Set<PartColumn>()
  readonly #coded: SqlCodedColumns

  constructor(coded: SqlCodedColumns) {
    this.#coded = coded
    this.relation = coded.relation
  }

  /** The levels of a variable under a view. */
  levels(variable: Variable, view: View): CodedColumn {
    const column = this.#coded.levelsOf(variable)
    if (variable.coding?.kind === 'values') this.distinct.add(variable.column)
    return variable.permuted ? this.#permutedLevels(variable, column, view) : column
  }

  /** The column that is 1 where a column of the relation has no value, else 0. */
  missingness(column: number): CodedColumn {
    return this.#coded.missingnessOf(column)
  }

  /** How much each row counts under a view; `null` if every row counts once. */
  filter(view: View): RowFilter | null {
    const filter = this.#coded.filterOf(view)
    if (filter) this.#requireFilter(filter)
    return filter
  }

  /** Registers columns that are counted together. */
  count(columns: readonly CodedColumn[], filter: RowFilter | null): readonly CodedColumn[] {
    const set = [...new Set([...columns, ...(filter?.columns ?? [])])]
    if (this.relation.engine.tables) this.sets.push(set)
    else this.read(set)
    return set
  }

  /** Registers columns that are read together with the relation. */
  read(columns: readonly CodedColumn[]): readonly CodedColumn[] {
    for (const column of columns) this.columns.add(column)
    return columns
  }

  /** The names of a variable's levels, after preparation. */
  names(variable: Variable): readonly Level[] {
    return this.#coded.namesOf(variable)
  }

  /** The total weight of all rows, included or not, after preparation. */
  total(view: View): number {
    const weights = weightsOf(view)
    return weights === undefined ? this.relation.rows : this.#coded.weights.get(weights.key)!.total
  }

  /** Whether a view has fractional weights, whose sums depend on their order. */
  isFractional(view: View): boolean {
    const weights = weightsOf(view)
    return weights !== undefined && this.#coded.weights.get(weights.key)?.isWhole === false
  }

  /** What is known of fractional weights; `null` if a view has none. */
  fractions(view: View): SumBounds | null {
    return this.isFractional(view) ? { most: this.greatestWeight(view), rows: this.relation.rows } : null
  }

  /** The greatest weight of a row, after preparation. */
  greatestWeight(view: View): number {
    const weights = weightsOf(view)
    return weights === undefined ? 1 : (this.#coded.weights.get(weights.key)?.max ?? 1)
  }

  /** Whether any weights of the batch are fractional. */
  anyFractional(): boolean {
    return [...this.weights.keys()].some((key) => this.#coded.weights.get(key)?.isWhole === false)
  }

  /** The columns that are dropped when the batch ends: permuted codes, and parts by permuted strata. */
  temporary(): ReadonlySet<CodedColumn> {
    return new Set([
      ...[...this.permuted.values()].flatMap(({ columns }) => [...columns.values()]),
      ...[...this.parts].filter(({ permuted }) => permuted.size > 0),
    ])
  }

  newName(): string {
    return this.#coded.nextName()
  }

  #requireFilter({ columns, weights }: RowFilter): void {
    if (weights !== undefined) this.weights.set(weights.key, weights)
    for (const column of columns) if ('division' in column) this.#requireParts(column as PartColumn)
  }

  #requireParts(column: PartColumn): void {
    if (this.parts.has(column)) return
    const shuffled = [...column.permuted.values()].map(({ filter }) => filter)
    for (const filter of [column.filter, ...shuffled]) if (filter) this.#requireFilter(filter)
    const { by, together } = column.division
    for (const variable of [by, together]) if (variable) this.#requireDistinct(variable)
    this.read(columnsOfDivision(column))
    this.parts.add(column)
  }

  #requireDistinct({ column, coding }: Variable): void {
    if (coding?.kind === 'values') this.distinct.add(column)
  }

  #permutedLevels(variable: Variable, column: CodedColumn, view: View): CodedColumn {
    const permutation = this.#coded.permutationOf(variable, view)
    const { filter } = permutation
    if (filter) this.#requireFilter(filter)
    const { seed, number } = permutation.permutation
    const key = `${variable.column} ${seed} ${number} ${filter?.sql}`
    let permuted = this.permuted.get(key)
    if (!permuted) {
      permuted = { ...permutation, columns: new Map() }
      this.permuted.set(key, permuted)
    }
    let permutedColumn = permuted.columns.get(column)
    if (!permutedColumn) {
      const name = this.#coded.nextName()
      permutedColumn = { name, sql: null, isInline: false, coding: () => null, tables: new Set<CodeTable>() }
      permuted.columns.set(column, permutedColumn)
      this.read(columnsOfPermuted(permuted))
    }
    return permutedColumn
  }
}
