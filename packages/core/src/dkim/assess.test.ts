import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Zone } from '../dns/index.ts'
import { wordsOf } from '../health/index.ts'
import { assess, at, ed25519, key, keys } from './assessed-zone.fixture.ts'
import { rsaKeys } from './keys.fixture.ts'
import { confirmedSelectors } from './value.ts'

describe('the keys of a domain with mail', () => {
  it.each([
    ['2048 bits', keys(key(2048)), []],
    ['Ed25519 alone', keys(ed25519), ['dkim_ed25519_only']],
    ['Ed25519 beside 2048 bits', keys(ed25519, key(2048)), []],
    ['Ed25519 beside 1024 bits, which serve the rest', keys(ed25519, key(1024)), []],
    [
      'Ed25519 beside 512 bits, which serve no receiver',
      keys(ed25519, key(512)),
      ['dkim_weak_beside', 'dkim_ed25519_only'],
    ],
    ['Ed25519 beside a revoked key', keys(ed25519, 'v=DKIM1; p='), ['dkim_ed25519_only']],
    ['512 bits beside 2048', keys(key(512), key(2048)), ['dkim_weak_beside']],
    ['2048 bits beside 1024', keys(key(1024), key(2048)), []],
    ['2048 bits beside a revoked one', keys('v=DKIM1; p=', key(2048)), []],
    ['2048 bits beside a broken one', keys('v=DKIM1; p=?', key(2048)), ['dkim_broken_beside']],
    ['1024 bits', keys(key(1024)), ['dkim_1024']],
    ['1536 bits are no 1024 of length, and still below 2048', keys(key(1536)), ['dkim_1024']],
    ['1024 bits beside 512', keys(key(512), key(1024)), ['dkim_weak_beside', 'dkim_1024']],
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
    expect(ids).toEqual(['dkim_several_records'])
  })

  it('with several keys at one name, the best counts, in any order', async () => {
    for (const texts of [
      [`p=${rsaKeys[512]}`, key(2048)],
      [key(2048), key(1024)],
      ['v=DKIM1; p=', key(1024), key(2048)],
    ]) {
      expect(await assess({ [at('s1')]: { TXT: texts } })).toMatchObject({
        value: { keys: [{ keyBits: 2048 }] },
        ids: ['dkim_several_records'],
      })
    }
    expect((await assess({ [at('s1')]: { TXT: ['p=', 'p=?'] } })).ids).toEqual(['dkim_invalid', 'dkim_several_records'])
  })
})

describe('no finding', () => {
  const none = { ...keys('v=DKIM1; p=') }

  it('for a domain that sends nothing, or may send nothing', async () => {
    for (const sendsMail of [false, null]) {
      expect((await assess(none, {}, { sendsMail })).ids).toEqual([])
      expect((await assess({}, {}, { sendsMail })).ids).toEqual([])
      expect((await assess(keys(key(512), key(2048)), {}, { sendsMail })).ids).toEqual([])
    }
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
    expect((await assess(keys(ed25519), { unanswered })).ids).toEqual([])
    // What is found is proved.
    expect((await assess(keys(key(512), key(2048)), { unanswered })).ids).toEqual(['dkim_weak_beside'])
  })
})

describe('a record that receivers cannot use', () => {
  const whole = key(2048)
  const hostname = at('google')

  it.each([
    ['repaired', `"${whole}"`, 'quotation marks are part of the record', whole],
    ['cut', whole.slice(0, 255), 'the record is cut off after 255 characters (237 of 392 characters of the key)', null],
    ['no key', 'v=DKIM1; k=rsa', 'the tag p, which holds the key, is missing', null],
  ])('%s: the words name the cause', async (_, text, cause, repaired) => {
    const [finding] = (await assess(keys(text))).findings
    expect(finding && wordsOf(finding)).toMatchObject({
      points: -8,
      meaning: `Receivers cannot use the key at ${hostname}: ${cause}.`,
      advice:
        repaired !== null
          ? `Publish as TXT at ${hostname}: ${repaired}`
          : text === 'v=DKIM1; k=rsa'
            ? `Publish the record at ${hostname} again, exactly as your mail provider gives it.`
            : `Publish the whole key at ${hostname} again, in strings of at most 255 characters.`,
      publish: repaired === null ? null : { name: hostname, type: 'TXT', value: repaired },
    })
  })

  it('in two TXT records: the joined one', async () => {
    const [finding] = (await assess({ [hostname]: { TXT: [whole.slice(200), whole.slice(0, 200), 'x=y'] } })).findings
    expect(finding && wordsOf(finding)).toMatchObject({
      meaning: `Receivers cannot use the key at ${hostname}: the key is split over two TXT records.`,
      advice: `Publish as TXT at ${hostname}: ${whole}`,
    })
  })

  it('at the provider: nothing to publish', async () => {
    const zone = { [hostname]: { CNAME: ['k.example.net'] }, 'k.example.net': { TXT: [`"${whole}"`] } }
    const [finding] = (await assess(zone)).findings
    expect(finding && wordsOf(finding)).toMatchObject({
      advice: `Ask the provider of k.example.net to repair the record. ${hostname} is an alias of that name.`,
      publish: null,
    })
  })

  it('a private key: a new pair', async () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 1024 })
    const text = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string
    const [finding] = (await assess(keys(`v=DKIM1; k=rsa; p=${text.replace(/-----[^-]+-----|\n/g, '')}`))).findings
    expect(finding && wordsOf(finding).advice).toBe(
      `Remove the record at ${hostname}, create a new key pair, and publish only its public key under a new selector.`,
    )
  })

  it('of an older scan has its sentence', () => {
    const facts = { hostname, problem: 'the key is no base64' }
    expect(wordsOf({ id: 'dkim_invalid', facts })).toMatchObject({
      meaning: `Receivers cannot use the key at ${hostname}: the key is no base64.`,
      publish: null,
    })
  })
})

it('weak keys beside strong ones are named', async () => {
  const [finding] = (await assess(keys(key(512), key(1000), key(2048)))).findings
  expect(finding && wordsOf(finding)).toMatchObject({
    points: -5,
    reason: 'A DKIM key is below 1024 bits, beside a strong key',
    meaning: expect.stringContaining('can be broken. A spoofer can then sign mail as this domain.'),
    advice: expect.stringMatching(/^Stop signing with (google, s1|s1, google), then remove/),
  })
})
