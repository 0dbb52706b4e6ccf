import { describe, expect, it } from 'vitest'
import { domainWith, factsWith, findingOf, scanFactsOf, textsOf } from './answers.fixture.ts'
import { domainFacts } from './domain-facts.ts'
import type { DomainFacts, Facts } from './facts.ts'
import { reply } from './reply.ts'
import { withDecisions } from './scan-facts.ts'

const said = (text: string, facts: Partial<Facts>) =>
  textsOf(reply(text, factsWith(facts), { origin: 'no-model', earlier: ['hello'] }))

const open = await scanFactsOf({ dmarc: null, spf: 'v=spf1 mx ?all' })

/** A domain whose issues are all accepted. */
function accepted(domain: DomainFacts): DomainFacts {
  return { ...domain, issues: domain.issues.map(issue => ({ ...issue, decision: 'accepted' as const })) }
}

describe('findings that the owner accepted or muted', () => {
  const scan = withDecisions(
    open,
    open.findings.map(({ id, subject }) => ({ id, subject, kind: 'accepted' as const })),
  )

  it('are no fix, and still cost points', () => {
    expect(said('What should I fix first?', { scan })).toEqual([
      'example.com scores 57 of 100.',
      'You have decided about all issues of example.com; they still cost points.',
    ])
  })

  it('are still in the report for whoever asks how to fix them', () => {
    expect(said('How do I fix DMARC?', { scan })[0]).toBe(
      'You have accepted or muted all findings about DMARC of example.com. The report has each with its fix, and the DMARC Record Builder under Tools makes a record.',
    )
  })

  it('are not called harmless for delivery', () => {
    const texts = said('How do I improve deliverability?', { scan })
    expect(texts).toContain('DMARC: Accepted or muted findings only.')
    expect(texts).toContain(
      'You have decided about all issues that affect delivery of example.com; they still cost points.',
    )
    expect(texts.join(' ')).not.toContain('No finding')
  })

  it.each([
    'Is example.com secure?',
    'What is wrong with example.com?',
    'Analyze example.com',
    'How do I improve deliverability?',
    'What is the DMARC status of example.com?',
    'How do I fix DMARC?',
    'Why is DMARC important?',
    'What does DMARC cost me?',
    'Explain DMARC',
    'Show my DMARC record',
    'Does example.com have SPF?',
  ])('are named in no answer: %s', question => {
    const text = said(question, { scan, domains: [domainWith('example.com', 57)] }).join(' ')
    expect(text).not.toMatch(/DMARC record missing|SPF ends in|no policy for mail/)
  })

  it('are no advice about a listing, which is named as the fact that it is', async () => {
    const title = 'Listed on a critical blocklist'
    const listing = { ...findingOf('bl_critical'), title, reason: `${title}: 203.0.114.1 on Spamhaus ZEN` }
    const healthy = await scanFactsOf()
    const listed = { ...healthy, blocklists: { ...healthy.blocklists, asked: true, listedOn: ['Spamhaus ZEN'] } }
    const decided = { ...listing, decision: 'accepted' as const }
    const question = 'Is example.com on a blocklist?'
    expect(said(question, { scan: { ...listed, findings: [listing] } }).join(' ')).toContain(title)
    const text = said(question, { scan: { ...listed, findings: [decided] } }).join(' ')
    expect(text).toContain('example.com or one of its mail servers is on one blocklist: Spamhaus ZEN.')
    expect(text).not.toContain(title)
  })

  it('are no part of the answer about an address, which says what lists it', async () => {
    const healthy = await scanFactsOf()
    const [address = ''] = healthy.details.mx?.flatMap(({ addresses }) => addresses) ?? []
    const title = 'Listed on a critical blocklist'
    const listing = { ...findingOf('bl_critical', { subject: address }), title, reason: `${title}: ${address}` }
    const listings = [{ list: 'Spamhaus ZEN', subject: address }]
    const listed = { ...healthy, details: { ...healthy.details, listings }, findings: [listing] }
    for (const question of [`Is ${address} on a blocklist?`, `Is ${address} safe?`]) {
      const text = (finding: typeof listing) =>
        said(question, { scan: null, scans: [{ ...listed, findings: [finding] }] }).join(' ')
      expect(text(listing)).toContain(title)
      expect(text({ ...listing, decision: 'accepted' as const })).toContain(`${address}, an address of`)
      expect(text({ ...listing, decision: 'accepted' as const })).not.toContain(title)
    }
  })

  it('on the way to p=reject stay in the way, and are not named', async () => {
    const question = 'Can I go to p=reject now?'
    const quarantine = await scanFactsOf({ dmarc: 'v=DMARC1; p=quarantine; rua=mailto:d@example.com', spf: null })
    const decide = (ids: readonly string[]) =>
      withDecisions(
        quarantine,
        quarantine.findings
          .filter(({ id }) => ids.includes(id))
          .map(({ id, subject }) => ({ id, subject, kind: 'accepted' as const })),
      )
    expect(said(question, { scan: quarantine }).join(' ')).toContain('SPF record missing')
    const text = said(question, { scan: decide(['spf_missing']) })
    expect(text[0]).toBe(
      'Not yet: your own mail may fail DMARC at example.com. You have decided about the findings behind this; they remain obstacles until you fix them.',
    )
    expect(text.join(' ')).not.toContain('SPF record missing')
    const missing = said(question, { scan }).join(' ')
    expect(missing).toContain('Not yet: example.com has no DMARC record that receivers use.')
    expect(missing).not.toContain('DMARC record missing')
  })

  it('need no attention', () => {
    const domains = [accepted(domainWith('dec.example', 45, 'dmarc_missing')), domainWith('ok.example', 100)]
    expect(said('What domains need attention?', { domains })).toEqual([
      'None of your 2 scanned domains has a problem that you have not decided about.',
      'You have decided about all issues of dec.example; they still cost points.',
    ])
    expect(said('Which domains have a DMARC problem?', { domains }).at(-1)).toBe(
      'You have decided about all issues about DMARC of dec.example; they still cost points.',
    )
    expect(said('Is dec.example secure?', { domains })).toEqual([
      'dec.example, 45 of 100 (Poor).',
      'You have decided about all issues of dec.example; they still cost points.',
    ])
  })

  it('do not hide the others', () => {
    const mixed = domainWith('m.example', 40, 'dmarc_missing', 'spf_missing')
    const [first, ...others] = mixed.issues
    const issues = first === undefined ? [] : [{ ...first, decision: 'muted' as const }, ...others]
    expect(
      said('What domains need attention?', { domains: [{ ...mixed, issues }, domainWith('ok.example', 100)] }),
    ).toEqual([
      '1 of your 2 scanned domains needs attention. The first is m.example.',
      'm.example, 40 of 100 (Poor): SPF record missing (20 points).',
    ])
  })

  it('keep the decision of their row', () => {
    const row = { name: 'a.example', unicode: null, tags: [], score: 65, scannedAt: null, changes: null }
    const findings = [
      { id: 'dmarc_missing', subject: null, points: -35, decision: 'muted' as const },
      { id: 'spf_missing', subject: null, points: -20 },
    ]
    expect(domainFacts({ ...row, findings }).issues.map(({ id, decision }) => [id, decision])).toEqual([
      ['dmarc_missing', 'muted'],
      ['spf_missing', undefined],
    ])
  })
})

describe('a scan whose findings are not at hand', () => {
  const pending = [domainWith('one.example', 60), domainWith('two.example', 60)]

  it('is never without a problem', () => {
    expect(said('What domains need attention?', { domains: pending })).toEqual([
      'It is not known yet whether your scanned domains have a problem.',
      'The findings of one.example and two.example are not ready yet.',
    ])
    expect(said('Is one.example secure?', { domains: pending })).toEqual([
      'one.example, 60 of 100 (Fair).',
      'The findings of one.example are not ready yet.',
    ])
  })

  it('does not count where the others have no problem', () => {
    const domains = [...pending.slice(0, 1), domainWith('a.example', 100), domainWith('b.example', 100)]
    expect(said('What domains need attention?', { domains })).toEqual([
      'None of the 2 domains whose findings are known has a problem.',
      'The findings of one.example are not ready yet.',
    ])
  })

  it('without a score is not known either', () => {
    const domains = [domainWith('n.example', null), domainWith('a.example', 100)]
    expect(said('What domains need attention?', { domains })).toEqual([
      'a.example has no problem.',
      'Too little of n.example could be checked to say whether there is a problem.',
    ])
  })
})
