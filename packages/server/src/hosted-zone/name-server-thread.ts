/** The thread that holds the hosted zone in memory and answers for it. `thread.ts` starts it. */
import { parentPort, workerData } from 'node:worker_threads'
import { type Nameserver, openNameserver } from '../nameserver/serve-zone.ts'
import { type Change, Zone } from '../nameserver/zone.ts'
import type { ThreadOptions, ThreadReply, ThreadRequest } from './thread.ts'

const { zone: options, addresses, port, secondaries } = workerData as ThreadOptions
const zone = new Zone(options)
let server: Nameserver | null = null
/** The pages since the last load. */
let pages: Change[] = []

const say = (reply: ThreadReply): void => parentPort?.postMessage(reply, [])
const log = {
  info: (...details: unknown[]) => say({ kind: 'log', level: 'info', details }),
  warn: (...details: unknown[]) => say({ kind: 'log', level: 'warn', details }),
}

/** Without the changes that no zone takes, each of which is logged. They hold up no other. */
function possible(changes: readonly Change[]): Change[] {
  return changes.filter(change => {
    const problem = zone.problemOf(change)
    if (problem !== null) log.warn({ name: change.name, problem }, 'a hosted record cannot be published')
    return problem === null
  })
}

function open(): Promise<Nameserver> {
  return openNameserver({
    zone,
    ...(addresses !== null && { addresses }),
    port,
    // A message between threads makes plain arrays of buffers.
    secondaries: secondaries.map(({ key, ...rest }) => ({
      ...rest,
      key: key && { name: Buffer.from(key.name), secret: Buffer.from(key.secret) },
    })),
    now: () => new Date(),
    log,
  })
}

async function perform(request: ThreadRequest): Promise<void> {
  switch (request.kind) {
    case 'page':
      pages.push(...request.changes)
      return
    case 'loaded': {
      const records = possible(pages)
      pages = []
      zone.replace(records)
      server ??= await open()
      return
    }
    case 'apply':
      zone.apply(possible(request.changes))
      return
    case 'close':
      await server?.close()
      return
    default:
      request satisfies never
  }
}

let last = Promise.resolve()
parentPort?.on('message', (request: ThreadRequest) => {
  last = last
    .then(() => perform(request))
    .then(
      () => say({ kind: 'done', id: request.id, port: server?.port ?? null }),
      (error: unknown) => say({ kind: 'failed', id: request.id, problem: problemOf(error) }),
    )
})

/** For the operator, with the setting if there is one. */
function problemOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'EADDRINUSE')
    return `NAMESERVER_PORT: ${port} is in use → stop the program that uses it, or set another port`
  if (code === 'EACCES')
    return `NAMESERVER_PORT: this user may not use port ${port} → set a port above 1023, or allow it (docs/self-hosting.md, Hosted SPF records)`
  if (code === 'EADDRNOTAVAIL')
    return `NAMESERVER_ADDRESS: ${message} → use addresses of this machine, or unset it to listen on all`
  return message
}
