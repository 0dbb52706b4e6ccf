import { expectLinearCost } from '@waxseal/core/testing'
import { describe, it } from 'vitest'
import { tsigPlace } from './request.ts'
import { respond } from './respond.ts'
import { parseSecondaries } from './secondaries.ts'
import { exampleZone } from './testing/example-zone.ts'
import { query } from './testing/messages.ts'
import { readTsig } from './tsig.ts'

/** The maximum length of a message. */
const max = 65_535
const tokens = ['\0', '\u0001a', '\u003f', '\u00c0\u000c', '\0\u0001\0\0', '\0\0\u0029\u0004\u00d0\0\0\0\0\0\0']
const zone = exampleZone()

/** A query that continues with these bytes, as many records as it likes. */
const queryWith = (text: string): Buffer =>
  Buffer.concat([
    query('waxseal.test', 251, { counts: [1, 0, 1, max] }),
    Buffer.from(text.slice(0, max - 40), 'latin1'),
  ])

/** A query of one OPT record with these options. */
const queryWithOptions = (text: string): Buffer => {
  const options = Buffer.from(text.slice(0, max - 60), 'latin1')
  const opt = Buffer.from([0, 0, 41, 4, 208, 0, 0, 0, 0, options.length >> 8, options.length & 255])
  return Buffer.concat([query('abc.waxseal.test', 16, { counts: [1, 0, 0, 1] }), opt, options])
}

describe('costs in proportion to its length', () => {
  it('a query of any records', () =>
    expectLinearCost((bytes: Buffer) => respond(bytes, 'tcp', zone), { max, tokens, wrap: queryWith }))

  it('a query of many options', () =>
    expectLinearCost((bytes: Buffer) => respond(bytes, 'tcp', zone), { max, tokens, wrap: queryWithOptions }))

  it('a response to a notification', () =>
    expectLinearCost((bytes: Buffer) => tsigPlace(bytes), { max, tokens, wrap: queryWith }))

  it('a signature', () =>
    expectLinearCost((bytes: Buffer) => readTsig(bytes, 0), { max, tokens, wrap: text => Buffer.from(text, 'latin1') }))

  it('a list of secondaries', () =>
    expectLinearCost(parseSecondaries, {
      max,
      tokens: [',', '#', '192.0.2.1', '[::1]:53', ':', '#a:b', 'hmac-sha256:'],
    }))
})
