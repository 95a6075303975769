import type { Level, Variable } from '../../statistics/variable.ts'
import { dealtIn as permutedIn } from '../../statistics/view.ts'
import type { View } from '../../statistics/view.ts'
import type { CodedColumn, CodeTable } from './coded-column.ts'
import type { SqlCodedColumns } from './coded-columns.ts'
import { columnsOfDivision } from './folds.ts'
import type { FoldColumn } from './folds.ts'
import { columnsOfPermutation as columnsOfPermuted } from './permuted-codes.ts'
import type { PermutedCodes } from './permuted-codes.ts'
import type { Relation } from './relation.ts'
import type { RowFilter } from './row-filter.ts'
import { weightsOf } from './weights.ts'
import type { WeightColumn } from './weights.ts'

/** Collects what a batch of requests needs in the engine before its queries run; each method notes what it returns as needed. */
export class SqlBatch {
  readonly relation: Relation
  /** Columns that queries over the relation read too. */
  readonly columns = new Set<CodedColumn>()
  /** Columns that are counted together, so one table has to hold them. */
  readonly sets: (readonly CodedColumn[])[] = []
  /** Columns whose distinct values are asked for. */
  readonly distinct = new Set<number>()
  /** Columns of weights, by their keys. */
  readonly weights = new Map<string, WeightColumn>()
  readonly permuted = new Map<string, PermutedCodes>()
  /** Divisions into folds, each after those it depends on. */
  readonly folds = new Set<FoldColumn>()
  readonly #coded: SqlCodedColumns

  constructor(coded: SqlCodedColumns) {
    this.#coded = coded
    this.relation = coded.relation
  }

  /** The levels of a variable as a view shows them. */
  levels(variable: Variable, view: View): CodedColumn {
    const column = this.#coded.levelsOf(variable)
    if (variable.coding?.kind === 'values') this.distinct.add(variable.column)
    return view.permuted?.column === variable.column ? this.#permutedLevels(column, view) : column
  }

  /** 1 where the column of that number has no value, else 0. */
  missingness(column: number): CodedColumn {
    return this.#coded.missingnessOf(column)
  }

  /** How much each row counts under a view; null: all once. */
  filter(view: View): RowFilter | null {
    const filter = this.#coded.filterOf(view)
    if (filter) this.#need(filter)
    return filter
  }

  /** Notes that columns are counted together. */
  count(columns: readonly CodedColumn[], filter: RowFilter | null): readonly CodedColumn[] {
    const set = [...new Set([...columns, ...(filter?.columns ?? [])])]
    if (this.relation.engine.can.temporaryTables) this.sets.push(set)
    else this.read(set)
    return set
  }

  /** Notes that columns are read beside the relation. */
  read(columns: readonly CodedColumn[]): readonly CodedColumn[] {
    for (const column of columns) this.columns.add(column)
    return columns
  }

  /** The names of a variable's levels, once everything is prepared. */
  names(variable: Variable): readonly Level[] {
    return this.#coded.namesOf(variable)
  }

  /** The weight of all rows, filtered or not, once everything is prepared. */
  total(view: View): number {
    const weights = weightsOf(view)
    return weights === undefined ? this.relation.rows : this.#coded.weights.get(weights.key)!.total
  }

  /** Whether the weights of a view are fractions, so that sums of them depend on their order. */
  isFractional(view: View): boolean {
    const weights = weightsOf(view)
    return weights !== undefined && this.#coded.weights.get(weights.key)?.isWhole === false
  }

  /** Whether some weights are fractions. */
  anyFractional(): boolean {
    return [...this.weights.keys()].some((key) => this.#coded.weights.get(key)?.isWhole === false)
  }

  /** Columns that are dropped when the batch ends: permuted codes, and folds by permuted strata. */
  temporary(): ReadonlySet<CodedColumn> {
    return new Set([
      ...[...this.permuted.values()].flatMap(({ columns }) => [...columns.values()]),
      ...[...this.folds].filter(({ permuted }) => permuted !== null),
    ])
  }

  newName(): string {
    return this.#coded.nextName()
  }

  #need({ columns, weights }: RowFilter): void {
    if (weights !== undefined) this.weights.set(weights.key, weights)
    for (const column of columns) if ('division' in column) this.#needFolds(column as FoldColumn)
  }

  #needFolds(column: FoldColumn): void {
    if (this.folds.has(column)) return
    for (const filter of [column.filter, column.permuted?.filter]) if (filter) this.#need(filter)
    if (column.strata) this.#needDistinct(column.division.by!)
    this.read(columnsOfDivision(column))
    this.folds.add(column)
  }

  #needDistinct({ column, coding }: Variable): void {
    if (coding?.kind === 'values') this.distinct.add(column)
  }

  #permutedLevels(column: CodedColumn, seen: View): CodedColumn {
    const view = permutedIn(seen)
    const { column: number, seed, number: which } = view.permuted!
    const filter = this.filter(view)
    const missingness = this.relation.columns[number].missing > 0 ? this.missingness(number) : null
    const key = `${number} ${seed} ${which} ${filter?.sql}`
    let permuted = this.permuted.get(key)
    if (!permuted) {
      permuted = { permutation: view.permuted!, filter, missingness, columns: new Map() }
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
