import { levelNames } from '../../statistics/levels.ts'
import type { Level, Variable } from '../../statistics/variable.ts'
import { dealtIn } from '../../statistics/view.ts'
import type { Sample, View } from '../../statistics/view.ts'
import { playOfSample } from './sampled.ts'
import type { Deal, Divided, Sampled } from './sampled.ts'
import { dictionaryOf, fittedCoding, levelExpression } from './coded-column.ts'
import type { CodedColumn } from './coded-column.ts'
import type { Relation } from './relation.ts'
import { playExpression } from './weights.ts'
import type { Weights } from './weights.ts'

/** A coded column that says how much each row counts under a view: 0 where it is out of play. */
export interface Play extends CodedColumn {
  /** The column of weights; undefined: each row in play counts once. */
  readonly weights: number | undefined
  /** What it is a sample of, if it is one. */
  readonly sampled?: Sampled
}

/**
 * The coded columns of a relation: one for each variable, found by its identity, and one for each way rows are left
 * in play. Here they are only named; `prepare` makes them.
 */
export class CodedColumns {
  readonly relation: Relation
  /** Distinct values of columns, in canonical order, where they were asked for. */
  readonly distinct = new Map<number, readonly Level[]>()
  /** Columns of weights that were checked. */
  readonly weights = new Map<number, Weights>()
  readonly #levels = new WeakMap<Variable, CodedColumn>()
  readonly #shared = new Map<string, CodedColumn>()
  readonly #presence = new Map<number, CodedColumn>()
  readonly #plays = new Map<string, Play>()
  readonly #divided = new Map<string, Divided>()
  #named = 0

  constructor(relation: Relation) {
    this.relation = relation
  }

  /** The levels of a variable. */
  levelsOf(variable: Variable): CodedColumn {
    let column = this.#levels.get(variable)
    if (!column) {
      const key = this.#sharedKey(variable)
      column = (key !== null && this.#shared.get(key)) || this.#codedLevels(variable)
      if (key !== null) this.#shared.set(key, column)
      this.#levels.set(variable, column)
    }
    return column
  }

  /** 1 where a column has no value, else 0. */
  presenceOf(column: number): CodedColumn {
    let presence = this.#presence.get(column)
    if (!presence) {
      presence = this.#codedLevels({ column, coding: { kind: 'presence' } })
      this.#presence.set(column, presence)
    }
    return presence
  }

  /** Which rows a view leaves in play, and how much each counts; null: all, once. */
  playOf(view: View): Play | null {
    const play = this.#plainPlay(view)
    return view.sample ? this.#sampledPlay(view.sample, play) : play
  }

  #plainPlay({ weights, complete = [] }: View): Play | null {
    const masks = complete.filter((column) => this.relation.columns[column].missing > 0)
    if (weights === undefined && masks.length === 0) return null
    const key = `${weights}:${masks.join()}`
    let play = this.#plays.get(key)
    if (!play) {
      const known = () => (weights === undefined ? undefined : this.weights.get(weights))
      const sql = () => playExpression(this.relation, masks, weights, known())
      play = { name: this.nextName(), sql, coding: () => null, table: null, weights }
      this.#plays.set(key, play)
    }
    return play
  }

  /** The rows of a sample; samples of one division share the column that says which fold a row belongs to. */
  #sampledPlay(sample: Sample, own: Play | null): Play {
    const { of, division, fold, part } = sample
    const { by, folds, seed, number } = division
    const play = this.playOf(of)
    const strata = by ? this.levelsOf(by) : null
    const deal = by && of.permuted?.column === by.column ? this.#dealOf(of) : null
    const dealt = deal && [deal.play?.name, of.permuted!.seed, of.permuted!.number]
    const key = [play?.name, strata?.name, folds, seed, number, ...(dealt ?? [])].join()
    let divided = this.#divided.get(key)
    if (!divided) {
      divided = { name: this.nextName(), table: null, division, play, strata, deal }
      this.#divided.set(key, divided)
    }
    const placed = `${divided.name} ${fold} ${part} ${own?.name}`
    let sampled = this.#plays.get(placed)
    if (!sampled) {
      sampled = playOfSample(this.nextName(), { divided, fold, part, own })
      this.#plays.set(placed, sampled)
    }
    return sampled
  }

  #dealOf(view: View): Deal {
    const { column } = view.permuted!
    const presence = this.relation.columns[column].missing > 0 ? this.presenceOf(column) : null
    return { permutation: view.permuted!, play: this.playOf(dealtIn(view)), presence }
  }

  /** The names of a variable's levels; where the coding is not fitted, its distinct values must be known. */
  namesOf({ column, coding }: Variable): readonly Level[] {
    return levelNames(fittedCoding(coding!, () => this.distinct.get(column)!))
  }

  nextName(): string {
    return `v${this.#named++}`
  }

  #codedLevels(variable: Variable): CodedColumn {
    const { column, coding } = variable
    const { name } = this.relation.columns[column]
    if (!coding) throw new TypeError(`column ${name} is asked for levels without a coding`)
    const fitted = () => fittedCoding(coding, () => this.distinct.get(column)!)
    const coded: CodedColumn = {
      name: this.nextName(),
      sql: () => levelExpression(this.relation, variable, fitted(), dictionaryOf(coded)),
      coding: fitted,
      table: null,
    }
    return coded
  }

  // Levels found in this relation come back as the literals of a coding, the same list: its column is made already.
  #sharedKey({ column, coding, fill }: Variable): string | null {
    if (coding?.kind === 'levels' && (coding.missing || coding.levels !== this.distinct.get(column)))
      return null
    if (coding?.kind !== 'values' && coding?.kind !== 'levels') return null
    return `${column} ${JSON.stringify(fill)}`
  }
}
