/**
 * The k-th smallest number, without one of them, where k is the length of `heap`; there are more than k
 * numbers.
 */
export function kthSmallest(numbers: Float64Array, without: number, heap: Float64Array): number {
  let size = 0
  let greatest = Infinity
  for (let i = 0; i < numbers.length; i++) {
    const value = numbers[i]
    if (!(value < greatest) || i === without) continue
    if (size < heap.length) addToHeap(heap, size++, value)
    else replaceGreatest(heap, heap.length, value)
    if (size === heap.length) greatest = heap[0]
  }
  return heap[0]
}

/** Adds a number to a heap of `size` numbers, of which the first is the greatest. */
export function addToHeap(heap: Float64Array, size: number, value: number): void {
  let at = size
  while (at > 0) {
    const parent = (at - 1) >> 1
    if (heap[parent] >= value) break
    heap[at] = heap[parent]
    at = parent
  }
  heap[at] = value
}

/** Replaces the greatest of the `size` numbers of a heap. */
export function replaceGreatest(heap: Float64Array, size: number, value: number): void {
  let at = 0
  for (;;) {
    let child = 2 * at + 1
    if (child >= size) break
    if (child + 1 < size && heap[child + 1] > heap[child]) child++
    if (heap[child] <= value) break
    heap[at] = heap[child]
    at = child
  }
  heap[at] = value
}
