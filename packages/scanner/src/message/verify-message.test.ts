import { generateKeyPairSync } from 'node:crypto'
import { type Resolver, zoneResolver } from '@waxseal/core/dns'
import { dkimSign } from 'mailauth/lib/dkim/sign.js'
import { beforeAll, describe, expect, it } from 'vitest'
import { verifyMessage } from './verify-message.ts'

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const record = `v=DKIM1; k=rsa; p=${publicKey.export({ format: 'der', type: 'spki' }).toString('base64')}`
const message = ['From: a@example.com', 'To: b@example.net', 'Subject: Hello', '', 'Text', ''].join('\r\n')
const zone = zoneResolver({ 's1._domainkey.example.com': { TXT: [record] } })
const silent = zoneResolver({ 's1._domainkey.example.com': { fail: 'timeout' } })

let signed: string
beforeAll(async () => {
  const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
  const key = { signingDomain: 'example.com', selector: 's1', privateKey: pem }
  // The package's types want the key in both places; it reads the second.
  const { signatures } = await dkimSign(message, { ...key, signatureData: [key] })
  signed = signatures + message
})

const verify = (text: string, resolver: Resolver = zone) =>
  verifyMessage(Buffer.from(text), { resolver, signal: new AbortController().signal, now: new Date() })

describe('the signatures of a whole message', () => {
  it('pass with the key that DNS has', async () => {
    expect(await verify(signed)).toEqual([
      { kind: 'dkim', domain: 'example.com', selector: 's1', result: 'pass', reason: '' },
    ])
  })

  it('pass with line ends of any system', async () => {
    expect(await verify(signed.replaceAll('\r\n', '\n'))).toMatchObject([{ result: 'pass' }])
  })

  it('fail when the body was changed', async () => {
    expect(await verify(signed.replace('Text', 'Other text'))).toMatchObject([
      { result: 'neutral', reason: 'body hash did not verify' },
    ])
  })

  it('are unknown when the key cannot be looked up, and have no key when the name does not exist', async () => {
    expect(await verify(signed, silent)).toMatchObject([{ result: 'temperror' }])
    expect(await verify(signed, zoneResolver({}))).toMatchObject([{ result: 'neutral', reason: 'no key' }])
  })

  it('are none without a DKIM-Signature', async () => {
    expect(await verify(message)).toEqual([])
  })

  it('are not checked when there are too many', async () => {
    expect(await verify('DKIM-Signature: v=1\r\n'.repeat(11) + message)).toMatchObject([
      { result: 'policy', reason: 'more than 10 signatures' },
    ])
  })

  it.each([
    'DKIM-Signature: x',
    'ARC-Seal: i=1',
    'ARC-Seal: i=1; cv=pass; d=\r\nARC-Message-Signature: i=1\r\nARC-Authentication-Results: i=1; a',
  ])('are errors, and never exceptions: %j', async field => {
    for (const { result } of await verify(`${field}\r\n${message}`)) expect(result).not.toBe('pass')
  })
})
