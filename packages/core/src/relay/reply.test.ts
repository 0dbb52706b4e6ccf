import { describe, expect, it } from 'vitest'
import { recipientVerdict } from './reply.ts'

const kindOf = (code: number, ...lines: string[]) => recipientVerdict({ code, lines }).kind

describe('the reply to RCPT for an external recipient', () => {
  it.each([
    [250, '2.1.5 Ok'],
    [250, 'Accepted'],
    [251, 'User not local; will forward to <x@example.com>'],
    [252, 'Cannot VRFY user, but will accept message'],
  ])('%i %s: accepted', (code, text) => {
    expect(kindOf(code, text)).toBe('accepted')
  })

  it.each([
    [554, '5.7.1 <open-relay-test@example.com>: Relay access denied'], // Postfix
    [454, '4.7.1 <open-relay-test@example.com>: Relay access denied'], // Postfix with defer_unauth_destination
    [550, 'relay not permitted'], // Exim
    [550, '5.7.1 <open-relay-test@example.com>... Relaying denied. IP name lookup failed [192.0.2.1]'], // Sendmail
    [550, '5.7.54 SMTP; Unable to relay recipient in non-accepted domain'], // Exchange
    [550, '5.7.1 Unable to relay'],
    [553, "sorry, that domain isn't in my list of allowed rcpthosts (#5.7.1)"], // qmail
    [530, '5.7.0 Authentication required'],
    [530, 'SMTP authentication is required.'], // hMailServer
    [550, '5.1.1 No such user here'],
    [550, '5.4.1 Recipient address rejected: Access denied. [AM3EUR04]'], // Exchange Online
    [551, 'User not local; please try <x@example.net>'],
    [550, 'Unknown domain'],
    [571, 'Delivery not authorized, message refused'],
  ])('%i %s: refused, or put off as the wrong recipient', (code, text) => {
    expect(kindOf(code, text)).toBe(code === 454 ? 'undecided' : 'refused')
  })

  it.each([
    [450, '4.2.0 <open-relay-test@example.com>: Recipient address rejected: Greylisted', 'servfail'],
    [451, '4.7.1 Please try again later', 'servfail'],
    [421, '4.7.0 Too many errors', 'servfail'],
    [554, '5.7.1 Service unavailable; Client host [192.0.2.9] blocked using zen.spamhaus.org', 'refused'],
    [550, 'Your address is listed on open-relays.example as an open relay', 'refused'],
    [554, '5.7.1 <unknown[192.0.2.9]>: Client host rejected: Access denied', 'refused'],
    [550, '5.7.606 Access denied, banned sending IP [192.0.2.9]', 'refused'],
    [550, '5.7.25 Client host rejected: cannot find your reverse hostname', 'refused'],
    [504, '5.5.2 <localhost>: Helo command rejected: need fully-qualified hostname', 'malformed'],
    [550, '5.1.8 <x@example.net>: Sender address rejected: Domain not found', 'refused'],
    [550, '5.7.23 The message was rejected because of Sender Policy Framework (SPF) violation', 'refused'],
    [554, '5.7.1 Service unavailable', 'refused'],
    [550, '5.1.7 The sender is not wanted', 'refused'],
    [530, '5.7.0 Must issue a STARTTLS command first', 'refused'],
    [503, '5.5.1 Error: need MAIL command', 'malformed'],
    [556, '5.1.10 Recipient domain has null MX', 'refused'],
    [550, '5.1.2 Unrouteable address', 'refused'],
    [550, 'We do not accept mail for this domain: null MX', 'refused'],
    [552, '5.2.2 Mailbox full', 'servfail'],
    [354, 'Go ahead', 'malformed'],
  ] as const)('%i %s: says nothing about relaying', (code, text, why) => {
    expect(recipientVerdict({ code, lines: [text] })).toMatchObject({ kind: 'undecided', why })
  })

  it('is quoted in the reason, one line of it and only as much as fits', () => {
    expect(recipientVerdict({ code: 554, lines: ['', '5.7.1 Relay access denied', 'more'] }).reason).toBe(
      'It refused to relay: 554 5.7.1 Relay access denied',
    )
    expect(recipientVerdict({ code: 250, lines: ['x'.repeat(600)] }).reason.length).toBeLessThan(220)
  })
})
