import { createHash } from 'node:crypto'
import type { Deps } from '../../deps.ts'
import type { AuthProvider } from '../../ports.ts'
import { recordOnce } from './record.ts'

type Needed = Pick<Deps, 'store' | 'now' | 'log'> & { auth: Pick<AuthProvider, 'kind'> }

/** How the audit log learns of a sign-in: the provider notes it (`NoteOwn`), or we see the first call of its session. */
export const signInsKnownBy: Readonly<Record<AuthProvider['kind'], 'the provider' | 'the first call'>> = {
  embedded: 'the provider',
  clerk: 'the first call',
}

/** The most sessions remembered by a process; the one seen first is forgotten first. */
const sessionsRemembered = 10_000

/** What each process has recorded: one that was forgotten, or that another process saw, costs a statement without effect. */
const recorded = new WeakMap<Needed['auth'], Map<string, Promise<void>>>()

/**
 * Records a sign-in that happened at the auth provider, with the first call of its session. Does so once for each session,
 * however many processes see it. A failure is in the log of the server, and the next call tries again.
 */
export async function noteSession(
  deps: Needed,
  { personId, sessionId, impersonator = null }: { personId: string; sessionId: string; impersonator?: string | null },
): Promise<void> {
  if (signInsKnownBy[deps.auth.kind] === 'the provider') return
  const memory = recorded.get(deps.auth) ?? new Map<string, Promise<void>>()
  recorded.set(deps.auth, memory)
  const id = idOf(personId, sessionId)
  const known = memory.get(id)
  if (known !== undefined) return known
  const by = { kind: 'person' as const, id: personId, ...(impersonator !== null && { impersonator }) }
  const writing = recordOnce(deps, { id, by, event: { action: 'account.signed_in' } }).catch((error: unknown) => {
    memory.delete(id)
    deps.log.error({ err: error }, 'a sign-in is missing from the audit log')
  })
  memory.set(id, writing)
  for (const oldest of memory.keys()) {
    if (memory.size <= sessionsRemembered) break
    memory.delete(oldest)
  }
  return writing
}

/** The id of the event: the same in every process, so that the primary key refuses a second one. A UUID of version 8. */
function idOf(personId: string, sessionId: string): string {
  const hash = createHash('sha256').update(`sign-in ${personId} ${sessionId}`).digest()
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x80, 6)
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8)
  return hash.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
