/** Slow plain centrality, written from the definitions: dense matrices, Jacobi's rotations, Gauss–Jordan elimination. */
import { sum } from './plain.ts'
import type { Numbers } from './plain.ts'

export type Matrix = readonly Numbers[]

export function matrixOf(width: number, entry: (i: number, j: number) => number): number[][] {
  return Array.from({ length: width }, (_, i) => Array.from({ length: width }, (__, j) => entry(i, j)))
}

/** Numbers from 0 to 1, equal ones 0. */
export function minMaxed(values: Numbers): number[] {
  const [least, most] = [Math.min(...values), Math.max(...values)]
  return values.map((value) => (most === least ? 0 : (value - least) / (most - least)))
}

/** The entries of a matrix from 0 to 1. */
export function minMaxedMatrix(matrix: Matrix): number[][] {
  const flat = minMaxed(matrix.flat())
  return matrixOf(matrix.length, (i, j) => flat[i * matrix.length + j])
}

/** Eigenvalues and vectors of a symmetric matrix, by Jacobi's rotations. */
export function plainEigen(matrix: Matrix): { readonly value: number; readonly vector: number[] }[] {
  const width = matrix.length
  const a = matrix.map((row) => [...row])
  const v = matrixOf(width, (i, j) => (i === j ? 1 : 0))
  for (let sweep = 0; sweep < 60; sweep++) {
    for (let p = 0; p < width; p++) {
      for (let q = p + 1; q < width; q++) {
        if (a[p][q] === 0) continue
        const theta = (a[q][q] - a[p][p]) / (2 * a[p][q])
        const t = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1))
        const c = 1 / Math.sqrt(t * t + 1)
        const turn = (x: number, y: number) => [c * x - t * c * y, t * c * x + c * y]
        for (let k = 0; k < width; k++) [a[k][p], a[k][q]] = turn(a[k][p], a[k][q])
        for (let k = 0; k < width; k++) [a[p][k], a[q][k]] = turn(a[p][k], a[q][k])
        for (let k = 0; k < width; k++) [v[k][p], v[k][q]] = turn(v[k][p], v[k][q])
      }
    }
  }
  return a.map((row, i) => ({ value: row[i], vector: v.map((of) => of[i]) }))
}

/** The vector of the greatest eigenvalue nearest to equal weights: what those of that value say of ones. */
export function plainPerron(matrix: Matrix): { readonly value: number; readonly vector: number[] } {
  const pairs = plainEigen(matrix)
  const value = Math.max(...pairs.map((pair) => pair.value))
  const greatest = pairs.filter((pair) => value - pair.value < 1e-9 * value)
  const ones = matrix.map((_, i) => sum(greatest.map(({ vector }) => sum(vector) * vector[i])))
  const length = Math.sqrt(sum(ones.map((x) => x * x)))
  return { value, vector: ones.map((x) => (value > 0 ? x / length : 0)) }
}

/** Row sums of (I − rA)⁻¹ − I, r = 0.9/λ, from the inverse. */
export function plainPaths(matrix: Matrix): number[] {
  const { value } = plainPerron(matrix)
  const width = matrix.length
  if (value === 0) return matrix.map(() => 0)
  const left = matrixOf(width, (i, j) => (i === j ? 1 : 0) - (0.9 / value) * matrix[i][j])
  const right = matrixOf(width, (i, j) => (i === j ? 1 : 0))
  for (let p = 0; p < width; p++) {
    const pivot = left[p][p]
    for (const side of [left, right]) side[p] = side[p].map((x) => x / pivot)
    for (let i = 0; i < width; i++) {
      const times = left[i][p]
      if (i === p || times === 0) continue
      for (const side of [left, right]) side[i] = side[i].map((x, j) => x - times * side[p][j])
    }
  }
  return right.map((row) => sum(row) - 1)
}
