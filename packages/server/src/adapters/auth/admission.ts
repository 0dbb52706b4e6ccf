import type { Store } from '../../db/store.ts'
import type { Limits, Places } from '../../ports.ts'
import { tooMany } from './identity-calls.ts'
import type { Lane } from './lanes.ts'
import type { Standing } from './password-work.ts'
import { rememberRefusals } from './remembered-refusals.ts'
import { forgetTries, giveTryBack, knownOf, type MemoryKeys, rememberRight, takeTry } from './sign-in-memory.ts'
import { isPassOf } from './sign-in-pass.ts'
import { openTurnstile } from './turnstile.ts'

/** Why a request waits, and for how many seconds. `delay`: wrong passwords were tried for this account. */
export interface Wait {
  why: 'limit' | 'delay'
  seconds: number
}

/** A sign-in whose password may be compared. */
export interface SignInTry {
  standing: Standing
  /** The password was right. */
  right(): Promise<void>
  /** The password was not compared. */
  untried(): Promise<void>
}

/** Decides which requests are let in, and where their passwords wait. */
export interface Admission {
  /**
   * @param pass the token of a mailed link, which lets in during the delay of its account
   * @throws TooManyWaiting when too many wait for their turn
   */
  signIn(places: Places, given: { email: string; pass: string | undefined }): Promise<Wait | SignInTry>
  /** Counts any other call. Null: it is let in. */
  count(call: string, places: Places, email: string | undefined): Promise<Wait | null>
  /** Where the passwords of any other call wait. */
  standing(places: Places): Promise<Standing>
}

/** The lane of someone whom nothing is known of. */
const stranger = ({ network }: Places): Lane => ({ kind: 'stranger', key: network })

/** As many sign-ins ask the database at once whether they are let in: it has other callers. */
const admittedAtOnce = 2

const signInCall = 'POST /sign-in/email'

export function openAdmission({
  store: { db },
  now,
  keys,
  limits,
  requirePlace,
}: {
  store: Pick<Store, 'db'>
  now: () => Date
  keys: MemoryKeys
  limits: Limits
  /** @throws TooManyWaiting when there is no place for a password */
  requirePlace: (standing: Standing) => void
}): Admission {
  const turnstile = openTurnstile(admittedAtOnce)
  const { throttle } = rememberRefusals(limits.throttle, () => now().getTime())

  function standingOf(places: Places, known: ReadonlySet<string>, account: string | null): Standing {
    const address = keys.address(places.client)
    if (known.has(address)) return { lane: { kind: 'address', key: address }, asStranger: null }
    if (account === null || !known.has(account)) return { lane: stranger(places), asStranger: null }
    return { lane: { kind: 'account', key: account }, asStranger: stranger(places) }
  }

  async function count(call: string, places: Places, who: { email?: string | undefined; isKnown: boolean }) {
    // An address that signed in rightly is not counted with its neighbors.
    const site = who.isKnown ? null : places.site
    const from = { client: places.client, site: site ?? undefined, email: who.email }
    const seconds = await tooMany(call, from, throttle)
    return seconds === null ? null : ({ why: 'limit', seconds } as const)
  }

  async function signIn(places: Places, { email, pass }: { email: string; pass: string | undefined }) {
    const { client } = places
    const [address, account, pair] = [keys.address(client), keys.account(email), keys.pair(email, client)]
    const known = await knownOf(db, [address, account, pair], now())
    const standing = standingOf(places, known, account)
    requirePlace(standing)
    const wait = await count(signInCall, places, { isKnown: known.has(address) })
    if (wait !== null) return wait
    const byLink = pass !== undefined && (await isPassOf(db, pass, email, now()))
    const tries = keys.tries(email, byLink ? `link ${pass}` : known.has(pair) ? `address ${client}` : 'strangers')
    const delay = await takeTry(db, tries, now())
    if (delay !== null) return { why: 'delay', seconds: Math.ceil(delay / 1_000) } as const
    return {
      standing,
      async right() {
        await rememberRight(db, [address, account, pair], now())
        await forgetTries(db, tries)
      },
      untried: () => giveTryBack(db, tries),
    }
  }

  return {
    signIn: (places, given) => turnstile.run(stranger(places), () => signIn(places, given)),
    count: (call, places, email) => count(call, places, { email, isKnown: false }),
    async standing(places) {
      return standingOf(places, await knownOf(db, [keys.address(places.client)], now()), null)
    },
  }
}
