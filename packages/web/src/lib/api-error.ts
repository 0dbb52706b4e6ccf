import type { ErrorReply } from '@waxseal/contract'

/** A call that was refused or got no reply. `status` 0: no reply. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  /** The server's sentence for the user; null when it sent none. */
  readonly detail: string | null
  readonly code: string | null
  /** The plan feature that is missing. */
  readonly feature: string | null

  constructor(status: number, reply: Partial<Pick<ErrorReply, 'detail' | 'code' | 'feature'>> = {}, cause?: unknown) {
    super(reply.detail ?? (status === 0 ? 'The server could not be reached' : `The server answered ${status}`), {
      cause,
    })
    this.status = status
    this.detail = reply.detail ?? null
    this.code = reply.code ?? null
    this.feature = reply.feature ?? null
  }
}

/** Parses the error body of a reply. For any other content, only the status is set. */
export async function errorOf(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null)
  return new ApiError(response.status, errorFields(body))
}

/** The known fields of an error body of any content. */
export function errorFields(body: unknown): Partial<ErrorReply> {
  if (typeof body !== 'object' || body === null) return {}
  const fields: Partial<ErrorReply> = {}
  if ('detail' in body && typeof body.detail === 'string') fields.detail = body.detail
  if ('code' in body && typeof body.code === 'string') fields.code = body.code as ErrorReply['code']
  if ('feature' in body && typeof body.feature === 'string') fields.feature = body.feature
  return fields
}

/** Why the server refuses something until it is confirmed, or because of another entry; null: another failure. */
export function conflictDetail(error: unknown): string | null {
  return error instanceof ApiError && error.code === 'conflict' ? error.message : null
}

/** The plan feature of a refusal that an upgrade would lift. */
export function lockedFeature(error: unknown): string | null {
  if (!(error instanceof ApiError) || error.status !== 403) return null
  if (error.code === 'domain_limit' || error.code === 'domain_read_only' || error.detail?.includes('Domain limit'))
    return 'domains'
  if (error.code === 'scan_limit') return 'scans'
  if (error.code === 'chat_limit') return 'chat'
  if (error.code === 'member_limit') return error.feature
  return error.code === 'feature_locked' ? (error.feature ?? 'plan') : null
}
