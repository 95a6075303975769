import type { Division } from './division.ts'
import type { Family } from './family.ts'
import { keyOfList, keyOfParts, keyOfVariants, numberKey, shortKeys, textKey, wordKey } from './key-parts.ts'
import type { Coding, Permutation, Variable } from './variable.ts'
import type { Sample, View } from './view.ts'

const missing = wordKey
const keyOfCoding = keyOfVariants<Coding, 'kind'>('kind', {
  cuts: { cuts: keyOfList(numberKey), missing },
  levels: { levels: shortKeys(keyOfList(textKey)), missing },
  values: {},
  missingness: {},
})

// A key of plain numbers is made faster than it is found.
const longestUncached = 16
const partsOfVariable = {
  column: numberKey,
  coding: (coding: Coding | null) => (coding ? keyOfCoding(coding) : 'n'),
  fill: textKey,
}

/** A key of a variable by its content. */
export const variableKey = shortKeys(
  keyOfParts<Variable>({
    ...partsOfVariable,
    permuted: keyOfParts<Permutation>({
      seed: numberKey,
      number: numberKey,
      together: textKey,
      // The seed and the number say which it is.
      from: () => 'from',
    }),
  }),
  longestUncached,
)

/** A key of a list of variables by its content. */
export const variablesKey = shortKeys(keyOfList(variableKey))

/** A key of a family by its content. The same sets in another form of family have another key. */
export const familyKey = familyKeyWith(variableKey, variablesKey)

const presenceKey = shortKeys(
  keyOfParts<Variable>({ ...partsOfVariable, permuted: () => '' }),
  longestUncached,
)

/**
 * A key of a family that only says which rows are complete: a permutation leaves missing values in their
 * rows.
 */
export const completenessKey = familyKeyWith(presenceKey, shortKeys(keyOfList(presenceKey)))

type Step = Extract<Family, { readonly each: unknown }>
type Lattice = Extract<Family, { readonly of: unknown }>
type List = Extract<Family, { readonly list: unknown }>

function familyKeyWith(
  keyOfVariable: (variable: Variable) => string,
  keyOfVariables: (variables: readonly Variable[]) => string,
): (family: Family) => string {
  const stepKey = keyOfParts<Step>({ base: keyOfVariables, each: keyOfVariables })
  const latticeKey = keyOfParts<Lattice>({
    of: keyOfVariables,
    sizes: keyOfList(numberKey),
    base: keyOfVariables,
  })
  const listKey = keyOfParts<List>({ list: shortKeys(keyOfList(keyOfList(keyOfVariable))) })
  return (family) => {
    if ('each' in family) return `each${stepKey(family)}`
    return 'of' in family ? `of${latticeKey(family)}` : `list${listKey(family)}`
  }
}

const columnsKey = keyOfList(numberKey)
const splitKeys = {
  seed: numberKey,
  number: numberKey,
  by: variableKey,
  together: variableKey,
  along: variableKey,
  key: variableKey,
}
const foldsKey = keyOfParts<Extract<Division, { readonly folds: number }>>({ ...splitKeys, folds: numberKey })
const shareKey = keyOfParts<Extract<Division, { readonly share: number }>>({ ...splitKeys, share: numberKey })
const sampleKey = keyOfParts<Sample>({
  of: (view) => viewKey(view),
  division: (division) => ('share' in division ? `share${shareKey(division)}` : `folds${foldsKey(division)}`),
  part: numberKey,
  rows: wordKey,
  isSource: wordKey,
})

/** A key of a view by its content. */
export const viewKey: (view: View) => string = shortKeys(
  keyOfParts<View>({
    weights: numberKey,
    sampledOver: columnsKey,
    once: wordKey,
    complete: columnsKey,
    movedWith: variableKey,
    sample: sampleKey,
  }),
)
