import { answer } from './answer.ts'
import { answerSecondary, isForSecondaries } from './answer-secondary.ts'
import { limitOf, readRequest, type Transport } from './request.ts'
import type { Zone } from './zone.ts'

/**
 * The answer to one message of a client that is no secondary, or null for what is dropped (`readRequest`). Never throws.
 */
export function respond(bytes: Buffer, transport: Transport, zone: Zone): Buffer | null {
  const request = readRequest(bytes)
  if (request === null) return null
  if (!isForSecondaries(request)) return answer(request, zone, limitOf(request, transport))
  const [reply = null] = answerSecondary(request, { address: '', transport }, zone, [], 0)
  return reply
}
