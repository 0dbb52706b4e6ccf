import type { RecordType } from '@waxseal/core/dns'
import { decode } from 'dns-packet'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encodeQuery } from './wire.ts'

const host = fc
  .array(fc.stringMatching(/^[a-z0-9_]([a-z0-9_-]{0,20}[a-z0-9])?$/), { minLength: 1, maxLength: 5 })
  .map(labels => labels.join('.'))
const short = fc.nat(65_535)

describe('encoding a question', () => {
  it('is read by dns-packet with recursion, AD, no DO, and an EDNS payload of 1232', () => {
    fc.assert(
      fc.property(host, short, fc.constantFrom<RecordType>('A', 'TXT', 'MX', 'CAA', 'DNSKEY'), (name, id, type) => {
        const flags = { recursion: true, checkingDisabled: false, edns: true }
        const bytes = encodeQuery(id, name, type, flags)
        const read = decode(bytes)
        expect(read).toMatchObject({ id, type: 'query', flag_rd: true, flag_ad: true, flag_cd: false })
        expect(read.questions).toEqual([{ name, type, class: 'IN' }])
        expect(read.additionals).toMatchObject([{ type: 'OPT', udpPayloadSize: 1232, ednsVersion: 0, flag_do: false }])
      }),
    )
  })

  it('switches recursion and EDNS off, and CD on, on request', () => {
    const bytes = encodeQuery(7, '.', 'NS', { recursion: false, checkingDisabled: true, edns: false })
    expect(decode(bytes)).toMatchObject({ flag_rd: false, flag_cd: true, additionals: [] })
    expect(bytes).toHaveLength(17)
  })
})
