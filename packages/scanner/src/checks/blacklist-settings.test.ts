import { assessBlacklist, type BlacklistValue, blocklists } from '@waxseal/core/blacklist'
import { type Zone, zonesOf } from '@waxseal/core/dns'
import { blocklistZone } from '@waxseal/core/fixtures'
import { describe, expect, it } from 'vitest'
import { checked, domain, questions, reasons, row } from '../testing/checked-blacklist.ts'
import { zoneBlocklists } from '../testing/zone-blocklists.ts'

describe('the operator’s settings', () => {
  it('leave a disabled list out of the total', async () => {
    const { value } = await checked({ off: ['spamhaus-zen', 'swinog'] })
    expect(value).toMatchObject({ totalChecked: 32, off: ['spamhaus-zen', 'swinog'] })
    const none = await checked({ off: blocklists.map(({ id }) => id) })
    expect(none.value).toMatchObject({ success: true, totalChecked: 0, rows: [] })
    const starter = await checked({ off: ['spamhaus-zen', 'swinog'], context: { tier: 'free' } })
    expect(starter.value).toMatchObject({ totalChecked: 9, off: ['spamhaus-zen'] })
  })

  it('send a key, and show it nowhere', async () => {
    const keyed = 'zen.dq.spamhaus.net'
    const zone: Zone = {
      ...domain,
      [`2.0.0.127.s3cretkey.${keyed}`]: { A: ['127.0.0.2'] },
      [`10.56.26.8.s3cretkey.${keyed}`]: { A: ['127.0.0.3'] },
    }
    const section = await checked({ zone, keys: new Map([['spamhaus-zen', 'S3CRETKEY']]) })
    expect(row(section, 'spamhaus-zen')).toMatchObject({ status: 'listed', zone: `your-key.${keyed}` })
    expect(questions(section)).toContain(`10.56.26.8.your-key.${keyed}`)
    expect(JSON.stringify(section).toLowerCase()).not.toContain('s3cretkey')
  })

  it.each([
    [{ off: ['no-such-list'] }, 'unknown blocklist "no-such-list"'],
    [{ keys: new Map([['spamcop', 'key']]) }, 'the blocklist "spamcop" does not use a key'],
    [{ keys: new Map([['spamhaus-zen', 'a.b']]) }, 'the key of "spamhaus-zen" is not a valid DNS label'],
  ])('report a wrong setting: %j', (options, message) => {
    expect(() => zoneBlocklists({}, options)).toThrow(message)
  })

  it('count a user’s own lists separately, without points', async () => {
    // It has the name of a catalogue list, but is a different list.
    const own = { id: 'spamcop', name: 'Our list', zone: 'bl.example.org', kind: 'ip' as const }
    const zone: Zone = {
      ...domain,
      '2.0.0.127.bl.example.org': { A: ['127.0.0.2'] },
      '10.56.26.8.bl.example.org': { A: ['127.0.0.5'] },
    }
    const blocklistsOf = zoneBlocklists(zonesOf(blocklistZone(), zone))
    const section = await checked({ zone, context: { blocklists: { ...blocklistsOf, custom: [own] } } })
    expect(section.value).toMatchObject({ listedCount: 0, totalChecked: 34 })
    expect(section.value.custom).toMatchObject([
      { name: 'Our list', status: 'listed', listings: [{ subject: '8.26.56.10' }] },
    ])
    expect(reasons(section)).toEqual(['Listed on your own blocklist: 8.26.56.10 on bl.example.org'])
    const [finding] = assessBlacklist(section.value, section)
    expect(finding).toMatchObject({ id: 'bl_own', facts: { list: 'Our list', meaning: 'listed' } })
    expect(section.evidence.find(({ id }) => id === finding?.evidence[0])?.question.name).toBe(
      '10.56.26.8.bl.example.org',
    )
  })
})

it('a result can be stored and read again', async () => {
  const section = await checked({ listings: [{ list: 'spamcop', subject: '8.26.56.32', answers: ['127.0.0.2'] }] })
  const stored = JSON.parse(JSON.stringify(section.value)) as BlacklistValue
  expect(stored).toEqual(section.value)
  const { evidence } = section
  expect(new Set(evidence.map(({ id }) => id)).size).toBe(evidence.length)
})
