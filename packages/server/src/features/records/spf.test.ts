import { type Resolver, type Zone, zoneResolver } from '@waxseal/core/dns'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Deps } from '../../deps.ts'
import { openTestApp, type TestApp, type TestUser } from '../../testing/app.ts'
import { aDomain } from '../../testing/factories.ts'
import { onTheStore } from '../../testing/store.ts'
import { zoneLookups } from '../../testing/zone-lookups.ts'

const world: Zone = {
  'sender.example': { TXT: ['v=spf1 include:one.example ip4:192.0.2.0/24 ~all'], A: ['8.8.8.8'], ttl: 3600 },
  'one.example': { TXT: ['v=spf1 ip4:198.51.100.0/24 ~all'] },
  'two.example': { TXT: ['v=spf1 -all', 'v=spf1 +all'] },
  'broken.example': { fail: 'servfail' },
  'xn--bcher-kva.example': { TXT: ['v=spf1 ip4:8.8.4.4 -all'] },
}
const settings = { include_domains: ['one.example'], ip4_addresses: ['192.0.2.0/24'], all_qualifier: '-all' }

/** The DNS of the tests, and the same without any answers. */
const up: Resolver = zoneResolver(world)
const down: Resolver = { query: (name, type) => zoneResolver({ [name]: { fail: 'timeout' } }).query(name, type) }

/** The same from the zones' own servers. */
function theirOwn(resolver: Resolver): Resolver {
  return {
    async query(name, type) {
      const answer = await resolver.query(name, type)
      return { ...answer, via: { ...answer.via, authoritative: true } }
    },
  }
}

onTheStore('the SPF builder', kind => {
  let server: TestApp
  let user: TestUser
  let resolver: Resolver
  /** Null: the same. */
  let confirming: Resolver | null
  let domain: Awaited<ReturnType<typeof aDomain>>
  const lookups: Deps['lookups'] = () => ({
    ...zoneLookups(resolver),
    confirming: confirming ?? resolver,
    current: theirOwn(resolver),
  })
  beforeAll(async () => {
    server = await openTestApp(kind, { lookups })
  })
  beforeEach(async () => {
    resolver = up
    confirming = null
    user = await server.aUser({ tier: 'pro' })
    domain = await aDomain(server.deps.store, user.actor)
  })
  afterAll(() => server.close())

  const generate = (body: object) => user.post('/spf/generate', { domain_id: domain.id, ...body })
  const preview = (body: object) => user.post('/spf/preview', { domain_name: 'sender.example', ...body })
  const detail = async (body: object) => {
    const { status, body: answer } = await generate(body)
    return [status, (answer as { detail?: string }).detail]
  }

  describe('POST /spf/generate', () => {
    it('makes the record, repairs what it can, and stores it for the domain', async () => {
      const given = {
        include_domains: [' ONE.example. ', 'one.example', ''],
        ip4_addresses: ['192.0.2.1/32'],
        use_mx: true,
      }
      const kept = {
        include_domains: ['one.example'],
        ip4_addresses: ['192.0.2.1'],
        ip6_addresses: [],
        use_mx: true,
        use_a: false,
        all_qualifier: '~all',
        dns_record: 'v=spf1 ip4:192.0.2.1 mx include:one.example ~all',
      }
      expect(await user.get(`/spf/${domain.id}`)).toMatchObject({ status: 404, body: { detail: 'Not found' } })
      const answer = await generate(given)
      expect(answer).toMatchObject({ status: 200, body: { ...kept, strings: [kept.dns_record] } })
      const saved = await user.get(`/spf/${domain.id}`)
      expect(saved).toMatchObject({ status: 200, body: { ...kept, generated_at: '2026-11-20T09:00:00.000Z' } })
    })

    it('stores the last record', async () => {
      await generate(settings)
      server.deps.clock.pass(60_000)
      await generate({ all_qualifier: '?all' })
      const { body } = await user.get(`/spf/${domain.id}`)
      expect(body).toMatchObject({
        dns_record: 'v=spf1 ?all',
        include_domains: [],
        generated_at: '2026-11-20T09:01:00.000Z',
      })
      server.deps.clock.pass(-60_000)
    })

    it('stores nothing for a typed domain, and accepts it in any form', async () => {
      const typed = { domain_id: null, domain_name: ' https://Sender.example/path ', ...settings }
      expect(await user.post('/spf/generate', typed)).toMatchObject({
        status: 200,
        body: { dns_record: 'v=spf1 ip4:192.0.2.0/24 include:one.example -all' },
      })
    })

    it('makes a questionable record with a warning', async () => {
      const long = Array.from({ length: 40 }, (_, at) => `8.8.8.${at}`)
      const { status, body } = await generate({
        ip4_addresses: long,
        include_domains: ['gone.example'],
        all_qualifier: '+all',
      })
      expect(status).toBe(200)
      const { warnings, strings } = body as { warnings: { code: string }[]; strings: string[] }
      expect(warnings.map(({ code }) => code)).toEqual(['plus_all', 'include_without_spf', 'too_long'])
      expect(strings.map(({ length }) => length)).toEqual([255, 255, 32])
    })

    it('makes a record without DNS, and says that nothing could be checked', async () => {
      resolver = down
      const { status, body } = await generate(settings)
      expect(status).toBe(200)
      expect(body).toMatchObject({
        dns_record: 'v=spf1 ip4:192.0.2.0/24 include:one.example -all',
        warnings: [{ code: 'could_not_check' }, { code: 'not_public' }],
      })
    })

    it.each([
      [{ ip4_addresses: ['192.0.2.1', '192.0.2.300'] }, '"192.0.2.300" is not an IPv4 address or range'],
      [
        { ip4_addresses: ['192.0.2.7/24'] },
        '"192.0.2.7/24" has bits set after /24. Enter 192.0.2.0/24 for the range, or 192.0.2.7 for one address.',
      ],
      [{ ip6_addresses: ['192.0.2.1'] }, '"192.0.2.1" is an IPv4 address. Add it to the IPv4 addresses.'],
      [{ include_domains: ['not a name'] }, '"not a name" is not a domain name'],
      [{ include_domains: ['bücher.example/24'] }, '"bücher.example/24" is not a domain name'],
      [{ include_domains: ['localhost'] }, '"localhost" is not a full domain name'],
      [{ all_qualifier: 'all' }, expect.stringMatching(/^all_qualifier: /)],
      [{ use_mx: 'yes' }, expect.stringMatching(/^use_mx: /)],
      [{ ip4_addresses: Array(10_000).fill('192.0.2.1') }, 'ip4_addresses: At most 100 entries can be in a list'],
      [{ include_domains: ['x'.repeat(64 * 1024)] }, expect.stringMatching(/^include_domains\.0: /)],
      [{ include_domains: ['<script>alert(1)</script>'] }, '"<script>alert(1)</script>" is not a full domain name'],
    ])('refuses %j', async (wrong, told) => {
      expect(await detail(wrong)).toEqual([400, told])
      expect((await user.get(`/spf/${domain.id}`)).status).toBe(404)
    })

    it('reads names in any script, and macros where RFC 7208 allows them', async () => {
      expect(
        await generate({ include_domains: ['bücher.example', '%{i}._ip.%{h}._ehlo.%{d}._spf.vali.example'] }),
      ).toMatchObject({
        status: 200,
        body: {
          dns_record: 'v=spf1 include:xn--bcher-kva.example include:%{i}._ip.%{h}._ehlo.%{d}._spf.vali.example ~all',
        },
      })
    })
  })

  describe('the domain of a request', () => {
    it.each(['/spf/generate', '/spf/preview'])(
      '%s accepts the workspace’s own domains, and any domain from Pro on',
      async path => {
        const post = async (body: object, by = user) => {
          const { status, body: answer } = await by.post(path, body)
          const { detail, code, feature } = answer as { detail?: string; code?: string; feature?: string }
          return [status, detail, code, feature]
        }
        expect((await post({ domain_id: domain.id }))[0]).toBe(200)
        expect((await post({ domain_name: 'sender.example' }))[0]).toBe(200)
        const empty = [400, 'Please enter a domain name', 'invalid_domain', undefined]
        expect(await post({})).toEqual(empty)
        expect(await post({ domain_name: '  ' })).toEqual(empty)
        expect(await post({ domain_name: 'no domain' })).toEqual([
          400,
          'Please enter a valid domain name',
          'invalid_domain',
          undefined,
        ])
        expect((await post({ domain_id: domain.id, domain_name: 'sender.example' }))[0]).toBe(400)
        expect((await post({ domain_id: 'none' }))[0]).toBe(404)
        const starter = await server.aUser()
        const locked = [
          403,
          'Your plan does not include records for domains you have not added',
          'feature_locked',
          'adhoc_domains',
        ]
        expect(await post({ domain_name: 'sender.example' }, starter)).toEqual(locked)
        expect((await post({ domain_id: domain.id }, starter))[0]).toBe(404)
        const own = await aDomain(server.deps.store, starter.actor)
        expect((await post({ domain_id: own.id }, starter))[0]).toBe(200)
      },
    )
  })

  describe('POST /spf/preview', () => {
    it('shows the lookup cost and the difference from the published record, and stores nothing', async () => {
      const { status, body } = await preview(settings)
      expect(status).toBe(200)
      expect(body).toMatchObject({
        dns_record: 'v=spf1 ip4:192.0.2.0/24 include:one.example -all',
        problems: [],
        lookups: { count: 1, limit: 10, complete: true },
        voids: { count: 0, limit: 2 },
        unchecked: [],
        tree: { lookups: 1, root: { domain: 'sender.example' } },
        published: { state: 'found', record: 'v=spf1 include:one.example ip4:192.0.2.0/24 ~all', ttl: 3600 },
        difference: {
          equivalent: false,
          changes: [{ kind: 'changes', range: 'every other address', before: 'softfail', after: 'fail' }],
          more: 0,
          not_comparable: null,
        },
      })
    })

    it('lists the ranges that lose permission', async () => {
      const { body } = await preview({ ip4_addresses: ['192.0.2.0/25'], all_qualifier: '~all' })
      expect(body).toMatchObject({
        difference: {
          changes: [
            { kind: 'loses', range: '192.0.2.128/25', addresses: '128', before: 'pass', after: 'softfail' },
            { kind: 'loses', range: '198.51.100.0/24', addresses: '256', before: 'pass', after: 'softfail' },
          ],
        },
      })
    })

    it('reports each invalid entry by its position, and previews the others', async () => {
      const { status, body } = await preview({
        include_domains: ['one.example', 'nö', 'a b'],
        ip4_addresses: ['1.2.3'],
      })
      expect(status).toBe(200)
      expect(body).toMatchObject({
        dns_record: 'v=spf1 include:one.example ~all',
        problems: [
          { field: 'include_domains', index: 1 },
          { field: 'include_domains', index: 2, message: '"a b" is not a domain name' },
          { field: 'ip4_addresses', index: 0, message: '"1.2.3" is not an IPv4 address or range' },
        ],
      })
    })

    it('never reports a failed lookup as missing', async () => {
      resolver = down
      const { status, body } = await preview(settings)
      expect(status).toBe(200)
      expect(body).toMatchObject({
        published: { state: 'could_not_check', record: null, ttl: null },
        difference: null,
        lookups: { count: 1, complete: false },
        unchecked: ['include:one.example: lookup failed (timeout)'],
        warnings: [{ code: 'could_not_check' }, { code: 'not_public' }],
      })
    })

    it('reports a missing include only after asking its zone', async () => {
      const added = { include_domains: ['new.example'] }
      expect((await preview(added)).body).toMatchObject({ warnings: [{ code: 'include_without_spf' }] })
      // The resolver still caches the answer from before the record was published.
      confirming = zoneResolver({ 'new.example': { TXT: ['v=spf1 ip4:8.8.8.8 -all'] } })
      expect((await preview(added)).body).toMatchObject({ warnings: [] })
      confirming = down
      expect((await preview(added)).body).toMatchObject({ warnings: [{ code: 'could_not_check' }] })
    })

    it('distinguishes no record from several', async () => {
      expect((await preview({ domain_name: 'gone.example' })).body).toMatchObject({
        published: { state: 'none' },
        difference: null,
      })
      expect((await preview({ domain_name: 'two.example' })).body).toMatchObject({
        published: { state: 'several' },
        difference: null,
      })
    })

    it('uses no scan, and is refused after 120 calls a minute', async () => {
      const before = (await user.get('/usage/scans-this-month')).body
      const answers = await Promise.all(Array.from({ length: 121 }, () => preview({})))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(120)
      const refused = answers.find(({ status }) => status === 429)
      expect(refused).toMatchObject({ body: { code: 'rate_limited' }, headers: { 'retry-after': expect.any(String) } })
      expect((await user.get('/usage/scans-this-month')).body).toEqual(before)
    })
  })
})
