/** Inserts a number into the k smallest so far, sorted, if it is one of them. */
export function keepSmallest<T>(smallest: usize, k: u32, value: T): void {
  const size = sizeof<T>()
  let to = smallest + (k - 1) * size
  if (value >= load<T>(to)) return
  for (; to > smallest && load<T>(to - size) > value; to -= size) store<T>(to, load<T>(to - size))
  store<T>(to, value)
}

/** The k-th smallest of at least k numbers; `smallest` has space for k. */
export function kthSmallest(values: usize, count: u32, k: u32, smallest: usize): f64 {
  for (let place: u32 = 0; place < k; place++) store<f64>(smallest + (place << 3), Infinity)
  for (let i: u32 = 0; i < count; i++) keepSmallest<f64>(smallest, k, load<f64>(values + (i << 3)))
  return load<f64>(smallest + ((k - 1) << 3))
}
