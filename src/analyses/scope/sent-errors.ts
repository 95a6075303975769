import { CribaError, MendableError } from '#core'
import type { ErrorCode, Warning } from '#core'

/** An error as a message: the code, the warnings and the cause of a `CribaError` would be lost. */
export interface SentError {
  /** `null` for an error that criba did not raise on purpose. */
  readonly code: ErrorCode | null
  readonly message: string
  readonly warnings: readonly Warning[]
  /** The message of its cause, if it has one. */
  readonly cause?: string
  /** What mends it, if an option of reading does. */
  readonly remedy?: Warning['remedy']
}

/** An error, as it is sent to another thread. */
export function asSent(error: unknown): SentError {
  const { message, cause } = error instanceof Error ? error : new Error(String(error))
  const known = error instanceof CribaError ? error : null
  return {
    code: known?.code ?? null,
    message,
    warnings: (known?.warnings ?? []) as readonly Warning[],
    ...(cause instanceof Error && { cause: cause.message }),
    ...(error instanceof MendableError && { remedy: error.remedy }),
  }
}

/** The error that was sent. */
export function errorOf({ code, message, warnings, cause, remedy }: SentError): Error {
  const options = cause === undefined ? {} : { cause: new Error(cause) }
  if (code === null) return new Error(message, options)
  const error = remedy
    ? new MendableError(code, message, remedy, options)
    : new CribaError(code, message, options)
  error.warnings = warnings
  return error
}
