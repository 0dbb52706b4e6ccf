/**
 * The embedded sign-in (better-auth) as the browser uses it: JSON posts below `/api/identity`, with the httpOnly
 * session cookie that lives on that path alone. Errors carry `{ detail, code, request_id }`, `code` being the library's
 * word in capitals (`INVALID_EMAIL_OR_PASSWORD`, `EMAIL_NOT_VERIFIED`, `SIGNUP_CLOSED`, `RATE_LIMITED`, `BUSY`, `NO_MAIL` …).
 */
export const identityRoutes = {
  /**
   * `{ name, email, password, invitation? }`: where sign-up is closed, the token of an open invitation permits one.
   * Where mail works the address must be confirmed first: then no session begins.
   */
  signUp: { method: 'POST', path: '/identity/sign-up/email' },
  /**
   * `{ email, password, pass? }`. Answers `{ twoFactorRedirect: true }` without a session where a code is needed too. After
   * wrong passwords sign-ins to an account wait (429 `SIGN_IN_DELAYED`), but for one with the `pass` of a mailed link.
   */
  signIn: { method: 'POST', path: '/identity/sign-in/email' },
  signOut: { method: 'POST', path: '/identity/sign-out' },
  /** `{ session, user }`, or `null` when signed out. */
  session: { method: 'GET', path: '/identity/get-session' },
  /** `{ token }`: a bearer token for every other call, valid for five minutes. 401 when signed out. */
  token: { method: 'GET', path: '/identity/token' },
  /** `{ email }`. Answers the same whether or not there is such an account. */
  requestReset: { method: 'POST', path: '/identity/request-password-reset' },
  /** `{ email }`: mails a link with a `pass`. Answers the same whether or not there is such an account. */
  requestSignInLink: { method: 'POST', path: '/identity/request-sign-in-link' },
  /** `{ token, newPassword }` with the token of the link; ends every session of the account. */
  resetPassword: { method: 'POST', path: '/identity/reset-password' },
  /**
   * `{ token, password }` or `{ token, newPassword }` with the token of a confirmation mail: confirms the address for who
   * knows the password of the sign-up, or sets a new one in its place, and signs in. A change of address takes the
   * password alone. Answers `{ signedIn }`.
   */
  confirmAddress: { method: 'POST', path: '/identity/confirm-address' },
  /** `{ email }`: sends the confirmation mail once more. */
  sendVerification: { method: 'POST', path: '/identity/send-verification-email' },
} as const

/** Characters a password must and may have. */
export const passwordLength = { min: 10, max: 128 } as const

/** The page a reset link opens: the landing page, with the token in the query. */
export const resetPage = (token: string): string => `/?reset=${encodeURIComponent(token)}`

/** The page of a link that lets its owner sign in during a delay. */
export const passPage = (pass: string): string => `/?pass=${encodeURIComponent(pass)}`

/** The page that a link opens which confirms the address of a sign-up: it asks for the password, or for a new one. */
export const confirmPage = (token: string): string => `/?confirm=${encodeURIComponent(token)}`

/** The same of a link that changes the address of an account, where its person is not signed in. */
export const confirmChangePage = (token: string): string => `/?confirm-change=${encodeURIComponent(token)}`
