import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseAuthenticationResults, parseReceivedSpf } from './authentication-results.ts'
import { parseHeader } from './parse-header.ts'
import { headerOf, lastTwoLabels } from './parsed-header.fixture.ts'

const received =
  'Received: from mail.sender.example (mail.sender.example [203.0.113.5]) by mx.receiver.example with ESMTPS id 1; Thu, 22 Aug 2002 11:36:16 +0000'
const read = (...lines: string[]) => parseHeader(headerOf(lines), lastTwoLabels)
const ofDkim = (...lines: string[]) => {
  const { authentication, results } = read(...lines, received)
  return `${authentication.dkim}: ${results.map(({ rank }) => rank).join(' ')}`
}
const resultsOf = (value: string) =>
  parseAuthenticationResults({ name: 'authentication-results', label: 'Authentication-Results', value, line: 1 })

describe('the results that count', () => {
  it('are those of the topmost field that has a method', () => {
    const { authentication, results } = read(
      'Authentication-Results: mx.receiver.example; none',
      'Authentication-Results: mx.receiver.example; spf=pass smtp.mailfrom=sender.example; dkim=fail header.d=sender.example; dmarc=pass',
      'Authentication-Results: mx.receiver.example; spf=fail; dkim=fail; dmarc=fail',
      received,
    )
    expect(authentication).toEqual({ spf: 'pass', dkim: 'fail', dmarc: 'pass' })
    expect(results.map(({ rank }) => rank)).toEqual(['empty', 'counts', 'history'])
  })

  it('are not those of another organization, which are marked', () => {
    const { authentication, results } = read(
      'Authentication-Results: mx.evil.example; spf=pass; dkim=pass; dmarc=pass',
      'Authentication-Results: auth.receiver.example; spf=softfail; dkim=none; dmarc=fail',
      received,
    )
    expect(authentication).toEqual({ spf: 'softfail', dkim: 'none', dmarc: 'fail' })
    expect(results.map(({ rank }) => rank)).toEqual(['untrusted', 'counts'])
  })

  it('may have no authserv-id, as Microsoft 365 writes them', () => {
    const { authentication, results } = read(
      'Received: from mail.sender.example (203.0.113.5) by DB5.mail.protection.outlook.com; Thu, 22 Aug 2002 11:36:16 +0000',
      'Authentication-Results: spf=pass (sender IP is 203.0.113.5) smtp.mailfrom=sender.example; dkim=pass (signature was verified) header.d=sender.example;dmarc=bestguesspass action=none header.from=sender.example;compauth=pass reason=109',
    )
    expect(authentication).toEqual({ spf: 'pass', dkim: 'pass', dmarc: 'none' })
    expect(results[0]?.results.methods.find(({ method }) => method === 'compauth')?.reason).toBe('109')
  })

  it('pass DKIM when one of several signatures passes', () => {
    const { authentication } = read(
      'Authentication-Results: mx.receiver.example; dkim=fail header.d=list.example; dkim=pass header.d=sender.example',
      received,
    )
    expect(authentication.dkim).toBe('pass')
  })

  it('are SPF of Received-SPF only where no other result has it', () => {
    const spf =
      'Received-SPF: softfail (mx.receiver.example: domain of a@sender.example does not designate 203.0.113.5) client-ip=203.0.113.5; envelope-from=a@sender.example;'
    expect(read(spf, received).authentication.spf).toBe('softfail')
    expect(read('Authentication-Results: mx.receiver.example; dkim=pass', spf, received).authentication).toEqual({
      spf: 'softfail',
      dkim: 'pass',
      dmarc: 'none',
    })
    expect(read('Authentication-Results: mx.receiver.example; spf=pass', spf, received).authentication.spf).toBe('pass')
  })

  it('keep the six results apart', () => {
    for (const result of ['pass', 'fail', 'softfail', 'neutral', 'none', 'temperror', 'permerror', 'policy']) {
      expect(read(`Authentication-Results: mx.receiver.example; spf=${result}`, received).authentication.spf).toBe(
        result,
      )
    }
    expect(read('Authentication-Results: mx.receiver.example; spf=hardfail', received).authentication.spf).toBe('fail')
  })
})

describe('a forged result does not count', () => {
  const evil = 'Received: from x by mail.evil.example; Thu, 22 Aug 2002 11:36:10 +0000'

  it('when Received-SPF names a host of another organization', () => {
    const spf =
      'Received-SPF: pass (mx.google.com: domain of a@bank.example) client-ip=192.0.2.1; receiver=mx.google.com;'
    const { authentication, receivedSpf, sendingAddress } = read(received, spf)
    expect(authentication.spf).toBe('none')
    expect(receivedSpf).toEqual([])
    expect(sendingAddress?.address).toBe('203.0.113.5')
  })

  it('when the field has no authserv-id and is below a hop of another organization', () => {
    const { authentication, results } = read(received, evil, 'Authentication-Results: spf=pass; dkim=pass; dmarc=pass')
    expect(authentication).toEqual({ spf: 'none', dkim: 'none', dmarc: 'none' })
    expect(results.map(({ rank }) => rank)).toEqual(['untrusted'])
  })

  it('when it has the authserv-id of the receiver and is below a hop of another organization', () => {
    const outbound = 'Authentication-Results: receiver.example; dkim=none header.d=none; dmarc=none'
    const { authentication, results } = read(received, evil, outbound)
    expect(authentication).toEqual({ spf: 'none', dkim: 'none', dmarc: 'none' })
    expect(results.map(({ rank }) => rank)).toEqual(['untrusted'])
    const own = 'Authentication-Results: mx.receiver.example; dkim=pass; dmarc=fail'
    expect(read(received, own, evil, outbound).results.map(({ rank }) => rank)).toEqual(['counts', 'history'])
  })

  it('when it repeats a method below the receiver, or follows another Received', () => {
    const own = 'Authentication-Results: mx.receiver.example; spf=fail'
    const forged = 'Authentication-Results: mx.receiver.example; spf=pass; dmarc=pass'
    expect(read(own, received, forged).authentication).toEqual({ spf: 'fail', dkim: 'none', dmarc: 'none' })
  })
})

describe('a receiver that writes a field for each method', () => {
  it('has all of them counted, for the methods that no field above has', () => {
    const { authentication, results } = read(
      'Authentication-Results: bimi.receiver.example; bimi=skipped',
      'Authentication-Results: dmarc.receiver.example; dmarc=fail header.from=sender.example',
      'Authentication-Results: dkim.receiver.example; dkim=pass header.d=list.example; dmarc=pass',
      'Authentication-Results: spf.receiver.example; spf=softfail',
      received,
    )
    expect(authentication).toEqual({ spf: 'softfail', dkim: 'pass', dmarc: 'fail' })
    expect(results.map(({ rank }) => rank)).toEqual(['counts', 'counts', 'counts', 'counts'])
  })

  const listed = 'Authentication-Results: dkim.receiver.example; dkim=fail header.d=list.example'
  const author = 'Authentication-Results: dkim.receiver.example; dkim=pass header.d=sender.example'

  it('may write one for each signature, which add up as in one field', () => {
    expect(ofDkim(listed, author)).toBe('pass: counts counts')
    expect(ofDkim(author, listed)).toBe('pass: counts counts')
    expect(ofDkim(listed, listed, author)).toBe('pass: counts counts counts')
  })

  it.each([
    ['has another identifier', listed, author.replace('dkim.receiver', 'mx.receiver')],
    ['has another organization', listed, author.replace('dkim.receiver.example', 'mx.evil.example')],
    ['has no identifier', listed, author.replace('dkim.receiver.example; ', '')],
    ['has other methods too', listed, `${author}; spf=pass`],
    ['follows a field with other methods', `${listed}; dmarc=fail`, author],
    ['follows a field that found no signature', listed.replace('dkim=fail', 'dkim=none'), author],
  ])('has no second signature counted that %s', (_, first, second) => {
    expect(ofDkim(first, second)).toMatch(/^(?:fail|none): counts /)
  })

  it('has no second signature counted below a Received', () => {
    expect(ofDkim(listed, received, author)).toBe('fail: counts history')
  })
})

describe('an Authentication-Results field', () => {
  it('has properties, comments, versions and blanks around equals signs (RFC 8601 appendix B)', () => {
    expect(
      resultsOf(
        "foo.example.net (foobar) 1 (baz); dkim (Because I like it) / 1 (One yay) = (wait for it) fail policy (A dot can go here) . (like that) expired (this surprised me) = (as I wasn't expecting it) 1362471462",
      ).authservId,
    ).toBe('foo.example.net')
    const [spf] = resultsOf('example.com 1; spf = pass (ok) smtp.mailfrom = example.net ; dkim=none').methods
    expect(spf).toEqual({
      method: 'spf',
      result: 'pass',
      reason: null,
      comment: 'ok',
      properties: new Map([['smtp.mailfrom', 'example.net']]),
    })
  })

  it('has a reason in quotes', () => {
    const [dkim] = resultsOf(
      'example.com; dkim=pass reason="good signature; yes" header.i=@mail-router.example.net',
    ).methods
    expect(dkim?.reason).toBe('good signature; yes')
    expect(dkim?.properties.get('header.i')).toBe('@mail-router.example.net')
  })

  it('never throws', () => {
    const piece = fc.constantFrom(
      'spf',
      '=',
      'pass',
      ';',
      '(',
      ')',
      '"',
      'a.example',
      'header.d=x',
      '__proto__=x',
      '\\',
      'i=1',
      ' ',
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(piece, { maxLength: 40 }).map(some => some.join('')),
        ),
        value => {
          for (const { method, result } of resultsOf(value).methods)
            expect(`${method}=${result}`).toMatch(/^[a-z0-9_.=-]+$/)
          parseReceivedSpf({ name: 'received-spf', label: 'Received-SPF', value, line: 1 })
        },
      ),
    )
  })
})

describe('the sending address', () => {
  it('is that of the client that the receiving organization saw', () => {
    expect(
      read(
        'Received: from mx.receiver.example (mx.receiver.example [203.0.113.77]) by store.receiver.example with LMTP; Thu, 22 Aug 2002 11:36:17 +0000',
        received,
        'Received: from laptop ([198.51.100.9]) by mail.sender.example with ESMTPSA id 2; Thu, 22 Aug 2002 11:36:15 +0000',
      ).sendingAddress,
    ).toMatchObject({ address: '203.0.113.5', at: { line: 2 } })
  })

  it('is not the one that the sender of the message wrote into a field of Microsoft', () => {
    for (const report of ['CIP:255.255.255.255;DIR:OUT', 'CIP:8.8.8.8;DIR:INB']) {
      expect(read(received, `X-Forefront-Antispam-Report: ${report}`).sendingAddress?.address).toBe('203.0.113.5')
    }
    const microsoft = 'Received: from a ([203.0.113.5]) by x.prod.outlook.com; Thu, 22 Aug 2002 11:36:16 +0000'
    expect(read(microsoft, 'X-Forefront-Antispam-Report: CIP:198.51.100.4;DIR:INB').sendingAddress?.address).toBe(
      '198.51.100.4',
    )
    expect(read(microsoft, 'X-Forefront-Antispam-Report: CIP:255.255.255.255').sendingAddress?.address).toBe(
      '203.0.113.5',
    )
  })

  it('is the connecting address in the field of Microsoft when the path shows hosts of Microsoft only', () => {
    const inside = 'Received: from a.prod.outlook.com (::1) by b.prod.outlook.com; Thu, 22 Aug 2002 11:36:16 +0000'
    const report = 'X-Forefront-Antispam-Report: CIP:198.51.100.4;CTRY:US;DIR:INB'
    expect(read(inside, report).sendingAddress).toMatchObject({
      address: '198.51.100.4',
      at: { label: 'X-Forefront-Antispam-Report', line: 2 },
    })
    expect(read(inside).sendingAddress).toBe(null)
    expect(read(report).sendingAddress).toBe(null)
  })

  it('is not one in a field that the sender may have written', () => {
    const inside = 'Received: from a.prod.outlook.com (::1) by b.prod.outlook.com; Thu, 22 Aug 2002 11:36:16 +0000'
    for (const field of [
      'X-Sender-IP: 198.51.100.4',
      'X-Originating-IP: [198.51.100.4]',
      'X-MS-Exchange-Organization-OriginalClientIPAddress: 198.51.100.4',
      'X-MS-Exchange-CrossTenant-OriginalAttributedTenantConnectingIp: TenantId=x;Ip=[198.51.100.4];Helo=[a]',
      'X-Forefront-Antispam-Report-Untrusted: CIP:198.51.100.4;DIR:INB',
    ]) {
      expect(read(inside, field).sendingAddress).toBe(null)
    }
  })

  it('is none where every client is private', () => {
    expect(
      read('Received: from a ([10.0.0.1]) by mx.receiver.example; Thu, 22 Aug 2002 11:36:15 +0000').sendingAddress,
    ).toBe(null)
  })
})

describe('the path', () => {
  it('is oldest first, with signed delays', () => {
    const { path } = read(
      'Received: from b by c; Thu, 22 Aug 2002 11:35:00 +0000',
      'Received: from x by y',
      'Received: from a by b; Thu, 22 Aug 2002 11:36:00 +0000',
    )
    expect(path.map(({ number, by, delaySeconds }) => [number, by, delaySeconds])).toEqual([
      [1, 'b', null],
      [2, 'y', null],
      [3, 'c', -60],
    ])
  })
})
