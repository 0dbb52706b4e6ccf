import { zoneResolver } from '@waxseal/core/dns'
import { describe, expect, it } from 'vitest'
import { body, fields, publicKeyText, sealedMessage, signedMessage } from './signed-message.fixture.ts'
import { verifyMessage } from './verify-message.ts'

const plain = `v=DKIM1; k=rsa; p=${publicKeyText}`
const keyAt = (domain: string, record: string) => zoneResolver({ [`s1._domainkey.${domain}`]: { TXT: [record] } })

async function verdict(text: string, record = plain, domain = 'x.test'): Promise<string> {
  const now = new Date('2026-11-26T00:00:00Z')
  const options = { resolver: keyAt(domain, record), signal: new AbortController().signal, now }
  const found = await verifyMessage(Buffer.from(text), options)
  return found.map(({ kind, domain: of, result, reason }) => `${kind} ${of} ${result} ${reason}`.trim()).join('; ')
}

it('a signature as RFC 6376 asks passes', async () => {
  expect(await verdict(signedMessage())).toBe('dkim x.test pass')
  expect(await verdict(signedMessage('v=1; d=x.test; s=s1; i=bob@mail.x.test'))).toBe('dkim x.test pass')
  expect(await verdict(signedMessage('v=1; d=x.test; s=s1; i=@x.test'), `${plain}; t=s`)).toBe('dkim x.test pass')
  expect(await verdict(signedMessage(`v=1; d=x.test; s=s1; l=${body.length}`))).toBe('dkim x.test pass')
  expect(await verdict(signedMessage('v=1; d=x.test; s=s1; l=2', { signed: 'Hi' }))).toBe('dkim x.test pass')
})

const sha1 = 'it uses rsa-sha1, which receivers must not accept'
const identity = 'its i= is not of the signing domain, or not allowed by the key'
const form = 'its tags are not written as RFC 6376 asks, or one is there twice'

describe('a signature that RFC 6376 and RFC 8301 do not let pass', () => {
  it('by rsa-sha1 does not, whatever else is right (RFC 8301 3.1; fastmail/authentication_milter#59)', async () => {
    expect(await verdict(signedMessage(undefined, { hash: 'sha1' }))).toBe(`dkim x.test policy ${sha1}`)
    expect(await verdict(signedMessage(undefined, { hash: 'sha1' }), `${plain}; h=sha1`)).toBe(
      `dkim x.test policy ${sha1}`,
    )
  })

  it.each([
    ['i= below d=, and the key says t=s (RFC 6376 3.6.1)', 'v=1; d=x.test; s=s1; i=@mail.x.test', `${plain}; t=s`],
    ['the same with t=y:s', 'v=1; d=x.test; s=s1; i=bob@a.b.x.test', `${plain}; t=y:s`],
    ['i= of another domain (RFC 6376 6.1.1)', 'v=1; d=x.test; s=s1; i=@bank.test', plain],
    ['i= that only ends with the same letters', 'v=1; d=x.test; s=s1; i=@evilx.test', plain],
    ['i= of the parent domain', 'v=1; d=x.test; s=s1; i=@test.example', plain],
  ])('%s: permerror', async (_, tags, record) => {
    expect(await verdict(signedMessage(tags), record)).toBe(`dkim x.test permerror ${identity}`)
  })

  it.each([
    ['v= is missing (RFC 6376 3.5)', 'd=x.test; s=s1', 'a required tag is missing'],
    ['v= is another version (RFC 6376 6.1.1)', 'v=2; d=x.test; s=s1', 'its version is not 1'],
    ['v= is 1.0', 'v=1.0; d=x.test; s=s1', 'its version is not 1'],
    ['d= is there twice (RFC 6376 3.2)', 'v=1; d=bank.test; d=x.test; s=s1', form],
    ['the same value twice', 'v=1; v=1; d=x.test; s=s1', form],
    ['an unknown tag twice', 'v=1; d=x.test; s=s1; y=1; y=2', form],
    ['l= is no number', 'v=1; d=x.test; s=s1; l=9x', form],
    [
      'x= is before t= (RFC 6376 3.5)',
      'v=1; d=x.test; s=s1; t=1800000000; x=1700000000',
      'it expires before it was made',
    ],
    ['it has expired (RFC 6376 6.1.1)', 'v=1; d=x.test; s=s1; t=1700000000; x=1700000001', 'it has expired'],
  ])('%s: permerror', async (_, tags, reason) => {
    expect(await verdict(signedMessage(tags))).toBe(`dkim x.test permerror ${reason}`)
  })

  it.each([body.length + 1, 500, '9'.repeat(76)])('l=%s is more than the body has (RFC 6376 3.5)', async length => {
    expect(await verdict(signedMessage(`v=1; d=x.test; s=s1; l=${length}`))).toBe(
      'dkim x.test permerror its l= is larger than the body',
    )
  })

  it('without From among the signed fields (RFC 6376 6.1.1)', async () => {
    expect(await verdict(signedMessage().replace('h=from:to', 'h=to:to'))).toBe(
      'dkim x.test permerror it does not cover From',
    )
  })

  it('with an algorithm that nobody knows is shown', async () => {
    expect(await verdict(signedMessage().replace('a=rsa-sha256', 'a=rsa-md5'))).toBe(
      'dkim x.test permerror its algorithm is unknown',
    )
  })
})

describe('a key that our own parser calls broken lets nothing pass (RFC 6376 6.1.2)', () => {
  it.each([
    ['v=DKIM1 is not the first tag', `k=rsa; v=DKIM1; p=${publicKeyText}`],
    ['p= is written twice', `v=DKIM1; p=${publicKeyText}; p=${publicKeyText}`],
    ['k=dsa', `v=DKIM1; k=dsa; p=${publicKeyText}`],
    ['not for mail', `v=DKIM1; s=other; p=${publicKeyText}`],
    ['not exactly v=DKIM1', `v=dkim1; p=${publicKeyText}`],
    ['sha256', `v=DKIM1; h=sha1; p=${publicKeyText}`],
    ['invisible character (U+00A0)', `v=DKIM1; p=${publicKeyText.slice(0, 60)}\u00a0${publicKeyText.slice(60)}`],
    ['revoked', 'v=DKIM1; p='],
  ])('%s', async (words, record) => {
    const found = await verdict(signedMessage(), record)
    expect(found).toMatch(/^dkim x\.test permerror (?:receivers cannot use its key: |its key was revoked)/)
    expect(found).toContain(words)
  })

  it('but one with a second semicolon or an unknown tag passes, as a scan calls it working', async () => {
    for (const record of [`v=DKIM1;; p=${publicKeyText};`, `v=DKIM1; x-note=a; p=${publicKeyText}`])
      expect(await verdict(signedMessage(), record)).toBe('dkim x.test pass')
  })

  it('is chosen as in a scan where another text is at the name', async () => {
    const resolver = zoneResolver({ 's1._domainkey.x.test': { TXT: ['v=spf1 -all', plain] } })
    const options = { resolver, signal: new AbortController().signal, now: new Date() }
    expect(await verifyMessage(Buffer.from(signedMessage()), options)).toMatchObject([{ result: 'pass' }])
  })
})

const arc = (text: string, record = plain) => verdict(text, record, 'list.test')

describe('an ARC chain', () => {
  it('passes with a valid set', async () => {
    expect(await arc(sealedMessage())).toBe('arc list.test pass')
  })

  it.each([
    ['its signature', { message: 'sha1' as const }],
    ['its seal', { seal: 'sha1' as const }],
    ['both', { seal: 'sha1' as const, message: 'sha1' as const }],
  ])('whose set is signed by rsa-sha1 is shown and does not pass: %s (RFC 8617 4.1)', async (_, hashes) => {
    expect(await arc(sealedMessage(hashes))).toBe(`arc list.test permerror ${sha1}`)
  })

  it.each([
    ['cv=pass in the first set (RFC 8617 5.1.1)', sealedMessage({ cv: 'pass' })],
    ['no results', sealedMessage().replace(/^arc-authentication-results:.*\r\n/m, '')],
    ['no signature', sealedMessage().replace(/^arc-message-signature:.*\r\n/m, '')],
    ['a set twice (RFC 8617 5.1.1.1)', sealedMessage().replace(/^(arc-seal:.*\r\n)/, '$1$1')],
    ['a set that is missing', sealedMessage().replaceAll(':i=1;', ':i=2;')],
    ['a tag twice', sealedMessage().replace('cv=none;', 'cv=none; cv=none;')],
  ])('whose form is wrong is shown and does not pass: %s', async (_, text) => {
    expect(await arc(text)).toMatch(/^arc list\.test permerror the chain is not valid \(/)
  })

  it('that does not fit the message has failed, and one whose key cannot be asked for is unknown', async () => {
    expect(await arc(sealedMessage().replace('Hi Kate', 'Hi Ann'))).toBe(
      'arc list.test neutral body hash did not verify',
    )
    const silent = zoneResolver({ 's1._domainkey.list.test': { fail: 'timeout' } })
    const options = { resolver: silent, signal: new AbortController().signal, now: new Date() }
    expect(await verifyMessage(Buffer.from(sealedMessage()), options)).toMatchObject([{ result: 'temperror' }])
  })

  it('without any ARC field is none', async () => {
    expect(await arc([...fields, '', body].join('\r\n'))).toBe('')
  })
})
