import { describe, expect, it } from 'vitest'
import { recordingResolver, type Zone, zoneResolver } from '../dns/index.ts'
import { wordsOf } from '../health/index.ts'
import { assessDkim } from './assess.ts'
import { readSelectorAnswer, readWildcard, sortedKeys } from './discover.ts'
import { ed25519Key, rsaKeys } from './keys.fixture.ts'
import { confirmedSelectors, type DkimValue } from './value.ts'

const selectors = ['google', 's1', 's2']
const nobody = 'q7w5no9body3can2have1it8x'
const at = (selector: string) => `${selector}._domainkey.example.com`

/** Collects three selectors of a zone and judges them. */
async function assess(zone: Zone, known: Partial<DkimValue> = {}, nonMail: boolean | null = false) {
  const dns = recordingResolver(zoneResolver(zone))
  const guard = { selector: nobody, answer: await dns.query(at(nobody), 'TXT') }
  const readings = await Promise.all(
    selectors.map(async selector => {
      const name = { selector, hostname: at(selector), source: 'catalogue' as const }
      return readSelectorAnswer(name, await dns.query(at(selector), 'TXT'), guard)
    }),
  )
  const keys = sortedKeys(readings.flatMap(reading => (reading.kind === 'key' ? [reading.key] : [])))
  const value: DkimValue = {
    state: keys.some(({ state }) => state === 'working' || state === 'weak') ? 'found' : 'none-unsure',
    sureBecause: null,
    keys,
    dangling: readings.flatMap(reading => (reading.kind === 'dangling' ? [reading.name] : [])),
    unanswered: [],
    missing: [],
    wildcard: readWildcard(guard.answer),
    tried: 3,
    unguessable: [],
    ...known,
  }
  const findings = assessDkim(value, { domain: 'example.com', evidence: dns.evidence(), nonMail })
  return { value, findings, ids: findings.map(({ id }) => id) }
}

const key = (bits: keyof typeof rsaKeys) => `v=DKIM1; k=rsa; p=${rsaKeys[bits]}`
const keys = (...texts: string[]): Zone =>
  Object.fromEntries(texts.map((text, index) => [at(selectors[index] ?? ''), { TXT: [text] }]))

describe('the keys of a domain with mail', () => {
  it.each([
    ['2048 bits', keys(key(2048)), []],
    ['Ed25519', keys(`v=DKIM1; k=ed25519; p=${ed25519Key}`), []],
    ['2048 bits beside 1024', keys(key(1024), key(2048)), []],
    ['2048 bits beside a revoked and a broken one', keys('v=DKIM1; p=', 'v=DKIM1; p=?', key(2048)), []],
    ['1024 bits', keys(key(1024)), ['dkim_1024']],
    ['1536 bits are no 1024 of length, and still below 2048', keys(key(1536)), ['dkim_1024']],
    ['1024 bits beside 512', keys(key(512), key(1024)), ['dkim_1024']],
    ['1000 bits', keys(key(1000)), ['dkim_weak']],
    ['512 bits beside a broken one', keys(key(512), 'v=DKIM1; p=?'), ['dkim_weak']],
    ['revoked', keys('v=DKIM1; p='), ['dkim_revoked_only']],
    ['all revoked', keys('v=DKIM1; p=', 'v=DKIM1; k=rsa; p='), ['dkim_revoked_only']],
    ['broken beside revoked', keys('v=DKIM1; p=', 'v=DKIM1; p=?'), ['dkim_invalid']],
    ['no key where one was meant', keys('v=DKIM1; k=rsa'), ['dkim_invalid']],
    ['none', {}, ['dkim_not_found_unsure']],
    ['other texts', keys('v=spf1 -all', 'v=DMARC1; p=reject'), ['dkim_not_found_unsure']],
    ['an alias that leads nowhere', { [at('s1')]: { CNAME: ['s1.sendgrid.net'] } }, ['dkim_not_found_unsure']],
  ] as const)('%s', async (_, zone, ids) => {
    expect((await assess(zone)).ids).toEqual(ids)
  })

  it('behind a wildcard only are no keys: revoked, working or an alias', async () => {
    for (const entry of [{ TXT: ['v=DKIM1; p='] }, { TXT: [key(2048)] }, { CNAME: ['key.example.net'] }]) {
      const zone: Zone = { '*._domainkey.example.com': entry, 'key.example.net': { TXT: [key(2048)] } }
      const { value, ids } = await assess(zone)
      expect(value.keys).toEqual([])
      expect(value.dangling).toEqual([])
      expect(value.wildcard).not.toBeNull()
      expect(ids).toEqual(['dkim_not_found_unsure'])
    }
  })

  it('beside a wildcard are found at their own names', async () => {
    const { value, ids } = await assess({
      '*._domainkey.example.com': { TXT: ['v=DKIM1; p='] },
      [at('google')]: { TXT: [key(2048)] },
      [at('s1')]: { CNAME: ['s1.sendgrid.net'] },
      's1.sendgrid.net': { TXT: ['v=DKIM1; p='] },
    })
    expect(value.keys.map(({ selector, state }) => [selector, state])).toEqual([
      ['google', 'working'],
      ['s1', 'revoked'],
    ])
    expect(value.wildcard).toEqual({ records: ['v=DKIM1; p='], cnames: [], revoked: true })
    expect(confirmedSelectors(value)).toEqual(['google'])
    expect(ids).toEqual([])
  })

  it('have a CNAME with their provider’s name', async () => {
    const { value } = await assess({
      [at('s1')]: { CNAME: ['s1.domainkey.u1.wl1.sendgrid.net'] },
      's1.domainkey.u1.wl1.sendgrid.net': { TXT: [key(1024)] },
    })
    expect(value.keys).toMatchObject([
      {
        selector: 's1',
        hostname: 's1._domainkey.example.com',
        provider: { name: 'SendGrid (Twilio)' },
        cnames: ['s1.domainkey.u1.wl1.sendgrid.net'],
        keyType: 'rsa',
        keyBits: 1024,
      },
    ])
  })

  it('with several records at one name, the working one counts, and a note says so', async () => {
    const { value, ids } = await assess({ [at('s1')]: { TXT: ['v=DKIM1; p=', key(2048), 'hello'] } })
    expect(value.keys[0]?.warnings.map(({ code }) => code)).toEqual(['several-records'])
    expect(ids).toEqual([])
  })

  it('with several keys at one name, the best counts, in any order', async () => {
    for (const texts of [
      [`p=${rsaKeys[512]}`, key(2048)],
      [key(2048), key(1024)],
      ['v=DKIM1; p=', key(1024), key(2048)],
    ]) {
      expect(await assess({ [at('s1')]: { TXT: texts } })).toMatchObject({
        value: { keys: [{ keyBits: 2048 }] },
        ids: [],
      })
    }
    expect((await assess({ [at('s1')]: { TXT: ['p=', 'p=?'] } })).ids).toEqual(['dkim_invalid'])
  })
})

describe('no finding', () => {
  const none = { ...keys('v=DKIM1; p=') }

  it('for a domain without mail, or one that may be such a domain', async () => {
    expect((await assess(none, {}, true)).ids).toEqual([])
    expect((await assess({}, {}, true)).ids).toEqual([])
    expect((await assess({}, {}, null)).ids).toEqual([])
  })

  it('for a domain with a failed selector lookup: it may have a better key', async () => {
    const unanswered = [
      {
        selector: 's2',
        hostname: at('s2'),
        source: 'catalogue' as const,
        cnames: [],
        provider: null,
        reason: 'timeout' as const,
      },
    ]
    expect((await assess({}, { state: 'unchecked', unanswered })).ids).toEqual([])
    for (const zone of [keys(key(512)), keys(key(1024)), keys('v=DKIM1; p='), keys('v=DKIM1; p=?')]) {
      expect((await assess(zone, { unanswered })).ids).toEqual([])
    }
  })
})

describe('no key', () => {
  it('for certain: the reason names the place, and rests on the queries', async () => {
    const { findings } = await assess({}, { state: 'none-sure', sureBecause: 'two-servers' })
    expect(findings).toMatchObject([
      { id: 'dkim_not_found_sure', evidence: expect.arrayContaining([`TXT ${at('s1')}`]) },
    ])
    const [finding] = findings
    expect(finding && wordsOf(finding)).toMatchObject({
      points: -10,
      reason: 'No DKIM key below _domainkey.example.com',
      meaning: expect.stringContaining('Nothing exists below _domainkey.example.com'),
    })
  })

  it('for certain, because none of the user’s selectors exists', async () => {
    const known = { state: 'none-sure', sureBecause: 'given', missing: ['mine', 'yours'] } as const
    const [finding] = (await assess({}, known)).findings
    expect(finding && wordsOf(finding).meaning).toContain('None of the selectors given for this domain (mine, yours)')
  })

  it('as far as guessing shows: names the provider with unguessable selectors', async () => {
    const [finding] = (await assess({}, { unguessable: [{ id: 'amazon-ses', name: 'Amazon SES' }] })).findings
    expect(finding && wordsOf(finding)).toMatchObject({
      points: -5,
      reason: 'No DKIM key found among known selectors',
      meaning: expect.stringContaining('Amazon SES may send for this domain'),
    })
  })
})
