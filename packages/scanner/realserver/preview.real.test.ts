import { defaultSpfSettings, previewSpf } from '@waxseal/core/spf'
import { openDns } from '@waxseal/scanner'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Lab, startLab } from './lab.ts'

const zone = (spf: string) => `$TTL 3600\n@ MX 10 mx\nmx A 8.26.56.10\n@ TXT "${spf}"\n`

let lab: Lab
beforeAll(async () => {
  lab = await startLab([{ name: 'new.example', records: zone('v=spf1 mx ip4:8.26.57.0/24 ~all') }])
})
afterAll(() => lab.stop())

it('a preview sees the newly published record while resolvers still cache the previous one', async () => {
  let ahead = 0
  const dns = openDns({ servers: [lab.resolver], direct: true, now: () => new Date(Date.now() + ahead) })
  const preview = async () => {
    const { resolver, current } = dns.warm(new AbortController().signal)
    const published = await current.query('new.example', 'TXT')
    const told = await previewSpf(resolver, 'new.example', { ...defaultSpfSettings, use_mx: true }, published)
    return { ...told.published, changes: told.difference?.changes.map(({ kind, range }) => `${kind} ${range}`) }
  }
  const loses = ['loses 8.26.57.0/24']
  const first = 'v=spf1 mx ip4:8.26.57.0/24 ~all'
  expect(await preview()).toEqual({ state: 'found', record: first, ttl: 3600, changes: loses })

  await lab.publish('new.example', zone('v=spf1 mx ~all'))
  // A current answer is cached for half a minute; the resolver is not flushed.
  expect(await preview()).toMatchObject({ record: first })
  ahead = 30_000
  expect(await preview()).toEqual({ state: 'found', record: 'v=spf1 mx ~all', ttl: 3600, changes: [] })
  expect((await dns.session().resolver.query('new.example', 'TXT')).kind).toBe('records')
  await dns.close()
})
