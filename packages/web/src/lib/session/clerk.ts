import { parsePublishableKey } from '@clerk/shared/keys'
import { buildClerkJSScriptAttributes, clerkJSScriptUrl } from '@clerk/shared/loadClerkJsScript'
import type { BrowserClerk, Resources } from '@clerk/shared/types'
import { paths } from '../paths.ts'
import { type AuthClient, loadLimitMs, type SessionState, SignInError } from './state.ts'

/** What we use of Clerk's script (`window.Clerk`). */
export type Clerk = Pick<
  BrowserClerk,
  'load' | 'addListener' | 'redirectToSignIn' | 'redirectToSignUp' | 'redirectToUserProfile' | 'signOut'
> & { session?: Pick<NonNullable<BrowserClerk['session']>, 'getToken'> | null | undefined }

/**
 * Sign-in by Clerk. Its script keeps the session; people sign in, sign up and change their profile on Clerk's own pages.
 * A page may have one Clerk: a second one throws.
 *
 * @param publishableKey of the operator's instance
 */
export function createClerkAuth(
  publishableKey: string,
): Omit<AuthClient, 'load'> & { load(giveUp?: AbortSignal): Promise<void> } {
  // Throws "Publishable key is missing." or "Publishable key not valid." before anything is loaded.
  parsePublishableKey(publishableKey, { fatal: true })
  let state: SessionState = { status: 'loading' }
  let clerk: Clerk | null = null
  const listeners = new Set<() => void>()

  function become(next: SessionState): void {
    state = next
    for (const listener of listeners) listener()
  }

  function accept({ session, user }: Pick<Resources, 'session' | 'user'>): void {
    if (!session || !user) return become({ status: 'signed-out' })
    const email = user.primaryEmailAddress?.emailAddress ?? ''
    const known = state.status === 'signed-in' && state.session.sessionId === session.id && state.user.email === email
    if (known) return
    become({
      status: 'signed-in',
      user: { name: user.fullName ?? email, email },
      session: { sessionId: session.id, sessionStatus: 'active', userId: user.id },
    })
  }

  function ready(): Clerk {
    if (clerk === null) throw new SignInError(0, 'The sign-in service did not load. Please try again.')
    return clerk
  }

  const pages = {
    signIn: async () => void (await ready().redirectToSignIn(backTo(paths.landing))),
    signUp: async () => void (await ready().redirectToSignUp(backTo(paths.landing))),
    profile: async () => void (await ready().redirectToUserProfile()),
  }

  return {
    hosted: () => pages,
    state: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** @param giveUp the limit of the page, which began before Clerk was known; without it, the limit begins now */
    async load(giveUp) {
      become({ status: 'loading' })
      try {
        clerk = await within(giveUp ?? timeLimit(), loadedScript(publishableKey))
        clerk.addListener(accept)
      } catch (error) {
        console.error('failed_to_load_clerk_js', error)
        become({ status: 'error', code: 'failed_to_load_clerk_js' })
      }
    },
    async getToken(options = {}) {
      return (await clerk?.session?.getToken({ skipCache: options.skipCache === true })) ?? null
    },
    signIn: elsewhere,
    signUp: elsewhere,
    requestSignInLink: elsewhere,
    sendConfirmation: elsewhere,
    confirmAddress: elsewhere,
    requestPasswordReset: elsewhere,
    resetPassword: elsewhere,
    async signOut() {
      await ready().signOut()
      become({ status: 'signed-out' })
    },
  }
}

function elsewhere(): Promise<never> {
  return Promise.reject(new SignInError(0, 'Sign in on the page of Clerk'))
}

/** Where Clerk's pages lead afterwards, whether the person signed in or up: the landing page knows what was begun here. */
function backTo(path: string): { signInForceRedirectUrl: string; signUpForceRedirectUrl: string } {
  const url = new URL(path, window.location.origin).href
  return { signInForceRedirectUrl: url, signUpForceRedirectUrl: url }
}

/** Loads Clerk's script from the host that the key names. The script of a try before is removed. */
function loadScript(publishableKey: string): Promise<Clerk> {
  const there = clerkOfPage()
  if (there !== null) return Promise.resolve(there)
  document.querySelector('script[data-clerk-publishable-key]')?.remove()
  const script = document.createElement('script')
  return new Promise<Clerk>((resolve, reject) => {
    for (const [name, value] of Object.entries(buildClerkJSScriptAttributes({ publishableKey })))
      script.setAttribute(name, value)
    script.crossOrigin = 'anonymous'
    script.async = true
    script.src = clerkJSScriptUrl({ publishableKey })
    script.addEventListener('load', () => {
      const clerk = clerkOfPage()
      if (clerk === null) reject(new Error('The script defines no Clerk'))
      else resolve(clerk)
    })
    script.addEventListener('error', () => reject(new Error('The script could not be loaded')))
    document.head.append(script)
  })
}

function clerkOfPage(): Clerk | null {
  const found: unknown = Reflect.get(window, 'Clerk')
  return typeof found === 'object' && found !== null && 'load' in found ? (found as Clerk) : null
}

async function loadedScript(publishableKey: string): Promise<Clerk> {
  const clerk = await loadScript(publishableKey)
  await clerk.load()
  return clerk
}

/** Aborts when the screen has waited long enough. */
function timeLimit(): AbortSignal {
  const giveUp = new AbortController()
  setTimeout(() => giveUp.abort(new Error(`No answer within ${loadLimitMs} ms`)), loadLimitMs)
  return giveUp.signal
}

function within<T>(limit: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    limit.addEventListener('abort', () => reject(limit.reason))
    work.then(resolve, reject)
  })
}
