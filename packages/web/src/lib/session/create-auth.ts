import { createEmbeddedAuth } from './embedded.ts'
import type { AuthClient } from './state.ts'

/**
 * The sign-in of this installation. It begins as the built-in service, whose first answer says whether that is the one;
 * else it becomes Clerk's. So a page of the built-in service loads nothing of Clerk's, and asks nothing more.
 */
export function createAuth(): AuthClient {
  const auth = createEmbeddedAuth(async (publishableKey, tell, giveUp) => {
    const { createClerkAuth } = await import('./clerk.ts')
    giveUp?.throwIfAborted()
    const clerk = createClerkAuth(publishableKey)
    clerk.subscribe(tell)
    await Object.assign(auth, clerk).load(giveUp)
  })
  return auth
}
