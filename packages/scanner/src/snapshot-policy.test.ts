import { type Zone, zoneResolver } from '@waxseal/core/dns'
import type { WatchMemory } from '@waxseal/core/watch'
import { expect, it } from 'vitest'
import type { HttpsReply } from './https/index.ts'
import { watchDomain } from './snapshot.ts'

const name = 'perfect.example'
const start = Date.parse('2026-11-20T12:00:00Z')
const record = (id: string): Zone => ({ [`_mta-sts.${name}`]: { TXT: [`v=STSv1; id=${id}`] } })
const policy = (mode: string) => `version: STSv1\r\nmode: ${mode}\r\nmx: mx1.${name}\r\nmax_age: 604800\r\n`

/** Checks the domain every hour; the answer of its policy host is a text, a status, or a failure (null). */
async function watched(...checks: { zone: Zone; host: string | number | null }[]) {
  let memory: WatchMemory | null = null
  const found: string[][] = []
  const asked: string[] = []
  for (const [hour, { zone, host }] of checks.entries()) {
    const resolver = zoneResolver(zone)
    const https = async (url: string): Promise<HttpsReply> => {
      asked.push(url)
      const failure = host === null ? { kind: 'timeout', reason: 'timeout', text: '' } : null
      const status = host === null ? null : typeof host === 'number' ? host : 200
      return { status, body: Buffer.from(typeof host === 'string' ? host : ''), failure } as unknown as HttpsReply
    }
    const dns = { resolver, authoritative: resolver }
    const result = await watchDomain({ name, memory, dns, https, now: () => new Date(start + hour * 3_600_000) })
    memory = result.memory
    found.push(result.changes.map(({ change_description }) => change_description))
  }
  return { found, asked }
}

it('a policy of MTA-STS is watched by its mode and digest', async () => {
  const { found, asked } = await watched(
    { zone: record('1'), host: policy('enforce') },
    { zone: record('1'), host: policy('enforce') },
    { zone: record('2'), host: policy('testing') },
    { zone: record('2'), host: policy('testing').replace('604800', '86400') },
  )
  expect(found.slice(0, 2)).toEqual([[], []])
  expect(found[2]).toContain('MTA-STS policy weakened from enforce to testing')
  expect(found[3]).toContain('MTA-STS policy changed, mode testing')
  expect(new Set(asked)).toEqual(new Set([`https://mta-sts.${name}/.well-known/mta-sts.txt`]))
})

it('a policy that senders do not use is invalid, whatever its mode (RFC 8461 section 3.2)', async () => {
  const invalid = [
    policy('enforce').replace('max_age: 604800\r\n', ''),
    policy('enforce').replace('STSv1', 'STSv2'),
    policy('enforced'),
    '<html></html>',
  ]
  for (const host of invalid) {
    const { found } = await watched({ zone: record('1'), host: policy('enforce') }, { zone: record('1'), host })
    expect(found[1]).toEqual(['MTA-STS policy is now invalid, so senders ignore it, the mode was enforce'])
  }
})

it('a host that cannot be reached, or that fails, says nothing; one without the file says that it is gone', async () => {
  const { found } = await watched(
    { zone: record('1'), host: policy('enforce') },
    { zone: record('1'), host: null },
    { zone: record('1'), host: 503 },
    { zone: record('1'), host: policy('enforce') },
    { zone: record('1'), host: 404 },
  )
  expect(found.slice(0, 4)).toEqual([[], [], [], []])
  expect(found[4]).toEqual(['MTA-STS policy is gone'])
})

it('without a record no policy is asked for', async () => {
  expect((await watched({ zone: {}, host: policy('enforce') })).asked).toEqual([])
})
