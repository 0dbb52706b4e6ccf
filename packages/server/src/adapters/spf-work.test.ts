import { zoneResolver } from '@waxseal/core/dns'
import { defaultSpfSettings, readSpfTree } from '@waxseal/core/spf'
import { afterAll, expect, it } from 'vitest'
import { silent } from '../testing/silent.ts'
import { spfWorkHere, spfWorkInThread } from './spf-work.ts'

const first = zoneResolver({
  'example.com': { TXT: ['v=spf1 include:_spf.example.net -all'] },
  '_spf.example.net': { TXT: ['v=spf1 ip4:192.0.2.0/24 a:mail.example.net -all'] },
  'mail.example.net': { A: ['198.51.100.7'] },
})
const there = spfWorkInThread(silent)
afterAll(() => there.close())

const now = new Date('2026-11-20T09:00:00Z')
const input = { domain: 'example.com', record: 'v=spf1 include:_spf.example.net -all', hostedName: 'a.waxseal.email' }

it('a thread previews, hosts and checks records as core does, with numbers of any size', async () => {
  const settings = { ...defaultSpfSettings, includes: ['_spf.example.net'] }
  const published = await first.query('example.com', 'TXT')
  expect(await there.preview(first, 'example.com', settings, published)).toEqual(
    await spfWorkHere.preview(first, 'example.com', settings, published),
  )
  const hosted = await spfWorkHere.host(first, input, null, now)
  expect(await there.host(first, input, null, now)).toEqual(hosted)
  if (hosted.kind !== 'hosted') throw new Error(hosted.kind)
  const { memory, flattening } = hosted
  const known = { ...input, records: flattening.records, ttl: flattening.ttl, memory }
  const checked = await spfWorkHere.check({ first, second: first }, known, now)
  expect(checked.kind).toBe('unchanged')
  expect(await there.check({ first, second: first }, known, now)).toEqual(checked)
  expect(await there.largeTree(first, 'example.com', null)).toEqual(await readSpfTree(first, 'example.com', null))
  expect(await there.flatten(first, input)).toEqual(await spfWorkHere.flatten(first, input))
})

it('work that is given up is a lookup over budget, and a preview says so', async () => {
  const module = new URL(
    `data:text/javascript,import { parentPort } from 'node:worker_threads'; parentPort.postMessage('ready'); parentPort.on('message', () => { for (;;); })`,
  )
  const hanging = spfWorkInThread(silent, { module, watchdogMs: 50 })
  expect(await hanging.host(first, input, null, now)).toEqual({
    kind: 'failed',
    problems: [{ code: 'unanswered', name: 'example.com', type: 'TXT', reason: 'over-budget' }],
  })
  const published = await first.query('example.com', 'TXT')
  const preview = hanging.preview(first, 'example.com', defaultSpfSettings, published)
  await expect(preview).rejects.toMatchObject({ name: 'SpfWorkFailed' })
  await hanging.close()
})
