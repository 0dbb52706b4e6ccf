import type { FlatteningItem } from '@waxseal/contract'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { day, hostedWorld, hour, minute, tenAddresses, upstream } from '../../testing/hosted-world.ts'
import { onTheStore } from '../../testing/store.ts'

onTheStore('a hosted record that is deleted', kind => {
  const world = hostedWorld(kind)

  describe('deleting', () => {
    it('asks again while the domain includes the record, and hosts it until that ends', async () => {
      const { id, waxseal_domain: name } = (await world.flatten()).body as FlatteningItem
      await world.publish()
      const path = `/spf-flattening/configurations/${id}`
      const detail =
        `The SPF record of ${world.domain} still includes ${name}. We keep the last good record hosted, but mail can fail SPF ` +
        'when your services change. Publish another SPF record first.'
      expect(await world.user.delete(path)).toMatchObject({ status: 409, body: { code: 'conflict', detail } })
      expect((await world.user.delete(`${path}?confirmed=true`)).status).toBe(204)
      expect(await world.list()).toMatchObject({ configurations: [] })
      await world.pass(5 * day)
      expect([...(await world.hosted()).keys()]).toEqual([name])
      world.zone = { ...world.zone, [world.domain]: { TXT: ['v=spf1 -all'] } }
      await world.pass(hour)
      await world.pass(day)
      expect([...(await world.hosted()).values()]).not.toContain(null)
      await world.pass(day)
      expect([...(await world.hosted()).values()]).toEqual([null])
    })

    it('does not ask when the domain has another record', async () => {
      const { id } = (await world.flatten()).body as FlatteningItem
      await world.publish({ included: false })
      expect((await world.user.delete(`/spf-flattening/configurations/${id}`)).status).toBe(204)
    })

    it('a domain asks again in the same manner', async () => {
      const { domain_id: domainId, waxseal_domain: name } = (await world.flatten()).body as FlatteningItem
      await world.publish()
      await world.pass(minute)
      expect(await world.user.delete(`/domains/${domainId}`)).toMatchObject({
        status: 409,
        body: { detail: expect.stringContaining(`still includes ${name}`) },
      })
      expect((await world.user.delete(`/domains/${domainId}?confirmed=true`)).status).toBe(204)
      await world.pass(9 * day)
      expect([...(await world.hosted()).keys()]).toEqual([name])
    })
  })

  it('a workspace that is gone leaves its records hosted while they are included', async () => {
    const { waxseal_domain: name } = (await world.flatten()).body as FlatteningItem
    await world.publish()
    await world.server.deps.store.db.execute(sql`delete from workspace where id = ${world.user.actor.workspace.id}`)
    world.zone = { ...world.zone, ...upstream(`${tenAddresses} ip4:203.0.113.9`) }
    await world.pass(day)
    expect((await world.hosted()).get(name ?? '')).toContain('203.0.113.9')
  })

  it('a domain whose check is still to come is looked up at once', async () => {
    const { domain_id: domainId } = (await world.flatten()).body as FlatteningItem
    await world.publish()
    expect((await world.user.delete(`/domains/${domainId}`)).status).toBe(409)
  })

  it.each(['/domains/', '/spf-flattening/configurations/'])('asks where it could not be checked: %s', async path => {
    const { domain_id: domainId, id, waxseal_domain: name } = (await world.flatten()).body as FlatteningItem
    world.zone = { ...world.zone, [world.domain]: { fail: 'timeout' } }
    const address = `${path}${path === '/domains/' ? domainId : id}`
    expect(await world.user.delete(address)).toMatchObject({
      status: 409,
      body: {
        detail:
          `We could not check whether the SPF record of ${world.domain} still includes ${name}. If it does, mail can fail ` +
          'SPF when your services change. The last good record stays hosted.',
      },
    })
    expect((await world.user.delete(`${address}?confirmed=true`)).status).toBe(204)
  })

  it('stays hosted while it cannot be checked, also after one look-up that found another record', async () => {
    const { id, waxseal_domain: name } = (await world.flatten()).body as FlatteningItem
    await world.publish({ included: false })
    await world.user.delete(`/spf-flattening/configurations/${id}?confirmed=true`)
    await world.pass(minute)
    world.zone = { ...world.zone, [world.domain]: { fail: 'timeout' } }
    for (let days = 0; days < 4; days++) await world.pass(day)
    expect((await world.hosted()).get(name ?? '')).toMatch(/^v=spf1/)
  })

  it('takes a missing record that the own servers did not confirm for no answer', async () => {
    const { id, waxseal_domain: name } = (await world.flatten()).body as FlatteningItem
    await world.publish()
    await world.user.delete(`/spf-flattening/configurations/${id}?confirmed=true`)
    world.zone = { ...world.zone, [world.domain]: {} }
    world.unconfirmed = world.domain
    for (let days = 0; days < 4; days++) await world.pass(day)
    expect((await world.hosted()).get(name ?? '')).toMatch(/^v=spf1/)
  })
})
