import type { Level, Variable } from '../../statistics/variable.ts'
import { dealtIn } from '../../statistics/view.ts'
import type { View } from '../../statistics/view.ts'
import { fromCodes } from './from.ts'
import type { CodedColumn } from './coded-column.ts'
import type { CodedColumns, Play } from './coded-columns.ts'
import type { Relation } from './relation.ts'
import { columnsOf } from './sampled.ts'
import type { Sampled } from './sampled.ts'

/** Coded columns dealt out anew under one permutation, for as long as their batch lasts. */
export interface Dealing {
  readonly view: View
  readonly play: Play | null
  /** The columns as they are, and as they are dealt. */
  readonly columns: Map<CodedColumn, CodedColumn>
}

/** What a batch of requests needs of the engine before its queries can run; asking for a thing notes that it is needed. */
export class Batch {
  readonly relation: Relation
  readonly columns = new Set<CodedColumn>()
  /** Columns whose distinct values are asked for. */
  readonly distinct = new Set<number>()
  readonly weights = new Set<number>()
  readonly dealings = new Map<string, Dealing>()
  /** Samples of rows, each after what it is a sample of. */
  readonly samples = new Map<Play, Sampled>()
  readonly #coded: CodedColumns

  constructor(coded: CodedColumns) {
    this.#coded = coded
    this.relation = coded.relation
  }

  /** The levels of a variable as a view shows them. */
  levels(variable: Variable, view: View): CodedColumn {
    const column = this.#coded.levelsOf(variable)
    this.columns.add(column)
    if (variable.coding?.kind === 'values') this.distinct.add(variable.column)
    return view.permuted?.column === variable.column ? this.#dealt(column, view) : column
  }

  /** A column that is 0 where the column of that number has a value. */
  presence(column: number): CodedColumn {
    const presence = this.#coded.presenceOf(column)
    this.columns.add(presence)
    return presence
  }

  /** How much each row counts under a view; null: all once. */
  play(view: View): Play | null {
    const play = this.#coded.playOf(view)
    if (!play) return null
    if (play.sampled) this.#sample(play, play.sampled)
    else this.columns.add(play)
    if (play.weights !== undefined) this.weights.add(play.weights)
    return play
  }

  /** The names of a variable's levels, once everything is prepared. */
  names(variable: Variable): readonly Level[] {
    return this.#coded.namesOf(variable)
  }

  /** The weight of all rows, in play or not, once everything is prepared. */
  total({ weights }: View): number {
    return weights === undefined ? this.relation.rows : this.#coded.weights.get(weights)!.total
  }

  /** Whether the weights of a view are fractions, so that sums of them depend on their order. */
  isFractional({ weights }: View): boolean {
    return weights !== undefined && this.#coded.weights.get(weights)?.isWhole === false
  }

  #sample(play: Play, sampled: Sampled): void {
    for (const column of [...columnsOf(sampled.divided), ...(sampled.own ? [sampled.own] : [])]) {
      const { sampled: before } = column as Play
      if (before) this.#sample(column as Play, before)
      else this.columns.add(column)
    }
    this.samples.set(play, sampled)
  }

  #dealt(column: CodedColumn, seen: View): CodedColumn {
    const view = dealtIn(seen)
    const { column: number, seed, number: deal } = view.permuted!
    const play = this.play(view)
    if (this.relation.columns[number].missing > 0) this.presence(number)
    const key = `${number} ${seed} ${deal} ${play?.name}`
    let dealing = this.dealings.get(key)
    if (!dealing) {
      dealing = { view, play, columns: new Map() }
      this.dealings.set(key, dealing)
    }
    let dealt = dealing.columns.get(column)
    if (!dealt) {
      dealt = { ...column, name: this.#coded.nextName(), table: null }
      dealing.columns.set(column, dealt)
    }
    return dealt
  }
}

/** The rows a query of coded columns goes over: its FROM, and what keeps out the rows that do not count. */
export function rowsInPlay(columns: readonly CodedColumn[], play: Play | null) {
  return {
    from: fromCodes(play ? [...columns, play] : columns),
    where: play ? [`${play.name} > 0`] : [],
    weight: play?.weights === undefined ? null : play.name,
  }
}
