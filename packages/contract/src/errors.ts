import { z } from 'zod'

/** All error codes of the API with their HTTP status. The only such table. */
export const errorStatus = {
  validation: 400,
  invalid_domain: 400,
  unauthorized: 401,
  domain_limit: 403,
  domain_read_only: 403,
  scan_limit: 403,
  chat_limit: 403,
  feature_locked: 403,
  member_limit: 403,
  forbidden_role: 403,
  forbidden_key: 403,
  sign_in_again: 403,
  account_deleted: 403,
  not_found: 404,
  no_scan: 404,
  request_timeout: 408,
  conflict: 409,
  gone: 410,
  too_large: 413,
  address_too_long: 414,
  unsupported_media_type: 415,
  range_not_satisfiable: 416,
  rate_limited: 429,
  internal: 500,
  upstream: 502,
  unavailable: 503,
} as const

export type ErrorCode = keyof typeof errorStatus

/** The body of every error reply. `detail` is for the user; `code` for programs. */
export const errorReply = z
  .object({
    detail: z.string(),
    code: z.enum(Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]]),
    /** The plan feature that is missing, for the upgrade dialog. */
    feature: z.string().optional(),
    request_id: z.string(),
  })
  .meta({ id: 'Error' })

export type ErrorReply = z.infer<typeof errorReply>
