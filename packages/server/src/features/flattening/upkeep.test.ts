import type { FlatteningItem } from '@waxseal/contract'
import type { Zone } from '@waxseal/core/dns'
import { beforeEach, describe, expect, it } from 'vitest'
import { day, hostedWorld, hour, minute, tenAddresses, upstream } from '../../testing/hosted-world.ts'
import { onBothStores } from '../../testing/store.ts'
import { setTier } from '../workspaces/store.ts'

onBothStores('the upkeep of hosted records', kind => {
  const world = hostedWorld(kind)

  describe('upkeep', () => {
    beforeEach(async () => {
      await world.flatten()
      await world.publish()
    })

    it('finds that the domain includes the record', async () => {
      expect(await world.first()).toMatchObject({ status: 'pending', included: null })
      await world.pass(minute)
      expect(await world.first()).toMatchObject({
        status: 'active',
        included: true,
        looked_at: '2026-11-20T09:01:00.000Z',
        last_checked_at: '2026-11-20T09:01:00.000Z',
      })
    })

    it('checks as often as the TTL of the upstreams says', async () => {
      await world.pass(minute)
      const { last_checked_at: at, ttl } = await world.first()
      await world.pass((ttl - 1) * 1000)
      expect((await world.first()).last_checked_at).toBe(at)
      await world.pass(1000)
      expect((await world.first()).last_checked_at).not.toBe(at)
    })

    it('publishes an addition at once, keeps the version, and informs the owner', async () => {
      world.zone = { ...world.zone, ...upstream(`${tenAddresses} ip4:203.0.113.9`) }
      await world.pass(minute)
      const { flattened_spf_record: text, waxseal_domain: name, id } = await world.first()
      expect(text).toContain('ip4:203.0.113.9')
      expect((await world.hosted()).get(name ?? '')).toBe(text)
      expect(await world.versions(id)).toMatchObject([
        { reason: 'upstream', added: ['203.0.113.9'], removed: [] },
        { reason: 'created' },
      ])
      expect(await world.mails()).toEqual([
        {
          to: `${world.user.token}@example.org`,
          subject: `${world.domain}: hosted SPF record updated`,
          text: expect.stringContaining('Added:\n  203.0.113.9'),
        },
      ])
    })

    it('withholds a large removal for a day, says so, and applies it then', async () => {
      const { flattened_spf_record: before } = await world.first()
      world.zone = { ...world.zone, ...upstream('ip4:198.51.100.0') }
      await world.pass(minute)
      expect(await world.first()).toMatchObject({
        flattened_spf_record: before,
        withheld: { ipv4_addresses: 9, since: '2026-11-20T09:01:00.000Z', applies_at: '2026-11-21T09:01:00.000Z' },
      })
      expect((await world.mails()).map(({ subject }) => subject)).toEqual([
        `${world.domain}: large removal from your SPF record withheld`,
      ])
      await world.pass(day - 2 * minute)
      expect((await world.first()).flattened_spf_record).toBe(before)
      await world.pass(hour)
      expect(await world.first()).toMatchObject({
        flattened_spf_record: 'v=spf1 ip4:192.0.2.1 ip4:198.51.100.0 -all',
        withheld: null,
      })
      expect((await world.mails()).at(-1)?.text).toContain('still lack the addresses that they lost a day ago')
    })

    it.each([
      ['a timeout', { '_spf.mailer.example': { fail: 'timeout' } }],
      ['SERVFAIL', { '_spf.mailer.example': { fail: 'servfail' } }],
      ['no record', { '_spf.mailer.example': { TXT: [] } }],
      ['no such name', {}],
      ['two records', { '_spf.mailer.example': { TXT: ['v=spf1 -all', 'v=spf1 +all'] } }],
      ['a loop', { '_spf.mailer.example': { TXT: ['v=spf1 include:_spf.mailer.example -all'] } }],
      ['a broken record', { '_spf.mailer.example': { TXT: ['v=spf1 ip4:none -all'] } }],
    ] satisfies [string, Zone][])('keeps the last good record after %s, and informs after three', async (_, broken) => {
      await world.pass(minute)
      const before = await world.hosted()
      const { '_spf.mailer.example': _gone, ...rest } = world.zone
      world.zone = { ...rest, ...broken }
      const sent: number[] = []
      for (let check = 0; check < 4; check++) {
        await world.pass(hour)
        sent.push((await world.mails()).length)
      }
      expect(sent).toEqual([0, 0, 1, 1])
      expect(await world.hosted()).toEqual(before)
      expect(await world.first()).toMatchObject({
        status: 'error',
        problem: expect.stringContaining('_spf.mailer.example'),
      })
      world.zone = { ...world.zone, ...upstream(tenAddresses) }
      await world.pass(hour)
      expect(await world.first()).toMatchObject({ status: 'active', problem: null })
      expect((await world.mails()).map(({ subject }) => subject)).toEqual([
        `${world.domain}: SPF record could not be updated`,
        `${world.domain}: hosted SPF record works again`,
      ])
    })

    it('reports a hosted name that has another record for long, and not one that cannot be asked', async () => {
      const { waxseal_domain: name } = await world.first()
      await world.proveZone()
      world.zone = { ...world.zone, [name ?? '']: { fail: 'timeout' } }
      await world.pass(3 * hour)
      expect(await world.first()).toMatchObject({ problem: null })
      world.zone = { ...world.zone, [name ?? '']: { TXT: ['v=spf1 -all'] } }
      await world.pass(hour)
      expect(await world.first()).toMatchObject({
        status: 'error',
        problem: `${name} does not have the hosted record.`,
      })
    })

    it('does not blame the record while the zone is not delegated', async () => {
      const { waxseal_domain: name } = await world.first()
      world.zone = { ...world.zone, [name ?? '']: {} }
      await world.pass(3 * hour)
      expect(await world.first()).toMatchObject({ publication: 'zone_unproved', status: 'active', problem: null })
    })

    it('looks soon after a change whether it is live, and for the include of a new one every five minutes', async () => {
      await world.proveZone()
      world.zone = { ...world.zone, ...upstream(`${tenAddresses} ip4:203.0.113.9`), [world.domain]: { TXT: [] } }
      await world.pass(minute)
      expect(await world.first()).toMatchObject({ publication: 'waiting', status: 'pending' })
      await world.publish({ included: false })
      await world.pass(10_000)
      expect(await world.first()).toMatchObject({ publication: 'live', status: 'pending' })
      await world.publish()
      await world.pass(5 * minute)
      expect(await world.first()).toMatchObject({ publication: 'live', status: 'active' })
    })

    it('goes on for a plan that lost it: paused, up to date, and not to be changed', async () => {
      await setTier(world.server.deps.store.db, `${world.user.token}@example.org`, 'free')
      world.zone = { ...world.zone, ...upstream(`${tenAddresses} ip4:203.0.113.9`) }
      await world.pass(minute)
      expect(await world.first()).toMatchObject({
        status: 'paused',
        flattened_spf_record: expect.stringContaining('203.0.113.9'),
      })
      await world.pass(hour)
      expect(
        (await world.mails()).filter(({ subject }) => subject === `${world.domain}: hosted SPF record paused`),
      ).toHaveLength(1)
      expect(await world.flatten()).toMatchObject({ status: 403, body: { feature: 'spf_flattening' } })
    })
  })

  describe('"Check for Updates"', () => {
    it('says whether something changed', async () => {
      const { id } = (await world.flatten()).body as FlatteningItem
      const check = () => world.user.post(`/spf-flattening/configurations/${id}/check`)
      expect(await check()).toMatchObject({ status: 200, body: { changes_detected: false, configuration: { id } } })
      world.zone = upstream(`${tenAddresses} ip4:203.0.113.9`)
      expect(await check()).toMatchObject({
        status: 200,
        body: {
          changes_detected: true,
          configuration: { flattened_spf_record: expect.stringContaining('203.0.113.9') },
        },
      })
    })

    it('says why the upstreams could not be checked', async () => {
      const { id } = (await world.flatten()).body as FlatteningItem
      world.zone = { '_spf.mailer.example': { fail: 'servfail' } }
      expect(await world.user.post(`/spf-flattening/configurations/${id}/check`)).toMatchObject({
        status: 502,
        body: { code: 'upstream', detail: 'The TXT lookup of _spf.mailer.example failed (servfail).' },
      })
    })
  })

  it('a check that was overtaken by an edit stores nothing', async () => {
    await world.flatten()
    await world.publish()
    world.meanwhile = () => world.flatten({ original_spf_record: 'v=spf1 ip4:192.0.2.7 -all' })
    world.zone = { ...world.zone, ...upstream(`${tenAddresses} ip4:203.0.113.9`) }
    await world.pass(minute)
    expect(await world.first()).toMatchObject({
      original_spf_record: 'v=spf1 ip4:192.0.2.7 -all',
      flattened_spf_record: 'v=spf1 ip4:192.0.2.7 -all',
      last_checked_at: '2026-11-20T09:01:00.000Z',
    })
    expect(await world.mails()).toEqual([])
  })

  it('"Check for Updates" checks the record that an edit left, not the one before', async () => {
    const { id } = (await world.flatten()).body as FlatteningItem
    await world.publish()
    world.meanwhile = () => world.flatten({ original_spf_record: 'v=spf1 ip4:192.0.2.7 -all' })
    world.zone = { ...world.zone, ...upstream(`${tenAddresses} ip4:203.0.113.9`) }
    expect((await world.user.post(`/spf-flattening/configurations/${id}/check`)).status).toBe(409)
    expect(await world.first()).toMatchObject({ flattened_spf_record: 'v=spf1 ip4:192.0.2.7 -all' })
    expect([...(await world.hosted()).values()]).toEqual(['v=spf1 ip4:192.0.2.7 -all'])
  })

  it('checks and edits of one workspace at once end, and leave one state', async () => {
    await world.flatten()
    await world.publish()
    for (let round = 0; round < 8; round++) {
      world.zone = { ...world.zone, ...upstream(`${tenAddresses} ip4:203.0.113.${round}`) }
      const [edited, , checked] = await Promise.all([
        world.flatten({ original_spf_record: `v=spf1 include:_spf.mailer.example ip4:192.0.2.${round} ~all` }),
        world.pass(2 * day),
        world.user.post(`/spf-flattening/configurations/${(await world.first()).id}/check`),
      ])
      expect(edited.status).toBe(200)
      expect([200, 409]).toContain(checked.status)
      const { flattened_spf_record: text, original_spf_record: original, waxseal_domain: name } = await world.first()
      expect(original).toContain(`ip4:192.0.2.${round} `)
      expect(text).toContain(`ip4:192.0.2.${round} `)
      expect((await world.hosted()).get(name ?? '')).toBe(text)
    }
  })

  it('a change is told at once, later ones once a day with their sum', async () => {
    // One of so many is no large removal.
    const many = 'ip4:198.51.100.0/24'
    world.zone = upstream(many)
    await world.flatten()
    await world.publish()
    const turn = async (terms: string) => {
      world.zone = { ...world.zone, ...upstream(`${many} ${terms}`) }
      await world.pass(hour)
      return (await world.mails()).length
    }
    expect(await turn('ip4:203.0.113.1')).toBe(1)
    for (let hours = 1; hours < 24; hours++) expect(await turn(`ip4:203.0.113.${hours + 1}`)).toBe(1)
    expect(await turn('ip4:203.0.113.99')).toBe(2)
    const text = (await world.mails()).at(-1)?.text
    expect(text).toContain('Added:\n  203.0.113.99\n\nRemoved:\n  203.0.113.1\n')
  })

  it('presses of "Check for Updates" are no failures in a row, and an edit ends those that were told', async () => {
    const { id } = (await world.flatten()).body as FlatteningItem
    await world.publish()
    world.zone = { ...world.zone, '_spf.mailer.example': { fail: 'servfail' } }
    for (let presses = 0; presses < 5; presses++) await world.user.post(`/spf-flattening/configurations/${id}/check`)
    expect(await world.first()).toMatchObject({ status: 'error' })
    expect(await world.mails()).toEqual([])
    for (let hours = 0; hours < 3; hours++) await world.pass(hour)
    expect((await world.mails()).map(({ subject }) => subject)).toEqual([
      `${world.domain}: SPF record could not be updated`,
    ])
    await world.flatten({ original_spf_record: 'v=spf1 ip4:192.0.2.7 -all' })
    expect((await world.mails()).at(-1)?.subject).toBe(`${world.domain}: hosted SPF record works again`)
  })

  it('says that mail fails where DNS lacks the hosted record', async () => {
    const { waxseal_domain: name } = (await world.flatten()).body as FlatteningItem
    await world.publish()
    await world.proveZone()
    await world.pass(minute)
    world.zone = { ...world.zone, [name ?? '']: {} }
    for (let hours = 0; hours < 4; hours++) await world.pass(hour)
    const [mail, ...more] = await world.mails()
    expect(more).toEqual([])
    expect(mail?.subject).toBe(`${world.domain}: hosted SPF record not found in DNS`)
    expect(mail?.text).not.toContain('mail that passed SPF still does')
  })

  it('two hosted records that come to include each other keep what they have, with a problem', async () => {
    await world.flatten()
    await world.publish()
    const { waxseal_domain: one, original_domain: domain } = await world.first()
    await world.newDomain()
    const other = 'v=spf1 include:_spf.other.example -all'
    world.zone = { ...world.zone, '_spf.other.example': { TXT: [`v=spf1 include:${one} ip4:203.0.113.1 -all`] } }
    const { waxseal_domain: two } = (await world.flatten({ original_spf_record: other })).body as FlatteningItem
    await world.publish({ included: false })
    world.zone = { ...world.zone, ...upstream(`${tenAddresses} include:${two}`) }
    await world.pass(hour)
    await world.pass(hour)
    expect((await world.list()).configurations.map(({ problem }) => problem)).toContain(
      `The SPF record of ${domain} includes itself.`,
    )
    expect((await world.hosted()).get(one ?? '')).not.toContain('203.0.113.1')
  })
})
