import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import type { HostedZone } from '../env-hosted-zone.ts'
import type { Secondary } from '../nameserver/secondaries.ts'
import type { Change, ZoneOptions } from '../nameserver/zone.ts'

/** What the thread is started with. */
export interface ThreadOptions {
  zone: ZoneOptions
  addresses: readonly string[] | null
  port: number
  secondaries: readonly Secondary[]
}

/** To the thread. Each has one answer with its id. `loaded`: the pages before it are the whole zone. */
export type ThreadRequest =
  | { kind: 'page' | 'apply'; id: number; changes: readonly Change[] }
  | { kind: 'loaded' | 'close'; id: number }

/** From the thread. */
export type ThreadReply =
  | { kind: 'done'; id: number; port: number | null }
  | { kind: 'failed'; id: number; problem: string }
  | { kind: 'log'; level: 'info' | 'warn'; details: unknown[] }

/** A thread with the name server, which answers from the records it was given and needs nothing else. */
export interface NameserverThread {
  /** The port for UDP and TCP; null before the first whole load. */
  readonly port: number | null
  /** Why it ended by itself; null: it runs. */
  readonly failure: ThreadFailed | null
  /** Makes these the only records. The first load also opens the port: a name that is not loaded yet would not exist. */
  load(pages: AsyncIterable<readonly Change[]>): Promise<void>
  apply(changes: readonly Change[]): Promise<void>
  close(): Promise<void>
}

/** The thread ended, or could not listen. */
export class ThreadFailed extends Error {
  override readonly name = 'ThreadFailed'
}

const closeMs = 5_000

export function startThread(
  { name, contact, publisher }: HostedZone & { publisher: { kind: 'embedded' } },
  { serial, log }: { serial: number; log: Logger },
): NameserverThread {
  const { hosts, addresses, port: wanted, secondaries } = publisher
  const zone = { name, contact, nameservers: hosts, serial }
  const options: ThreadOptions = { zone, addresses, port: wanted, secondaries }
  const worker = new Worker(new URL('./name-server-thread.ts', import.meta.url), { workerData: options })
  const waiting = new Map<number, { resolve: () => void; reject: (error: Error) => void }>()
  let requests = 0
  let port: number | null = null
  let end: ThreadFailed | null = null

  const endWith = (problem: string): void => {
    end ??= new ThreadFailed(problem)
    for (const { reject } of waiting.values()) reject(end)
    waiting.clear()
  }
  worker.on('message', (reply: ThreadReply) => {
    if (reply.kind === 'log') return log[reply.level](...(reply.details as [object, string]))
    const request = waiting.get(reply.id)
    waiting.delete(reply.id)
    if (reply.kind === 'failed') return request?.reject(new ThreadFailed(reply.problem))
    port = reply.port
    request?.resolve()
  })
  worker.on('error', error => endWith(`the thread of the name server failed: ${error.message}`))
  worker.on('exit', code => endWith(`the thread of the name server ended (${code})`))

  type Unnumbered<R> = R extends unknown ? Omit<R, 'id'> : never
  function ask(request: Unnumbered<ThreadRequest>): Promise<void> {
    return new Promise((resolve, reject) => {
      if (end !== null) return reject(end)
      const id = ++requests
      waiting.set(id, { resolve, reject })
      worker.postMessage({ ...request, id } satisfies ThreadRequest, [])
    })
  }

  return {
    get port() {
      return port
    },
    get failure() {
      return end
    },
    async load(pages) {
      for await (const changes of pages) await ask({ kind: 'page', changes })
      await ask({ kind: 'loaded' })
    },
    apply: changes => ask({ kind: 'apply', changes }),
    async close() {
      const patience = setTimeout(() => void worker.terminate(), closeMs)
      await ask({ kind: 'close' }).catch(() => {})
      await worker.terminate()
      clearTimeout(patience)
    },
  }
}
