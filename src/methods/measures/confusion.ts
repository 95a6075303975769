/* A confusion matrix of K classes, row by row: the weight of the rows of class i that were predicted as class j. */

/** The share of rows whose class was predicted correctly. */
export function accuracy(confusion: Float64Array, classes: number): number {
  let all = 0
  let right = 0
  confusion.forEach((weight, cell) => {
    all += weight
    if (cell % (classes + 1) === 0) right += weight
  })
  return right / all
}

/** The mean recall of the classes that have rows: the share of a class's rows that were predicted correctly. */
export function balancedAccuracy(confusion: Float64Array, classes: number): number {
  let sum = 0
  let seen = 0
  for (let one = 0; one < classes; one++) {
    const ofClass = confusion.subarray(one * classes, (one + 1) * classes)
    const all = ofClass.reduce((total, weight) => total + weight, 0)
    if (all === 0) continue
    sum += ofClass[one] / all
    seen++
  }
  return sum / seen
}

/** The mean over classes of F₁ = 2·TP/(2·TP + FP + FN); classes with neither rows nor predictions are left out. */
export function macroF1(confusion: Float64Array, classes: number): number {
  let sum = 0
  let seen = 0
  for (let one = 0; one < classes; one++) {
    let either = 0
    for (let other = 0; other < classes; other++) {
      either += confusion[one * classes + other] + confusion[other * classes + one]
    }
    if (either === 0) continue
    sum += (2 * confusion[one * (classes + 1)]) / either
    seen++
  }
  return sum / seen
}
