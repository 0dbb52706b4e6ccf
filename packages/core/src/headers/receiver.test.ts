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
