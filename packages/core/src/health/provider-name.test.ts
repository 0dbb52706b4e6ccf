import { expect, it } from 'vitest'
import type { DkimValue } from '../dkim/index.ts'
import { wordsOf } from './findings.ts'
import { judge } from './judge.ts'
import { sectionsOf } from './zone-sections.fixture.ts'

const at = '2026-11-01T00:00:00.000Z'

async function judgedAt(name: string) {
  const zone = {
    [name]: { MX: [[10, 'mx.example.net']] as const, A: ['93.184.216.34'] },
    'mx.example.net': { A: ['93.184.216.35'] },
  }
  const sections = await sectionsOf(zone, name)
  const { dkim } = sections
  if (!dkim.ran) throw new Error('the fixture has searched')
  const none: DkimValue = { ...dkim.value, keys: [], state: 'none-unsure', namesBelow: false }
  return judge({
    name,
    startedAt: at,
    finishedAt: at,
    tier: 'business',
    sections: { ...sections, dkim: { ...dkim, value: none } },
    previous: null,
  })
}

it.each([
  ['contoso.mail.onmicrosoft.com', 'Microsoft'],
  ['contoso.mail.onmicrosoft.us', 'Microsoft'],
  ['example.com.test-google-a.com', 'Google'],
])('at %s only %s can publish: no points for a missing record, and the findings say who can', async (name, owner) => {
  const { findings, score } = await judgedAt(name)
  const about = findings.filter(({ check }) => check === 'spf' || check === 'dkim' || check === 'dmarc')
  expect(about.map(({ id }) => id).toSorted()).toEqual([
    'dkim_provider_name',
    'dmarc_provider_name',
    'spf_provider_name',
  ])
  for (const finding of about) {
    const { points, meaning, advice } = wordsOf(finding)
    expect([points, advice]).toEqual([0, `Send mail from a domain of your own, and leave this name to ${owner}.`])
    expect(meaning).toContain(`Only ${owner} can publish`)
  }
  expect(score).toBe(100)
})

it('where the owner can publish, the points stay', async () => {
  const { findings } = await judgedAt('contoso.onmicrosoft.com')
  expect(findings.map(({ id }) => id)).toEqual(expect.arrayContaining(['dmarc_missing', 'spf_missing']))
})
