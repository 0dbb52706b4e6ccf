import { createEmbeddedAuth } from './embedded.ts'
import type { AuthClient } from './state.ts'

/**
 * The sign-in of this installation. It begins with the built-in service, whose first answer says whether that is the one;
 * else Clerk's takes over. So a page of the built-in service loads nothing of Clerk's, and asks nothing more.
 */
export function createAuth(): AuthClient {
  const listeners = new Set<() => void>()
  const tell = (): void => {
    for (const listener of listeners) listener()
  }
  const embedded = createEmbeddedAuth(async publishableKey => {
    const { createClerkAuth } = await import('./clerk.ts')
    service = createClerkAuth(publishableKey)
    service.subscribe(tell)
    await service.load()
    tell()
  })
  let service: AuthClient = embedded
  embedded.subscribe(() => {
    if (service === embedded) tell()
  })

  return {
    hosted: () => service.hosted(),
    state: () => service.state(),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    load: () => service.load(),
    getToken: options => service.getToken(options),
    signIn: input => service.signIn(input),
    signUp: input => service.signUp(input),
    requestPasswordReset: email => service.requestPasswordReset(email),
    resetPassword: input => service.resetPassword(input),
    signOut: () => service.signOut(),
  }
}
