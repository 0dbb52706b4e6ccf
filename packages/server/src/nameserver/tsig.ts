import { createHmac, timingSafeEqual } from 'node:crypto'
import { TYPE } from './record-set.ts'

/** A key that this server shares with a secondary, for HMAC-SHA256. */
export interface TsigKey {
  /** In wire format, lower case. */
  name: Buffer
  secret: Buffer
}

/** The errors of TSIG itself (RFC 8945 section 3). */
export const TSIG_ERROR = { NONE: 0, BADSIG: 16, BADKEY: 17, BADTIME: 18 } as const

/** The TSIG record of a message (RFC 8945 section 4.2). Names are in wire format, lower case. */
export interface Tsig {
  keyName: Buffer
  algorithm: Buffer
  /** Unix time in seconds. */
  time: number
  /** How many seconds the clocks may differ. */
  fudge: number
  mac: Buffer
  originalId: number
  error: number
  /** With BADTIME the time of the server. */
  other: Buffer
}

const HMAC_SHA256 = Buffer.from('\u000bhmac-sha256\0', 'latin1')
const MAC_LENGTH = 32
const FUDGE = 300
const CLASS_ANY = 255

/** Reads the TSIG record that begins here and ends the message; null for a malformed one. Its names are not compressed. */
export function readTsig(bytes: Buffer, start: number): Tsig | null {
  const keyName = plainName(bytes, start)
  if (keyName === null) return null
  const fixed = start + keyName.length
  if (fixed + 10 > bytes.length) return null
  const end = fixed + 10 + bytes.readUInt16BE(fixed + 8)
  if (bytes.readUInt16BE(fixed + 2) !== CLASS_ANY || bytes.readUInt32BE(fixed + 4) !== 0 || end > bytes.length)
    return null
  const algorithm = plainName(bytes, fixed + 10)
  if (algorithm === null) return null
  const at = fixed + 10 + algorithm.length
  if (at + 16 > end) return null
  const macEnd = at + 10 + bytes.readUInt16BE(at + 8)
  if (macEnd + 6 > end || macEnd + 6 + bytes.readUInt16BE(macEnd + 4) !== end) return null
  return {
    keyName,
    algorithm,
    time: bytes.readUIntBE(at, 6),
    fudge: bytes.readUInt16BE(at + 6),
    mac: bytes.subarray(at + 10, macEnd),
    originalId: bytes.readUInt16BE(macEnd),
    error: bytes.readUInt16BE(macEnd + 2),
    other: bytes.subarray(macEnd + 6, end),
  }
}

/**
 * Checks the signature of a message: key, then signature, then time (RFC 8945 section 5.2).
 *
 * @param start where its TSIG record begins
 * @param requestMac of a response: the signature of its query
 */
export function checkTsig(
  bytes: Buffer,
  start: number,
  tsig: Tsig,
  keys: readonly TsigKey[],
  nowSeconds: number,
  requestMac: Buffer | null = null,
): { error: number; key: TsigKey | null } {
  const key = keys.find(({ name }) => name.equals(tsig.keyName)) ?? null
  if (key === null || !tsig.algorithm.equals(HMAC_SHA256)) return { error: TSIG_ERROR.BADKEY, key: null }
  const message = Buffer.from(bytes.subarray(0, start))
  message.writeUInt16BE(tsig.originalId, 0)
  message.writeUInt16BE(message.readUInt16BE(10) - 1, 10)
  const mac = macOf(key, requestMac, message, variables(tsig))
  // Only whole signatures: the algorithm allows no shorter one to be trusted by default (RFC 8945 section 5.2.2.1).
  if (tsig.mac.length !== MAC_LENGTH || !timingSafeEqual(mac, tsig.mac)) return { error: TSIG_ERROR.BADSIG, key }
  return { error: Math.abs(nowSeconds - tsig.time) > tsig.fudge ? TSIG_ERROR.BADTIME : TSIG_ERROR.NONE, key }
}

/** The bytes that a signature of this key adds to a message. */
export function tsigLength({ name }: TsigKey): number {
  return name.length + 10 + HMAC_SHA256.length + 16 + MAC_LENGTH
}

/** A message with an unsigned TSIG record that names an error (RFC 8945 section 5.2.1 and 5.2.2). */
export function withTsigError(message: Buffer, tsig: Tsig, error: number): Buffer {
  return withRecord(message, { ...tsig, mac: Buffer.alloc(0), error, other: Buffer.alloc(0) })
}

/**
 * Signs the messages of one conversation. The first signature covers that of the query, each later one that of the
 * message before it (RFC 8945 section 5.3.1).
 */
export class Signer {
  readonly #key: TsigKey
  #previous: Buffer | null
  #count = 0

  /** @param requestMac the signature of the query that is answered; null for a query of ours */
  constructor(key: TsigKey, requestMac: Buffer | null) {
    this.#key = key
    this.#previous = requestMac
  }

  /** The signature of the latest message. */
  get mac(): Buffer | null {
    return this.#previous
  }

  /** @param badTime the query whose time was wrong: the reply has its time, and ours beside it */
  sign(message: Buffer, nowSeconds: number, badTime: Tsig | null = null): Buffer {
    const tsig: Tsig = {
      keyName: this.#key.name,
      algorithm: HMAC_SHA256,
      time: badTime?.time ?? nowSeconds,
      fudge: FUDGE,
      mac: Buffer.alloc(0),
      originalId: message.readUInt16BE(0),
      error: badTime === null ? TSIG_ERROR.NONE : TSIG_ERROR.BADTIME,
      other: badTime === null ? Buffer.alloc(0) : sixBytes(nowSeconds),
    }
    const last = this.#count++ === 0 ? variables(tsig) : timers(tsig)
    const mac = macOf(this.#key, this.#previous, message, last)
    this.#previous = mac
    return withRecord(message, { ...tsig, mac })
  }
}

function macOf({ secret }: TsigKey, previous: Buffer | null, message: Buffer, last: Buffer): Buffer {
  const hmac = createHmac('sha256', secret)
  if (previous !== null) hmac.update(twoBytes(previous.length)).update(previous)
  return hmac.update(message).update(last).digest()
}

/** RFC 8945 section 4.3.3. */
function variables({ keyName, algorithm, error, other, ...times }: Tsig): Buffer {
  const head = [keyName, twoBytes(CLASS_ANY), Buffer.alloc(4), algorithm, timers(times)]
  return Buffer.concat([...head, twoBytes(error), twoBytes(other.length), other])
}

function timers({ time, fudge }: Pick<Tsig, 'time' | 'fudge'>): Buffer {
  return Buffer.concat([sixBytes(time), twoBytes(fudge)])
}

function withRecord(message: Buffer, tsig: Tsig): Buffer {
  const { keyName, algorithm, mac, originalId, error, other } = tsig
  const head = [algorithm, timers(tsig), twoBytes(mac.length), mac]
  const data = Buffer.concat([...head, twoBytes(originalId), twoBytes(error), twoBytes(other.length), other])
  const fixed = [keyName, twoBytes(TYPE.TSIG), twoBytes(CLASS_ANY), Buffer.alloc(4), twoBytes(data.length)]
  const whole = Buffer.concat([message, ...fixed, data])
  whole.writeUInt16BE(whole.readUInt16BE(10) + 1, 10)
  return whole
}

/** A name without compression, in lower case; null for anything else. */
function plainName(bytes: Buffer, start: number): Buffer | null {
  let at = start
  for (let length = bytes[at] ?? 64; length > 0; length = bytes[at] ?? 64) {
    if (length > 63) return null
    at += length + 1
  }
  if (at + 1 > bytes.length || at + 1 - start > 255) return null
  return Buffer.from(
    bytes.toString('latin1', start, at + 1).replace(/[A-Z]/g, letter => letter.toLowerCase()),
    'latin1',
  )
}

function twoBytes(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}

function sixBytes(value: number): Buffer {
  const bytes = Buffer.alloc(6)
  bytes.writeUIntBE(value, 0, 6)
  return bytes
}
