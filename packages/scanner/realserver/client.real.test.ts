import type { Answer, RecordType } from '@waxseal/core/dns'
import { authoritativeResolver, createDnsClient } from '@waxseal/scanner/dns'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addresses, type Lab, nameserver, startLab } from './lab.ts'

const zones = [
  { name: 'signed.example', dnssec: 'signed', records: '@ TXT "here"' },
  { name: 'wrong-ds.example', dnssec: 'wrong-ds', records: '@ TXT "here"' },
  { name: 'expired.example', dnssec: 'expired', records: '@ TXT "here"' },
  { name: 'refused.example', nameservers: [nameserver.refusing] },
  {
    name: 'plain.example',
    records: `@ TXT "here"
www CNAME web.elsewhere.example.
gone CNAME nowhere.elsewhere.example.
loop CNAME loop2
loop2 CNAME loop
below.deep TXT "below"
${Array.from({ length: 20 }, (_, n) => `large TXT "${n}-${'y'.repeat(240)}"`).join('\n')}`,
  },
  { name: 'elsewhere.example', records: 'web TXT "moved"' },
] as const

let lab: Lab
beforeAll(async () => {
  lab = await startLab(zones)
})
afterAll(() => lab.stop())

async function ask(servers: readonly string[], name: string, type: RecordType = 'TXT'): Promise<Answer> {
  const client = createDnsClient({ servers, timeoutMs: 3000 })
  try {
    return await client.query(name, type)
  } finally {
    client.close()
  }
}

describe('our client at Unbound', () => {
  it('distinguishes validated from unvalidated answers, and both from broken DNSSEC', async () => {
    const here = { kind: 'records', records: [{ strings: ['here'] }] }
    expect(await ask([lab.resolver], 'signed.example')).toMatchObject({ ...here, via: { authentic: 'yes' } })
    expect(await ask([lab.resolver], 'plain.example')).toMatchObject({ ...here, via: { authentic: 'no' } })
    for (const broken of ['wrong-ds.example', 'expired.example']) {
      const answer = await ask([lab.resolver], broken)
      expect(answer).toMatchObject({ ...here, via: { authentic: 'bogus' } })
      expect(answer.via.ede.map(({ code }) => code)).not.toEqual([])
    }
    const refused = await ask([lab.resolver], 'refused.example')
    expect(refused).toMatchObject({ kind: 'failed', reason: 'servfail', via: { authentic: 'no' } })
  })

  it('distinguishes a name without the record from a name that does not exist, each with its negative TTL', async () => {
    const ttl = expect.closeTo(300, -1) as number
    const via = { authentic: 'yes', ttl }
    expect(await ask([lab.resolver], 'signed.example', 'MX')).toMatchObject({ kind: 'no-data', via })
    expect(await ask([lab.resolver], 'nobody.signed.example')).toMatchObject({ kind: 'no-such-name', via })
    expect(await ask([lab.resolver], 'deep.plain.example')).toMatchObject({ kind: 'no-data' })
  })

  it('follows aliases, reports a dangling one, and stops in a loop', async () => {
    expect(await ask([lab.resolver], 'www.plain.example')).toMatchObject({
      kind: 'records',
      records: [{ name: 'web.elsewhere.example', strings: ['moved'] }],
      via: { cnames: ['web.elsewhere.example'] },
    })
    expect(await ask([lab.resolver], 'gone.plain.example')).toMatchObject({
      kind: 'no-such-name',
      via: { cnames: ['nowhere.elsewhere.example'] },
    })
    expect(await ask([lab.resolver], 'loop.plain.example')).toMatchObject({ kind: 'failed' })
  })

  it('gets a large answer over TCP, complete', async () => {
    for (const server of [lab.resolver, `${addresses.zone}:53`]) {
      const answer = await ask([server], 'large.plain.example')
      expect(answer.kind === 'records' && answer.records).toHaveLength(20)
    }
  })

  it.each(['refusing', 'closed', 'silent', 'garbage'] as const)(
    'asks the next server when the first is %s',
    async kind => {
      const answer = await ask([`${addresses[kind]}:53`, lab.resolver], 'plain.example')
      expect(answer).toMatchObject({ kind: 'records', via: { server: lab.resolver } })
    },
  )
})

describe("a zone's own servers", () => {
  it('are found through the delegation and asked without a resolver', async () => {
    const client = createDnsClient({ servers: [lab.resolver], timeoutMs: 3000 })
    const direct = authoritativeResolver({ client, resolver: client })
    const answer = await direct.query('www.plain.example', 'TXT')
    expect(answer).toMatchObject({
      kind: 'records',
      records: [{ strings: ['moved'] }],
      via: { authoritative: true, server: `${addresses.zone}:53` },
    })
    expect(await direct.query('nobody.plain.example', 'TXT')).toMatchObject({ kind: 'no-such-name' })
    expect(await direct.query('refused.example', 'TXT')).toMatchObject({ kind: 'failed' })
    client.close()
  })
})
