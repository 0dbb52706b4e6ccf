import { AsyncLocalStorage } from 'node:async_hooks'
import type { HashThreads } from './hash-threads.ts'
import { type Lane, TooManyWaiting } from './lanes.ts'

/** Where the hashes of a request wait. */
export interface Standing {
  lane: Lane
  /**
   * Where a stranger from there would wait, when the request waits in the lane of an account: a wrong password is told no
   * sooner than a stranger would hear of it, because the lane shows that the account exists. Null: it is told at once.
   */
  asStranger: Lane | null
}

/** Hashes and compares passwords for the sign-in library. */
export interface PasswordWork {
  /** Runs a call of the library whose hashes wait in this lane. */
  during<T>(standing: Standing, call: () => Promise<T>): Promise<T>
  /**
   * Makes the hash that the call will need before it begins: the library asks for the one of a sign-up inside a
   * transaction, which would keep a connection to the database while the password waits for its turn.
   */
  prepare(password: string): Promise<void>
  hash(password: string): Promise<string>
  verify(given: { hash: string; password: string }): Promise<boolean>
  /** @throws TooManyWaiting when a stranger of this lane would find no place: it must cost nothing more then */
  requirePlace(standing: Standing): void
  close(): Promise<void>
}

interface Context extends Standing {
  ready: { password: string; hash: string } | null
}

/** What runs outside a request waits with strangers. */
const noOne: Context = { lane: { kind: 'stranger', key: '' }, asStranger: null, ready: null }

/** @param threads where the work is done */
export function openPasswordWork(threads: HashThreads): PasswordWork {
  const contexts = new AsyncLocalStorage<Context>()
  const context = (): Context => contexts.getStore() ?? noOne

  const make = async (password: string): Promise<string> => {
    const reply = await threads.run({ kind: 'hash', password }, context().lane)
    if (reply.kind !== 'hash') throw new Error(`a hash was answered with ${reply.kind}`)
    return reply.hash
  }

  return {
    during: (standing, call) => contexts.run({ ...standing, ready: null }, call),
    async prepare(password) {
      const prepared = { password, hash: await make(password) }
      const store = contexts.getStore()
      if (store !== undefined) store.ready = prepared
    },
    async hash(password) {
      const { ready } = context()
      return ready?.password === password ? ready.hash : make(password)
    },
    async verify({ hash, password }) {
      const { lane, asStranger } = context()
      const compare = async (where: Lane): Promise<boolean> => {
        const reply = await threads.run({ kind: 'verify', hash, password }, where)
        if (reply.kind !== 'verify') throw new Error(`a comparison was answered with ${reply.kind}`)
        return reply.ok
      }
      if (asStranger === null) return compare(lane)
      const turn = threads.turn(asStranger).then(
        () => null,
        (error: Error) => error,
      )
      const isRight = await compare(lane).catch(unlessFull)
      if (isRight === true) return true
      const refused = await turn
      if (refused !== null) throw refused
      // The lane of the account was full: that must not show either.
      return isRight ?? compare(asStranger)
    },
    requirePlace({ lane }) {
      // The lane of an account has a place of its own, and falls back to that of a stranger.
      if (lane.kind !== 'account' && !threads.hasPlace(lane)) throw new TooManyWaiting('too many passwords wait')
    },
    close: () => threads.close(),
  }
}

/** Null where there was no place to wait. */
function unlessFull(error: unknown): null {
  if (error instanceof TooManyWaiting) return null
  throw error
}
