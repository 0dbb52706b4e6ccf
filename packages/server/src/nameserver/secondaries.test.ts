import { describe, expect, it } from 'vitest'
import { parseSecondaries } from './secondaries.ts'

const secret = Buffer.from('0123456789abcdef0123').toString('base64')

describe('NAMESERVER_SECONDARIES', () => {
  it('names addresses, of which the port is 53 without another', () => {
    const { secondaries, problems } = parseSecondaries('192.0.2.1, 192.0.2.2:5353,2001:DB8::1,[2001:db8::2]:54')
    expect(problems).toEqual([])
    expect(secondaries).toEqual([
      { address: '192.0.2.1', port: 53, key: null },
      { address: '192.0.2.2', port: 5353, key: null },
      { address: '2001:db8::1', port: 53, key: null },
      { address: '2001:db8::2', port: 54, key: null },
    ])
  })

  it('names a key as dig does', () => {
    const { secondaries } = parseSecondaries(`192.0.2.1#Xfr.Waxseal:${secret},[::1]:53#hmac-sha256:xfr:${secret}`)
    expect(secondaries.map(({ key }) => key?.name.toString('latin1'))).toEqual([
      '\u0003xfr\u0007waxseal\0',
      '\u0003xfr\0',
    ])
    expect(secondaries[0]?.key?.secret.toString()).toBe('0123456789abcdef0123')
  })

  it.each([
    'ns.example.org',
    '192.0.2.256',
    '192.0.2.1:0',
    '192.0.2.1:65536',
    '[192.0.2.1',
    '2001:db8::1::2',
    '192.0.2.1 192.0.2.2',
  ])('refuses %s, which is no address', text => {
    const { secondaries, problems } = parseSecondaries(`192.0.2.9,${text}`)
    expect(secondaries).toHaveLength(1)
    expect(problems).toEqual([expect.stringContaining(`"${text}" is not address`)])
  })

  it.each([
    'xfr',
    'xfr:',
    ':c2hvcnQ=',
    'xfr:c2hvcnQ=',
    'xfr:not base64 at all!',
    'hmac-md5:xfr:c2VjcmV0',
    `a..b:${secret}`,
  ])('refuses the key %s without showing it', key => {
    const { secondaries, problems } = parseSecondaries(`192.0.2.1#${key}`)
    expect(secondaries).toEqual([])
    expect(problems).toEqual([expect.stringMatching(/^"192\.0\.2\.1#…" has no valid key/)])
  })

  it('is empty without entries', () => {
    expect(parseSecondaries(' , ')).toEqual({ secondaries: [], problems: [] })
  })
})
