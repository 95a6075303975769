/** Rows and columns of a square that stay in a core's cache while they are mirrored. */
const tile = 32

/** Copies what is below the diagonal above it. */
export function mirrorBelow(numbers: Float64Array, width: number): void {
  for (let top = 0; top < width; top += tile) {
    for (let left = 0; left <= top; left += tile) {
      for (let row = top; row < Math.min(width, top + tile); row++) {
        const end = Math.min(row, left + tile)
        for (let column = left; column < end; column++)
          numbers[column * width + row] = numbers[row * width + column]
      }
    }
  }
}
