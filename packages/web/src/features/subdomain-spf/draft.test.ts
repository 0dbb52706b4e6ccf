import { describe, expect, it } from 'vitest'
import { emptyDraft, isFilled, readDraft } from './draft.ts'

const filled = { ...emptyDraft, domain: 'example.com', chosen: new Set(['google-workspace']) }

function published(draft: typeof filled): string[] | undefined {
  return readDraft(draft).records?.map(({ dnsRecord: { name, type, value } }) => `${name} ${type} ${value}`)
}

describe('the form of the subdomain generator', () => {
  it('is complete once a domain and a service are set', () => {
    expect(isFilled(emptyDraft)).toBe(false)
    expect(isFilled({ ...filled, domain: '  ' })).toBe(false)
    expect(isFilled({ ...filled, chosen: new Set<string>() })).toBe(false)
    expect(isFilled(filled)).toBe(true)
  })

  it('asks for a valid domain', () => {
    expect(readDraft({ ...filled, domain: ' ' }).domainProblem).toBe('Please enter your domain')
    expect(readDraft({ ...filled, domain: 'localhost' }).domainProblem).toBe('Please enter a valid domain name')
    expect(readDraft({ ...filled, domain: 'localhost' }).records).toBeNull()
    expect(readDraft(filled).domainProblem).toBeNull()
  })

  it('gives every service the label of the specification', () => {
    const all = [
      'google-workspace',
      'microsoft-365',
      'mailchimp',
      'sendgrid',
      'mailgun',
      'amazon-ses',
      'postmark',
      'sparkpost',
    ]
    expect(published({ ...filled, chosen: new Set(all) })).toEqual([
      'google.example.com TXT v=spf1 include:_spf.google.com -all',
      'microsoft.example.com TXT v=spf1 include:spf.protection.outlook.com -all',
      'marketing.example.com TXT v=spf1 include:servers.mcsv.net -all',
      'transactional.example.com TXT v=spf1 include:sendgrid.net include:mailgun.org include:spf.mtasv.net include:sparkpostmail.com -all',
      'notifications.example.com TXT v=spf1 include:amazonses.com -all',
    ])
  })

  it('writes internationalized names as A-labels', () => {
    expect(published({ ...filled, domain: 'münchen.example', labels: { 'google-workspace': 'büro' } })).toEqual([
      'xn--bro-hoa.xn--mnchen-3ya.example TXT v=spf1 include:_spf.google.com -all',
    ])
  })

  it('makes no record while a label of a chosen service is wrong', () => {
    const wrong = { ...filled, labels: { 'google-workspace': 'two words', sendgrid: '' } }
    const { labelProblems, records } = readDraft(wrong)
    expect([...labelProblems]).toEqual([['google-workspace', 'Use only letters, digits and hyphens']])
    expect(records).toBeNull()
    expect(published({ ...wrong, labels: { sendgrid: '' } })).toHaveLength(1)
  })
})
