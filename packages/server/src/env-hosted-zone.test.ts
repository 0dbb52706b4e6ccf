import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readEnv } from './env.ts'
import { Zone } from './nameserver/zone.ts'
import { problemsOf } from './testing/env-problems.ts'

const own = {
  HOSTED_ZONE: 'Waxseal.Email.',
  NAMESERVER_HOSTS: 'ns1.waxseal.email=192.0.2.1+2001:db8::1, ns2.example.net',
}
const powerdns = { ZONE_PUBLISHER: 'powerdns', POWERDNS_URL: 'http://10.0.0.5:8081', POWERDNS_API_KEY: 'changeme' }
const cloudflare = { ZONE_PUBLISHER: 'cloudflare', CLOUDFLARE_ZONE_ID: '023e105f', CLOUDFLARE_API_TOKEN: 'abc_DEF' }

describe('the hosted zone', () => {
  it('is absent without HOSTED_ZONE', () => {
    expect(readEnv({}).hostedZone).toBeNull()
  })

  it('is answered by our own name server, which needs the names and addresses of all name servers', () => {
    expect(readEnv(own).hostedZone).toEqual({
      name: 'waxseal.email',
      contact: 'hostmaster@waxseal.email',
      publisher: {
        kind: 'embedded',
        hosts: [
          { host: 'ns1.waxseal.email', addresses: ['192.0.2.1', '2001:db8::1'] },
          { host: 'ns2.example.net', addresses: [] },
        ],
        addresses: null,
        port: 5300,
        secondaries: [],
      },
    })
    const more = {
      NAMESERVER_ADDRESS: '192.0.2.1, 2001:db8::1',
      NAMESERVER_PORT: '53',
      CONTACT_EMAIL: 'dns@example.org',
    }
    const { contact, publisher } = readEnv({ ...own, ...more, NAMESERVER_SECONDARIES: '192.0.2.9' }).hostedZone ?? {}
    expect(contact).toBe('dns@example.org')
    expect(publisher).toMatchObject({
      addresses: ['192.0.2.1', '2001:db8::1'],
      port: 53,
      secondaries: [{ address: '192.0.2.9', port: 53, key: null }],
    })
    expect(problemsOf({ HOSTED_ZONE: 'waxseal.email' })).toEqual([
      'NAMESERVER_HOSTS: is required with ZONE_PUBLISHER=embedded → name the name servers of the zone, such as ns1.waxseal.example=192.0.2.1',
    ])
  })

  it('or by a provider, which is configured completely or not at all', () => {
    expect(readEnv({ HOSTED_ZONE: 'waxseal.email', ...powerdns }).hostedZone?.publisher).toEqual({
      kind: 'powerdns',
      url: 'http://10.0.0.5:8081',
      apiKey: 'changeme',
    })
    expect(readEnv({ HOSTED_ZONE: 'waxseal.email', ...cloudflare }).hostedZone?.publisher).toEqual({
      kind: 'cloudflare',
      zoneId: '023e105f',
      token: 'abc_DEF',
    })
    expect(problemsOf({ HOSTED_ZONE: 'waxseal.email', ...powerdns, POWERDNS_API_KEY: '' })).toEqual([
      'POWERDNS_API_KEY: is required with ZONE_PUBLISHER=powerdns → set the value of api-key in pdns.conf',
    ])
    expect(problemsOf({ HOSTED_ZONE: 'waxseal.email', ZONE_PUBLISHER: 'cloudflare' }).map(nameOf)).toEqual([
      'CLOUDFLARE_ZONE_ID',
      'CLOUDFLARE_API_TOKEN',
    ])
  })

  it('has no settings of a publisher that is not chosen', () => {
    expect(problemsOf({ ...own, ...cloudflare, NAMESERVER_PORT: '53' })).toEqual([
      'NAMESERVER_HOSTS: is not used by ZONE_PUBLISHER=cloudflare → remove it, or set ZONE_PUBLISHER=embedded',
      'NAMESERVER_PORT: is not used by ZONE_PUBLISHER=cloudflare → remove it, or set ZONE_PUBLISHER=embedded',
    ])
  })

  it('is required with any of its settings, and with the role nameserver', () => {
    expect(problemsOf({ NAMESERVER_PORT: '53', POWERDNS_URL: 'http://10.0.0.5' })).toEqual([
      'HOSTED_ZONE: is required with NAMESERVER_PORT → set the zone, or remove NAMESERVER_PORT',
      'HOSTED_ZONE: is required with POWERDNS_URL → set the zone, or remove POWERDNS_URL',
    ])
    const postgres = {
      DATABASE_URL: 'postgres://u:p@db/waxseal',
      AUTH_SECRET: 'a'.repeat(32),
      ENCRYPTION_KEY: 'b'.repeat(32),
    }
    expect(problemsOf({ ...postgres, ROLE: 'nameserver' })).toEqual([
      'HOSTED_ZONE: is required with ROLE=nameserver → set the zone',
    ])
    expect(problemsOf({ ...own, ROLE: 'nameserver' })).toEqual([
      'ROLE: nameserver requires PostgreSQL → set DATABASE_URL, or unset ROLE',
    ])
    expect(problemsOf({ ...postgres, HOSTED_ZONE: 'waxseal.email', ...powerdns, ROLE: 'nameserver' })).toEqual([
      'ROLE: nameserver has no task with ZONE_PUBLISHER=powerdns → set another role, or ZONE_PUBLISHER=embedded',
    ])
    expect(readEnv({ ...postgres, ...own, ROLE: 'nameserver' }).role).toBe('nameserver')
  })

  it.each(['localhost', 'bücher.example', '*.example.org', '_spf.example.org', 'a..b', '-a.example', '.'])(
    '%s is no zone',
    HOSTED_ZONE => {
      expect(problemsOf({ ...own, HOSTED_ZONE })[0]).toContain(`HOSTED_ZONE: "${HOSTED_ZONE}" is not a domain name`)
    },
  )

  it('needs an address for each name server in the zone, and has none for another one', () => {
    expect(problemsOf({ ...own, NAMESERVER_HOSTS: 'ns1.waxseal.email,ns2.example.net=192.0.2.2' })).toEqual([
      'NAMESERVER_HOSTS: ns1.waxseal.email is in the zone and has no address → add it, such as ns1.waxseal.email=192.0.2.1',
      'NAMESERVER_HOSTS: ns2.example.net is not in the zone, so its own zone has its address → write ns2.example.net alone',
    ])
    for (const NAMESERVER_HOSTS of ['ns1=192.0.2.1', 'ns1.a.example=', 'ns1.a.example=x', 'ns1.a.example=192.0.2.1=2'])
      expect(problemsOf({ ...own, NAMESERVER_HOSTS })[0]).toContain('is not host=address[+address]')
    expect(problemsOf({ ...own, NAMESERVER_HOSTS: 'ns.a.example,NS.a.example' })).toEqual([
      'NAMESERVER_HOSTS: names a host twice → join its addresses with +',
    ])
    expect(problemsOf({ ...own, NAMESERVER_HOSTS: ',' })[0]).toContain('contains no host')
  })

  it('has a name server on a port of its own', () => {
    const line = 'NAMESERVER_PORT: is the same as PORT or METRICS_PORT → set another port'
    expect(problemsOf({ ...own, NAMESERVER_PORT: '3000' })).toEqual([line])
    expect(problemsOf({ ...own, METRICS_PORT: '5300' })).toEqual([line])
  })

  it('keeps its secrets in files, and no problem repeats one', () => {
    const folder = mkdtempSync(join(tmpdir(), 'waxseal-env-'))
    const path = join(folder, 'secret')
    writeFileSync(path, `192.0.2.9#key:${Buffer.alloc(32, 1).toString('base64')}\n`)
    const { publisher } = readEnv({ ...own, NAMESERVER_SECONDARIES_FILE: path }).hostedZone ?? {}
    expect(publisher).toMatchObject({ secondaries: [{ address: '192.0.2.9', key: { secret: Buffer.alloc(32, 1) } }] })
    writeFileSync(path, 'a token\nof two lines')
    expect(
      problemsOf({
        HOSTED_ZONE: 'waxseal.email',
        ...cloudflare,
        CLOUDFLARE_API_TOKEN: '',
        CLOUDFLARE_API_TOKEN_FILE: path,
      }),
    ).toEqual([
      'CLOUDFLARE_API_TOKEN: has other characters than visible ASCII → use an API token with the permission to edit DNS',
    ])
    rmSync(folder, { recursive: true })
    const [problem] = problemsOf({ ...own, NAMESERVER_SECONDARIES: '192.0.2.9#key:hunter2' })
    expect(problem).toMatch(/^NAMESERVER_SECONDARIES: "192\.0\.2\.9#…" has no valid key → /)
  })

  it('of any values makes a zone, or gives lines of advice', () => {
    const names = ['HOSTED_ZONE', 'NAMESERVER_HOSTS', 'CONTACT_EMAIL', 'NAMESERVER_ADDRESS', 'POWERDNS_URL']
    const value = fc.oneof(
      fc.string(),
      fc.domain(),
      fc.webUrl(),
      fc.ipV6(),
      fc.emailAddress(),
      fc.domain().map(name => `ns.${name}=192.0.2.1`),
    )
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...names), value), given => {
        for (const line of problemsOf({ ...own, ...given })) expect(line).toMatch(/^[A-Z_]+: .+ → .+/su)
        if (problemsOf({ ...own, ...given }).length > 0) return
        const { name = '', contact = '', publisher } = readEnv({ ...own, ...given }).hostedZone ?? {}
        if (publisher?.kind !== 'embedded') throw new Error('another publisher')
        expect(new Zone({ name, contact, nameservers: publisher.hosts, serial: 1 }).name).toBe(name)
      }),
      { numRuns: 500 },
    )
  })
})

const nameOf = (line: string): string => line.split(':')[0] ?? ''
