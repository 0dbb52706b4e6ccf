import { describe, expect, it } from 'vitest'
import { accountFactsFixture, accountGroupsFixture, planFacts } from '../account-facts.fixture.ts'
import type { AccountGroups } from '../account-facts.ts'
import { domainWith, factsWith, textsOf } from '../answers.fixture.ts'
import { reply } from '../reply.ts'
import { needsOf } from './answer-question.ts'

const { alerts, decisions, domains, members, channels } = accountGroupsFixture
const [decision] = decisions.items
if (decision === undefined) throw new Error('the fixture has no decision')

/** Ada's workspace, with a muted finding that has no note beside the accepted one. */
const groups: Partial<AccountGroups> = {
  decisions: {
    items: [...decisions.items, { ...decision, domain: 'news.example', kind: 'muted', note: null }],
    total: 2,
  },
}

function said(message: string, changed: Partial<AccountGroups> = {}): string {
  const account = accountFactsFixture({ ...groups, ...changed })
  const rows = domains.domains.items.map(({ name }) => domainWith(name, 90))
  return textsOf(reply(message, factsWith({ account, domains: rows }), { origin: 'no-model', earlier: ['x'] })).join(
    '\n',
  )
}

const refused = /I cannot answer this/

describe('a condition of a question about the account is never left out', () => {
  it('open alerts are those that are not resolved', () => {
    for (const asked of [
      'Which alerts are open?',
      'which alerts are still open',
      'Show the open alerts',
      'How many open alerts are there?',
    ])
      expect(said(asked), asked).toMatch(/^There is 1 open alert\./)
    expect(said('Which alerts did we get?')).toMatch(/^There are 2 alerts\./)
    expect(said('Are there critical alerts?')).toMatch(/^Yes\. There is 1 critical alert\./)
    expect(said('Which alerts are open?', { alerts: { ...alerts, open: { items: [], total: 0 } } })).toMatch(
      /^There are no open alerts\./,
    )
  })

  it('a channel that is named is the one that is asked about', () => {
    expect(said('Is Slack set up?')).toMatch(/^No\. Alerts do not go out by Slack now\./)
    expect(said('Do our alerts go to Slack?')).toMatch(/^No\. Alerts do not go out by Slack now\./)
    expect(said('Do alerts go out by mail?')).toMatch(/^Yes\. Alerts go out by email now\./)
    expect(said('Is Discord set up?')).not.toMatch(/^Yes/)
    const off = channels.channels.map(each => ({ ...each, state: 'off' as const }))
    expect(said('Do our alerts go to Slack?', { channels: { ...channels, channels: off } })).toMatch(/^No\./)
  })

  it('domains without a schedule, and without a tag', () => {
    expect(said('Which domains have no schedule?')).toMatch(/^1 of 2 domains is without a schedule\.\nnews\.example/)
    expect(said('Which domains are not scanned automatically?')).toMatch(/^1 of 2 domains is without a schedule\./)
    expect(said('Which domains have no tag?')).toMatch(/^1 of 2 domains has no tag\.\nshop\.example: no tag/)
    expect(said('Which domains are not scanned daily?')).not.toMatch(/daily, next/)
  })

  it('members of a role', () => {
    expect(said('Who is the owner of this workspace?')).toMatch(/^The workspace has 1 owner\.\nAda/)
    expect(said('How many editors do we have?')).toMatch(/^The workspace has 1 editor\./)
    expect(said('Which members are admins?')).toMatch(/^The workspace has no admins\./)
    expect(said('how many members are viewers')).toMatch(/^The workspace has no viewers\./)
    expect(said('Who has access?')).toMatch(/^The workspace has 2 members\./)
  })

  it('API keys that have expired, were never used, or may write', () => {
    expect(said('Has any API key expired?')).toMatch(/^Yes\. The workspace has 1 expired API key\./)
    expect(said('Which API keys were never used?')).toMatch(/^The workspace has 1 unused API key\./)
    expect(said('Which API keys can scan?')).toMatch(/^The workspace has 1 API key with the scope scan\./)
    expect(said('Does any API key expire?')).toMatch(/^The workspace has 2 API keys\./)
  })

  it('findings that were muted, and those without a note', () => {
    expect(said('Which findings were muted?')).toMatch(/^There is 1 muted finding\.\nnews\.example/)
    expect(said('Which findings did we accept?')).toMatch(/^There is 1 accepted finding\.\nshop\.example/)
    expect(said('Which decisions have no note?')).toMatch(/without a note\.\nnews\.example/)
    expect(said('Which decisions have a note?')).toMatch(/with a note\.\nshop\.example/)
  })

  it('room for as many as are named', () => {
    expect(said('Can I add 5 more domains?')).toMatch(/^Yes\. 3 of 10 domains used/)
    expect(said('Can I add 8 more domains?')).toMatch(/^No\. 3 of 10 domains used/)
    expect(said('Can we have 10 domains?')).toMatch(/^Yes\./)
    const quotas = { ...planFacts.quotas, domains: { used: 3, limit: null, resetsAt: null } }
    expect(said('Can I add 800 more domains?', { plan: { ...planFacts, quotas } })).toMatch(/^Yes\./)
  })

  it('what whoever asks did themselves', () => {
    expect(said('What did I change last week?')).toMatch(/^There are no recorded actions of yours/)
  })

  it('what is negated otherwise is refused or said without a yes or no', () => {
    expect(said('Which members have not joined yet?')).not.toMatch(/^The workspace has/)
    expect(said('Which hosted records are not live?')).toMatch(refused)
    expect(said('Are there no open invitations?')).toMatch(/^1 invitation is open\./)
    expect(said('Do we have no API key?', { members })).toMatch(/^The workspace has 2 API keys\./)
  })

  it('the period in which domains were added', () => {
    expect(said('Which domains were added this month?')).toMatch(/^2 domains were added since Nov 1, 2026\./)
    expect(said('Which domains were added yesterday?')).toMatch(/^No domains were added on Nov 27, 2026\./)
  })

  it('the records of which changes are asked for, and that nothing changed', () => {
    expect(said('Which domains changed their name servers?')).toMatch(
      /^Monitoring found no DNS changes of these records/,
    )
    expect(said('Which DMARC records changed this month?')).toMatch(
      /^Monitoring found 1 DNS change of these records since Nov 1/,
    )
    expect(said('Which domains did not change this month?')).toMatch(refused)
  })

  it('what no record and no counter says is refused', () => {
    for (const asked of [
      'how many mails failed DMARC yesterday',
      'Which of our domains sends the most mail?',
      'How many scans did we run in October?',
    ])
      expect(said(asked), asked).toMatch(refused)
    expect(said('How many scans did we use this month?')).toMatch(/^41 scans used this month/)
  })

  it('whether monitoring is on', () => {
    expect(said('Is DNS monitoring on?')).toMatch(
      /^Yes\. DNS monitoring checks the records of your domains every 6 hours\./,
    )
  })

  it('"and before that" is the time before the period of the question before', () => {
    const earlier = ['What changed since Tuesday?']
    const { account } = needsOf(
      'and before that?',
      earlier,
      factsWith({ domains: [domainWith('one.example', 50), domainWith('two.example', 50)] }),
    )
    expect(account?.query).toMatchObject({ since: '2025-11-24T00:00:00.000Z', until: '2026-11-24T00:00:00.000Z' })
  })

  it('an action that someone may have taken', () => {
    expect(said('Did someone delete a domain?')).toMatch(/^There are no recorded actions of this kind\./)
  })

  it('a wish to make a key is no question for those that are there', () => {
    expect(said('Can I create an API key?')).not.toMatch(/^(?:Yes|No)/)
  })

  it('a check of DNS is no scan', () => {
    expect(said('When was the last DNS check of shop.example?')).toMatch(
      /DNS monitoring checks .*\n.*\nshop\.example: last checked/,
    )
  })
})

it('a question about "its" without a domain before asks which one', () => {
  const rows = ['one.example', 'two.example'].map(name => domainWith(name, 50))
  const [first, second] = reply('and its DKIM?', factsWith({ domains: rows }), {
    origin: 'no-model',
    earlier: ['hello'],
  })
  expect(first).toMatchObject({ text: 'Which domain do you mean?' })
  expect(second).toMatchObject({ kind: 'asks' })
})
