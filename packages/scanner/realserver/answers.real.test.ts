import type { RecordType, ResourceRecord } from '@waxseal/core/dns'
import { recordedFolder } from '@waxseal/core/testing/recorded'
import { createDnsClient, type DnsClient } from '@waxseal/scanner/dns'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { twoSpfRecords } from './expectations.ts'
import { type Lab, startLab } from './lab.ts'
import { type Recorded, type RecordedSet, readRecorded } from './recorded.ts'

const folder = recordedFolder()

/** A record in the form of the recording: no final dots, names in lower case. */
function written(record: ResourceRecord): string {
  switch (record.type) {
    case 'MX':
      return `${record.preference} ${record.exchange}`
    case 'CNAME':
    case 'NS':
      return record.target
    case 'A':
      return record.address
    case 'TXT':
      return record.strings.join('')
    case 'CAA':
      return `${record.flags} ${record.tag} ${record.value}`
    default:
      return `no recorded type: ${record.type}`
  }
}

function recordedValues({ type, values }: RecordedSet): string[] {
  return values.map(value => {
    if (type === 'TXT' || type === 'CAA') return value
    const name = value.toLowerCase()
    return name.endsWith(' .') ? name : name.replace(/\.$/, '')
  })
}

describe.skipIf(folder === null)('our client', () => {
  let lab: Lab
  let client: DnsClient
  let recorded: Recorded
  beforeAll(async () => {
    recorded = readRecorded(folder ?? '', twoSpfRecords)
    lab = await startLab(recorded.zones, { hosts: recorded.hosts })
    client = createDnsClient({ servers: [lab.resolver] })
  })
  afterAll(async () => {
    client.close()
    await lab.stop()
  })

  it('returns every recorded set unchanged, through Unbound and from NSD', async () => {
    const { sets } = recorded
    expect(sets.length).toBeGreaterThan(2000)
    const differing: string[] = []
    const compare = async (set: RecordedSet): Promise<void> => {
      const answer = await client.query(set.name, set.type as RecordType)
      const got = answer.kind === 'records' ? answer.records.map(written).sort() : [answer.kind]
      if (JSON.stringify(got) !== JSON.stringify(recordedValues(set).sort())) {
        differing.push(`${set.name} ${set.type}: ${got.join(' | ')}`)
      }
    }
    for (let at = 0; at < sets.length; at += 100) await Promise.all(sets.slice(at, at + 100).map(compare))
    expect(differing).toEqual([])
  })
})
