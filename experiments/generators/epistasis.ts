import { CribaError } from '../../src/index.ts'
import { drawnColumn, flippedShare, irrelevantColumns, numberedColumns, withFlips } from './columns.ts'
import { defineGenerator } from './generator.ts'
import type { RandomStream } from '../random-stream.ts'

/**
 * Pure epistasis of two loci: a disease depends on both genotypes together, and on neither by itself.
 *
 * P(y = 1 | snp1 = i, snp2 = j) = ½ + s·c(i)·c(j) with c(1) = 1 and c(0) = c(2) = −w(1) / (w(0) + w(2)). The
 * genotypes 0, 1 and 2 count minor alleles; with the allele frequency q their shares are w = (1 − q)², 2q(1 −
 * q), q² (Hardy and Weinberg). As Σ w(i)·c(i) = 0, P(y = 1) is ½ at every genotype of one locus. s makes the
 * heritability Σ w(i)·w(j)·(P − ½)² / ¼ as asked; at most it is (w(1) / (w(0) + w(2)))², as chances end at 0
 * and 1. `noise` flips classes, which lowers it by (1 − 2·noise)².
 *
 * Relevant: snp1 and snp2. The others are noise, with allele frequencies of their own between 0.05 and 0.5.
 *
 * Reference: Velez et al. (2007), who compare such tables of penetrances, and Urbanowicz et al. (2012),
 * GAMETES.
 *
 * @example generate('epistasis', { rows: 800, frequency: 0.4, heritability: 0.2, irrelevant: 18 })
 */
export const epistasis = defineGenerator({
  name: 'epistasis',
  title: 'Pure epistasis of two loci',
  formula: 'P(y = 1 | snp1 = i, snp2 = j) = ½ + s·c(i)·c(j), without an effect of one locus',
  reference: 'Velez et al. 2007',
  rows: 800,
  noise: flippedShare(0),
  options: {
    frequency: { min: 0.01, max: 0.5, default: 0.4, help: 'the minor allele frequency of both loci' },
    heritability: {
      min: 0,
      max: 1,
      default: 0.2,
      help: 'the share of the variance of the class that the two genotypes explain',
    },
    irrelevant: irrelevantColumns(18),
  },
  make: ({ rows, noise, options: { frequency, heritability, irrelevant }, stream }) => {
    const chances = penetrances(frequency, heritability)
    const flips = stream()
    const disease = stream()
    const genotypes = (alleleFrequency: number, { uniform }: RandomStream) =>
      drawnColumn(rows, () => Number(uniform() < alleleFrequency) + Number(uniform() < alleleFrequency))
    const relevant = ['snp1', 'snp2'].map((name) => ({
      name,
      values: genotypes(frequency, stream()),
      role: 'relevant' as const,
    }))
    const [first, second] = relevant.map(({ values }) => values)
    const classes = first.map((i, row) => (disease.uniform() < chances[i][second[row]] ? 1 : 0))
    const others = numberedColumns('irrelevant', 3, irrelevant, () => {
      const random = stream()
      return genotypes(0.05 + 0.45 * random.uniform(), random)
    }).map((column, i) => ({ ...column, name: `snp${i + 3}` }))
    return { columns: [...relevant, ...others], target: withFlips(classes, noise, flips) }
  },
})

/** The chance of the disease for each pair of genotypes. */
function penetrances(frequency: number, heritability: number): readonly (readonly number[])[] {
  const mixed = 2 * frequency * (1 - frequency)
  // Σ w·c², as c(0) = c(2) = −mixed / (1 − mixed).
  const variance = mixed / (1 - mixed)
  if (heritability > variance * variance) {
    const most = Number((variance * variance * 0.9999).toPrecision(3))
    throw new CribaError(
      'invalid',
      `invalid heritability: ${heritability} (at most ${most} at the frequency ${frequency})`,
    )
  }
  const scale = Math.sqrt(heritability) / (2 * variance)
  const contrasts = [-variance, 1, -variance]
  return contrasts.map((a) => contrasts.map((b) => 0.5 + scale * a * b))
}
