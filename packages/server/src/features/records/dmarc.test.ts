import { type Resolver, type Zone, zoneResolver } from '@waxseal/core/dns'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Deps } from '../../deps.ts'
import { openTestApp, type TestApp, type TestUser } from '../../testing/app.ts'
import { aDomain } from '../../testing/factories.ts'
import { onTheStore } from '../../testing/store.ts'
import { zoneLookups } from '../../testing/zone-lookups.ts'

const world: Zone = {
  'sender.example._report._dmarc.collector.example': { TXT: ['v=DMARC1;'] },
  '*._report._dmarc.open.example': { TXT: ['v=DMARC1'] },
  'sender.example._report._dmarc.down.example': { fail: 'timeout' },
}
const settings = { policy: 'reject', rua_email: 'dmarc@sender.example' }

/** Twenty addresses, each nearly of maximum length. */
const longest = (letter: string) =>
  Array.from(
    { length: 20 },
    (_, at) => `${letter}${at}@${`${'x'.repeat(63)}.`.repeat(3)}${'y'.repeat(45)}.example`,
  ).join()

const record = (domain: string) => ({ name: `sender.example._report._dmarc.${domain}`, value: 'v=DMARC1;' })
const row = (address: string, domain: string, state: string) => ({ address, domain, state, record: record(domain) })

onTheStore('the DMARC builder', kind => {
  let server: TestApp
  let user: TestUser
  /** Concurrent changes during the DNS lookups. */
  let whileAsked: () => Promise<void>
  let domain: Awaited<ReturnType<typeof aDomain>>
  beforeAll(async () => {
    const confirming: Resolver = zoneResolver(world, { wait: () => whileAsked() })
    // Only a confirmed answer may be reported as "not authorized": a resolver's answer is not enough.
    const unconfirmed: Resolver = zoneResolver({})
    const lookups: Deps['lookups'] = () => ({ ...zoneLookups(unconfirmed), confirming })
    server = await openTestApp(kind, { lookups })
  })
  beforeEach(async () => {
    whileAsked = async () => {}
    user = await server.aUser({ tier: 'pro' })
    domain = await aDomain(server.deps.store, user.actor)
  })
  afterAll(() => server.close())

  const generate = (body: object) =>
    user.post('/dmarc/generate', { domain_name: 'sender.example', ...settings, ...body })

  it('makes the record, repairs what it can, and stores it for the domain', async () => {
    const given = {
      domain_id: domain.id,
      domain_name: null,
      policy: 'quarantine',
      rua_email: `mailto:dmarc@${domain.name}, Dmarc@${domain.name.toUpperCase()}`,
      ruf_email: null,
      pct: 'many',
      sp_policy: null,
      fo: 'S:D',
    }
    const kept = {
      policy: 'quarantine',
      rua_email: `dmarc@${domain.name}, Dmarc@${domain.name}`,
      ruf_email: '',
      pct: 100,
      sp_policy: '',
      np_policy: '',
      testing: false,
      adkim: 'r',
      aspf: 'r',
      fo: 'd:s',
      dns_record: `v=DMARC1; p=quarantine; rua=mailto:dmarc@${domain.name},mailto:Dmarc@${domain.name}`,
    }
    expect((await user.get(`/dmarc/${domain.id}`)).status).toBe(404)
    expect(await user.post('/dmarc/generate', given)).toMatchObject({
      status: 200,
      body: { ...kept, hostname: '_dmarc', strings: [kept.dns_record], warnings: [], external_reports: [] },
    })
    expect(await user.get(`/dmarc/${domain.id}`)).toMatchObject({
      status: 200,
      body: { ...kept, generated_at: '2026-11-20T09:00:00.000Z' },
    })
  })

  it('leaves out pct at 100, and never writes tags that RFC 9989 removed', async () => {
    expect((await generate({ pct: 100 })).body).toMatchObject({
      dns_record: 'v=DMARC1; p=reject; rua=mailto:dmarc@sender.example',
    })
    expect((await generate({ pct: 50, np_policy: 'reject', testing: true, adkim: 's' })).body).toMatchObject({
      dns_record: 'v=DMARC1; p=reject; np=reject; t=y; pct=50; adkim=s; rua=mailto:dmarc@sender.example',
    })
  })

  it.each([
    [{ rua_email: '' }, 'Please enter an aggregate report email (RUA)'],
    [{ rua_email: ' , ' }, 'Please enter an aggregate report email (RUA)'],
    [{ rua_email: 'dmarc' }, '"dmarc" is not an email address'],
    [{ ruf_email: 'https://example.com' }, '"https://example.com" is not an email address'],
    [{ pct: 101 }, 'pct must be a whole number from 0 to 100'],
    [{ pct: '-1' }, 'pct must be a whole number from 0 to 100'],
    [{ pct: 0.5 }, 'pct must be a whole number from 0 to 100'],
    [{ fo: 'x' }, 'fo must be 0, 1, d, s or d:s'],
    [{ policy: 'block' }, expect.stringMatching(/^policy: /)],
    [{ rua_email: 'a@b.example; p=none' }, '"p=none" is not an email address'],
    [
      { rua_email: longest('a'), ruf_email: longest('b') },
      'Too many report addresses: the record is longer than 8192 characters',
    ],
    [{ rua_email: 'x'.repeat(64 * 1024) }, expect.stringMatching(/^rua_email: /)],
  ])('refuses %j', async (wrong, detail) => {
    expect(await generate(wrong)).toMatchObject({ status: 400, body: { detail, code: 'validation' } })
  })

  it('checks whether external domains accept reports, and shows the record that they must publish', async () => {
    const { status, body } = await generate({
      rua_email: 'a@collector.example, b@refusing.example, c@open.example, d@down.example, e@sub.sender.example',
      ruf_email: 'b@refusing.example',
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      external_reports: [
        row('a@collector.example', 'collector.example', 'authorized'),
        row('b@refusing.example', 'refusing.example', 'not_authorized'),
        row('c@open.example', 'open.example', 'authorized'),
        row('d@down.example', 'down.example', 'could_not_check'),
      ],
      warnings: [
        {
          code: 'external_without_consent',
          message:
            'refusing.example has not authorized reports for sender.example. Receivers send no reports there until it publishes the record.',
        },
        {
          code: 'could_not_check',
          message: 'Could not check whether down.example accepts reports for sender.example',
        },
        { code: 'many_addresses' },
      ],
    })
  })

  it('names the record that applies to subdomains below the organizational domain', async () => {
    const { body } = await generate({ domain_name: 'mail.sender.example' })
    expect(body).toMatchObject({
      warnings: [
        // sender.example publishes no DMARC here: for the tree walk, the subdomain is an organization of its own.
        {
          code: 'external_without_consent',
          message:
            'sender.example has not authorized reports for mail.sender.example. Receivers send no reports there until it publishes the record.',
        },
        {
          code: 'below_organization',
          message:
            'This record covers mail.sender.example only. Its subdomains follow the DMARC record of sender.example. Without that record, older receivers (RFC 7489) apply no policy to them.',
        },
      ],
    })
  })

  it('accepts the workspace’s own domains, and any domain from Pro on', async () => {
    const starter = await server.aUser()
    const typed = { domain_name: 'sender.example', ...settings }
    expect(await starter.post('/dmarc/generate', typed)).toMatchObject({
      status: 403,
      body: { code: 'feature_locked', feature: 'adhoc_domains' },
    })
    expect(await starter.post('/dmarc/generate', settings)).toMatchObject({
      status: 400,
      body: { detail: 'Please enter a domain name', code: 'invalid_domain' },
    })
    expect((await starter.post('/dmarc/generate', { ...settings, domain_id: domain.id })).status).toBe(404)
    const own = await aDomain(server.deps.store, starter.actor)
    expect((await starter.post('/dmarc/generate', { ...settings, domain_id: own.id })).status).toBe(200)
    expect((await starter.get(`/dmarc/${own.id}`)).status).toBe(200)
    expect((await user.get(`/dmarc/${own.id}`)).status).toBe(404)
  })

  it('stores nothing for a domain that is deleted meanwhile', async () => {
    whileAsked = async () => {
      await user.delete(`/domains/${domain.id}`)
    }
    const given = { ...settings, domain_id: domain.id, rua_email: 'a@collector.example' }
    expect(await user.post('/dmarc/generate', given)).toMatchObject({ status: 404, body: { code: 'not_found' } })
  })

  it('deletes generated records with the domain', async () => {
    await user.post('/dmarc/generate', { ...settings, domain_id: domain.id })
    expect((await user.delete(`/domains/${domain.id}`)).status).toBe(204)
    expect((await user.get(`/dmarc/${domain.id}`)).status).toBe(404)
  })
})
