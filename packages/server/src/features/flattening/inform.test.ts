import type { FlatteningItem } from '@waxseal/contract'
import { expect, it } from 'vitest'
import { day, hostedWorld, hour, minute, tenAddresses, upstream } from '../../testing/hosted-world.ts'
import { onTheStore } from '../../testing/store.ts'

onTheStore('checks, edits and notices of hosted records', kind => {
  const world = hostedWorld(kind, { connections: 5 })

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

  it('the owners learn of a change at once, of later ones once a day with their sum', async () => {
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

  it('presses of "Check for Updates" are no failures in a row, and an edit ends those that the owners know of', async () => {
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
    await world.user.post(`/spf-flattening/configurations/${id}/check`)
    expect(await world.mails()).toHaveLength(1)
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
