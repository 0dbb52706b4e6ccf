import type { FlatteningItem } from '@waxseal/contract'
import type { Zone } from '@waxseal/core/dns'
import { beforeEach, describe, expect, it } from 'vitest'
import { day, hostedWorld, hour, minute, tenAddresses, upstream } from '../../testing/hosted-world.ts'
import { onTheStore } from '../../testing/store.ts'
import { setTier } from '../workspaces/store.ts'

const singles = (net: string) => Array.from({ length: 120 }, (_, at) => `ip4:${net}.${2 * at}`).join(' ')

const lasting = (ttl: number): Zone => ({ '_spf.mailer.example': { TXT: [`v=spf1 ${tenAddresses} -all`], ttl } })

onTheStore('the upkeep of hosted records', kind => {
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

    it('follows an upstream whose TTL falls, without a version and without a notice', async () => {
      world.zone = { ...world.zone, ...lasting(3600) }
      await world.startOver()
      expect(await world.first()).toMatchObject({ ttl: 3600 })
      const { id, flattened_spf_record: text } = await world.first()
      const before = await world.versions(id)
      world.zone = { ...world.zone, ...lasting(600) }
      await world.pass(minute)
      expect(await world.first()).toMatchObject({ ttl: 600, flattened_spf_record: text, publication: 'zone_unproved' })
      expect(await world.hostedTtls()).toEqual([600])
      expect(await world.versions(id)).toEqual(before)
      expect(await world.mails()).toEqual([])
      const at = (await world.first()).last_checked_at
      await world.pass(600_000)
      expect((await world.first()).last_checked_at).not.toBe(at)
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
      expect((await world.mails()).map(({ text }) => text).join()).toContain(
        'still lack the addresses that they lost a day ago',
      )
    })

    it('lets a second large removal wait its own day, with its own notice', async () => {
      world.zone = { ...world.zone, ...upstream('ip4:198.51.100.0 ip4:198.51.100.2 ip4:198.51.100.4 ip4:198.51.100.6') }
      await world.pass(minute)
      world.zone = { ...world.zone, ...upstream('ip4:198.51.100.0') }
      await world.pass(day - 10 * minute)
      expect(await world.first()).toMatchObject({
        withheld: { ipv4_addresses: 9, since: '2026-11-20T09:01:00.000Z', applies_at: '2026-11-21T09:01:00.000Z' },
      })
      const notices = (await world.mails()).filter(({ subject }) => subject.endsWith('withheld'))
      expect(notices).toHaveLength(2)
      expect(notices[1]?.text).toContain('Withheld:\n  198.51.100.2\n  198.51.100.4\n  198.51.100.6\n\n')
      expect(notices[1]?.text).toContain('we remove them at 22 Nov 2026, 08:51 UTC.')
      await world.pass(hour)
      expect(await world.first()).toMatchObject({
        flattened_spf_record:
          'v=spf1 ip4:192.0.2.1 ip4:198.51.100.0 ip4:198.51.100.2 ip4:198.51.100.4 ip4:198.51.100.6 -all',
        withheld: { ipv4_addresses: 3, since: '2026-11-21T08:51:00.000Z', applies_at: '2026-11-22T08:51:00.000Z' },
      })
    })

    it('keeps what is withheld when the owner adds a service, also what was lost just now', async () => {
      const { flattened_spf_record: before } = await world.first()
      world.zone = { ...world.zone, ...upstream('ip4:198.51.100.0') }
      const added = await world.flatten({
        original_spf_record: 'v=spf1 include:_spf.mailer.example ip4:192.0.2.1 ip4:192.0.2.2 -all',
      })
      const { flattened_spf_record: text } = added.body as FlatteningItem
      for (const term of before.split(' ')) expect(text.split(' ')).toContain(term)
      expect(text).toContain('ip4:192.0.2.2')
      expect(added.body).toMatchObject({ withheld: { ipv4_addresses: 9 }, new_spf_record_with_ending: null })
      expect((await world.mails()).map(({ subject }) => subject)).toEqual([
        `${world.domain}: large removal from your SPF record withheld`,
      ])
    })

    it('removes at once what the owner takes out of the record', async () => {
      await world.flatten({ original_spf_record: 'v=spf1 ip4:192.0.2.1 -all' })
      expect(await world.first()).toMatchObject({ flattened_spf_record: 'v=spf1 ip4:192.0.2.1 -all', withheld: null })
    })

    it('withholds a removal also while the additions have no room beside it', async () => {
      world.zone = { ...world.zone, ...upstream(singles('192.0.2')) }
      await world.startOver()
      const before = await world.hosted()
      world.zone = { ...world.zone, ...upstream(singles('203.0.113')) }
      await world.pass(hour)
      expect(await world.first()).toMatchObject({ status: 'error', withheld: { since: '2026-11-20T10:00:00.000Z' } })
      expect((await world.mails()).map(({ subject }) => subject)).toEqual([
        `${world.domain}: large removal from your SPF record withheld`,
      ])
      await world.pass(day - minute)
      expect(await world.hosted()).toEqual(before)
      await world.pass(hour)
      expect(await world.first()).toMatchObject({ problem: null, withheld: null })
      expect((await world.first()).flattened_spf_record).toContain('ip4:203.0.113.0 ip4:203.0.113.2 ')
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
})
