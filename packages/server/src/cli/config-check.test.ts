import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { blocklists } from '@waxseal/core/blacklist'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { stripeVariables } from '../testing/billing-providers.ts'
import { typedIn } from '../testing/typed-command.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'waxseal-check-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const typed = (words: string, variables: Record<string, string> = {}) => typedIn(folder, words, variables)
/** What it shows of the hosted zone. */
const zoneLine = async (variables: Record<string, string>) => (await typed('config check', variables)).said.at(-1)

describe('config check', () => {
  it('shows what would run, and changes nothing', async () => {
    const { code, said } = await typed('config check', { DATA_DIR: join(folder, 'new') })
    expect(code).toBe(0)
    expect(said).toEqual([
      'Waxseal would run at http://localhost:3000',
      `  Data:    ${join(folder, 'new')} (embedded database)`,
      '  Sign-up: open to everyone. Visitors may check domains without an account',
      '  Mail:    off (`waxseal account reset-password` gives links)',
      '  Billing: test mode (no payments)',
      "  DNS:     the system's resolvers and the zones' own servers",
      '  Lists:   34 of 34, queried directly',
      '  Threats: Spamhaus DBL, Spamhaus ZEN, SURBL multi, URIBL multi, Cloudflare 1.1.1.2, Quad9 (they see the scanned domains)',
      '  Relay:   tests each mail server on port 25, at most once in six hours',
      '  AI:      the built-in analyst answers (no language model)',
      '  Zone:    off (flattened SPF records are previews)',
    ])
    expect(existsSync(join(folder, 'new'))).toBe(false)
  })

  it('lists the blocklists and threat sources that a scan asks, and never shows a key', async () => {
    const { said } = await typed('config check', {
      DNS_SERVERS: '192.0.2.1,[2001:db8::1]:54',
      DNSBL_OFF: 'surbl-multi,spamcop',
      DNSBL_KEY_SPAMHAUS_ZEN: 'hunter2',
      RELAY_TEST: 'off',
    })
    expect(said.slice(5, 9)).toEqual([
      '  DNS:     192.0.2.1:53, [2001:db8::1]:54 only',
      '  Lists:   32 of 34, through 192.0.2.1:53, [2001:db8::1]:54. With a key: Spamhaus ZEN. Off: SpamCop SCBL, SURBL multi',
      '  Threats: Spamhaus DBL, Spamhaus ZEN, URIBL multi (they see the scanned domains)',
      '  Relay:   off (no connections to mail servers)',
    ])
  })

  it('shows the relay test’s source addresses and the private ranges it may reach', async () => {
    const { said } = await typed('config check', {
      PROBE_SOURCE_ADDRESS: '192.0.2.9',
      PROBE_ALLOW_PRIVATE: '10.1.0.0/16',
      THREAT_SOURCES: 'none',
      DNSBL_OFF: blocklists.map(({ id }) => id).join(),
    })
    expect(said.slice(6, 9)).toEqual([
      '  Lists:   off',
      '  Threats: off',
      '  Relay:   tests each mail server on port 25, at most once in six hours, from 192.0.2.9, also private addresses in 10.1.0.0/16',
    ])
  })

  it('shows that VirusTotal sees the scanned domains, and its quota, never its key', async () => {
    const VIRUSTOTAL_API_KEY = 'c0ffee'.repeat(10)
    const { said } = await typed('config check', { VIRUSTOTAL_API_KEY, THREAT_SOURCES: 'quad9' })
    expect(said[7]).toBe(
      '  Threats: Quad9, VirusTotal (they see the scanned domains). VirusTotal: at most 4 requests a minute, 500 a day',
    )
    expect(said.join('\n')).not.toContain('c0ffee')
    const more = { VIRUSTOTAL_API_KEY, VIRUSTOTAL_PER_MINUTE: '1000', VIRUSTOTAL_PER_DAY: '20000' }
    expect((await typed('config check', { ...more, THREAT_SOURCES: 'none' })).said[7]).toBe(
      '  Threats: VirusTotal (they see the scanned domains). VirusTotal: at most 1000 requests a minute, 20000 a day',
    )
  })

  it('shows the language model and what it is sent, never its key', async () => {
    const openai = { AI_PROVIDER: 'openai', AI_MODEL: 'gpt-4.1-mini', AI_API_KEY: 'sk-hunter2' }
    const { said } = await typed('config check', openai)
    expect(said[9]).toBe('  AI:      openai gpt-4.1-mini (questions, scans and header fields are sent there)')
    expect(said.join('\n')).not.toContain('hunter2')
    const local = { AI_PROVIDER: 'openai-compatible', AI_MODEL: 'qwen3:8b', AI_BASE_URL: 'http://localhost:11434/v1' }
    expect((await typed('config check', local)).said[9]).toBe(
      '  AI:      openai-compatible qwen3:8b at localhost:11434 (questions, scans and header fields are sent there)',
    )
  })

  it('shows that Stripe takes the money, and where it sends its events, never a key', async () => {
    const { said } = await typed('config check', stripeVariables('http://127.0.0.1:12111'))
    expect(said[4]).toBe(
      '  Billing: Stripe in its test mode (no payments), with http://127.0.0.1:12111; it sends events to http://localhost:3000/api/payments/webhook',
    )
    expect(said.join('\n')).not.toContain('0123456789')
    const live = { STRIPE_SECRET_KEY: 'sk_live_hunter2hunter2', STRIPE_API_BASE: '' }
    expect((await typed('config check', { ...stripeVariables(''), ...live })).said[4]).toBe(
      '  Billing: Stripe, with api.stripe.com; it sends events to http://localhost:3000/api/payments/webhook',
    )
  })

  it('shows the hosted zone, who answers for it, and where our name server listens', async () => {
    const own = { HOSTED_ZONE: 'waxseal.email', NAMESERVER_HOSTS: 'ns1.waxseal.email=192.0.2.1,ns2.example.net' }
    expect(await zoneLine(own)).toBe(
      '  Zone:    waxseal.email at ns1.waxseal.email, ns2.example.net; its name server listens on port 5300',
    )
    const key = Buffer.alloc(32, 1).toString('base64')
    const more = { NAMESERVER_ADDRESS: '192.0.2.1,2001:db8::1', NAMESERVER_SECONDARIES: `192.0.2.9:54#key:${key}` }
    expect(await zoneLine({ ...own, ...more })).toBe(
      '  Zone:    waxseal.email at ns1.waxseal.email, ns2.example.net; its name server listens on 192.0.2.1:5300, [2001:db8::1]:5300; secondaries: 192.0.2.9:54',
    )
    const postgres = { DATABASE_URL: 'postgres://db/waxseal', AUTH_SECRET: key, ENCRYPTION_KEY: key }
    expect(await zoneLine({ ...own, ...more, ...postgres, ROLE: 'web' })).toBe(
      '  Zone:    waxseal.email at ns1.waxseal.email, ns2.example.net; its name server is another process',
    )
    const powerdns = { ZONE_PUBLISHER: 'powerdns', POWERDNS_URL: 'http://10.0.0.5:8081', POWERDNS_API_KEY: 'hunter2' }
    expect(await zoneLine({ HOSTED_ZONE: 'waxseal.email', ...powerdns })).toBe(
      '  Zone:    waxseal.email, published to PowerDNS at 10.0.0.5:8081',
    )
    const cloudflare = { ZONE_PUBLISHER: 'cloudflare', CLOUDFLARE_ZONE_ID: 'abc', CLOUDFLARE_API_TOKEN: 'hunter2' }
    expect(await zoneLine({ HOSTED_ZONE: 'waxseal.email', ...cloudflare })).toBe(
      '  Zone:    waxseal.email, published to Cloudflare',
    )
  })

  it('exits 78 with one line, not a stack trace, on a key that its list does not take', async () => {
    const { code, complaints } = await typed('config check', { DNSBL_KEY_SPAMCOP: 'hunter2' })
    expect(code).toBe(78)
    expect(complaints).toEqual([expect.stringContaining('DNSBL_KEY_SPAMCOP: "spamcop" does not use a key → remove it')])
  })

  it('names every problem and exits 78', async () => {
    const { code, complaints } = await typed('config check', { PORT: 'x', BILLING: 'gold' })
    expect(code).toBe(78)
    expect(complaints).toEqual([
      'PORT: is not a number → use a free port, such as 3000',
      'BILLING: "gold" is not a valid value → use test, stripe or off',
    ])
  })

  it('never shows a password', async () => {
    const secrets = { AUTH_SECRET: 'a'.repeat(32), ENCRYPTION_KEY: 'b'.repeat(32) }
    const mail = { SMTP_URL: 'smtp://me:hunter2@mail.example.org:25', MAIL_FROM: 'a@example.org' }
    const database = { DATABASE_URL: 'postgres://me:hunter2@db.example.org:5433/waxseal' }
    const { said } = await typed('config check', { ...secrets, ...mail, ...database })
    expect(said.join('\n')).toContain('PostgreSQL db.example.org:5433/waxseal')
    expect(said.join('\n')).toContain('through mail.example.org:25')
    expect(said.join('\n')).not.toContain('hunter2')
  })
})
