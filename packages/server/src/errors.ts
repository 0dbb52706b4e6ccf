import type { ErrorCode } from '@waxseal/contract'

/**
 * A refused request, with a message for the user. A verb throws it, and `http/refuse.ts` turns it into `{ detail, code,
 * feature?, request_id }`. Not for bugs (those are logged and answered with a constant text), nor for a bad domain or a
 * failed lookup (those are data).
 */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: ErrorCode
  /** Shown to the user unchanged. */
  readonly detail: string
  /** The plan feature that is missing, for the upgrade dialog. */
  readonly feature: string | undefined

  constructor(code: ErrorCode, detail: string, options: { feature?: string; cause?: unknown } = {}) {
    super(detail, { cause: options.cause })
    this.code = code
    this.detail = detail
    this.feature = options.feature
  }
}
