import type { FlatteningItem } from '@waxseal/contract'
import { describe, expect, it } from 'vitest'
import { auditEvent, flattening } from '../../db/schema/index.ts'
import { day, hostedWorld, hour, minute, tenAddresses, upstream } from '../../testing/hosted-world.ts'
import { onTheStore } from '../../testing/store.ts'
import { setTier } from '../workspaces/store.ts'

const large = `${tenAddresses} ip4:10.0.0.0/16 exists:%{i}.evil.example`

onTheStore('upstream additions to a hosted record', kind => {
  const world = hostedWorld(kind)
  const check = async () => world.user.post(`/spf-flattening/configurations/${(await world.first()).id}/check`)
  const additions = async () => (await world.first()).withheld?.additions ?? null
  const decide = async (decision: string, version?: string) =>
    world.user.post(`/spf-flattening/configurations/${(await world.first()).id}/decision`, {
      decision,
      version: version ?? (await additions())?.version ?? '',
    })
  const hosted = async () => (await world.first()).flattened_spf_record
  const grow = async (terms = large) => {
    await world.flatten()
    await world.publish()
    world.zone = { ...world.zone, ...upstream(terms) }
    await world.pass(minute)
  }
  const subject = () => `${world.domain}: upstream changes wait for your decision`

  describe('beyond the bounds', () => {
    it('wait: nothing is published, and the owners are asked', async () => {
      await world.flatten()
      await world.publish()
      const before = await hosted()
      world.zone = { ...world.zone, ...upstream(large) }
      expect(await check()).toMatchObject({ status: 200, body: { changes_detected: false } })
      expect(await world.first()).toMatchObject({
        flattened_spf_record: before,
        withheld: {
          ipv4_addresses: 0,
          applies_at: null,
          additions: {
            acceptable: true,
            since: '2026-11-20T09:00:00.000Z',
            sources: [
              {
                term: 'include:_spf.mailer.example',
                ipv4_addresses: 65_536,
                addresses: ['10.0.0.0/16'],
                kept: ['exists:%{i}.evil.example'],
              },
            ],
          },
        },
      })
      const [mail, ...more] = await world.mails()
      expect(more).toEqual([])
      expect(mail?.subject).toBe(subject())
      expect(mail?.text).toContain('Added by include:_spf.mailer.example:\n  exists:%{i}.evil.example\n  10.0.0.0/16\n')
    })

    it('are asked about again after three and ten days, on a plan that lost hosting too', async () => {
      await grow()
      await setTier(world.server.deps.store.db, `${world.user.token}@example.org`, 'free')
      const asked: number[] = []
      for (let days = 1; days <= 14; days++) {
        await world.pass(day)
        asked.push((await world.mails()).filter(mail => mail.subject === subject()).length)
      }
      expect(asked).toEqual([1, 1, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3])
    })

    it('hold up no other change, and are gone with the next right answer', async () => {
      await grow(`${tenAddresses} ip4:203.0.113.9 ip4:0.0.0.0/1 ip4:128.0.0.0/1`)
      expect(await world.first()).toMatchObject({ withheld: { additions: { acceptable: false } } })
      expect(await hosted()).not.toMatch(/\/[0-7] /)
      world.zone = { ...world.zone, ...upstream(`${tenAddresses} ip4:203.0.113.9`) }
      await world.pass(hour)
      expect(await world.first()).toMatchObject({ withheld: null })
      expect(await hosted()).toContain('ip4:203.0.113.9')
    })

    it('wait after an edit too, which accepts only what the owner added', async () => {
      await grow()
      world.zone = { ...world.zone, '_spf.new.example': { TXT: ['v=spf1 ip4:172.16.0.0/12 -all'] } }
      const edited = await world.flatten({
        original_spf_record: 'v=spf1 include:_spf.mailer.example include:_spf.new.example ip4:192.0.2.1 ~all',
      })
      expect(edited.status).toBe(200)
      expect(await hosted()).toContain('ip4:172.16.0.0/12')
      expect(await hosted()).not.toContain('10.0.0.0')
      expect((await additions())?.sources).toHaveLength(1)
    })
  })

  describe('that wait', () => {
    it('are published once they are accepted', async () => {
      await grow()
      expect(await decide('accept')).toMatchObject({ status: 200, body: { withheld: null } })
      expect(await hosted()).toContain('ip4:10.0.0.0/16')
      expect(await hosted()).toContain('exists:%{i}.evil.example')
      const { waxseal_domain: name, id } = await world.first()
      expect((await world.hosted()).get(name ?? '')).toBe(await hosted())
      expect((await world.versions(id))[0]).toMatchObject({ reason: 'upstream', added: ['10.0.0.0/16'] })
      const events = await world.server.deps.store.db.select().from(auditEvent)
      expect(events.map(({ action }) => action)).toContain('record.additions_accepted')
    })

    it('stay out once they are kept out, until the record is flattened again', async () => {
      await grow()
      expect(await decide('keep_out')).toMatchObject({
        status: 200,
        body: { withheld: null, kept_out: { ipv4_addresses: 65_536, kept: ['exists:%{i}.evil.example'] } },
      })
      await world.pass(30 * day)
      expect(await world.first()).toMatchObject({ withheld: null })
      expect(await hosted()).not.toContain('10.0.0.0')
      expect((await world.flatten()).body).toMatchObject({ kept_out: null, withheld: { additions: {} } })
    })

    it('are decided as they were seen: others that wait by now are a conflict', async () => {
      await grow()
      const { version } = (await additions()) ?? { version: '' }
      world.zone = { ...world.zone, ...upstream(`${large} ip4:11.0.0.0/16`) }
      await world.pass(hour)
      expect(await decide('accept', version)).toMatchObject({ status: 409, body: { code: 'conflict' } })
      expect(await hosted()).not.toContain('10.0.0.0')
    })

    it('cannot be accepted where a range is too wide', async () => {
      await grow('+all')
      expect(await decide('accept')).toMatchObject({ status: 400, body: { code: 'validation' } })
      expect(await decide('keep_out')).toMatchObject({ status: 200 })
    })

    it('are a decision of the workspace that has the record, while there is one', async () => {
      await grow()
      const { id } = await world.first()
      const body = { decision: 'accept', version: (await additions())?.version }
      const other = await world.server.aUser({ tier: 'pro' })
      expect((await other.post(`/spf-flattening/configurations/${id}/decision`, body)).status).toBe(404)
      expect((await decide('accept')).status).toBe(200)
      expect((await decide('accept', body.version)).status).toBe(409)
    })
  })

  it('the same record again is flattened from what upstreams have now', async () => {
    await grow('ip4:198.51.100.0')
    expect(await world.first()).toMatchObject({ withheld: { ipv4_addresses: 9, additions: null } })
    expect((await world.flatten()).body).toMatchObject({
      withheld: null,
      flattened_spf_record: 'v=spf1 ip4:192.0.2.1 ip4:198.51.100.0 -all',
    })
  })

  it('additions to a retired record stay out, and nobody is asked', async () => {
    await world.flatten()
    await world.publish()
    await world.pass(minute)
    const { id, waxseal_domain: name } = await world.first()
    const before = (await world.hosted()).get(name ?? '')
    await world.user.delete(`/spf-flattening/configurations/${id}?confirmed=true`)
    world.zone = { ...world.zone, ...upstream(large) }
    await world.pass(hour)
    expect((await world.hosted()).get(name ?? '')).toBe(before)
    const [row] = await world.server.deps.store.db.select().from(flattening)
    expect(row?.memory.sources.some(({ waiting }) => waiting !== null)).toBe(true)
    expect(await world.mails()).toEqual([])
  })

  it.each([
    ['v=spf1 ip4:192.0.2.1 +all', '+all lets every server in the world send as this domain (+all).'],
    ['v=spf1 ip4:10.0.0.0/7 -all', expect.stringContaining('No range wider than /8, or /16 for IPv6, is hosted.')],
  ])('%s is refused with the reason', async (text, detail) => {
    expect(await world.flatten({ original_spf_record: text })).toMatchObject({
      status: 400,
      body: { code: 'validation', detail },
    })
    expect(((await world.list()).configurations satisfies FlatteningItem[]).length).toBe(0)
  })
})
