/** The error of a call, null if there is none. */
export const refusal = (call: () => unknown) =>
  Promise.resolve()
    .then(call)
    .then(
      () => null,
      (error: unknown) => error,
    )
