import { describe, expect, it } from 'vitest'
import { type Zone, zoneResolver } from '../dns/index.ts'
import { deadSpfNames, includeWitnesses, namedIncludes, readIncludes } from '../providers/index.ts'
import { recordedFolder, recordedRows } from '../testing/recorded.ts'
import { readSpfEntry } from './entry.ts'
import { spfServices, subdomainServices } from './mail-services.ts'
import { isSpfRecord } from './record.ts'
import { spfTree } from './tree.ts'
import type { SpfNode } from './value.ts'

const isRead = (include: string) => includeWitnesses[include]?.expansion !== null

describe('the services of the builder', () => {
  it('begin with the six of the specification', () => {
    expect(spfServices.slice(0, 6).map(({ name, includes, rank }) => [rank, name, ...includes])).toEqual([
      [1, 'Google Workspace/Gmail', '_spf.google.com'],
      [2, 'Microsoft 365/Outlook', 'spf.protection.outlook.com'],
      [3, 'Mailchimp', 'servers.mcsv.net'],
      [4, 'SendGrid', 'sendgrid.net'],
      [5, 'Amazon SES', 'amazonses.com'],
      [6, 'Mailgun', 'mailgun.org'],
    ])
    expect(spfServices.slice(6).every(({ rank }) => rank === null)).toBe(true)
  })

  it('come once each, the others by name, every include valid for the builder and none of them dead', () => {
    const ids = spfServices.map(({ id }) => id)
    expect(ids).toHaveLength(new Set(ids).size)
    const others = spfServices.slice(6).map(({ name }) => name.toLowerCase())
    expect(others).toEqual(others.toSorted())
    const dead = new Set<string>(deadSpfNames.map(({ name }) => name))
    for (const include of spfServices.flatMap(({ includes }) => includes)) {
      expect(readSpfEntry('include_domains', include)).toEqual({ ok: true, value: include })
      expect(dead.has(include)).toBe(false)
    }
  })

  it('of another data center have an include of their own', () => {
    const names = spfServices.filter(({ id }) => id.startsWith('zoho') || id.startsWith('microsoft'))
    expect(names.map(({ name, includes }) => [name, ...includes])).toEqual([
      ['Microsoft 365/Outlook', 'spf.protection.outlook.com'],
      ['Microsoft 365 (21Vianet, China)', 'spf.protection.partner.outlook.cn'],
      ['Microsoft 365 (GCC High, DoD)', 'spf.protection.office365.us'],
      ['Zoho Campaigns', 'zcsend.net'],
      ['Zoho Campaigns (EU)', 'eu.zcsend.net'],
      ['Zoho Campaigns (India)', 'zcsend.in'],
      ['Zoho Mail', 'zohomail.com'],
      ['Zoho Mail (EU)', 'zohomail.eu'],
      ['Zoho Mail (India)', 'zoho.in'],
    ])
  })

  it('carry the witness of each include', () => {
    for (const { includes, verified } of spfServices) {
      expect(includes.filter(include => includeWitnesses[include] === undefined)).toEqual([])
      expect(verified).toBe(includes.every(isRead))
    }
    // The builder's code has the names alone.
    const witnessed = Object.keys(includeWitnesses)
    expect([...readIncludes].toSorted()).toEqual(witnessed.filter(isRead).toSorted())
    expect([...namedIncludes].toSorted()).toEqual(witnessed.filter(include => !isRead(include)).toSorted())
  })

  it('for subdomains are the eight of the specification, with its labels', () => {
    expect(subdomainServices.map(({ name, label }) => [name, label])).toEqual([
      ['Google Workspace', 'google'],
      ['Microsoft 365', 'microsoft'],
      ['Mailchimp', 'marketing'],
      ['SendGrid', 'transactional'],
      ['Mailgun', 'transactional'],
      ['AWS SES', 'notifications'],
      ['Postmark', 'transactional'],
      ['SparkPost', 'transactional'],
    ])
    expect(subdomainServices.every(({ includes }) => includes.length > 0)).toBe(true)
  })
})

/** A record and all below it. */
function nodesOf(node: SpfNode): SpfNode[] {
  return [node, ...node.terms.flatMap(({ child }) => (child === null ? [] : nodesOf(child)))]
}

const notHere = recordedFolder() === null ? ' (not run: the recordings are not here)' : ''

describe.skipIf(notHere !== '')(`in recordings of real DNS${notHere}`, () => {
  const zone: { [name: string]: Zone[string] } = {}
  for (const { name, values } of recordedRows<{ name: string; values: string[] }>('spf-snapshots.jsonl')) {
    if (values.some(isSpfRecord)) zone[name] = { TXT: values }
  }

  it.each(spfServices)('$name resolves, or is marked as unverified', async ({ includes, verified }) => {
    const found = includes.every(include => zone[include] !== undefined)
    if (found) expect(verified).toBe(true)
    if (!found) return
    for (const include of includes) {
      const { root, openTo } = await spfTree(zoneResolver(zone), include)
      expect(root.record).toMatch(/^v=spf1 /)
      expect(openTo).toBeNull()
    }
  })

  const read = spfServices
    .flatMap(({ includes }) => includes.map(include => ({ expansion: includeWitnesses[include]?.expansion, include })))
    .filter(({ expansion }) => expansion?.source === 'recordings of DNS')

  it.each(read)('$include expands to what its witness says', async ({ include, expansion }) => {
    const { root } = await spfTree(zoneResolver(zone), include)
    const terms = nodesOf(root).flatMap(node => node.terms)
    const count = (...kinds: string[]) => terms.filter(({ kind }) => kinds.includes(kind)).length
    expect({
      ip4: count('ip4'),
      ip6: count('ip6'),
      asked: count('a', 'mx', 'ptr', 'exists'),
      below: terms.flatMap(({ kind, text }) => (kind === 'include' ? [text.slice('include:'.length)] : [])),
    }).toEqual({ ip4: expansion?.ip4, ip6: expansion?.ip6, asked: expansion?.asked, below: expansion?.below })
  })
})
