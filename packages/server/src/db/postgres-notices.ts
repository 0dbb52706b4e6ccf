import pg from 'pg'
import type { Logger } from 'pino'
import type { Listen } from './store.ts'

/** How long until a lost connection is made again. */
const againMs = 1_000

type Listener = (payload: string) => void

/**
 * Listens on one connection of its own, made when somebody first listens and kept until `close`. Notices that are sent
 * while it is lost are missed: who listens also looks, only seldom.
 *
 * @param log told of a lost connection
 */
export function postgresNotices(databaseUrl: string, log: Logger): { listen: Listen; close(): Promise<void> } {
  const channels = new Map<string, Set<Listener>>()
  let client: Promise<pg.Client> | null = null
  let retry: ReturnType<typeof setTimeout> | null = null
  let isClosed = false

  async function connect(): Promise<pg.Client> {
    const fresh = new pg.Client({
      connectionString: databaseUrl,
      connectionTimeoutMillis: 10_000,
      keepAlive: true,
      application_name: 'waxseal-notices',
    })
    fresh.on('notification', ({ channel, payload = '' }) => {
      for (const listener of channels.get(channel) ?? []) listener(payload)
    })
    fresh.on('error', error => log.warn({ err: error }, 'the connection for notices was lost'))
    fresh.on('end', again)
    await fresh.connect()
    for (const channel of channels.keys()) await fresh.query(`listen ${fresh.escapeIdentifier(channel)}`)
    return fresh
  }

  function again(): void {
    client = null
    if (isClosed || channels.size === 0 || retry !== null) return
    retry = setTimeout(() => {
      retry = null
      void open().catch(() => {})
    }, againMs).unref()
  }

  function open(): Promise<pg.Client> {
    client ??= connect().catch((cause: unknown) => {
      log.warn({ err: cause }, 'no connection for notices')
      again()
      throw cause
    })
    return client
  }

  return {
    async listen(channel, listener) {
      const listeners = channels.get(channel) ?? new Set()
      const isNew = listeners.size === 0
      listeners.add(listener)
      channels.set(channel, listeners)
      // A connection that fails is made again, so that only the first notices are missed.
      const connected = await open().catch(() => null)
      if (isNew && connected !== null) await connected.query(`listen ${connected.escapeIdentifier(channel)}`)
      return async () => {
        listeners.delete(listener)
      }
    },
    async close() {
      isClosed = true
      if (retry !== null) clearTimeout(retry)
      const open = await client?.catch(() => null)
      await open?.end()
    },
  }
}
