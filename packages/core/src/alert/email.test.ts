// @vitest-environment jsdom
/// <reference lib="dom" />
import { describe, expect, it } from 'vitest'
import { renderEmail } from './email.ts'
import { dropped, hostile, hostileTexts, messageOf, weakened } from './messages.fixture.ts'

function pageOf(html: string): Document {
  return new DOMParser().parseFromString(html, 'text/html')
}

describe('an alert by email', () => {
  it('says what happened in the subject, and the rest as plain text', () => {
    const unsubscribeUrl = 'https://waxseal.example/unsubscribe?token=abc'
    const { subject, text } = renderEmail({ ...messageOf(weakened), unsubscribeUrl })
    expect(subject).toBe('example.com: DMARC policy weakened from reject to none')
    expect(text).toBe(`example.com: DMARC policy weakened from reject to none

Critical · DNS/MX change · Nov 15, 2026, 07:33 UTC
Before:
  v=DMARC1; p=reject; rua=mailto:reports@example.com
Now:
  v=DMARC1; p=none; rua=mailto:reports@example.com
Details: https://waxseal.example/dns-history?domain=7

All alerts: https://waxseal.example

-- 
You receive this email because it is the alert address of a Waxseal workspace.
Change alert settings: https://waxseal.example/alerts
Unsubscribe: https://waxseal.example/unsubscribe?token=abc
`)
  })

  it('has the same in HTML', () => {
    const unsubscribeUrl = 'https://waxseal.example/unsubscribe?token=abc&x=1'
    const page = pageOf(renderEmail({ ...messageOf(weakened), unsubscribeUrl }).html)
    expect(page.title).toBe('example.com: DMARC policy weakened from reject to none')
    expect(page.querySelector('h1')?.textContent).toBe('example.com: DMARC policy weakened from reject to none')
    expect([...page.querySelectorAll('pre')].map(each => each.textContent)).toEqual([
      'v=DMARC1; p=reject; rua=mailto:reports@example.com',
      'v=DMARC1; p=none; rua=mailto:reports@example.com',
    ])
    expect([...page.querySelectorAll('a')].map(each => [each.textContent, each.getAttribute('href')])).toEqual([
      ['Details', 'https://waxseal.example/dns-history?domain=7'],
      ['All alerts', 'https://waxseal.example'],
      ['Change alert settings', 'https://waxseal.example/alerts'],
      ['Unsubscribe', 'https://waxseal.example/unsubscribe?token=abc&x=1'],
    ])
  })

  it('sets no background and no text color, so that it fits light and dark readers', () => {
    const { html } = renderEmail(messageOf(weakened, dropped))
    expect(html).toContain('<meta name="color-scheme" content="light dark">')
    expect(html).not.toMatch(/background|[";]color:/)
  })

  it('of several alerts counts them in the subject and names the domain of each', () => {
    const { subject, text } = renderEmail({ ...messageOf(weakened, dropped), more: 2 })
    expect(subject).toBe('4 alerts')
    expect(text).toContain(`4 alerts

example.com: DMARC policy weakened from reject to none
Critical · DNS/MX change · Nov 15, 2026, 07:33 UTC
`)
    expect(text).toContain('example.org: Health score dropped from 82 to 64\n')
    expect(text).toContain('2 more alerts are in Waxseal.\n')
  })

  it('without an unsubscribe link has none', () => {
    const { text, html } = renderEmail(messageOf(weakened))
    expect(text + html).not.toContain('Unsubscribe')
  })

  it('says that a cause is gone', () => {
    const { subject, text } = renderEmail(messageOf({ ...weakened, severity: 'info', state: 'resolved' }))
    expect(subject).toBe('example.com: Resolved: DMARC policy weakened from reject to none')
    expect(text).toContain('\nResolved · DNS/MX change · Nov 15, 2026, 07:33 UTC\n')
  })

  it.each(hostileTexts)('shows %s as text only', (_, given) => {
    for (const message of [messageOf(hostile(given)), messageOf(hostile(given), hostile(given))]) {
      const { subject, text, html } = renderEmail(message)
      expect(subject.length).toBeLessThanOrEqual(120)
      expect(subject).toMatch(/^[^\p{C}\p{Zl}\p{Zp}]+$/u)
      expect(text).toMatch(/^(?:\n|[^\p{C}\p{Zl}\p{Zp}])+$/u)
      expect(html).toMatch(/^(?:\n|[^\p{C}\p{Zl}\p{Zp}])+$/u)
      const page = pageOf(html)
      expect([...page.querySelectorAll('a')].map(each => each.getAttribute('href'))).toEqual([
        'https://waxseal.example',
        'https://waxseal.example/alerts',
      ])
      expect([...page.querySelectorAll('img,script,link,style,svg,iframe,form,input,[src],[class]')]).toEqual([])
      const attributes = [...page.querySelectorAll('*')].flatMap(each => each.getAttributeNames())
      expect(attributes.filter(name => name.startsWith('on'))).toEqual([])
      if (given.includes('<script>')) expect(page.body.textContent).toContain('<script>alert(1)</script>')
    }
  })
})
