import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readEnv } from './env.ts'
import { problemsOf } from './testing/env-problems.ts'

describe('a scan', () => {
  it('asks the keyless threat sources, the named ones, or none', () => {
    const defaults = ['cloudflare-security', 'quad9', 'spamhaus-dbl', 'spamhaus-zen', 'surbl', 'uribl']
    expect(readEnv({}).threatSources).toEqual(defaults)
    expect(readEnv({ THREAT_SOURCES: 'opendns, Quad9,quad9' }).threatSources).toEqual(['opendns', 'quad9'])
    expect(readEnv({ THREAT_SOURCES: 'none' }).threatSources).toEqual([])
    expect(problemsOf({ THREAT_SOURCES: 'quad9,norton' })[0]).toMatch(
      /^THREAT_SOURCES: "norton" is not a known threat source → use none, or any of adguard-dns, cleanbrowsing-security,/,
    )
    expect(problemsOf({ THREAT_SOURCES: 'none,quad9' })).toHaveLength(1)
    expect(readEnv({ THREAT_LOOKUPS_BUSINESS: '5000' }).threatLookupsBusiness).toBe(5000)
    expect(problemsOf({ THREAT_LOOKUPS_BUSINESS: '1000+' })).toEqual([
      'THREAT_LOOKUPS_BUSINESS: is not a whole number → use a number such as 1000',
    ])
  })

  it('asks no filtering resolver when DNS_SERVERS is set, unless THREAT_SOURCES names one', () => {
    expect(readEnv({ DNS_SERVERS: '192.0.2.1' }).threatSources).toEqual([
      'spamhaus-dbl',
      'spamhaus-zen',
      'surbl',
      'uribl',
    ])
    expect(readEnv({ DNS_SERVERS: '192.0.2.1', THREAT_SOURCES: 'quad9' }).threatSources).toEqual(['quad9'])
  })
})

describe('VirusTotal', () => {
  const key = '0123456789abcdef'.repeat(4)

  it('is not asked without a key', () => {
    expect(readEnv({}).virusTotal).toBeNull()
    expect(readEnv({ VIRUSTOTAL_API_KEY: ' ' }).virusTotal).toBeNull()
  })

  it('is asked with the quota of a public key, or with the quota that is set', () => {
    expect(readEnv({ VIRUSTOTAL_API_KEY: key }).virusTotal).toEqual({ key, perMinute: 4, perDay: 500 })
    const more = { VIRUSTOTAL_PER_MINUTE: '1000', VIRUSTOTAL_PER_DAY: '20000' }
    expect(readEnv({ VIRUSTOTAL_API_KEY: key, ...more }).virusTotal).toEqual({ key, perMinute: 1000, perDay: 20_000 })
  })

  it('is asked with a key from a file', () => {
    const folder = mkdtempSync(join(tmpdir(), 'waxseal-env-'))
    try {
      const file = join(folder, 'key')
      writeFileSync(file, `${key}\n`)
      expect(readEnv({ VIRUSTOTAL_API_KEY_FILE: file }).virusTotal?.key).toBe(key)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('needs a key of 32 to 256 visible ASCII characters, and its problem does not repeat the key', () => {
    for (const wrong of ['hunter2', 'x'.repeat(257), `${key} ${key}`, `${key}ä`])
      expect(problemsOf({ VIRUSTOTAL_API_KEY: wrong, VIRUSTOTAL_PER_DAY: '1000' })).toEqual([
        'VIRUSTOTAL_API_KEY: is not a key of VirusTotal → use the API key that your VirusTotal account shows, 64 hexadecimal characters',
      ])
    expect(problemsOf({ VIRUSTOTAL_API_KEY: '!'.repeat(32) })).toEqual([])
    expect(problemsOf({ VIRUSTOTAL_API_KEY: '~'.repeat(256) })).toEqual([])
  })

  it('needs a key where a quota is set, and a quota of at least one request', () => {
    expect(problemsOf({ VIRUSTOTAL_PER_MINUTE: '4', VIRUSTOTAL_PER_DAY: '500' })).toEqual([
      'VIRUSTOTAL_API_KEY: is required with VIRUSTOTAL_PER_MINUTE → set the key, or remove VIRUSTOTAL_PER_MINUTE',
      'VIRUSTOTAL_API_KEY: is required with VIRUSTOTAL_PER_DAY → set the key, or remove VIRUSTOTAL_PER_DAY',
    ])
    for (const wrong of ['0', '-1', '4.5', '1e3', '99999999'])
      expect(problemsOf({ VIRUSTOTAL_API_KEY: key, VIRUSTOTAL_PER_MINUTE: wrong })).toEqual([
        'VIRUSTOTAL_PER_MINUTE: is not a number of requests → use the quota of the key, a whole number from 1 on',
      ])
  })
})
