import { describe, expect, it } from 'vitest'
import { factsWith, findingOf, recordsInProse, recordsOf, replyOf, scanFactsOf, textsOf } from '../answers.fixture.ts'
import { readQuestion } from '../question.ts'
import { scanFacts } from '../scan-facts.ts'
import { catalogueServices, type ScanWithCost, setupAnswer, spfCostOf } from './index.ts'
import { notSetup, setupQuestions } from './phrasings.fixture.ts'

/** The scan of example.com with this SPF record. */
async function scanWith(spf: string | null, hosts: readonly string[] = []): Promise<ScanWithCost> {
  const apex = hosts.length === 0 ? {} : { MX: hosts.map((host, at): [number, string] => [10 + at, host]) }
  const reply = await replyOf({ spf, apex })
  return { ...scanFacts(reply), spfCost: spfCostOf(reply) }
}

function ask(message: string, scan: ScanWithCost | null) {
  const question = readQuestion(message)
  const found = setupAnswer(question, { ...factsWith(), scan })
  const answer = found?.answer ?? []
  return {
    isFound: found !== null,
    text: textsOf(answer).join('\n'),
    records: recordsOf(answer),
    prose: recordsInProse(answer),
    left: [...new Set(question.words)].filter(word => !(found?.covered ?? []).includes(word)),
  }
}

describe('an answer about setting up', () => {
  it.each(setupQuestions)('is given to: %s', async (question, services) => {
    const { isFound, text, left } = ask(question, await scanWith('v=spf1 mx ~all'))
    expect([isFound, left]).toEqual([true, []])
    for (const service of services) expect(text).toContain(service)
  })

  it.each(notSetup)('is not given to: %s', question => {
    expect(ask(question, null).isFound).toBe(false)
  })

  it('merges the published record with the includes, and counts from its tree and the catalogue', async () => {
    const { records, text } = ask('We send with Google and Zendesk', await scanWith('v=spf1 mx ip4:192.0.2.0/28 -all'))
    expect(records).toEqual([
      'example.com TXT v=spf1 mx ip4:192.0.2.0/28 include:_spf.google.com include:mail.zendesk.com -all',
    ])
    expect(text).toContain('It needs 3 of the 10 DNS lookups allowed.')
  })

  it('says that a count is a lower bound where the catalogue never counted', async () => {
    const { text } = ask('We send with Fastmail', await scanWith('v=spf1 mx -all'))
    expect(text).toContain('It needs at least 2 of the 10 DNS lookups allowed.')
  })

  it('makes a first record where the domain has none', async () => {
    const { records } = ask('We send with Google', await scanWith(null))
    expect(records).toEqual(['example.com TXT v=spf1 include:_spf.google.com ~all'])
  })

  it('adds nothing that the record has already', async () => {
    const scan = await scanWith('v=spf1 mx -all')
    const spfCost = { lookups: 2, complete: true, includes: ['_spf.google.com'] }
    const { records, text } = ask('We send with Google', { ...scan, spfCost })
    expect(records).toEqual([])
    expect(text).toContain('Nothing to add')
  })

  it('says that no include is needed where a service has a return path of its own', async () => {
    const { records, text } = ask('Do I need an SPF include for Mailchimp?', await scanWith('v=spf1 mx -all'))
    expect(records).toEqual([])
    expect(text).toContain('no include is needed at example.com')
    expect(text).toContain('The SPF record of example.com stays as it is.')
  })

  it('makes no record of more than ten lookups', async () => {
    const scan = await scanWith('v=spf1 mx -all')
    const { records, text } = ask('We send with Google', {
      ...scan,
      spfCost: { lookups: 10, complete: true, includes: [] },
    })
    expect(records).toEqual([])
    expect(text).toContain('would need 11 DNS lookups, and receivers stop at 10')
  })

  it('makes one record of two, and says what else changes', async () => {
    const scan = await scanWith('v=spf1 mx -all')
    const others = scan.records
      .filter(({ kind }) => kind === 'spf')
      .map(each => ({ ...each, value: 'v=spf1 ip4:192.0.2.7 ?all' }))
    const two = { ...scan, records: [...scan.records, ...others], spfCost: null }
    const { records, text } = ask('We send with Google', two)
    expect(records).toEqual(['example.com TXT v=spf1 mx ip4:192.0.2.7 include:_spf.google.com -all'])
    expect(text).toContain('delete the others')
  })

  it('makes no record of one that is broken, unless the scan proved the repair', async () => {
    const scan = await scanWith('v=spf1 mx -all')
    const broken = findingOf('spf_permerror', { action: { kind: 'builder', tool: 'spf', field: 'entries' } })
    expect(ask('We send with Google', { ...scan, findings: [broken] }).records).toEqual([])
    const record = { name: 'example.com', type: 'TXT' as const, value: 'v=spf1 a ~all' }
    const repaired = findingOf('spf_permerror', { action: { kind: 'publish', record, replaces: null, builder: null } })
    expect(ask('We send with Google', { ...scan, findings: [repaired] }).records).toEqual([
      'example.com TXT v=spf1 a include:_spf.google.com ~all',
    ])
  })

  it('makes no record from a scan after which the record changed, or whose lookup failed', async () => {
    const scan = await scanWith('v=spf1 mx -all')
    const records = scan.records.map(each => ({ ...each, when: `${each.when}, changed since` }))
    const changed = ask('We send with Google', { ...scan, records })
    expect([changed.records, changed.text.includes('changed after this scan')]).toEqual([[], true])
    const sections = { ...scan.sections, spf: { state: 'unchecked' as const, reason: 'timeout' } }
    const failed = ask('We send with Google', { ...scan, sections, records: [], findings: [] })
    expect([failed.records, failed.text.includes('SPF could not be checked: timeout')]).toEqual([[], true])
  })

  it('takes the include of the data center that the mail servers show, and asks where none does', async () => {
    expect(ask('We send with Zoho', await scanWith('v=spf1 mx -all', ['mx.zoho.eu'])).records).toEqual([
      'example.com TXT v=spf1 mx include:zohomail.eu -all',
    ])
    const open = ask('We send with Zoho', await scanWith('v=spf1 mx -all'))
    expect([open.records, open.text.includes('depends on your data center')]).toEqual([[], true])
  })

  it('says whether a service may send', async () => {
    const scan = await scanWith('v=spf1 mx -all')
    const spfCost = { lookups: 3, complete: true, includes: ['_spf.salesforce.com'] }
    expect(ask('Is Salesforce authorised to send mail for example.com?', { ...scan, spfCost }).text).toContain(
      'Yes: Salesforce may send for example.com.',
    )
    expect(ask('Is Zendesk allowed to send for example.com?', scan).text).toContain('does not list Zendesk')
    expect(ask('Is Brevo allowed to send for example.com?', scan).text).toContain('It need not')
  })

  it('names a DKIM key that the scan found at a selector of this service alone', async () => {
    const scan = await scanWith('v=spf1 mx -all')
    const keys = scan.records
      .slice(0, 1)
      .map(each => ({ ...each, kind: 'dkim' as const, name: 'zendesk1._domainkey.example.com' }))
    expect(ask('DKIM of Zendesk', { ...scan, records: [...scan.records, ...keys] }).text).toContain(
      'found a key at zendesk1.',
    )
  })

  it('says what it rests on', async () => {
    const { text } = ask('We send with Google', await scanWith('v=spf1 mx -all'))
    expect(text).toContain('the scan of example.com of Nov 1, 2026')
    expect(text).toContain('looked up in November 2026')
    expect(text).toContain('Nothing was asked outside')
  })

  it('is there for every service of the catalogue, with its page and without a record in a sentence', async () => {
    const scan = await scanWith('v=spf1 mx -all')
    expect(catalogueServices.length).toBeGreaterThan(95)
    for (const service of catalogueServices) {
      const { isFound, text, prose, records } = ask(
        `What do I publish for SPF and DKIM of ${service.phrases[0]}?`,
        scan,
      )
      expect([service.id, isFound, prose]).toEqual([service.id, true, []])
      expect(text).toContain(service.name)
      if (service.provider !== null) expect(text).toContain(service.provider.docsUrl)
      if (service.provider?.spf.apexIncludeNeeded === false) expect([service.id, records]).toEqual([service.id, []])
      if (service.signer !== null) expect(text).toMatch(/_domainkey|selectors/)
    }
  })
})

describe('what to type into a form', () => {
  it('is the label without the domain, and the record of the scan', async () => {
    const scan = await scanFactsOf({ dmarc: null })
    const question = 'My DNS is at GoDaddy. What do I type into host and value to get a DMARC record for example.com?'
    const { text, records, left } = ask(question, scan)
    expect(left).toEqual([])
    expect(text).toContain('_dmarc, without your domain')
    expect(records.join()).toMatch(/^_dmarc\.example\.com TXT v=DMARC1; p=none/)
  })

  it.each([
    ['My DNS is at Namecheap, how do I enter the SPF record?', '@ (the domain itself)'],
    ['What do I put in the name field for DKIM at Cloudflare?', '._domainkey, without your domain'],
    ['We use Route 53. What do I type into name and value for SPF?', 'leave the field empty'],
    ['Which host do I enter for the TLS-RPT record at Squarespace?', '_smtp._tls'],
    ['what do i type into the host field for dmarc at Hetzner', 'I have no source for the form of Hetzner'],
  ])('%s', async (question, words) => {
    const { text, left } = ask(question, await scanWith('v=spf1 mx -all'))
    expect(text).toContain(words)
    expect(left).toEqual([])
  })

  it('follows the record of a service that the question names, too', async () => {
    const scan = await scanWith('v=spf1 mx -all')
    const { text, records } = ask('How do I add Zendesk to my SPF record at GoDaddy?', scan)
    expect(records).toEqual(['example.com TXT v=spf1 mx include:mail.zendesk.com -all'])
    expect(text).toContain('SPF: what to type at GoDaddy')
  })

  it('shows the record that is there instead of a second one', async () => {
    const { text, records } = ask(
      'What do I type into host and value for DMARC at GoDaddy?',
      await scanWith('v=spf1 mx -all'),
    )
    expect(records).toEqual([])
    expect(text).toContain('has one already')
  })
})
