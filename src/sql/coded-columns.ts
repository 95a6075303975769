import { levelNames, plainVariable, viewOfPermutation } from '#core'
import type { Level, Sample, Variable, View } from '#core'
import { dictionaryOf, fittedCoding, levelExpression } from './coded-column.ts'
import type { CodedColumn, CodeTable } from './coded-column.ts'
import { keyedFilter, keyedPart, sampleFilter } from './part-column.ts'
import type { ColumnOfDivision, PartColumn } from './part-column.ts'
import type { Engine } from './engine.ts'
import type { Relation } from './relation.ts'
import { filterOfColumn, manyMasks, weightExpression, weightsOf } from './row-filter.ts'
import type { Permuted, RowFilter, SqlWeights } from './row-filter.ts'

/** How many columns are named in each engine: sources over one engine share its names. */
const named = new WeakMap<Engine, number>()

/**
 * The coded columns of a relation: one per variable (identified by object), one per row filter, and one per
 * division of rows. This class only names them; `prepare` creates those that are stored in tables.
 */
export class SqlCodedColumns {
  readonly relation: Relation
  /** The distinct values of columns, in canonical order, if they were requested. */
  readonly distinct = new Map<number, readonly Level[]>()
  /** Facts about columns of weights that were checked, by their keys. */
  readonly weights = new Map<string, SqlWeights>()
  /** Columns whose dictionaries exist in the engine. */
  readonly dictionaries = new Set<CodedColumn>()
  readonly #levels = new WeakMap<Variable, CodedColumn>()
  readonly #shared = new Map<string, CodedColumn>()
  readonly #missingness = new Map<number, CodedColumn>()
  readonly #filters = new Map<string, RowFilter>()
  readonly #parts = new Map<string, PartColumn>()
  readonly #keyedParts = new Map<string, CodedColumn>()

  constructor(relation: Relation) {
    this.relation = relation
  }

  /** The levels of a variable, without its permutation. */
  levelsOf(given: Variable): CodedColumn {
    const variable = plainVariable(given)
    let column = this.#levels.get(variable)
    if (!column) {
      const key = this.#sharedKey(variable)
      column = (key !== null && this.#shared.get(key)) || this.#codedLevels(variable)
      if (key !== null) this.#shared.set(key, column)
      this.#levels.set(variable, column)
    }
    return column
  }

  /** The column that is 1 where a column of the relation has no value, else 0. */
  missingnessOf(column: number): CodedColumn {
    let missingness = this.#missingness.get(column)
    if (!missingness) {
      missingness = this.#codedLevels({ column, coding: { kind: 'missingness' } })
      this.#missingness.set(column, missingness)
    }
    return missingness
  }

  /** The rows that a view includes, and how much each counts; `null` if every row counts once. */
  filterOf(view: View): RowFilter | null {
    const filter = this.#plainFilter(view)
    return view.sample ? this.#sampleFilter(view.sample, filter) : filter
  }

  #plainFilter(view: View): RowFilter | null {
    const { complete = [] } = view
    const weights = weightsOf(view)
    const masks = complete.filter((column) => this.relation.columns[column].missing > 0)
    if (weights === undefined && masks.length === 0) return null
    const key = `${weights?.key}:${masks.join()}`
    let filter = this.#filters.get(key)
    if (!filter) {
      const checked = () => (weights === undefined ? undefined : this.weights.get(weights.key))
      const column: CodedColumn = {
        name: this.nextName(),
        sql: () => weightExpression(this.relation, masks, weights, checked()),
        isInline: masks.length <= manyMasks || !this.relation.engine.tables,
        coding: () => null,
        tables: new Set(),
      }
      filter = filterOfColumn(column, weights)
      this.#filters.set(key, filter)
    }
    return filter
  }

  /** The filter of a sample; samples of one division share the column of part numbers. */
  #sampleFilter(sample: Sample, own: RowFilter | null): RowFilter {
    const { of, division } = sample
    if (division.key) return this.#keyedFilter(sample, own)
    const { by, together, along, seed, number } = division
    const filter = this.filterOf(of)
    const strata = by ? this.levelsOf(by) : null
    const groups = together ? this.levelsOf(together) : null
    const permuted = new Map<ColumnOfDivision, Permuted>()
    for (const [name, variable] of Object.entries({ by, together, along })) {
      if (variable?.permuted) permuted.set(name as ColumnOfDivision, this.permutationOf(variable, of))
    }
    const shuffled = [...permuted].flatMap(([name, { filter, permutation }]) => [
      name,
      filter?.sql,
      permutation.seed,
      permutation.number,
    ])
    const size = 'share' in division ? `share ${division.share}` : division.folds
    const columns = [filter?.sql, strata?.name, groups?.name, along?.column]
    const key = [...columns, size, seed, number, ...shuffled].join()
    let column = this.#parts.get(key)
    if (!column) {
      const name = this.nextName()
      const stored = { name, sql: null, isInline: false, coding: () => null, tables: new Set<CodeTable>() }
      column = { ...stored, division, filter, strata, groups, permuted }
      this.#parts.set(key, column)
    }
    return sampleFilter(column, sample, own)
  }

  /**
   * The filter of a sample of rows that are divided by a key; an expression over the relation gives the part
   * of a row.
   */
  #keyedFilter(sample: Sample, own: RowFilter | null): RowFilter {
    const { of, division } = sample
    const filter = this.filterOf(of)
    const { column } = division.key!
    const size = 'share' in division ? `share ${division.share}` : division.folds
    const key = ['key', column, size, division.seed, division.number].join()
    let part = this.#keyedParts.get(key)
    if (!part) {
      part = {
        name: this.nextName(),
        sql: () => keyedPart(this.relation, division),
        isInline: true,
        coding: () => null,
        tables: new Set(),
      }
      this.#keyedParts.set(key, part)
    }
    return keyedFilter(part, filter, sample, own)
  }

  /** The permutation of a permuted variable under a view. */
  permutationOf({ column, permuted }: Variable, view: View): Permuted {
    const missingness = this.relation.columns[column].missing > 0 ? this.missingnessOf(column) : null
    return { column, permutation: permuted!, filter: this.filterOf(viewOfPermutation(view)), missingness }
  }

  /** The names of a variable's levels; for an unfitted coding the distinct values must have been fetched. */
  namesOf({ column, coding }: Variable): readonly Level[] {
    return levelNames(fittedCoding(coding!, () => this.distinct.get(column)!))
  }

  nextName(): string {
    const { engine } = this.relation
    const count = named.get(engine) ?? 0
    named.set(engine, count + 1)
    return `v${count}`
  }

  #codedLevels(variable: Variable): CodedColumn {
    const { column, coding } = variable
    const { name } = this.relation.columns[column]
    if (!coding) throw new TypeError(`levels of column ${name} were requested without a coding`)
    // A plan is made before the distinct values are fetched, and shows none.
    const fitted = () => fittedCoding(coding, () => this.distinct.get(column) ?? [])
    const coded: CodedColumn = {
      name: this.nextName(),
      sql: () => levelExpression(this.relation, variable, fitted(), dictionaryOf(coded)),
      isInline: true,
      coding: fitted,
      tables: new Set(),
    }
    return coded
  }

  // A coding may list the levels that this relation returned before, as the same array: then its column
  // exists already.
  #sharedKey({ column, coding, fill }: Variable): string | null {
    if (coding?.kind === 'levels' && (coding.missing || coding.levels !== this.distinct.get(column)))
      return null
    if (coding?.kind !== 'values' && coding?.kind !== 'levels') return null
    return `${column} ${JSON.stringify(fill)}`
  }
}
