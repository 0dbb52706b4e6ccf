/**
 * The embedded sign-in (better-auth) as the browser uses it: JSON posts below `/api/identity`, with the httpOnly
 * session cookie that lives on that path alone. Errors carry `{ detail, code, request_id }`, `code` being the library's
 * word in capitals (`INVALID_EMAIL_OR_PASSWORD`, `EMAIL_NOT_VERIFIED`, `SIGNUP_CLOSED`, `RATE_LIMITED` …).
 */
export const identityRoutes = {
  /**
   * `{ name, email, password, invitation? }`: where sign-up is closed, the token of an open invitation permits one.
   * Where mail works the address must be confirmed first: then no session begins.
   */
  signUp: { method: 'POST', path: '/identity/sign-up/email' },
  /** `{ email, password }`. Answers `{ twoFactorRedirect: true }` without a session where a code is needed too. */
  signIn: { method: 'POST', path: '/identity/sign-in/email' },
  signOut: { method: 'POST', path: '/identity/sign-out' },
  /** `{ session, user }`, or `null` when signed out. */
  session: { method: 'GET', path: '/identity/get-session' },
  /** `{ token }`: a bearer token for every other call, valid for five minutes. 401 when signed out. */
  token: { method: 'GET', path: '/identity/token' },
  /** `{ email }`. Answers the same whether or not there is such an account. */
  requestReset: { method: 'POST', path: '/identity/request-password-reset' },
  /** `{ token, newPassword }` with the token of the link; ends every session of the account. */
  resetPassword: { method: 'POST', path: '/identity/reset-password' },
  /** `{ email }`: sends the confirmation mail once more. */
  sendVerification: { method: 'POST', path: '/identity/send-verification-email' },
} as const

/** Characters a password must and may have. */
export const passwordLength = { min: 10, max: 128 } as const

/** The page a reset link opens: the landing page, with the token in the query. */
export const resetPage = (token: string): string => `/?reset=${encodeURIComponent(token)}`

/** Where the link of a confirmation mail leads in the end, signed in; with `&error=…` when the link was no good. */
export const verifiedPage = '/?verified=1'
