import type { FlatteningItem } from '@waxseal/contract'
import { beforeEach, expect, it } from 'vitest'
import { readEnv } from '../../env.ts'
import { hostedWorld, hour, upstream, withZone } from '../../testing/hosted-world.ts'
import { onTheStore } from '../../testing/store.ts'

/** A record of more than 450 octets, so that its parts are named after the hosted name. */
const long = Array.from({ length: 40 }, (_, at) => `ip4:198.51.100.${2 * at}`).join(' ')

onTheStore('a hosted record without a hosted zone', kind => {
  const world = hostedWorld(kind)
  const withoutZone = readEnv({})
  beforeEach(() => {
    world.server.deps.env = withoutZone
    world.zone = upstream(long)
  })

  const flatten = async () => {
    const answer = await world.flatten({ original_spf_record: 'v=spf1 include:_spf.mailer.example -all' })
    return answer.body as FlatteningItem
  }

  it('is a preview below a name that cannot exist, and publishes nothing', async () => {
    const item = await flatten()
    const name = `${item.customer_slug}.hosted-zone.invalid`
    expect(item).toMatchObject({
      waxseal_domain: null,
      hosted_name: name,
      publication: 'preview',
      status: 'pending',
      new_spf_record: `v=spf1 include:${name} -all`,
    })
    expect(await world.list()).toMatchObject({
      configurations: [item],
      zone: { suffix: '.hosted-zone.invalid', state: 'preview', problem: null, provider: 'Waxseal' },
    })
    expect(await world.hosted()).toEqual(new Map())
  })

  it('stays up to date', async () => {
    await flatten()
    world.zone = upstream(`${long} ip4:203.0.113.9`)
    await world.pass(hour)
    const [item] = (await world.list()).configurations
    expect(item).toMatchObject({ publication: 'preview', problem: null })
    expect(item?.hosted_records.map(({ value }) => value).join(' ')).toContain('203.0.113.9')
    expect(await world.hosted()).toEqual(new Map())
  })

  it('is gone at once when it is deleted', async () => {
    const { id } = await flatten()
    expect((await world.user.delete(`/spf-flattening/configurations/${id}`)).status).toBe(204)
    expect((await world.list()).configurations).toEqual([])
  })

  it('is hosted, with all names of the zone, once the operator has one', async () => {
    const before = await flatten()
    expect(before.hosted_records.length).toBeGreaterThan(1)
    world.server.deps.env = withZone
    await world.pass(hour)
    const [item] = (await world.list()).configurations
    const name = `${before.customer_slug}.waxseal.email`
    expect(item).toMatchObject({ waxseal_domain: name, new_spf_record: `v=spf1 include:${name} -all`, problem: null })
    const rows = [...(await world.hosted())].map(([name, value]) => ({ name, value }))
    // A part is there before the record that includes it.
    expect(rows).toEqual(item?.hosted_records.toReversed())
    expect(JSON.stringify(item)).not.toContain('.invalid')
  })

  it('stays hosted when the operator takes the setting away', async () => {
    world.server.deps.env = withZone
    const { waxseal_domain: name } = await flatten()
    world.server.deps.env = withoutZone
    world.zone = upstream(`${long} ip4:203.0.113.9`)
    await world.pass(hour)
    const [item] = (await world.list()).configurations
    expect(item).toMatchObject({ waxseal_domain: name, publication: 'zone_unproved' })
    expect([...(await world.hosted()).values()].join(' ')).toContain('203.0.113.9')
  })

  it('an edit is hosted also when the operator took the setting away', async () => {
    world.server.deps.env = withZone
    const { waxseal_domain: name } = await flatten()
    world.server.deps.env = withoutZone
    const edited = await world.flatten({ original_spf_record: 'v=spf1 ip4:192.0.2.7 -all' })
    expect(edited.body).toMatchObject({ waxseal_domain: name, flattened_spf_record: 'v=spf1 ip4:192.0.2.7 -all' })
    expect((await world.hosted()).get(name ?? '')).toBe('v=spf1 ip4:192.0.2.7 -all')
  })
})
