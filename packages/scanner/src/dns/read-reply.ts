import type { Question, Reply } from './reply.ts'
import { readVerdict } from './verdict.ts'
import { type Message, rcodeName } from './wire.ts'

/** What a message of a server says about a question. */
export function readReply(message: Message, { name, type, zone }: Question, server: string): Reply {
  const isUnclear = message.question === null && (message.rcode === 0 || message.rcode === 3)
  return {
    verdict: isUnclear ? { kind: 'failed', reason: 'malformed' } : readVerdict(message, name, type, zone),
    server,
    rcode: rcodeName(message.rcode),
    ede: message.ede,
    authenticated: message.ad && zone === null,
    recursionAvailable: message.ra,
    authority: message.authority,
  }
}
