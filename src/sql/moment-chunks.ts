import type { Variable } from '#core'
import { mayHaveMissing } from './from.ts'
import type { Relation } from './relation.ts'

/**
 * The columns and products that one query of moments reads and sums, for several small sets or part of a
 * large one.
 */
export interface MomentChunk {
  /** Variables read from the relation, as x0, x1, … */
  readonly variables: readonly Variable[]
  /** Expressions over x0, x1, …; each is NULL in rows that are incomplete in its set. */
  readonly columns: readonly string[]
  /** The variable that each column has its numbers from. */
  readonly variableOf: readonly Variable[]
  /** Pairs of columns whose products are summed. */
  readonly products: readonly (readonly [number, number])[]
  readonly where: readonly string[]
  readonly parts: readonly ChunkPart[]
}

/**
 * The part of a chunk for one member: places of variables with their columns, and pairs of places with their
 * products.
 */
export interface ChunkPart {
  readonly member: number
  readonly columns: readonly (readonly [place: number, column: number])[]
  readonly products: readonly (readonly [a: number, b: number, product: number])[]
}

/**
 * Sets of at most this many columns share a query of at most this many; all are summed in at least two
 * queries unless few.
 */
const columnsPerChunk = 50
const fewColumns = 8
/**
 * A wider set is summed in pairs of blocks of this many columns, one pair per query: the engine keeps a
 * vector for each product, and 20,000 of them do not fit into its memory.
 */
const blockColumns = 30

/** The chunks that together give the moments of all members. */
export function momentChunksOf(
  members: readonly (readonly Variable[])[],
  relation: Relation,
): readonly MomentChunk[] {
  const chunks: MomentChunk[] = []
  const all = members.reduce((sum, member) => sum + member.length, 0)
  const limit = Math.min(columnsPerChunk, Math.max(fewColumns, Math.ceil(all / 2)))
  let chunk = newChunk()
  members.forEach((member, number) => {
    if (member.length > columnsPerChunk) {
      chunks.push(...wideChunks(member, number, relation))
      return
    }
    if (chunk.columns.length + member.length > limit && chunk.parts.length > 0) {
      chunks.push(chunk)
      chunk = newChunk()
    }
    const columns = member.map((variable) => columnOf(chunk, variable, member, relation))
    addPart(chunk, number, [...columns.entries()], upperTriangle(member.length))
  })
  return chunk.parts.length > 0 ? [...chunks, chunk] : chunks
}

/** The chunks of a large set, by pairs of blocks; its rows are those complete in the whole set. */
function wideChunks(member: readonly Variable[], number: number, relation: Relation): readonly MomentChunk[] {
  const places = [...member.keys()]
  const block = (i: number) => places.slice(i * blockColumns, (i + 1) * blockColumns)
  const blocks = upperTriangle(Math.ceil(member.length / blockColumns))
  const tiles = blocks.map(([i, j]) => (i === j ? block(i) : [...block(i), ...block(j)]))
  return tiles.map((tile) => {
    const chunk = newChunk()
    const columns = tile.map((place) => [place, columnOf(chunk, member[place], [], relation)] as const)
    const isSplit = tile.length > blockColumns
    const crosses = (a: number, b: number) =>
      Math.floor(tile[a] / blockColumns) !== Math.floor(tile[b] / blockColumns)
    const pairs = upperTriangle(tile.length).filter(([a, b]) => !isSplit || crosses(a, b))
    addPart(chunk, number, columns, pairs)
    for (const variable of member) {
      if (mayHaveMissing(relation, variable))
        chunk.where.push(`x${indexOf(chunk.variables, variable)} IS NOT NULL`)
    }
    return chunk
  })
}

interface OpenChunk extends MomentChunk {
  readonly variables: Variable[]
  readonly columns: string[]
  readonly variableOf: Variable[]
  readonly products: [number, number][]
  /** The places of the products, by their columns: members share those of the columns that they share. */
  readonly placeOf: Map<string, number>
  readonly where: string[]
  readonly parts: ChunkPart[]
}

function newChunk(): OpenChunk {
  return {
    variables: [],
    columns: [],
    variableOf: [],
    products: [],
    placeOf: new Map(),
    where: [],
    parts: [],
  }
}

function columnOf(
  chunk: OpenChunk,
  variable: Variable,
  set: readonly Variable[],
  relation: Relation,
): number {
  const others = set.filter((other) => other !== variable && mayHaveMissing(relation, other))
  const conditions = others.map((other) => `x${indexOf(chunk.variables, other)} IS NULL`)
  const value = `x${indexOf(chunk.variables, variable)}`
  const column =
    conditions.length === 0 ? value : `CASE WHEN ${conditions.join(' OR ')} THEN NULL ELSE ${value} END`
  const place = indexOf(chunk.columns, column)
  chunk.variableOf[place] = variable
  return place
}

function addPart(
  chunk: OpenChunk,
  member: number,
  columns: ChunkPart['columns'],
  pairs: readonly (readonly [number, number])[],
): void {
  const products = pairs.map(([a, b]) => {
    const [placeA, columnA] = columns[a]
    const [placeB, columnB] = columns[b]
    const key = `${columnA},${columnB}`
    const place = chunk.placeOf.get(key) ?? chunk.products.push([columnA, columnB]) - 1
    chunk.placeOf.set(key, place)
    return [placeA, placeB, place] as const
  })
  chunk.parts.push({ member, columns, products })
}

function upperTriangle(size: number): readonly (readonly [number, number])[] {
  return Array.from({ length: size }, (_, i) =>
    Array.from({ length: size - i }, (_, j) => [i, i + j] as const),
  ).flat()
}

/** The index of an item in a list; a new item is appended. */
function indexOf<T>(list: T[], item: T): number {
  const place = list.indexOf(item)
  return place >= 0 ? place : list.push(item) - 1
}
