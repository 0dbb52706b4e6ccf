import { confirmedSelectors, type DkimValue, probedSelectors } from '@waxseal/core/dkim'
import { recordedFolder } from '@waxseal/core/testing/recorded'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { discoverAll } from './discovering.ts'
import { twoSpfRecords } from './expectations.ts'
import { type Lab, startLab } from './lab.ts'
import { type RecordedSet, readRecorded } from './recorded.ts'

const folder = recordedFolder()
if (folder === null)
  console.log('The recorded real zones are not here (WAXSEAL_RECORDED_DNS): their tests are not run.')

const catalogue: readonly string[] = probedSelectors

describe.skipIf(folder === null)('the DKIM keys of 405 recorded real zones', () => {
  let lab: Lab
  let names: string[]
  let sets: RecordedSet[]
  let values: Map<string, DkimValue>
  beforeAll(async () => {
    const recorded = readRecorded(folder ?? '', twoSpfRecords)
    names = recorded.names
    sets = recorded.sets
    lab = await startLab(recorded.zones, { hosts: recorded.hosts })
    values = await discoverAll(names, lab.resolver)
  })
  afterAll(() => lab?.stop())

  function valueOf(name: string): DkimValue {
    const value = values.get(name)
    if (value === undefined) throw new Error(`${name} was not asked`)
    return value
  }

  /** The zones with a record at `*._domainkey`. */
  function wildcardZones(): string[] {
    return names.filter(name => sets.some(set => set.name === `*._domainkey.${name}`))
  }

  /** The selectors of the catalogue that the recording has at a name of their own, by record type. */
  function recordedSelectors(zone: string, type: 'TXT' | 'CNAME'): string[] {
    const suffix = `._domainkey.${zone}`
    return sets
      .filter(set => set.type === type && set.name.endsWith(suffix))
      .map(set => set.name.slice(0, -suffix.length))
      .filter(selector => catalogue.includes(selector))
      .sort()
  }

  it('292 zones, answered by their wildcard alone, have none', () => {
    const alone = wildcardZones().filter(
      name => !sets.some(set => set.name.endsWith(`._domainkey.${name}`) && !set.name.startsWith('*.')),
    )
    expect(alone).toHaveLength(292)
    for (const name of alone) {
      expect(valueOf(name), name).toMatchObject({
        state: 'none-unsure',
        keys: [],
        dangling: [],
        unanswered: [],
        wildcard: { records: ['v=DKIM1; p='], revoked: true },
      })
    }
  })

  it("justice.gov.uk has its google key, as recorded; what its aliases lead to is not recorded and can't be asked", () => {
    const value = valueOf('justice.gov.uk')
    const recorded = sets.find(set => set.name === 'google._domainkey.justice.gov.uk')?.values[0]
    expect(value.state).toBe('found')
    expect(value.keys).toMatchObject([
      {
        selector: 'google',
        hostname: 'google._domainkey.justice.gov.uk',
        provider: { name: 'Google Workspace' },
        record: recorded,
        state: 'working',
        keyType: 'rsa',
        keyBits: 1024,
      },
    ])
    expect(confirmedSelectors(value)).toEqual(['google'])
    expect(value.unanswered.map(({ selector, provider }) => `${selector}: ${provider?.name}`).sort()).toEqual([
      'brevo1: Brevo (ex Sendinblue)',
      'brevo2: Brevo (ex Sendinblue)',
      'k2: Mailchimp',
      'k3: Mailchimp',
      'selector1: Microsoft 365',
      'selector2: Microsoft 365',
    ])
  })

  it('s1 and s2 of sifocc.org, beside a wildcard, could not be checked: never missing, never revoked', () => {
    const value = valueOf('sifocc.org')
    expect(value).toMatchObject({
      state: 'unchecked',
      keys: [],
      dangling: [],
      missing: [],
      wildcard: { revoked: true },
    })
    expect(value.unanswered.map(({ selector, provider, cnames }) => [selector, provider?.name, ...cnames])).toEqual([
      ['s1', 'SendGrid (Twilio)', 's1.domainkey.u2320754.wl005.sendgrid.net'],
      ['s2', 'SendGrid (Twilio)', 's2.domainkey.u2320754.wl005.sendgrid.net'],
    ])
  })

  it('are found exactly as recorded in every zone, and an alias without a recorded target stays unchecked', () => {
    for (const name of names) {
      const { keys, unanswered, dangling } = valueOf(name)
      expect(keys.map(({ selector }) => selector).sort(), name).toEqual(recordedSelectors(name, 'TXT'))
      expect(unanswered.map(({ selector }) => selector).sort(), name).toEqual(recordedSelectors(name, 'CNAME'))
      expect(dangling, name).toEqual([])
      for (const { provider, selector } of unanswered) expect(provider, `${selector} of ${name}`).not.toBeNull()
    }
  })

  it('are reported as certainly absent only if nothing is recorded below _domainkey', () => {
    const sure = names.filter(name => valueOf(name).state === 'none-sure')
    for (const name of sure) {
      expect(valueOf(name).sureBecause, name).toBe('two-servers')
      expect(
        sets.filter(set => set.name.endsWith(`_domainkey.${name}`)),
        name,
      ).toEqual([])
    }
    expect(sure.length).toBeGreaterThan(0)
    const empty = names.filter(name => !sets.some(set => set.name.endsWith(`_domainkey.${name}`)))
    expect(sure).toEqual(empty)
  })
})
