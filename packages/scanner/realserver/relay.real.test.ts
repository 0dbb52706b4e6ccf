import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Zone } from '@waxseal/core/dns'
import { assessRelay, inMemoryRelayMemory, isOpenRelay, type RelayTarget } from '@waxseal/core/relay'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { collectRelay } from '../src/checks/relay.ts'
import { openRelayProbe, testMailHost } from '../src/smtp/index.ts'
import { certificates } from '../src/smtp/testing/certificates.data.ts'
import { contextFor } from '../src/testing/zone-context.ts'
import { canRunPostfix, type MailNetwork, ownAddresses, silentAddresses, startMailNetwork } from './mail-network.ts'

/** Real Postfix with a different behavior at each address. */
const at = {
  closed: '8.26.57.25',
  open: '8.26.57.26',
  deferring: '8.26.57.27',
  greylisting: '8.26.57.28',
  banningAtOnce: '8.26.57.29',
  banningAtRcpt: '8.26.57.30',
  banningTheSecond: '8.26.57.31',
  tarpit: '8.26.57.32',
  slowToGreet: '8.26.57.33',
  withTls: '8.26.57.34',
  onlyWithTls: '8.26.57.35',
  withoutServer: '8.26.57.36',
  ipv6: '2a00:1450:4001:7::25',
} as const

const closed = { smtpd_relay_restrictions: 'permit_mynetworks,reject_unauth_destination' }
const open = { ...closed, mynetworks: '0.0.0.0/0,[::]/0' }

let network: MailNetwork
const keys = mkdtempSync(join(tmpdir(), 'waxseal-keys-'))

function keyFile(name: string, text: string): string {
  writeFileSync(join(keys, name), text)
  return join(keys, name)
}

beforeAll(async () => {
  if (!canRunPostfix) return
  const tls = {
    smtpd_tls_security_level: 'may',
    smtpd_tls_cert_file: keyFile('cert.pem', `${certificates.good}\n${certificates.authority}\n`),
    smtpd_tls_key_file: keyFile('key.pem', certificates.key),
  }
  network = await startMailNetwork(
    {
      [at.closed]: { ...closed, myhostname: 'mx.closed.example' },
      [at.open]: open,
      [at.deferring]: { smtpd_relay_restrictions: 'permit_mynetworks,defer_unauth_destination' },
      [at.greylisting]: { ...open, smtpd_recipient_restrictions: '$greylisting' },
      [at.banningAtOnce]: { ...open, smtpd_client_restrictions: 'reject', smtpd_delay_reject: 'no' },
      [at.banningAtRcpt]: { ...open, smtpd_client_restrictions: 'reject' },
      [at.banningTheSecond]: {
        ...open,
        smtpd_client_connection_rate_limit: '1',
        smtpd_client_event_limit_exceptions: '',
      },
      [at.tarpit]: { ...open, smtpd_client_restrictions: '$tarpit', smtpd_delay_reject: 'no' },
      [at.slowToGreet]: { ...closed, smtpd_client_restrictions: '$patience', smtpd_delay_reject: 'no' },
      [at.withTls]: { ...open, ...tls },
      [at.onlyWithTls]: { ...closed, ...tls, smtpd_tls_security_level: 'encrypt' },
      [at.ipv6]: open,
    },
    {
      greylisting: 'check_client_access static:{450 4.2.0 Greylisted, try again in 300 seconds}',
      tarpit: 'sleep 60',
      patience: 'sleep 1',
    },
  )
})
afterAll(async () => {
  rmSync(keys, { recursive: true, force: true })
  await network?.stop()
})

const target = (address: string, ...others: string[]): RelayTarget => ({
  host: 'mx1.example.com',
  address,
  addresses: [address, ...others],
})

/** The number of sessions in the log of Postfix. */
const sessions = () => network.log().match(/ connect from /g)?.length ?? 0

describe.skipIf(!canRunPostfix)('Postfix', () => {
  it.each([
    ['closed', { relay: 'closed', greeting: 'mx.closed.example', starttls: 'not-offered' }, /Relay access denied$/],
    ['open', { relay: 'suspected', undecided: null }, /^It accepted the external recipient: 250 2\.1\.5 Ok$/],
    ['ipv6', { relay: 'suspected', undecided: null }, /^It accepted the external recipient/],
    [
      'deferring',
      { relay: 'unknown', undecided: 'servfail', failure: null },
      /^It deferred the recipient .* 454 4\.7\.1 /,
    ],
    ['greylisting', { relay: 'unknown', undecided: 'servfail', failure: null }, /450 4\.2\.0 .*Greylisted/],
    [
      'banningAtOnce',
      { relay: 'unknown', undecided: 'refused', failure: 'refused' },
      /^It rejected the session: 554 5\.7\.1 /,
    ],
    ['banningAtRcpt', { relay: 'unknown', undecided: 'refused', failure: null }, /Client host rejected/],
    ['banningTheSecond', { relay: 'unknown', undecided: 'servfail' }, /\. Test of a second recipient: .*421 4\.7\.0/],
    ['slowToGreet', { relay: 'closed' }, /Relay access denied$/],
    ['withTls', { relay: 'suspected', starttls: 'offered', tls: { protocol: 'TLSv1.3' } }, /250 2\.1\.5 Ok$/],
    ['onlyWithTls', { relay: 'closed', starttls: 'offered' }, /Relay access denied$/],
    ['withoutServer', { relay: 'unknown', failure: 'unreachable' }, /^The host is unreachable\.$/],
  ] as const)('%s', async (name, expected, reason) => {
    const probe = openRelayProbe()
    const report = await probe.probe(target(at[name]))
    expect(report).toMatchObject({ contacted: true, address: at[name], ...expected })
    expect(report.reason).toMatch(reason)
    expect(report.transcript.lines[0]).toMatch(name === 'withoutServer' ? /^\* The host/ : /^\* connected to /)
  })

  it('that tarpits is given the time limit of a test, and no more', async () => {
    const limits = { greetingMs: 300 }
    const { report } = await testMailHost({ host: 'mx1.example.com', address: at.tarpit, limits })
    // Postfix would delay us for a minute, and the whole test for half a minute: the limit of the greeting ended it.
    expect(report).toMatchObject({ relay: 'unknown', failure: 'timeout', reason: 'It did not answer within 0.3 s.' })
    expect(report.transcript.lines).toEqual([
      `* connected to ${at.tarpit}, port 25`,
      '* It did not answer within 0.3 s.',
      'C: QUIT',
    ])
  })

  it('gets its certificate described as DANE and senders see it, and is tested inside TLS', async () => {
    const { report } = await testMailHost({
      host: 'mx1.example.com',
      address: at.withTls,
      ca: [certificates.authority],
    })
    expect(report.tls?.certificate).toMatchObject({
      trusted: true,
      problem: null,
      names: ['mx1.example.com', '*.mail.example.com'],
    })
    expect(report.tls?.certificate.chain).toHaveLength(2)
    expect(network.log()).toMatch(/RCPT from .* proto=ESMTPS?/)
  })

  it('never received a message, and always received QUIT', () => {
    const log = network.log()
    expect(log).not.toMatch(/message-id=|data=/)
    // The client only disconnected during the tarpit, before it could send anything.
    expect(log.match(/lost connection after (?!CONNECT)\w+/g) ?? []).toEqual([])
  })
})

describe.skipIf(!canRunPostfix)('a scan', () => {
  const zone: Zone = {
    'example.com': {
      MX: [
        [10, 'mx1.example.com'],
        [20, 'mx2.example.com'],
      ],
    },
    'mx1.example.com': { A: [at.open] },
    'mx2.example.com': { A: [at.closed] },
  }

  it('suspects an open relay, waits six hours without a test, and then confirms it', async () => {
    let time = Date.UTC(2026, 10, 20)
    const relay = openRelayProbe({ memory: inMemoryRelayMemory(), now: () => new Date(time) })
    const look = async () => {
      const section = await collectRelay({ ...contextFor('example.com', zone), relay })
      if (!section.ran) throw new Error('did not run')
      const findings = assessRelay(section.value, { evidence: section.evidence })
      const { value, gaps } = section
      return { value, evidence: section.evidence, word: isOpenRelay(value, gaps), found: findings.map(({ id }) => id) }
    }
    const before = sessions()
    const first = await look()
    expect([first.word, first.found]).toEqual([null, ['relay_suspected']])
    // Postfix writes its log a little later than it answers.
    await expect.poll(sessions).toBe(before + 3)
    time += 5 * 3_600_000
    const second = await look()
    expect(second.value).toEqual(first.value)
    expect(sessions()).toBe(before + 3)
    time += 3_600_000
    const third = await look()
    expect([third.word, third.found]).toEqual([true, ['relay_open']])
    const transcript = third.evidence.find(piece => piece.id === `SMTP mx1.example.com [${at.open}]:25`)
    expect(transcript).toMatchObject({ kind: 'smtp', outcome: 'session' })
    await expect.poll(sessions).toBe(before + 6)
  })

  it('reaches nothing but public addresses of other machines', async () => {
    const relay = openRelayProbe()
    const before = sessions()
    const reasons = []
    for (const item of [
      target(ownAddresses.ipv4),
      target(ownAddresses.ipv6),
      target('127.0.0.1'),
      target(`::ffff:${at.open}`),
      target(at.open, '10.0.0.1'),
      target(at.open, ownAddresses.ipv4),
    ]) {
      const report = await relay.probe(item)
      expect(report).toMatchObject({ relay: 'unknown', contacted: false })
      reasons.push(report.reason)
    }
    expect(reasons).toEqual([
      `Not tested: ${ownAddresses.ipv4} belongs to this machine.`,
      `Not tested: ${ownAddresses.ipv6} belongs to this machine.`,
      'Not tested: 127.0.0.1 is not public (loopback, RFC 1122).',
      `Not tested: ::ffff:${at.open} is an IPv6 address that embeds an IPv4 address.`,
      'Not tested: the host name also has the address 10.0.0.1, which is not public (private, RFC 1918).',
      `Not tested: the host name also has the address ${ownAddresses.ipv4}, which belongs to this machine.`,
    ])
    expect(sessions()).toBe(before)
  })

  it('waits once if port 25 is blocked, and not again for some minutes', async () => {
    const tried: string[] = []
    const waiting = { now: 0, most: 0 }
    const relay = openRelayProbe({
      test: async test => {
        tried.push(test.address)
        waiting.most = Math.max(waiting.most, ++waiting.now)
        return await testMailHost(test).finally(() => waiting.now--)
      },
    })
    const [one, two, three, four] = silentAddresses
    const reports = await Promise.all([one, two, three].map(address => relay.probe(target(address))))
    for (const { failure, transcript } of reports)
      expect([failure, ...transcript.lines]).toEqual(['timeout', '* The connection to port 25 timed out.'])
    expect(waiting.most).toBe(3)
    const blocked = await relay.probe(target(four))
    expect(blocked).toMatchObject({ contacted: false, failure: 'unreachable' })
    expect(blocked.reason).toMatch(/^Port 25 seems to be blocked from here/)
    expect(tried).toEqual([one, two, three])
  })
})
