import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import type { Store } from '../db/store.ts'

/** Takes back what calls changed in a store. */
export interface Hold {
  /** Runs a call, and takes back all that it has changed. */
  undone: <T>(call: () => Promise<T>) => Promise<T>
}

/**
 * Lets a store run whole calls inside one transaction that never ends in a commit. Taking back a call costs two
 * statements; emptying and filling the store again costs hundreds. The one connection has the transaction, and each
 * transaction of the code under test becomes a savepoint in it. Such code still waits for the connection as it does
 * otherwise, so an outer handle inside a transaction never gets an answer.
 *
 * A call needs a real commit if another connection must see what it does (`LISTEN`, the queue's workers, a second pool)
 * or if a statement of its own fails outside a transaction: that ends the outer one.
 */
export async function holdOn({ db }: Store): Promise<Hold> {
  const client: unknown = '$client' in db ? db.$client : null
  const driver = client instanceof PGlite ? embedded(client) : await pooled(client)
  const takeBack = async (): Promise<void> => {
    driver.isHeld = false
    await driver.query('rollback')
    if (driver.isLost) throw new Error('the held transaction is gone: a statement outside a transaction failed')
  }
  return {
    async undone(call) {
      await driver.query('begin')
      driver.isLost = false
      driver.isHeld = true
      const answer = await call().catch(async (cause: unknown) => {
        await takeBack()
        throw cause
      })
      await takeBack()
      return answer
    },
  }
}

interface Driver {
  isHeld: boolean
  /** A pool closes a connection on which a statement failed, and opens another one. */
  isLost: boolean
  query: (text: string) => Promise<unknown>
}

/** What the drivers send at the ends of a transaction, and what it becomes inside another one. */
const inside: Readonly<Record<string, string>> = {
  begin: 'savepoint held',
  commit: 'release savepoint held',
  rollback: 'rollback to savepoint held',
}

/** PGlite has one connection. */
function embedded(pglite: PGlite): Driver {
  const send = pglite.execProtocolStream.bind(pglite)
  const driver: Driver = { isHeld: false, isLost: false, query: text => pglite.exec(text) }
  pglite.execProtocolStream = async (message, options) => {
    const text = driver.isHeld ? simpleQuery(message) : null
    if (text === null) return send(message, options)
    // The upkeep of the queue is a whole transaction in one message. It comes again after a minute.
    if (/^\s*begin\s*;/.test(text)) throw new Error('a transaction of its own in a held store')
    const instead = inside[text]
    return send(instead === undefined ? message : queryMessage(instead), options)
  }
  const query = pglite.query.bind(pglite)
  // After each failure the queue ends a transaction, although none is open.
  pglite.query = (text, ...others) => query(driver.isHeld && text === 'ROLLBACK' ? 'select' : text, ...others)
  return driver
}

/** The text of a simple query of the protocol: the letter Q, four bytes of length, the text, a zero. */
function simpleQuery(message: Uint8Array): string | null {
  return message[0] === 'Q'.charCodeAt(0) ? new TextDecoder().decode(message.subarray(5, -1)).toLowerCase() : null
}

function queryMessage(text: string): Uint8Array {
  const message = new TextEncoder().encode(`Q\0\0\0\0${text}\0`)
  new DataView(message.buffer).setInt32(1, message.length - 1)
  return message
}

/** A pool of one connection: every statement goes there. */
async function pooled(client: unknown): Promise<Driver> {
  if (!(client instanceof pg.Pool)) throw new Error('this store has neither a PGlite nor a pool')
  const pool = client
  const open = await Promise.all(Array.from({ length: pool.totalCount }, () => pool.connect()))
  for (const connection of open) connection.release(true)
  pool.options.max = 1
  const driver: Driver = { isHeld: false, isLost: false, query: text => pool.query(text) }
  pool.on('connect', connection => {
    driver.isLost ||= driver.isHeld
    const query: (...args: unknown[]) => unknown = connection.query.bind(connection)
    const translating = (first: unknown, ...others: unknown[]): unknown => {
      const text = driver.isHeld && first instanceof Object && 'text' in first ? inside[String(first.text)] : undefined
      return query(text === undefined ? first : { text }, ...others)
    }
    Object.assign(connection, { query: translating })
  })
  return driver
}
