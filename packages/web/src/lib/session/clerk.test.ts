// @vitest-environment jsdom
import type { Resources } from '@clerk/shared/types'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Clerk, createClerkAuth } from './clerk.ts'
import { createAuth } from './create-auth.ts'
import { SignInError } from './state.ts'

const key = `pk_test_${btoa('clerk.example.org$')}`
const src = 'https://clerk.example.org/npm/@clerk/clerk-js@6/dist/clerk.browser.js'

const zoe = {
  user: { id: 'user_1', fullName: 'Zoë Müller', primaryEmailAddress: { emailAddress: 'zoe@example.org' } },
  session: { id: 'sess_1' },
} as unknown as Resources
const nobody = { user: null, session: null } as unknown as Resources

/** Clerk's script as its page sees it. */
function fakeClerk(first: Resources) {
  const listeners: ((resources: Resources) => void)[] = []
  const getToken = vi.fn(async (options?: { skipCache?: boolean }) => (options?.skipCache ? 'fresh' : 'cached'))
  const clerk = {
    load: vi.fn(async () => {}),
    addListener: vi.fn((listener: (resources: Resources) => void) => {
      listeners.push(listener)
      listener(first)
      return () => {}
    }),
    redirectToSignIn: vi.fn(async () => {}),
    redirectToSignUp: vi.fn(async () => {}),
    redirectToUserProfile: vi.fn(async () => {}),
    signOut: vi.fn(async () => {}),
    session: first.session ? { getToken } : null,
  }
  return {
    clerk: clerk as unknown as Clerk,
    calls: clerk,
    getToken,
    become: (next: Resources) => listeners.forEach(listener => listener(next)),
  }
}

const scripts = () => [...document.querySelectorAll('script')]

/** Lets the script that was asked for load, with this Clerk; null: it fails. */
async function scriptLoads(clerk: Clerk | null): Promise<void> {
  await vi.waitFor(() => expect(scripts()).toHaveLength(1))
  if (clerk !== null) Reflect.set(window, 'Clerk', clerk)
  scripts()[0]?.dispatchEvent(new Event(clerk === null ? 'error' : 'load'))
}

beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue()
})
afterEach(() => {
  for (const script of scripts()) script.remove()
  Reflect.deleteProperty(window, 'Clerk')
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

async function loaded(first: Resources) {
  const fake = fakeClerk(first)
  const auth = createClerkAuth(key)
  const load = auth.load()
  await scriptLoads(fake.clerk)
  await load
  return { auth, ...fake }
}

describe('the script of Clerk', () => {
  it('comes from the host that the key names, and says who is signed in', async () => {
    const { auth } = await loaded(zoe)
    expect(scripts().map(script => script.src)).toEqual([src])
    expect(auth.state()).toEqual({
      status: 'signed-in',
      user: { name: 'Zoë Müller', email: 'zoe@example.org' },
      session: { sessionId: 'sess_1', sessionStatus: 'active', userId: 'user_1' },
    })
  })

  it('says that no one is signed in', async () => {
    expect((await loaded(nobody)).auth.state()).toEqual({ status: 'signed-out' })
  })

  it('that fails to load is an error, and Retry loads it again', async () => {
    const auth = createClerkAuth(key)
    const load = auth.load()
    await scriptLoads(null)
    await load
    expect(auth.state()).toEqual({ status: 'error', code: 'failed_to_load_clerk_js' })
    const again = auth.load()
    expect(auth.state()).toEqual({ status: 'loading' })
    await scriptLoads(fakeClerk(nobody).clerk)
    await again
    expect(auth.state()).toEqual({ status: 'signed-out' })
  })

  it.each(['its script', 'Clerk itself'])('is an error when %s does not answer within 15 seconds', async part => {
    vi.useFakeTimers()
    const auth = createClerkAuth(key)
    const asked = Date.now()
    const load = auth.load()
    if (part === 'Clerk itself') {
      const { clerk, calls } = fakeClerk(nobody)
      calls.load.mockReturnValue(new Promise(() => {}))
      await scriptLoads(clerk)
    }
    await vi.advanceTimersByTimeAsync(14_999 - (Date.now() - asked))
    expect(auth.state()).toEqual({ status: 'loading' })
    await vi.advanceTimersByTimeAsync(1)
    await load
    expect(auth.state()).toEqual({ status: 'error', code: 'failed_to_load_clerk_js' })
  })

  it('is an error 15 seconds after the page asked, however long each part took', async () => {
    vi.useFakeTimers()
    const said = Promise.withResolvers<Response>()
    vi.stubGlobal('fetch', () => said.promise)
    const auth = createAuth()
    const asked = Date.now()
    const load = auth.load()
    await vi.advanceTimersByTimeAsync(7_000)
    said.resolve(new Response(JSON.stringify({ provider: 'clerk', publishable_key: key })))
    await vi.waitFor(() => expect(scripts()).toHaveLength(1), { interval: 0 })
    await vi.advanceTimersByTimeAsync(5_000)
    const { clerk, calls } = fakeClerk(nobody)
    calls.load.mockReturnValue(new Promise(() => {}))
    await scriptLoads(clerk)
    await vi.advanceTimersByTimeAsync(14_999 - (Date.now() - asked))
    expect(auth.state()).toEqual({ status: 'loading' })
    await vi.advanceTimersByTimeAsync(1)
    await load
    expect(auth.state()).toEqual({ status: 'error', code: 'failed_to_load_clerk_js' })
    expect(console.error).toHaveBeenCalledTimes(1)
  })

  it.each([
    ['', 'Publishable key is missing'],
    ['pk_test_x', 'Publishable key not valid'],
  ])('is not loaded for the key %j', (wrong, says) => {
    expect(() => createClerkAuth(wrong)).toThrow(says)
    expect(scripts()).toEqual([])
  })
})

describe('a session of Clerk', () => {
  it('gives its tokens, a new one where it is asked for', async () => {
    const { auth } = await loaded(zoe)
    expect([await auth.getToken(), await auth.getToken({ skipCache: true })]).toEqual(['cached', 'fresh'])
  })

  it('ends in this tab when it ends in another one', async () => {
    const { auth, become } = await loaded(zoe)
    const heard = vi.fn()
    auth.subscribe(heard)
    become(nobody)
    expect([auth.state(), heard.mock.calls.length]).toEqual([{ status: 'signed-out' }, 1])
  })

  it('ends with Sign out', async () => {
    const { auth, calls } = await loaded(zoe)
    await auth.signOut()
    expect([auth.state().status, calls.signOut.mock.calls.length]).toEqual(['signed-out', 1])
  })

  it('begins on the page of Clerk, which leads back to the landing page', async () => {
    const { auth, calls } = await loaded(nobody)
    await auth.hosted()?.signIn()
    await auth.hosted()?.signUp()
    const back = { signInForceRedirectUrl: `${location.origin}/`, signUpForceRedirectUrl: `${location.origin}/` }
    expect([calls.redirectToSignIn.mock.calls, calls.redirectToSignUp.mock.calls]).toEqual([[[back]], [[back]]])
    await expect(auth.signIn({ email: 'a@example.org', password: 'x' })).rejects.toThrow(SignInError)
  })
})

const answer = (body: unknown) => () => Promise.resolve(new Response(JSON.stringify(body), { status: 200 }))

describe('the sign-in of an installation', () => {
  it('is the built-in one when the server says nothing else', async () => {
    vi.stubGlobal('fetch', answer(null))
    const auth = createAuth()
    await auth.load()
    expect([auth.state().status, auth.hosted(), scripts()]).toEqual(['signed-out', null, []])
  })

  it('is Clerk when the server names its key', async () => {
    vi.stubGlobal('fetch', answer({ provider: 'clerk', publishable_key: key }))
    const { clerk, become } = fakeClerk(nobody)
    const auth = createAuth()
    const heard = vi.fn()
    auth.subscribe(heard)
    const load = auth.load()
    await scriptLoads(clerk)
    await load
    expect([auth.state().status, auth.hosted() !== null]).toEqual(['signed-out', true])
    heard.mockClear()
    become(zoe)
    expect([auth.state().status, heard.mock.calls.length]).toEqual(['signed-in', 1])
  })

  it('is an error with a key that is none', async () => {
    vi.stubGlobal('fetch', answer({ provider: 'clerk', publishable_key: 'pk_live_?' }))
    const auth = createAuth()
    await auth.load()
    expect(auth.state()).toEqual({ status: 'error', code: 'failed_to_load_auth' })
  })
})
