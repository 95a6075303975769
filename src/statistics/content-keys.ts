import type { Division } from './division.ts'
import type { Family } from './family.ts'
import { keyOfList, keyOfParts, keyOfVariants, numberKey, shortKeys, textKey, wordKey } from './key-parts.ts'
import type { Coding, Variable } from './variable.ts'
import type { Permutation, Sample, View } from './view.ts'

const missing = wordKey
const keyOfCoding = keyOfVariants<Coding, 'kind'>('kind', {
  cuts: { cuts: keyOfList(numberKey), missing },
  levels: { levels: shortKeys(keyOfList(textKey)), missing },
  values: {},
  missingness: {},
})

/** A key of a variable by its content. */
export const variableKey = shortKeys(
  keyOfParts<Variable>({
    column: numberKey,
    coding: (coding) => (coding ? keyOfCoding(coding) : 'n'),
    fill: textKey,
  }),
  // That of plain numbers is made faster than it is found.
  16,
)

/** A key of a list of variables by its content. */
export const variablesKey = shortKeys(keyOfList(variableKey))

type Step = Extract<Family, { readonly each: unknown }>
type Lattice = Extract<Family, { readonly of: unknown }>
type List = Extract<Family, { readonly list: unknown }>
const stepKey = keyOfParts<Step>({ base: variablesKey, each: variablesKey })
const latticeKey = keyOfParts<Lattice>({ of: variablesKey, sizes: keyOfList(numberKey), base: variablesKey })
const listKey = keyOfParts<List>({ list: shortKeys(keyOfList(keyOfList(variableKey))) })

/** A key of a family by its content. The same sets in another form of family have another key. */
export function familyKey(family: Family): string {
  if ('each' in family) return `each${stepKey(family)}`
  return 'of' in family ? `of${latticeKey(family)}` : `list${listKey(family)}`
}

const columnsKey = keyOfList(numberKey)
const permutationKey = keyOfParts<Permutation>({ column: numberKey, seed: numberKey, number: numberKey })
const splitKeys = {
  seed: numberKey,
  number: numberKey,
  by: variableKey,
  together: variableKey,
  along: variableKey,
}
const foldsKey = keyOfParts<Extract<Division, { readonly folds: number }>>({ ...splitKeys, folds: numberKey })
const shareKey = keyOfParts<Extract<Division, { readonly share: number }>>({ ...splitKeys, share: numberKey })
const sampleKey = keyOfParts<Sample>({
  of: (view) => viewKey(view),
  division: (division) => ('share' in division ? `share${shareKey(division)}` : `folds${foldsKey(division)}`),
  part: numberKey,
  rows: wordKey,
})

/** A key of a view by its content. */
export const viewKey: (view: View) => string = shortKeys(
  keyOfParts<View>({
    weights: numberKey,
    sampledOver: columnsKey,
    once: wordKey,
    complete: columnsKey,
    permuted: permutationKey,
    sample: sampleKey,
  }),
)
