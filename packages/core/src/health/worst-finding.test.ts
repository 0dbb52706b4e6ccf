import { expect, it } from 'vitest'
import { relayOf } from './healthy-checks.fixture.ts'
import { scanOf, zoneOf } from './judged-zone.fixture.ts'
import { presentScan } from './present.ts'
import { worstFinding } from './worst-finding.ts'

const worstOf = async (...scan: Parameters<typeof scanOf>) => worstFinding(presentScan(await scanOf(...scan)))

it('is the costliest finding, in words that need no heading', async () => {
  expect(await worstOf(zoneOf())).toBeNull()
  expect(await worstOf(zoneOf({ dmarc: null }))).toEqual({
    id: 'dmarc_missing',
    text: 'DMARC missing',
    severity: 'critical',
  })
  expect(await worstOf(zoneOf({ spf: 'v=spf1 mx ?all' }))).toMatchObject({
    text: 'SPF ends in ?all',
    severity: 'medium',
  })
  const open = { relay: relayOf('open') }
  expect(await worstOf(zoneOf(), null, 0, open)).toMatchObject({ text: 'Open relay', severity: 'critical' })
  const suspected = { relay: relayOf('suspected') }
  expect(await worstOf(zoneOf(), null, 0, suspected)).toMatchObject({ text: 'Possible open relay', severity: 'high' })
})

it('is that the name does not exist, and nothing that a scan without a score rests on', async () => {
  expect(await worstOf({ com: {} })).toMatchObject({ text: 'Does not exist', severity: 'critical' })
  const before = await scanOf(zoneOf({ dmarc: null }))
  const names = ['example.com', '_dmarc.example.com', '_dmarc.com']
  const silent = await scanOf(Object.fromEntries(names.map(name => [name, { fail: 'timeout' as const }])), before, 1)
  expect(silent.findings.map(({ id }) => id)).toContain('dmarc_missing')
  expect(worstFinding(presentScan({ ...silent, score: null }))).toBeNull()
})
