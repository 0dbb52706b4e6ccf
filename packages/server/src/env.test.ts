import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readEnv } from './env.ts'
import { problemsOf } from './testing/env-problems.ts'

const secrets = { AUTH_SECRET: 'a'.repeat(32), ENCRYPTION_KEY: 'b'.repeat(32) }
const wide = { HOST: '0.0.0.0', PUBLIC_URL: 'https://waxseal.example.org', BILLING: 'off' }

it('an empty environment is valid: a private server on this machine', () => {
  expect(readEnv({})).toEqual({
    port: 3000,
    host: '127.0.0.1',
    assistant: null,
    publicUrl: 'http://localhost:3000',
    signup: 'open',
    visitorCheck: true,
    dataDir: resolve('data'),
    databaseUrl: null,
    role: 'all',
    dnsServers: null,
    dnsDirect: true,
    dnsblServers: 'direct',
    dnsblOff: [],
    dnsblKeys: {},
    threatSources: ['cloudflare-security', 'quad9', 'spamhaus-dbl', 'spamhaus-zen', 'surbl', 'uribl'],
    threatLookupsBusiness: 1000,
    virusTotal: null,
    relay: { test: true, allowPrivate: [], source: [] },
    starttlsControl: true,
    outboundAllowPrivate: [],
    hostedZone: null,
    defaultTier: 'free',
    billing: 'test',
    stripe: null,
    auth: { kind: 'embedded' },
    authSecret: null,
    encryptionKey: null,
    encryptionKeyPrevious: null,
    smtp: null,
    logLevel: 'info',
    trustProxy: [],
    apiDocs: 'signed-in',
    metrics: { token: null, allowed: ['127.0.0.0/8', '::1'], port: null },
    operatorName: null,
    retentionDaysHeaders: 90,
    contactEmail: null,
  })
})

it('each name of a plan is accepted', () => {
  expect(['Starter', 'basic', 'pro', 'enterprise'].map(DEFAULT_TIER => readEnv({ DEFAULT_TIER }).defaultTier)).toEqual([
    'free',
    'free',
    'pro',
    'business',
  ])
  expect(problemsOf({ DEFAULT_TIER: 'gold' })).toEqual([
    'DEFAULT_TIER: "gold" is not a valid value → use free, pro or business',
  ])
})

it('names missing and wrong values together, and guesses nothing about a value that it could not read', () => {
  expect(problemsOf({ HOST: '0.0.0.0', TRUST_PROXY: 'zzz', BILLING: 'foo' }).map(line => line.split(':')[0])).toEqual([
    'BILLING',
    'TRUST_PROXY',
    'PUBLIC_URL',
  ])
  expect(problemsOf({ DATABASE_URL: 'mysql://x', ROLE: 'web' }).map(line => line.split(':')[0])).toEqual([
    'DATABASE_URL',
  ])
})

it('names all mistakes at once, each with its fix', () => {
  expect(problemsOf({ PORT: 'http', ROLE: 'king', AUTH_SECRET: 'short', PUBLIC_URL: 'waxseal.example.org' })).toEqual([
    'PORT: is not a number → use a free port, such as 3000',
    'PUBLIC_URL: "waxseal.example.org" is not a valid origin → use scheme and host only, such as https://waxseal.example.org',
    'ROLE: "king" is not a valid value → use all, web, worker or nameserver',
    'AUTH_SECRET: is shorter than 32 bytes → create one with openssl rand -base64 32',
  ])
})

it('an empty variable counts as unset', () => {
  expect(readEnv({ PORT: '', SMTP_URL: ' ', DATABASE_URL: '' })).toEqual(readEnv({}))
})

describe('what the world can reach', () => {
  it('must know its public address and choose its billing', () => {
    expect(problemsOf({ HOST: '0.0.0.0', BILLING: 'off' })).toEqual([
      'PUBLIC_URL: is required when HOST is 0.0.0.0 → set the public address of this server, such as https://waxseal.example.org',
    ])
    expect(problemsOf({ PUBLIC_URL: 'https://waxseal.example.org' })).toEqual([
      'BILLING: is required when others can reach this server (PUBLIC_URL, HOST) → set BILLING=off to hide prices, BILLING=test to try the plans, or BILLING=stripe to sell them',
    ])
    expect(readEnv(wide)).toMatchObject({ publicUrl: 'https://waxseal.example.org', signup: 'first' })
  })

  it('lets only the first person sign up unless SIGNUP says otherwise', () => {
    expect(readEnv({ ...wide, HOST: '127.0.0.1' }).signup).toBe('first')
    expect(readEnv({ ...wide, SIGNUP: 'open' }).signup).toBe('open')
    expect(readEnv({ HOST: '::1' }).signup).toBe('open')
  })

  it('checks domains for visitors where everyone may sign up, unless VISITOR_CHECK says otherwise', () => {
    expect(readEnv({}).visitorCheck).toBe(true)
    expect(readEnv(wide).visitorCheck).toBe(false)
    expect(readEnv({ ...wide, SIGNUP: 'open' }).visitorCheck).toBe(true)
    expect(readEnv({ ...wide, VISITOR_CHECK: 'on' }).visitorCheck).toBe(true)
    expect(readEnv({ VISITOR_CHECK: 'off' }).visitorCheck).toBe(false)
  })
})

describe('several processes', () => {
  it('need a shared database and shared secrets', () => {
    expect(problemsOf({ DATABASE_URL: 'postgres://u:p@db/waxseal' })).toEqual([
      'AUTH_SECRET: is required with DATABASE_URL → set the same value for every process (create it with openssl rand -base64 32)',
      'ENCRYPTION_KEY: is required with DATABASE_URL → set the same value for every process (create it with openssl rand -base64 32)',
    ])
    expect(problemsOf({ ENCRYPTION_KEY_PREVIOUS: 'c'.repeat(32) })).toEqual([
      'ENCRYPTION_KEY: is required with ENCRYPTION_KEY_PREVIOUS → set the new key, or remove ENCRYPTION_KEY_PREVIOUS',
    ])
    expect(problemsOf({ ROLE: 'worker' })).toEqual([
      'ROLE: worker requires PostgreSQL → set DATABASE_URL, or unset ROLE',
    ])
    expect(readEnv({ DATABASE_URL: 'postgres://u:p@db/waxseal', ROLE: 'worker', ...secrets }).role).toBe('worker')
    for (const url of ['mysql://db', 'postgres://u:p#w@db/waxseal', 'postgres://u:p%zz@db/waxseal']) {
      const [problem] = problemsOf({ DATABASE_URL: url, ...secrets })
      expect(problem).toContain('DATABASE_URL: is not a PostgreSQL URL')
      expect(problem).not.toMatch(/p#w|%zz/)
    }
  })
})

describe('mail', () => {
  it('is configured completely or not at all', () => {
    expect(problemsOf({ SMTP_URL: 'smtp://mail.example.org' })[0]).toContain('MAIL_FROM: is required with SMTP_URL')
    expect(problemsOf({ MAIL_FROM: 'a@example.org' })[0]).toContain('SMTP_URL: is required with MAIL_FROM')
    const whole = { SMTP_URL: 'smtps://u:p@mail.example.org:465', MAIL_FROM: 'Waxseal <a@example.org>' }
    expect(readEnv(whole).smtp).toEqual({ url: whole.SMTP_URL, from: whole.MAIL_FROM })
  })

  it.each(['mail.example.org', 'http://mail.example.org', 'smtp://', 'smtp://u:p%zz@mail.example.org'])(
    '%s is no mail server',
    url => {
      expect(problemsOf({ SMTP_URL: url, MAIL_FROM: 'a@example.org' })[0]).toContain('SMTP_URL: is not an SMTP URL')
    },
  )
})

describe('DNS servers', () => {
  it('are addresses with or without a port, and switch direct queries off unless DNS_DIRECT is set', () => {
    const env = readEnv({ DNS_SERVERS: '192.0.2.1, 127.0.0.1:5353,[2001:db8::1]:54, 2001:db8::2' })
    expect(env.dnsDirect).toBe(false)
    expect(env.dnsServers).toEqual([
      { address: '192.0.2.1', port: 53 },
      { address: '127.0.0.1', port: 5353 },
      { address: '2001:db8::1', port: 54 },
      { address: '2001:db8::2', port: 53 },
    ])
    expect(readEnv({ DNS_SERVERS: '192.0.2.1', DNS_DIRECT: 'on' }).dnsDirect).toBe(true)
  })

  it.each(['dns.example.org', '192.0.2.1:0', '192.0.2.1:99999', '[192.0.2.1'])('%s is no server', text => {
    expect(problemsOf({ DNS_SERVERS: text })).toEqual([
      `DNS_SERVERS: "${text}" is not an IP address → use address:port, such as 127.0.0.1:53 or [::1]:53`,
    ])
  })

  it("may not be an empty list, which does not mean the system's resolvers", () => {
    expect(problemsOf({ DNS_SERVERS: ',' })[0]).toContain('DNS_SERVERS: contains no server')
  })
})

it('forwarded headers are trusted only from the listed networks', () => {
  expect(readEnv({ TRUST_PROXY: '10.0.0.0/8, ::1, loopback' }).trustProxy).toEqual(['10.0.0.0/8', '::1', 'loopback'])
  for (const text of ['true', '10.0.0.0/33', '1', 'proxy.example.org']) {
    expect(problemsOf({ TRUST_PROXY: text })[0]).toContain(`TRUST_PROXY: "${text}" is not a network`)
  }
})

describe('secrets in files', () => {
  it('are read from NAME_FILE, and NAME and NAME_FILE exclude each other', () => {
    const folder = mkdtempSync(join(tmpdir(), 'waxseal-env-'))
    const path = join(folder, 'secret')
    writeFileSync(path, `${'x'.repeat(44)}\n`)
    expect(readEnv({ AUTH_SECRET_FILE: path }).authSecret).toBe('x'.repeat(44))
    expect(problemsOf({ AUTH_SECRET_FILE: path, AUTH_SECRET: 'y'.repeat(40) })).toEqual([
      'AUTH_SECRET_FILE: AUTH_SECRET is also set → remove one of the two',
    ])
    rmSync(folder, { recursive: true })
    expect(problemsOf({ AUTH_SECRET_FILE: path })).toEqual([
      `AUTH_SECRET_FILE: ${path} cannot be read (ENOENT) → check its path and permissions`,
    ])
  })
})

it('any values of the variables give a configuration or lines of advice', () => {
  const names = ['PORT', 'HOST', 'PUBLIC_URL', 'DNS_SERVERS', 'TRUST_PROXY', 'SMTP_URL', 'MAIL_FROM', 'DATABASE_URL']
  const variables = fc.dictionary(fc.constantFrom(...names), fc.oneof(fc.string(), fc.webUrl(), fc.ipV6(), fc.domain()))
  fc.assert(
    fc.property(variables, given => {
      for (const line of problemsOf(given)) expect(line).toMatch(/^[A-Z_]+: .+ → .+/su)
    }),
    { numRuns: 500 },
  )
})

describe('what a scan may ask beside resolvers', () => {
  it('asks blocklists at their own servers, at the resolvers given, or at servers of their own', () => {
    expect(readEnv({}).dnsblServers).toBe('direct')
    expect(readEnv({ DNS_SERVERS: '192.0.2.1' }).dnsblServers).toEqual([{ address: '192.0.2.1', port: 53 }])
    expect(readEnv({ DNS_SERVERS: '192.0.2.1', DNSBL_SERVERS: 'direct' }).dnsblServers).toBe('direct')
    expect(readEnv({ DNSBL_SERVERS: '192.0.2.2:54' }).dnsblServers).toEqual([{ address: '192.0.2.2', port: 54 }])
  })

  it('knows lists by their ids', () => {
    expect(readEnv({ DNSBL_OFF: 'spamcop, SURBL-multi' }).dnsblOff).toEqual(['spamcop', 'surbl-multi'])
    expect(problemsOf({ DNSBL_OFF: 'spamcop,nowhere' })).toEqual([
      'DNSBL_OFF: "nowhere" is not a known blocklist → run waxseal blacklist lists to see all',
    ])
  })

  it('accepts a list’s key only as one label', () => {
    expect(readEnv({ DNSBL_KEY_SPAMHAUS_ZEN: 'abc123' }).dnsblKeys).toEqual({ 'spamhaus-zen': 'abc123' })
    expect(problemsOf({ DNSBL_KEY_SPAMHAUS_ZEN: 'a.b' })).toEqual([
      'DNSBL_KEY_SPAMHAUS_ZEN: is not a valid key → use the key from the list operator',
    ])
    expect(problemsOf({ DNSBL_KEY_SPAMHAUS_ZEN: '-abc' })).toHaveLength(1)
    expect(problemsOf({ DNSBL_KEY_NOWHERE: 'abc' })).toEqual([
      'DNSBL_KEY_NOWHERE: "nowhere" is not a known blocklist → run waxseal blacklist lists to see all',
    ])
    expect(problemsOf({ DNSBL_KEY_SPAMHAUS_ZEN_FILE: '/nowhere' })[0]).toContain(
      'DNSBL_KEY_SPAMHAUS_ZEN_FILE: /nowhere cannot be read',
    )
  })

  it('names the lists that take a key when a list takes none, and never repeats the key', () => {
    const [problem = '', ...others] = problemsOf({ DNSBL_KEY_SPAMCOP: 'abc123' })
    expect(others).toEqual([])
    expect(problem).toMatch(/^DNSBL_KEY_SPAMCOP: "spamcop" does not use a key → remove it \(only spamhaus-zen, /)
    expect(problem).not.toContain('abc123')
  })

  it('probes relays unless switched off, from the given addresses, to public addresses and the given ranges', () => {
    expect(
      readEnv({ RELAY_TEST: 'off', PROBE_ALLOW_PRIVATE: '10.1.0.0/16,fd00::/8', PROBE_SOURCE_ADDRESS: '192.0.2.9,::1' })
        .relay,
    ).toEqual({ test: false, allowPrivate: ['10.1.0.0/16', 'fd00::/8'], source: ['192.0.2.9', '::1'] })
    expect(readEnv({ STARTTLS_CONTROL: 'off' }).starttlsControl).toBe(false)
    expect(problemsOf({ PROBE_ALLOW_PRIVATE: '10.1.0.0/99' })).toEqual([
      'PROBE_ALLOW_PRIVATE: "10.1.0.0/99" is not a network → use addresses or networks, such as 10.1.2.0/24',
    ])
    expect(problemsOf({ PROBE_SOURCE_ADDRESS: '192.0.2.1,192.0.2.2' })).toEqual([
      'PROBE_SOURCE_ADDRESS: contains two addresses of one family → use at most one IPv4 and one IPv6 address',
    ])
    expect(problemsOf({ OUTBOUND_ALLOW_PRIVATE: 'localhost' })).toHaveLength(1)
  })
})

it('with a token the metrics are for every address, unless some are named', () => {
  const token = 'a token that is long enough to be one'
  expect(readEnv({ METRICS_TOKEN: token }).metrics).toEqual({ token, allowed: [], port: null })
  expect(readEnv({ METRICS_TOKEN: token, METRICS_ALLOWED: '10.0.0.0/8', METRICS_PORT: '9464' }).metrics).toEqual({
    token,
    allowed: ['10.0.0.0/8'],
    port: 9464,
  })
  expect(problemsOf({ METRICS_TOKEN: 'short' })).toEqual([
    'METRICS_TOKEN: is shorter than 32 bytes → create one with openssl rand -base64 32',
  ])
  expect(problemsOf({ METRICS_PORT: '3000' })).toEqual([
    'METRICS_PORT: is the same as PORT → set another port, or unset it to serve the metrics on PORT',
  ])
})
