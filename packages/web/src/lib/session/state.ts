/** The session. Its workspace, with the specification's organization fields, is in `meQuery`: each call names its own. */
export interface SessionFields {
  sessionId: string
  sessionStatus: 'active'
  userId: string
}

export interface SessionUser {
  name: string
  email: string
}

export type SessionState =
  | { status: 'loading' }
  | { status: 'signed-in'; user: SessionUser; session: SessionFields }
  | { status: 'signed-out' }
  | { status: 'error'; code: 'failed_to_load_auth' | 'failed_to_load_clerk_js' }

/** A refusal of the sign-in service, with a sentence for the user. */
export class SignInError extends Error {
  override readonly name = 'SignInError'
  readonly status: number
  readonly code: string | null

  constructor(status: number, message: string, code: string | null = null) {
    super(message)
    this.status = status
    this.code = code
  }
}

export interface SignUpInput {
  name: string
  email: string
  password: string
  /** The token of the invitation that permits the sign-up, where sign-up is closed otherwise. */
  invitation?: string | undefined
}

/** A provider's own pages. Each call leaves this page, and comes back to a path of ours. */
export interface HostedPages {
  signIn(): Promise<void>
  signUp(): Promise<void>
  /** Name, address, password, second factor and devices. */
  profile(): Promise<void>
}

/** The interface of every sign-in provider to the screens. */
export interface AuthClient {
  /** Where people sign in; null: with the forms of the landing page. */
  hosted(): HostedPages | null
  state: () => SessionState
  subscribe: (listener: () => void) => () => void
  /** Determines the signed-in user; gives up after `loadLimitMs`. */
  load(): Promise<void>
  getToken(options?: { skipCache?: boolean }): Promise<string | null>
  /**
   * `code`: the second step follows, a code. Rejects with SignInError.
   *
   * @param input.pass of a mailed link, which lets in during a delay
   */
  signIn(input: { email: string; password: string; pass?: string | undefined }): Promise<'signed-in' | 'code'>
  /** Mails a link that lets the owner of an account in during a delay. */
  requestSignInLink(email: string): Promise<void>
  /** `confirm`: the address must be confirmed by mail before the first sign-in. */
  signUp(input: SignUpInput): Promise<'signed-in' | 'confirm'>
  /** Sends the link that confirms the address of a sign-up once more. */
  sendConfirmation(email: string): Promise<void>
  /**
   * Confirms an address with the password of its account, or with a new one in place of the one of the sign-up.
   * `confirmed`: no session began.
   */
  confirmAddress(
    input: { token: string } & ({ password: string } | { newPassword: string }),
  ): Promise<'signed-in' | 'confirmed'>
  requestPasswordReset(email: string): Promise<void>
  resetPassword(input: { token: string; newPassword: string }): Promise<void>
  signOut(): Promise<void>
}

/** How long the sign-in service may take before the screen says that it did not load. */
export const loadLimitMs = 15_000
