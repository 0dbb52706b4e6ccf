import type { FlatteningItem } from '@waxseal/contract'
import { describe, expect, it } from 'vitest'
import { hostedRecordOf, hostedWorld, minute } from '../../testing/hosted-world.ts'
import { onTheStore } from '../../testing/store.ts'
import { setTier } from '../workspaces/store.ts'

onTheStore('a new hosted record', kind => {
  const world = hostedWorld(kind)

  describe('a new configuration', () => {
    it('hosts a record that passes for the same addresses, below a label of its own', async () => {
      const answer = await world.flatten()
      expect(answer.status).toBe(200)
      const item = answer.body as FlatteningItem
      expect(item.customer_slug).toMatch(new RegExp(`^${world.domain.replaceAll('.', '-')}-[a-z0-9]{6}$`))
      expect(item).toMatchObject({
        original_domain: world.domain,
        original_spf_record: hostedRecordOf,
        waxseal_domain: `${item.customer_slug}.waxseal.email`,
        flattened_spf_record: expect.stringMatching(/^v=spf1 ip4:192\.0\.2\.1 ip4:198\.51\.100\.0 .* -all$/),
        new_spf_record: `v=spf1 include:${item.customer_slug}.waxseal.email -all`,
        new_spf_record_with_ending: `v=spf1 include:${item.customer_slug}.waxseal.email ~all`,
        parsed_includes: ['_spf.mailer.example'],
        publication: 'zone_unproved',
        status: 'pending',
        tier: 'pro',
        last_checked_at: '2026-11-20T09:00:00.000Z',
        proof: { ipv4_addresses: 11, ipv6_networks: 0, lookups_before: 1, lookups_after: 1, kept: [], empty: [] },
      })
      expect(await world.hosted()).toEqual(new Map([[item.waxseal_domain, item.flattened_spf_record]]))
      expect(await world.versions(item.id)).toMatchObject([{ reason: 'created', removed: [], more_added: 0 }])
      expect(await world.list()).toMatchObject({ configurations: [item], limit: 3, allowed: true })
    })

    it('gets the wanted label where that is one of the domain', async () => {
      const slug = `${world.domain.replaceAll('.', '-')}-a1b2c3`
      expect((await world.flatten({ customer_slug: slug })).body).toMatchObject({ customer_slug: slug })
    })

    it('gets another label in place of one without an ending', async () => {
      const slug = world.domain.replaceAll('.', '-')
      expect((await world.flatten({ customer_slug: slug })).body).toMatchObject({
        customer_slug: expect.stringMatching(new RegExp(`^${slug}-[a-z0-9]{6}$`)),
      })
    })

    it.each(['a\u0000b', 'ü', 'x'.repeat(100), ' ', '-', '*.'])('gets another label in place of %j', async slug => {
      expect(await world.flatten({ customer_slug: slug })).toMatchObject({
        status: 200,
        body: { customer_slug: expect.stringMatching(/-[a-z0-9]{6}$/) },
      })
    })

    it('never gets a label that a deleted one had', async () => {
      const slug = `${world.domain.replaceAll('.', '-')}-a1b2c3`
      const { id } = (await world.flatten({ customer_slug: slug })).body as FlatteningItem
      expect((await world.user.delete(`/spf-flattening/configurations/${id}`)).status).toBe(204)
      expect(await world.flatten({ customer_slug: slug })).toMatchObject({
        status: 409,
        body: { code: 'conflict', detail: 'This subdomain is already taken' },
      })
    })

    it('refuses the label of another workspace', async () => {
      const { customer_slug } = (await world.flatten()).body as FlatteningItem
      world.user = await world.server.aUser({ tier: 'pro' })
      await world.newDomain()
      expect(await world.flatten({ customer_slug })).toMatchObject({ status: 409 })
    })

    it.each([
      ['', 'SPF record is required'],
      ['  \n ', 'SPF record is required'],
      ['include:_spf.mailer.example -all', 'SPF record must start with "v=spf1"'],
      ['v=spf10 -all', 'SPF record must start with "v=spf1"'],
      ['v=spf1 inlcude:_spf.mailer.example -all', expect.stringContaining('has an error')],
      ['v=spf1 include:nothing.example -all', 'nothing.example has no SPF record.'],
    ])('refuses the record %j', async (text, detail) => {
      expect(await world.flatten({ original_spf_record: text })).toMatchObject({
        status: 400,
        body: { code: 'validation', detail },
      })
      expect(await world.list()).toMatchObject({ configurations: [] })
    })

    it('reads a record that is pasted in lines or in the strings of a zone file', async () => {
      const { original_spf_record: lines } = (
        await world.flatten({ original_spf_record: 'v=spf1\n ip4:192.0.2.1\r\n -all\n' })
      ).body as FlatteningItem
      expect(lines).toBe('v=spf1 ip4:192.0.2.1 -all')
      const { original_spf_record: strings } = (
        await world.flatten({ original_spf_record: '"v=spf1 ip4:192.0.2.1 ip4:192." "0.2.2 -all"' })
      ).body as FlatteningItem
      expect(strings).toBe('v=spf1 ip4:192.0.2.1 ip4:192.0.2.2 -all')
    })

    it('says which look-up failed, and hosts nothing', async () => {
      world.zone = { '_spf.mailer.example': { fail: 'timeout' } }
      expect(await world.flatten()).toMatchObject({
        status: 502,
        body: { code: 'upstream', detail: 'The TXT lookup of _spf.mailer.example failed (timeout).' },
      })
      expect(await world.hosted()).toEqual(new Map())
    })

    it('refuses a record that includes the hosted one, at any depth', async () => {
      const { waxseal_domain: name } = (await world.flatten()).body as FlatteningItem
      await world.publish()
      const detail = `This record includes ${name}, which is hosted here. Enter the record that you had before.`
      expect(await world.flatten({ original_spf_record: `v=spf1 include:${name} -all` })).toMatchObject({
        body: { detail },
      })
      world.zone = { ...world.zone, 'inner.example': { TXT: [`v=spf1 include:${name} -all`] } }
      expect(await world.flatten({ original_spf_record: 'v=spf1 include:inner.example -all' })).toMatchObject({
        status: 400,
        body: { detail },
      })
    })

    it('is not found for a domain of another workspace', async () => {
      world.user = await world.server.aUser({ tier: 'pro' })
      expect(await world.flatten()).toMatchObject({ status: 404 })
    })

    it('is locked below Pro', async () => {
      world.user = await world.server.aUser({ tier: 'free' })
      expect(await world.list()).toMatchObject({ limit: 0, allowed: false })
      expect(await world.flatten()).toMatchObject({
        status: 403,
        body: {
          code: 'feature_locked',
          feature: 'spf_flattening',
          detail: 'Your plan does not include hosted SPF flattening',
        },
      })
    })

    it('is the fourth one too many on Pro, and allowed on Business', async () => {
      for (let count = 0; count < 3; count++) {
        expect((await world.flatten()).status).toBe(200)
        await world.newDomain()
      }
      expect(await world.flatten()).toMatchObject({
        status: 403,
        body: {
          feature: 'spf_flattening',
          detail: 'Flattening limit reached. Your Pro plan allows 3 configurations.',
        },
      })
      await setTier(world.server.deps.store.db, `${world.user.token}@example.org`, 'business')
      expect((await world.flatten()).status).toBe(200)
    })
  })

  it('an edit replaces the record at once and keeps the label', async () => {
    const before = (await world.flatten()).body as FlatteningItem
    await world.pass(10 * minute)
    const after = (await world.flatten({ original_spf_record: 'v=spf1 ip4:192.0.2.7 -all' })).body as FlatteningItem
    expect(after).toMatchObject({
      id: before.id,
      waxseal_domain: before.waxseal_domain,
      flattened_spf_record: 'v=spf1 ip4:192.0.2.7 -all',
      new_spf_record_with_ending: null,
    })
    expect(await world.versions(after.id)).toMatchObject([
      { reason: 'edited', added: ['192.0.2.7'], original_spf_record: 'v=spf1 ip4:192.0.2.7 -all' },
      { reason: 'created', original_spf_record: hostedRecordOf },
    ])
    expect((await world.list()).configurations).toHaveLength(1)
  })
})
