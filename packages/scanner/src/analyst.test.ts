import {
  type Answer,
  analyzeScan,
  explainFinding,
  markdownOf,
  recordFinder,
  recordsMade,
  reply,
  scanFacts,
  textsBesideRecords,
} from '@waxseal/core/assistant'
import type { DnsRecordToPublish } from '@waxseal/core/check'
import { parseAddress } from '@waxseal/core/dns'
import { demoWorld } from '@waxseal/core/fixtures'
import { archetypes } from '@waxseal/core/fixtures/archetypes'
import { findingRows, presentScan, type ScanReply } from '@waxseal/core/health'
import { type Tier, tiers } from '@waxseal/core/plan'
import { wordFaults } from '@waxseal/core/testing'
import { defaultThreatSources } from '@waxseal/core/threat'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { scanArchetype } from './testing/archetype-scan.ts'
import { type OpenWorld, openWorld } from './testing/world-scan.ts'
import { openThreat } from './threat/index.ts'

const now = () => new Date('2026-11-20T10:00:00Z')
const worldNames = demoWorld.domains.map(({ name }) => name)
const titles = [...archetypes.map(({ title }) => title), ...worldNames]
const replies = new Map<string, ScanReply>()
let world: OpenWorld
const threat = openThreat({ sources: defaultThreatSources({ resolverNamed: true }), now })

beforeAll(async () => {
  world = await openWorld(now)
  for (const archetype of archetypes) replies.set(archetype.title, presentScan(await scanArchetype(archetype)))
  for (const name of worldNames) {
    replies.set(name, presentScan(await world.scan(name, undefined, { threat: threat.session })))
  }
}, 120_000)
afterAll(async () => {
  threat.close()
  await world.stop()
})

function replyOf(title: string): ScanReply {
  const reply = replies.get(title)
  if (reply === undefined) throw new Error(`nothing is called ${title}`)
  return reply
}

const byText = (one: DnsRecordToPublish, other: DnsRecordToPublish) =>
  JSON.stringify(one) < JSON.stringify(other) ? -1 : 1

function textsOf(answer: Answer): readonly string[] {
  return answer.flatMap(block => {
    if (block.kind === 'list') return block.items.map(({ lead, text }) => (lead === null ? text : `${lead} ${text}`))
    return 'text' in block ? [block.text] : []
  })
}

/** A part of a record is no record, and neither are its version alone and an address after the word PTR. */
function recordsInSentences(answer: Answer): readonly string[] {
  const { records } = recordFinder({ made: [], published: [], texts: [] })
  return textsOf(answer)
    .flatMap(records)
    .filter(({ type, source }) => source === 'unchecked' && type !== 'term' && type !== 'host')
    .filter(({ type, text }) => type !== 'PTR' || parseAddress(text) === null)
    .map(({ type, text }) => `${type} ${text}`)
}

const terms = ['SPF', 'DKIM', 'DMARC', 'MX', 'MTA-STS', 'BIMI', 'CAA', 'alignment']
const questions = terms.flatMap(term => [
  `Is my ${term} ok?`,
  `Show my ${term} record`,
  `What is ${term}?`,
  `How do I fix ${term}?`,
  `Why is ${term} important?`,
])

/** On one plan each, so that every question meets every plan at a third of the domains; in soak on all of them. */
function scopesFor(title: string, turn: number): readonly Tier[] {
  const first = (titles.indexOf(title) + turn) % tiers.length
  return process.env['LONG_TESTS'] === '1' ? tiers : tiers.slice(first, first + 1)
}

/**
 * The findings that no archetype and no domain of the world has. The analyst is asserted of them too, by the facts of the
 * tests of findings (packages/core/src/assistant/explain-finding.test.ts).
 */
const notInFixtures: Readonly<Record<string, string>> = {
  'a mail host or its provider would have to be set up so': [
    'starttls_failed mx_certificate_expired mx_certificate_expiring mx_certificate_name ptr_mismatch',
    'greeting_invalid',
  ].join(' '),
  'DNSSEC in a state between signed and broken, or DANE in an unsigned zone':
    'dane_unsigned dnssec_ds_missing dnssec_unvalidated',
  'a firewall in front of this installation, or a certificate that ends within 30 days': 'starttls_unseen tlsa_renewal',
  'a name below which only the provider publishes': 'dkim_provider_name dmarc_provider_name spf_provider_name',
  'a record that is wrong in a form of its own': 'bimi_invalid caa_invalid dkim_other_text',
  'no fixture has a blocklist of its own': 'bl_own',
}

describe('the built-in analyst', () => {
  it.each(titles)('names cause, effect, fix and record of every finding of: %s', title => {
    const scan = scanFacts(replyOf(title))
    const said = textsOf(analyzeScan(scan, { scope: 'business', dnsChanges: [] }, null)).join('\n')
    for (const finding of scan.findings) {
      expect(said).toContain(finding.reason)
      expect(said).toContain(finding.meaning)
      const answer = explainFinding(finding, { score: scan.score, title: null })
      const { action } = finding
      if ('record' in action && action.record !== null) {
        expect(answer).toContainEqual({ kind: 'record', record: action.record })
      }
      expect(textsOf(answer).length).toBeGreaterThanOrEqual(2)
    }
  })

  it.each(titles)('shows each record as a block of its own, never in a sentence: %s', title => {
    const scan = scanFacts(replyOf(title))
    for (const finding of scan.findings) {
      const answer = explainFinding(finding, { score: scan.score, title: finding.reason })
      expect(recordsInSentences(answer), finding.id).toEqual([])
      const blocks = answer.flatMap(block => (block.kind === 'record' ? [block.record] : []))
      expect(blocks.toSorted(byText)).toEqual(recordsMade({ findings: [finding] }).toSorted(byText))
    }
  })

  it.each(titles)('answers questions with each record as a block, made by our code or published: %s', title => {
    const scan = scanFacts(replyOf(title))
    const known = new Set(scan.records.map(({ name, type, value }) => JSON.stringify({ name, type, value })))
    const made = new Set(recordsMade(scan).map(each => JSON.stringify(each)))
    for (const [turn, question] of questions.entries()) {
      for (const scope of scopesFor(title, turn)) {
        const now = '2026-11-28T09:00:00.000Z'
        const facts = { scope, scan, header: null, domains: [], dnsChanges: [], scans: [], account: null, now }
        for (const block of reply(question, facts, { origin: 'no-model', earlier: [] })) {
          expect(recordsInSentences([block]), question).toEqual([])
          if (block.kind === 'published') expect(known).toContain(JSON.stringify(block.record))
          if (block.kind === 'record') expect(made).toContain(JSON.stringify(block.record))
        }
      }
    }
  })

  it.each(titles)('writes plain words and no markup about: %s', title => {
    const answer = analyzeScan(scanFacts(replyOf(title)), { scope: 'business', dnsChanges: [] }, 'no-model')
    expect(textsOf(answer).flatMap(wordFaults)).toEqual([])
    expect(markdownOf(answer)).not.toMatch(/<|\]\(|undefined|\[object/)
  })

  it.each(titles)('writes nothing about it that would be unchecked if a model repeated it: %s', title => {
    const scan = scanFacts(replyOf(title))
    const finder = recordFinder({ made: recordsMade(scan), published: scan.records, texts: textsBesideRecords(scan) })
    const answers = [
      analyzeScan(scan, { scope: 'business', dnsChanges: [] }, 'no-model'),
      ...scan.findings.map(finding => explainFinding(finding, { score: scan.score, title: finding.reason })),
    ]
    for (const answer of answers) {
      const written = markdownOf(answer).replaceAll(/\\(?=[^a-z0-9])/gi, '')
      expect(finder.records(written).filter(({ source }) => source === 'unchecked')).toEqual([])
      const code = answer.flatMap(block => (block.kind === 'file' ? block.lines : []))
      expect(code.filter(line => !finder.isHarmless(line))).toEqual([])
    }
  })

  it('meets every finding in the fixtures, but for those that are listed with the reason', () => {
    const listed = Object.values(notInFixtures).flatMap(ids => ids.split(' '))
    const met = new Set([...replies.values()].flatMap(({ findings }) => findings.map(({ id }) => id)))
    expect(
      Object.keys(findingRows)
        .filter(id => !met.has(id))
        .toSorted(),
    ).toEqual(listed.toSorted())
  })
})
