import { expect, it, vi } from 'vitest'
import { signInTry } from '../../db/schema/index.ts'
import { throttleOf } from '../../http/rate-limit.ts'
import type { Mail } from '../../ports.ts'
import { cookieOf } from '../../testing/auth-world.ts'
import { quickThreads } from '../../testing/quick-threads.ts'
import { linkIn, password, post, signIn, signInWorlds, signUp } from '../../testing/sign-in-world.ts'
import { onTheStore } from '../../testing/store.ts'
import { openHashThreads } from './hash-threads.ts'
import { noPauses } from './pauses.ts'
import { memoryKeys } from './sign-in-memory.ts'

const alex = 'alex@example.org'
const second = 1_000
const minute = 60 * second

/** A clock that moves when a test says so. */
function aClock() {
  let at = Date.now()
  return { now: () => new Date(at), pass: (ms: number) => void (at += ms) }
}

const inSite = (n: number, site = '2001:db8:1') => `${site}:${n.toString(16)}::1`

onTheStore('sign-in under fire', kind => {
  const aWorld = signInWorlds(kind)

  let last = 0
  /** An address that nobody has used. */
  const elsewhere = () => `198.51.${100 + Math.floor(++last / 250)}.${(last % 250) + 1}`
  const wrongly = (app: Parameters<typeof signIn>[0], from = elsewhere(), email = alex) =>
    signIn(app, email, 'not the password', from)

  describeDelay(alex, 'an account')
  describeDelay('nobody@example.org', 'an address without an account, all the same')

  function describeDelay(email: string, of: string): void {
    it(`wrong passwords for ${of} bring a delay that doubles up to a quarter of an hour`, async () => {
      const clock = aClock()
      const { app } = await aWorld({ now: clock.now })
      await signUp(app)
      const told = async () => {
        const { statusCode, headers } = await wrongly(app, elsewhere(), email)
        return statusCode === 401 ? 'tried' : `${statusCode} ${headers['retry-after']}`
      }
      for (let n = 0; n < 10; n++) expect(await told()).toBe('tried')
      for (const wait of [2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]) {
        expect(await told()).toBe(`429 ${wait}`)
        clock.pass(wait * second - 1)
        expect(await told()).toBe('429 1')
        clock.pass(1)
        expect(await told()).toBe('tried')
      }
      const refused = await wrongly(app, elsewhere(), email)
      expect(refused.json()).toMatchObject({
        code: 'SIGN_IN_DELAYED',
        detail: 'Too many wrong passwords for this address. Please wait 15 minutes and try again.',
      })
      // A day without a try, and they are forgotten.
      clock.pass(24 * 60 * minute)
      for (let n = 0; n < 10; n++) expect(await told()).toBe('tried')
      expect(await told()).toBe('429 2')
    })
  }

  it('of many tries at the same moment, ten are let in', async () => {
    const { app } = await aWorld()
    await signUp(app)
    const answers = await Promise.all(Array.from({ length: 16 }, (_, n) => wrongly(app, `198.${n}.0.1`)))
    expect(answers.filter(({ statusCode }) => statusCode === 401)).toHaveLength(10)
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(6)
  })

  it('the delay does not keep out who signed in from there before, nor does a right password wait for it to end', async () => {
    const clock = aClock()
    const { app } = await aWorld({ now: clock.now })
    await signUp(app)
    const home = '192.0.2.7'
    expect((await signIn(app, alex, password, home)).statusCode).toBe(200)
    for (let n = 0; n < 10; n++) await wrongly(app)
    expect((await signIn(app, alex, password, elsewhere())).statusCode).toBe(429)
    expect((await signIn(app, alex, password, home)).statusCode).toBe(200)
    // Another account has signed in there: that says nothing about this one.
    await signUp(app, 'kim@example.org')
    await signIn(app, 'kim@example.org', password, '192.0.2.8')
    expect((await signIn(app, alex, password, '192.0.2.8')).statusCode).toBe(429)
    // After the delay a right password ends the count.
    clock.pass(2 * second)
    expect((await signIn(app, alex, password, elsewhere())).statusCode).toBe(200)
    for (let n = 0; n < 10; n++) expect((await wrongly(app)).statusCode).toBe(401)
    // After 30 days the address is one as any other.
    clock.pass(31 * 24 * 60 * minute)
    for (let n = 0; n < 10; n++) await wrongly(app)
    expect((await signIn(app, alex, password, home)).statusCode).toBe(429)
  })

  it('a mailed link lets its owner in during the delay, with the password, for an hour', async () => {
    const clock = aClock()
    const { app, mails } = await aWorld({ mail: true, now: clock.now })
    for (const email of [alex, 'kim@example.org']) {
      await signUp(app, email)
      await post(app, '/request-password-reset', { email })
      await post(app, '/reset-password', { token: valueOf('reset', mails.at(-1)), newPassword: password })
    }
    for (let n = 0; n < 10; n++) await wrongly(app)
    mails.length = 0
    const asked = await post(app, '/request-sign-in-link', { email: alex })
    const unknown = await post(app, '/request-sign-in-link', { email: 'nobody@example.org' })
    expect([asked.statusCode, asked.body]).toEqual([200, unknown.body])
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([[alex, 'Sign in to Waxseal']])
    const pass = valueOf('pass', mails[0])
    const withLink = (email: string, secret: string, link = pass) =>
      post(app, '/sign-in/email', { email, password: secret, pass: link }, { from: elsewhere() })
    expect((await withLink(alex, password, `${pass}x`)).statusCode).toBe(429)
    expect((await withLink(alex, 'not the password')).statusCode).toBe(401)
    const entered = await withLink(alex, password)
    expect(entered.statusCode).toBe(200)
    expect(cookieOf(entered)).not.toBe('')
    // It is nobody else's, and ends.
    for (let n = 0; n < 10; n++) await wrongly(app, elsewhere(), 'kim@example.org')
    expect((await withLink('kim@example.org', password)).statusCode).toBe(429)
    clock.pass(60 * minute)
    for (let n = 0; n < 10; n++) await wrongly(app)
    expect((await withLink(alex, password)).statusCode).toBe(429)
  })

  it('guesses with a mailed link are counted too', async () => {
    const { app, mails } = await aWorld({ mail: true })
    await signUp(app)
    await post(app, '/request-sign-in-link', { email: alex })
    const pass = valueOf('pass', mails.at(-1))
    const guess = () => post(app, '/sign-in/email', { email: alex, password: 'a guess', pass }, { from: elsewhere() })
    for (let n = 0; n < 10; n++) expect((await guess()).statusCode).toBe(401)
    expect((await guess()).statusCode).toBe(429)
  })

  it('one /48 has 60 tries in a minute, however many networks are in it; who signed in from there has more', async () => {
    const clock = aClock()
    const { app, store } = await aWorld({ now: clock.now, throttle: (key, limit) => throttle(key, limit) })
    const throttle = throttleOf({ store, now: clock.now })
    await signUp(app)
    const home = '2001:db8:1:ffff::7'
    await signIn(app, alex, password, home)
    let tried = 0
    for (let n = 1; n <= 62; n++) {
      const { statusCode } = await wrongly(app, inSite(n), `user${n}@example.org`)
      if (statusCode === 401) tried++
    }
    expect(tried).toBe(59)
    const refused = await wrongly(app, inSite(99), 'user@example.org')
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'RATE_LIMITED'])
    expect((await signIn(app, alex, password, home)).statusCode).toBe(200)
    expect((await wrongly(app, inSite(1, '2001:db8:2'), 'user@example.org')).statusCode).toBe(401)
    clock.pass(minute)
    expect((await wrongly(app, inSite(99), 'user@example.org')).statusCode).toBe(401)
  })

  it('one who goes on after the limit costs the database nothing more, and is answered late', async () => {
    const asked: string[] = []
    const pauseApart = vi.fn(async (_since: number, _ms: number) => {})
    const { app } = await aWorld({
      throttle: async key => {
        asked.push(key)
        return key.includes(' 1m client') ? 60 : null
      },
      pauses: { ...noPauses, pauseApart },
    })
    for (let n = 0; n < 5; n++) expect((await wrongly(app, '192.0.2.9')).statusCode).toBe(429)
    expect(asked).toEqual(['identity POST /sign-in/email 1m client 192.0.2.9'])
    expect(pauseApart.mock.calls.map(([, ms]) => ms)).toEqual(Array(5).fill(1_000))
  })

  it('too many passwords at once are 503 with Retry-After, and no tries', async () => {
    const held: (() => void)[] = []
    const threads = openHashThreads({
      most: 1,
      start: () => ({
        do: () => new Promise(resolve => held.push(() => resolve({ kind: 'hash', hash: 'a:b' }))),
        hasEnded: false,
        close: async () => {},
      }),
    })
    const { app, store } = await aWorld({ threads })
    const keys = memoryKeys('a secret of at least thirty-two bytes')
    const done: { email: string; statusCode: number; headers: Record<string, unknown>; code: string }[] = []
    const asked = Array.from({ length: 20 }, async (_, n) => {
      const email = `user${n}@example.org`
      const answer = await signIn(app, email, 'x', '198.51.100.1')
      done.push({ email, statusCode: answer.statusCode, headers: answer.headers, code: answer.json().code })
    })
    // One is being compared and sixteen wait. The last was told that there is no place before anything was counted.
    await vi.waitFor(() => expect(done).toHaveLength(3))
    for (const { statusCode, headers, code } of done)
      expect([statusCode, headers['retry-after'], code]).toEqual([503, '5', 'BUSY'])
    const refused = new Set(done.map(({ email }) => keys.tries(email, 'strangers')))
    for (let n = 0; n < 17; n++) {
      await vi.waitFor(() => expect(held).toHaveLength(n + 1))
      held[n]?.()
    }
    await Promise.all(asked)
    const rows = await store.db.select().from(signInTry)
    for (const { key, tries } of rows) expect([key, tries]).toEqual([key, refused.has(key) ? 0 : 1])
    expect(rows.filter(({ tries }) => tries > 0)).toHaveLength(17)
  })

  it('a wrong password and an unknown address cost the same hash, and leave at a full step of time', async () => {
    const threads = quickThreads()
    const jobs = vi.spyOn(threads, 'run')
    const pauseToStep = vi.fn(async () => {})
    const { app } = await aWorld({ threads, pauses: { ...noPauses, pauseToStep } })
    await signUp(app)
    const costOf = async (email: string) => {
      jobs.mockClear()
      pauseToStep.mockClear()
      await wrongly(app, elsewhere(), email)
      return [jobs.mock.calls.length, pauseToStep.mock.calls.map(call => Reflect.get(call, 1))]
    }
    expect(await costOf(alex)).toEqual([1, [100]])
    expect(await costOf('nobody@example.org')).toEqual([1, [100]])
    pauseToStep.mockClear()
    expect((await signIn(app)).statusCode).toBe(200)
    expect(pauseToStep).not.toHaveBeenCalled()
  })
})

function valueOf(name: string, mail: Mail | undefined): string {
  return linkIn(mail).searchParams.get(name) ?? ''
}
