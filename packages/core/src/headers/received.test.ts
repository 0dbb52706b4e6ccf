import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addressOf, parseReceived } from './received.ts'

describe('a Received field of', () => {
  it.each([
    [
      'Postfix',
      'from mail.example.com (mx1.example.com [192.0.2.1]) (using TLSv1.3 with cipher TLS_AES_256_GCM_SHA384 (256/256 bits)) (No client certificate requested) by mx.example.net (Postfix) with ESMTPS id 4ABC for <a@example.net>; Thu, 22 Aug 2002 12:36:16 +0100 (BST)',
      {
        from: 'mail.example.com',
        by: 'mx.example.net',
        address: '192.0.2.1',
        reverseName: 'mx1.example.com',
        protocol: 'ESMTPS',
        encrypted: true,
      },
    ],
    [
      'Postfix, for a local user',
      'by mx.example.net (Postfix, from userid 1000) id 4ABC; Thu, 22 Aug 2002 12:36:16 +0100',
      { from: null, by: 'mx.example.net', address: null, reverseName: null, protocol: null, encrypted: null },
    ],
    [
      'Exim',
      'from [192.0.2.1] (helo=mail.example.com) by mx.example.net with esmtp (Exim 4.94) id 1ga; Thu, 22 Aug 2002 12:36:16 +0100',
      {
        from: '[192.0.2.1]',
        by: 'mx.example.net',
        address: '192.0.2.1',
        reverseName: null,
        protocol: 'ESMTP',
        encrypted: false,
      },
    ],
    [
      'Exim with a port',
      'from mail.example.com ([192.0.2.1]:35021 helo=x) by mx.example.net with esmtps (TLS1.2:ECDHE:256) (Exim 4.94) id 1ga; Thu, 22 Aug 2002 12:36:16 +0100',
      {
        from: 'mail.example.com',
        by: 'mx.example.net',
        address: '192.0.2.1',
        reverseName: null,
        protocol: 'ESMTPS',
        encrypted: true,
      },
    ],
    [
      'Sendmail',
      'from mail.example.com (root@mx1.example.com [192.0.2.1] (may be forged)) by mx.example.net (8.14.4/8.14.4) with ESMTP id x; Thu, 22 Aug 2002 12:36:16 +0100',
      {
        from: 'mail.example.com',
        by: 'mx.example.net',
        address: '192.0.2.1',
        reverseName: 'mx1.example.com',
        protocol: 'ESMTP',
        encrypted: false,
      },
    ],
    [
      'qmail',
      'from unknown (HELO mail.example.com) (192.0.2.1) by mx.example.net with SMTP; 22 Aug 2002 11:36:16 -0000',
      {
        from: 'unknown',
        by: 'mx.example.net',
        address: '192.0.2.1',
        reverseName: null,
        protocol: 'SMTP',
        encrypted: false,
      },
    ],
    [
      'qmail, inside',
      '(qmail 1234 invoked by uid 0); 22 Aug 2002 11:36:16 -0000',
      { from: null, by: null, address: null, reverseName: null, protocol: null, encrypted: null },
    ],
    [
      'Exchange Online',
      'from DB9PR01MB0001.eurprd01.prod.outlook.com (2603:10A6:10:1::1) by AM0PR01MB0002.eurprd01.prod.outlook.com (2603:10a6:208:1::2) with Microsoft SMTP Server (version=TLS1_2, cipher=TLS_ECDHE) id 15.20.1; Thu, 22 Aug 2002 11:36:16 +0000',
      {
        from: 'DB9PR01MB0001.eurprd01.prod.outlook.com',
        by: 'AM0PR01MB0002.eurprd01.prod.outlook.com',
        address: '2603:10a6:10:1::1',
        reverseName: null,
        protocol: 'SMTP',
        encrypted: true,
      },
    ],
    [
      'Gmail',
      'from mail.example.com (mx1.example.com. [2001:db8::1]) by mx.google.com with ESMTPS id v11 for <a@example.net> (version=TLS1_3 cipher=x bits=128/128); Thu, 22 Aug 2002 04:36:16 -0700 (PDT)',
      {
        from: 'mail.example.com',
        by: 'mx.google.com',
        address: '2001:db8::1',
        reverseName: 'mx1.example.com',
        protocol: 'ESMTPS',
        encrypted: true,
      },
    ],
    [
      'GMX, with the address behind the comment',
      'from mail.example.com (EHLO mail.example.com) [192.0.2.1] by mx0.gmx.net (mx069) with SMTP; 22 Aug 2002 13:36:16 +0200',
      {
        from: 'mail.example.com',
        by: 'mx0.gmx.net',
        address: '192.0.2.1',
        reverseName: null,
        protocol: 'SMTP',
        encrypted: false,
      },
    ],
    [
      'Exim with the port of the client, and an address that the client gave in HELO',
      'from [192.0.2.1] (port=54321 helo=[198.51.100.7]) by server.example.net with esmtpsa (Exim 4.96.2) id 1; Thu, 22 Aug 2002 11:36:16 +0000',
      {
        from: '[192.0.2.1]',
        by: 'server.example.net',
        address: '192.0.2.1',
        reverseName: null,
        protocol: 'ESMTPSA',
        encrypted: true,
      },
    ],
    [
      'an answer to IDENT with an address, and an IPv4 client in the form of IPv6',
      'from x (IDENT:[198.51.100.7]@x [::ffff:192.0.2.1]) by mx.example.net with SMTP id 1; Thu, 22 Aug 2002 11:36:16 +0000',
      {
        from: 'x',
        by: 'mx.example.net',
        address: '192.0.2.1',
        reverseName: null,
        protocol: 'SMTP',
        encrypted: false,
      },
    ],
    [
      'hosts whose names have the words of encryption, which prove nothing',
      'from tls.example.com (HELO tls) (cipher.ssl.example.com [192.0.2.1]) by mx.example.net with ESMTP id y; Thu, 22 Aug 2002 11:36:16 +0000',
      {
        from: 'tls.example.com',
        by: 'mx.example.net',
        address: '192.0.2.1',
        reverseName: 'cipher.ssl.example.com',
        protocol: 'ESMTP',
        encrypted: false,
      },
    ],
    [
      'a host with an IPv6 literal',
      'from x (unknown [IPv6:2001:DB8:0::1]) by mx.example.net with ESMTPSA id y; Thu, 22 Aug 2002 11:36:16 +0000',
      {
        from: 'x',
        by: 'mx.example.net',
        address: '2001:db8::1',
        reverseName: null,
        protocol: 'ESMTPSA',
        encrypted: true,
      },
    ],
  ])('%s', (_system, value, expected) => {
    expect(parseReceived(value)).toEqual({ ...expected, time: Date.parse('2002-08-22T11:36:16Z') })
  })

  it.each([
    ['', null],
    ['from a by b', null],
    ['from a by b;', null],
    ['from a by b; Thu, 22 Aug 2002 11:36:16 +0000;', '2002-08-22T11:36:16.000Z'],
    ['from a by b; soon', null],
    ['from a (unclosed by b; Thu, 22 Aug 2002 11:36:16 +0000', null],
    ['from a by b (x; y); Thu, 22 Aug 2002 11:36:16 +0000', '2002-08-22T11:36:16.000Z'],
    ['from a; by b; Thu, 22 Aug 2002 11:36:16 +0000', '2002-08-22T11:36:16.000Z'],
    ['from a by b; Thu, 22 Aug 2002 (a (b) c) 11:36:16 +0000 (x)', '2002-08-22T11:36:16.000Z'],
  ])('a broken program: %s', (value, time) => {
    const read = parseReceived(value).time
    expect(read === null ? null : new Date(read).toISOString()).toBe(time)
  })

  const date = '3 Mar 2014 10:20:30 +0100'
  it.each([
    ['behind the recipient', `from a by b with SMTP for <c@d.example>  Mon, ${date}`],
    ['behind the identifier', `from a by b with SMTP id 1 ${date} (CET)`],
    ['joined to the identifier', `from a by b id s9E2YFir022140Mon, ${date}`],
    ['with the name of a zone', 'by b id 1Mon, 3 Mar 2014 09:20:30 GMT'],
    ['behind the recipient, in a field with another semicolon', `from a; by b id ${'x'.repeat(200)} Mon, ${date}`],
  ])('has a date without a semicolon %s', (_where, value) => {
    expect(parseReceived(value).time).toBe(Date.parse('2014-03-03T09:20:30Z'))
  })

  it.each([
    ['behind a user', 'from unknown (HELO mail.example) (ann@192.0.2.1) by mx.example with SMTP'],
    ['behind a user with a domain', 'from unknown (HELO a) (ann@a.example@192.0.2.1) by mx.example with SMTP'],
    ['behind a user who signed in', 'from unknown (HELO ?10.0.0.1?) (ann@192.0.2.1 with login) by mx.example'],
    ['not in HELO', 'from unknown (HELO 198.51.100.9) (192.0.2.1) by mx.example with SMTP'],
    ['not in HELO in brackets', 'from [192.0.2.1] (helo=[198.51.100.9]) by mx.example with esmtp'],
  ])('has the address of the client %s', (_where, value) => {
    expect(parseReceived(value).address).toBe('192.0.2.1')
  })

  it('has no address where only the client names one', () => {
    for (const comment of ['HELO 192.0.2.1', 'EHLO [192.0.2.1]', 'envelope-from ann@192.0.2.1', 'ann@192.0.2.1 x'])
      expect(parseReceived(`from unknown (${comment}) by mx.example with SMTP`).address).toBe(null)
  })

  it.each([
    [
      'of SendGrid',
      'from MTM (unknown) by geopod-ismtpd-0 (SG) with HTTP id Q_A Fri, 28 Jul 2023 19:32:25.608 +0000 (UTC)',
    ],
    ['of Go', 'by filter0490.sendgrid.net with SMTP id 13271.556 2023-07-28 19:32:25.9283335 +0000 UTC'],
    ['of Go with its clock', 'by f-7f with SMTP id f-7f-1-BB 2023-07-28 19:32:25.92 +0000 UTC m=+6810983.819096959'],
    ['of Go in another zone', 'by f with SMTP id 1 2023-07-28 21:32:25 +0200 CEST m=-0.5'],
    ['of Go with a zone that has no name', 'by f with SMTP id 1 2023-07-28 22:32:25 +0300 +03'],
  ])('has a date without a semicolon %s', (_program, value) => {
    expect(parseReceived(value).time).toBe(Date.parse('2023-07-28T19:32:25Z'))
  })

  it.each([
    ['is not at the end', `from a ${date} by b`],
    ['has no zone', 'from a by b id 1 Mon, 3 Mar 2014 10:20:30'],
    ['has a word for a zone', 'from a by b id 1 Mon, 3 Mar 2014 10:20:30 for'],
    ['has no time', 'from a by b id 1 Mon, 3 Mar 2014 +0100'],
    ['is in quotation marks', `from a by b id "${date}"`],
    ['is in a comment', `from a by b (${date})`],
    ['is part of a host name', 'from a by 3.mar.2014.10.20.30.example'],
    ['is divided by a semicolon', 'from a by b 3 Mar; 2014 10:20:30 +0100'],
    ['is no real day', 'from a by b id 1 30 Feb 2014 10:20:30 +0100'],
    ['is no real day of Go', 'by f id 1 2023-02-30 21:32:25 +0200 CEST'],
    ['has no zone of Go', 'by f id 1 2023-07-28 21:32:25 m=+1.5'],
    ['has a word behind its clock', 'by f id 1 2023-07-28 21:32:25 +0200 CEST m=+1.5 x'],
  ])('has no date when what looks like one %s', (_how, value) => {
    expect(parseReceived(value).time).toBe(null)
  })

  it('an attacker never throws', () => {
    const piece = fc.constantFrom(
      'from',
      'by',
      'with',
      '(',
      ')',
      '[192.0.2.1]',
      ';',
      '"',
      '\\',
      'id',
      'x.example',
      ' ',
      '22 Aug 2002 11:36 +0000',
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(piece, { maxLength: 40 }).map(some => some.join(' ')),
        ),
        value => {
          const { address, time } = parseReceived(value)
          expect(address === null || addressOf(address) === address).toBe(true)
          expect(time === null || Number.isInteger(time)).toBe(true)
        },
      ),
    )
  })
})
