import { CribaError } from './error.ts'
import type { ErrorCode } from './error.ts'
import type { Remedy } from './remedy.ts'

/** An error of data that an option of reading mends. */
export class MendableError extends CribaError {
  readonly remedy: Remedy

  constructor(code: ErrorCode, message: string, remedy: Remedy, options?: ErrorOptions) {
    super(code, message, options)
    this.remedy = remedy
  }
}
