import { describe, expect, it } from 'vitest'
import { parseHeader } from './parse-header.ts'
import { headerOf, lastTwoLabels } from './parsed-header.fixture.ts'

const received =
  'Received: from mail.sender.example (mail.sender.example [203.0.113.5]) by mx.receiver.example with ESMTPS id 1; Thu, 22 Aug 2002 11:36:16 +0000'
const read = (...lines: string[]) => parseHeader(headerOf(lines), lastTwoLabels)
/** The public suffix list has one region of Amazon as a suffix. */
const withRegions = (name: string) =>
  name.endsWith('.us-east-1.amazonaws.com') ? name.split('.').slice(-4).join('.') : lastTwoLabels(name)
const failed = (id: string) => `Authentication-Results: ${id}; spf=fail; dmarc=fail`
const border = (by: string) =>
  `Received: from mail.evil.example (mail.evil.example [203.0.113.9]) ${by}; Thu, 22 Aug 2002 11:36:16 +0000`

describe('the receiving host', () => {
  const own = 'Authentication-Results: gateway.receiver.example; spf=pass; dkim=pass; dmarc=pass'
  const outer =
    'Received: from mail.sender.example ([203.0.113.5]) by gateway.receiver.example with ESMTPS; Thu, 22 Aug 2002 11:36:16 +0000'

  it.each([
    'Received: from gateway.receiver.example ([10.0.0.2]) by EX01.receiver.local with Microsoft SMTP Server; Thu, 22 Aug 2002 11:36:17 +0000',
    'Received: from store ([10.0.0.2]) by compute5.internal with LMTPA; Thu, 22 Aug 2002 11:36:17 +0000',
    'Received: from pop.other.example [198.51.100.7] by laptop.home.example with POP3; Thu, 22 Aug 2002 11:40:00 +0000',
  ])('is no host inside a network, and none that fetches mail: %s', top => {
    const { authentication, sendingAddress } = read(top, own, outer)
    expect(authentication).toEqual({ spf: 'pass', dkim: 'pass', dmarc: 'pass' })
    expect(sendingAddress?.address).toBe('203.0.113.5')
  })

  it.each([
    ['inbound-smtp.eu-west-1.amazonaws.com', 'amazonses.com'],
    ['inbound-smtp.us-east-1.amazonaws.com', 'amazonses.com'],
    ['smtpin.rzone.de', 'strato.com'],
  ])('may write its results under another domain of its organization: %s', (host, id) => {
    const by = `Received: from a ([203.0.113.5]) by ${host} with SMTP; Thu, 22 Aug 2002 11:36:16 +0000`
    expect(parseHeader(headerOf([by, failed(id)]), withRegions).authentication).toEqual({
      spf: 'fail',
      dkim: 'none',
      dmarc: 'fail',
    })
    for (const other of ['ec2-203-0-113-5.compute-1.amazonaws.com', 'a1-2.smtp-out.amazonses.com', 'strato.example'])
      expect(parseHeader(headerOf([by, failed(other)]), withRegions).authentication.dmarc).toBe('none')
  })

  it('of Amazon is another organization than the customers that send through Amazon SES', () => {
    const { sendingAddress } = read(
      'Received: from a1-2.smtp-out.us-west-2.amazonses.com (a1-2.smtp-out.us-west-2.amazonses.com [203.0.113.5]) by inbound-smtp.us-west-2.amazonaws.com with SMTP; Thu, 22 Aug 2002 11:36:16 +0000',
    )
    expect(sendingAddress?.address).toBe('203.0.113.5')
  })
})

describe('a receiver whose host shows no domain', () => {
  const hosts = ['by EX01.corp.local with Microsoft SMTP Server', 'by mailserver (Postfix) with ESMTPS']
  const inside = 'Received: from EX01.corp.local (10.0.0.5) by EX02.corp.local; Thu, 22 Aug 2002 11:36:17 +0000'
  const relay = 'Received: from localhost (localhost [127.0.0.1]) by mail.evil.example; Thu, 22 Aug 2002 11:36:15 +0000'
  const pass = 'spf=pass smtp.mailfrom=bank.example; dkim=pass header.d=bank.example; dmarc=pass'

  it.each(hosts)('does not take the relay of the sender for the receiving host: %s', by => {
    const forged = `Authentication-Results: mail.evil.example; ${pass}`
    const { authentication, results, sendingAddress } = read(inside, border(by), forged, relay, forged)
    expect(authentication).toEqual({ spf: 'none', dkim: 'none', dmarc: 'none' })
    expect(results.map(({ rank }) => rank)).toEqual(['untrusted', 'untrusted'])
    expect(sendingAddress).toMatchObject({ address: '203.0.113.9', at: { line: 2 } })
  })

  it.each(hosts)('has its own results counted: %s', by => {
    const own = 'Authentication-Results: receiver.example; spf=fail; dkim=none; dmarc=fail'
    const { authentication, sendingAddress } = read(border(by), own, relay)
    expect(authentication).toEqual({ spf: 'fail', dkim: 'none', dmarc: 'fail' })
    expect(sendingAddress?.address).toBe('203.0.113.9')
  })

  it('may take the message over LMTP from a public address of its own', () => {
    const store =
      'Received: from mx.receiver.example ([198.51.100.8]) by store with LMTP; Thu, 22 Aug 2002 11:36:17 +0000'
    const own = 'Authentication-Results: mx.receiver.example; spf=fail; dmarc=fail'
    expect(read(store, received, own).authentication).toEqual({ spf: 'fail', dkim: 'none', dmarc: 'fail' })
  })
})

describe('a receiver that writes its results below the fields of the message', () => {
  const outer = 'Received: from a by out.sender.example; Thu, 22 Aug 2002 11:36:10 +0000'

  it('may be Rspamd, when the identifier of the receiver follows', () => {
    const queued = received.replace('id 1;', 'id 63446300E9D71;')
    const own = 'Authentication-Results: mx.receiver.example; spf=fail'
    const forged = 'Authentication-Results: mx.receiver.example; spf=pass; dmarc=pass'
    const lines = [queued, outer, forged, 'Subject: x', own]
    expect(read(...lines, 'X-Rspamd-Queue-Id: 63446300E9D71').authentication.spf).toBe('fail')
    expect(read(...lines, 'X-Rspamd-Queue-Id: 63446300E9D72').authentication.spf).toBe('none')
    expect(read(queued, outer, forged, 'X-Rspamd-Queue-Id: 63446300E9D71', 'Subject: x').authentication.spf).toBe(
      'none',
    )
  })

  it('is Proton, which sorts the fields by name', () => {
    const proton =
      'Received: from mail.sender.example (mail.sender.example [203.0.113.5]) by mailin034.protonmail.ch; Thu, 22 Aug 2002 11:36:16 +0000'
    expect(read(proton, outer, failed('mailin034.protonmail.ch')).authentication.dmarc).toBe('fail')
    expect(read(proton, outer, failed('out.sender.example')).authentication.dmarc).toBe('none')
  })
})
