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
  /** When a client may try again (RFC 9110 section 10.2.3); undefined: none is known, and a 503 says ten seconds. */
  readonly retryAfterSeconds: number | undefined

  constructor(
    code: ErrorCode,
    detail: string,
    options: { feature?: string; retryAfterSeconds?: number; cause?: unknown } = {},
  ) {
    super(detail, { cause: options.cause })
    this.code = code
    this.detail = detail
    this.feature = options.feature
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}

/**
 * An error for the log without its message, which may quote a text of the user. Its kind and its stack stay.
 *
 * @param what what failed
 */
export function withoutText(error: unknown, what: string): Error {
  const { name, message, stack = '' } = error instanceof Error ? error : new Error()
  const shown = new Error(`${what}: ${name}`)
  const frames = stack
    .replace(message, () => '')
    .split('\n')
    .filter(line => line.startsWith('    at '))
  shown.stack = [`Error: ${shown.message}`, ...frames].join('\n')
  return shown
}
