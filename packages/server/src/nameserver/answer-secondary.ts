import { answer, bareReply, emptyReply } from './answer.ts'
import { TYPE } from './record-set.ts'
import { keyOf, limitOf, RCODE, type Request, type Transport } from './request.ts'
import type { Secondary } from './secondaries.ts'
import { transferMessages } from './transfer.ts'
import { checkTsig, readTsig, Signer, TSIG_ERROR, type TsigKey, tsigLength, withTsigError } from './tsig.ts'
import type { Zone } from './zone.ts'

/** Who asks, and how. */
export interface Client {
  /** As `formatAddress` writes it. */
  address: string
  transport: Transport
}

/** Whether a query is one for `answerSecondary`: it is signed or wants a transfer. */
export function isForSecondaries({ problem, type, tsigAt }: Request): boolean {
  return problem === 0 && (tsigAt >= 0 || type === TYPE.AXFR || type === TYPE.IXFR)
}

/**
 * The messages that answer a signed query or a transfer, one at least. A signed query gets a signed answer; only the
 * configured secondaries, with their keys, get the zone, others get REFUSED.
 *
 * A transfer is one state of the zone, whatever changes while its messages are taken.
 */
export function answerSecondary(
  request: Request,
  client: Client,
  zone: Zone,
  secondaries: readonly Secondary[],
  nowSeconds: number,
): Iterable<Buffer> {
  const limit = limitOf(request, client.transport)
  if (request.tsigAt < 0) return plainAnswer(request, client, zone, secondaries, null, limit)
  const checked = authenticate(request, secondaries, nowSeconds)
  if (Buffer.isBuffer(checked)) return [checked]
  const { key, signer } = checked
  const messages = plainAnswer(request, client, zone, secondaries, key, limit - tsigLength(key))
  return signed(messages, signer, nowSeconds)
}

function* signed(messages: Iterable<Buffer>, signer: Signer, nowSeconds: number): Generator<Buffer> {
  for (const message of messages) yield signer.sign(message, nowSeconds)
}

/** The key of a signed query and who signs the answer, or the refusal (RFC 8945 section 5.2). */
function authenticate(
  request: Request,
  secondaries: readonly Secondary[],
  nowSeconds: number,
): { key: TsigKey; signer: Signer } | Buffer {
  const { bytes, tsigAt } = request
  const tsig = readTsig(bytes, tsigAt)
  if (tsig === null) return bareReply(bytes, RCODE.FORMERR)
  const keys = secondaries.flatMap(({ key }) => (key === null ? [] : [key]))
  const { error, key } = checkTsig(bytes, tsigAt, tsig, keys, nowSeconds)
  const refusal = emptyReply(request, RCODE.NOTAUTH)
  if (key === null || error === TSIG_ERROR.BADSIG) return withTsigError(refusal, tsig, error)
  const signer = new Signer(key, tsig.mac)
  return error === TSIG_ERROR.NONE ? { key, signer } : signer.sign(refusal, nowSeconds, tsig)
}

/** @param key the one that signed the query */
function plainAnswer(
  request: Request,
  { address, transport }: Client,
  zone: Zone,
  secondaries: readonly Secondary[],
  key: TsigKey | null,
  room: number,
): Iterable<Buffer> {
  const { type } = request
  const isTransfer = request.class === 1 && request.version === 0 && (type === TYPE.AXFR || type === TYPE.IXFR)
  if (!isTransfer) return [answer(request, zone, room)]
  const isAllowed = secondaries.some(
    secondary => secondary.address === address && (secondary.key === null || isSameKey(secondary.key, key)),
  )
  // AXFR over UDP is not defined (RFC 5936 section 4.2).
  if (!isAllowed || (transport === 'udp' && type === TYPE.AXFR)) return [emptyReply(request, RCODE.REFUSED)]
  if (keyOf(request, zone.apex) !== '') return [emptyReply(request, RCODE.NOTAUTH)]
  return transferMessages(request, transport, zone, room)
}

/** Two secondaries may name their keys alike, so the secrets count too. */
function isSameKey(one: TsigKey, other: TsigKey | null): boolean {
  return other !== null && one.name.equals(other.name) && one.secret.equals(other.secret)
}
