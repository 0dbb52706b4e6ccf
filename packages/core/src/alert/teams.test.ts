// @vitest-environment jsdom
/// <reference lib="dom" />
import { createRequire } from 'node:module'
import type * as Cards from 'adaptivecards'
import { describe, expect, it } from 'vitest'
import type { Alert } from './alert.ts'
import { dropped, hostile, hostileTexts, messageOf, weakened } from './messages.fixture.ts'
import { renderTeams, type TeamsBody } from './teams.ts'

// The package's main file imports the style sheets of a browser; this one is whole.
const cards = createRequire(import.meta.url)('adaptivecards/dist/adaptivecards.js') as typeof Cards

// jsdom has no layout and so no innerText, which the renderer sets. Set, it is the text of the element.
Object.defineProperty(HTMLElement.prototype, 'innerText', {
  set(this: HTMLElement, text: string) {
    this.textContent = text
  },
})

/** Shows a card as Microsoft's renderer does, and what it warns of. */
function shown(body: TeamsBody): { warnings: string[]; page: HTMLElement } {
  const card = new cards.AdaptiveCard()
  const context = new cards.SerializationContext()
  card.parse(JSON.parse(JSON.stringify(body.attachments[0]?.content)), context)
  const parsed = Array.from({ length: context.eventCount }, (_, index) => context.getEventAt(index).message)
  const validated = card.validateProperties().validationEvents.map(({ message }) => message)
  return { warnings: [...parsed, ...validated], page: card.render() ?? document.body }
}

function bodyWith(change: Partial<Alert>): string {
  return JSON.stringify(renderTeams(messageOf({ ...weakened, ...change })))
}

function linesOf(page: HTMLElement): string[] {
  return [...page.querySelectorAll('.ac-richTextBlock')].map(block => block.textContent)
}

describe('a message for Teams', () => {
  it('is an Adaptive Card in the envelope of a Workflow', () => {
    const body = renderTeams(messageOf(weakened))
    expect(body).toMatchObject({
      type: 'message',
      attachments: [
        {
          contentType: 'application/vnd.microsoft.card.adaptive',
          contentUrl: null,
          content: { type: 'AdaptiveCard', version: '1.4' },
        },
      ],
    })
  })

  it('is shown by Microsoft’s renderer without a warning', () => {
    const { warnings, page } = shown(renderTeams(messageOf(weakened)))
    expect(warnings).toEqual([])
    expect(linesOf(page)).toEqual([
      'example.com: DMARC policy weakened from reject to none',
      'Critical · DNS/MX change · Nov 15, 2026, 07:33 UTC',
      'Before',
      'v=DMARC1; p=reject; rua=mailto:reports@example.com',
      'Now',
      'v=DMARC1; p=none; rua=mailto:reports@example.com',
    ])
    expect([...page.querySelectorAll('[role=link],button')].map(each => each.textContent)).toEqual([
      'Open in Waxseal',
      'Change alert settings',
    ])
  })

  it('of several alerts names the domain of each', () => {
    const { warnings, page } = shown(renderTeams({ ...messageOf(weakened, dropped), more: 1 }))
    expect(warnings).toEqual([])
    expect(linesOf(page)).toEqual([
      '3 alerts',
      'example.com: DMARC policy weakened from reject to none',
      'Critical · DNS/MX change · Nov 15, 2026, 07:33 UTC',
      'Before',
      'v=DMARC1; p=reject; rua=mailto:reports@example.com',
      'Now',
      'v=DMARC1; p=none; rua=mailto:reports@example.com',
      'example.org: Health score dropped from 82 to 64',
      'Warning · Health score drop (below 70%) · Nov 15, 2026, 08:00 UTC',
      'Before',
      '82',
      'Now',
      '64',
      '1 more alert is in Waxseal.',
    ])
  })

  it('colors by severity, and what is resolved as good', () => {
    expect(bodyWith({})).toContain('"color":"Attention"')
    expect(bodyWith({ severity: 'warning' })).toContain('"color":"Warning"')
    expect(bodyWith({ severity: 'info' })).not.toContain('"color"')
    expect(bodyWith({ state: 'resolved' })).toContain('"color":"Good"')
  })

  it('renderer warns of a wrong card, so that its silence says something', () => {
    const body = renderTeams(messageOf(weakened))
    const wrong = JSON.parse(JSON.stringify(body).replace('"RichTextBlock"', '"RichText"')) as TeamsBody
    expect(shown(wrong).warnings).not.toEqual([])
  })

  it.each(hostileTexts)('shows %s as text only, within 28 KB', (_, given) => {
    for (const message of [messageOf(hostile(given)), messageOf(...Array.from({ length: 20 }, () => hostile(given)))]) {
      const body = renderTeams(message)
      expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThanOrEqual(28 * 1024)
      const { warnings, page } = shown(body)
      expect(warnings).toEqual([])
      expect([...page.querySelectorAll('a,img,script,b,em,strong,ul,at')]).toEqual([])
      expect(page.textContent).not.toMatch(/[\u202E\u200B\u2028\r\0]/)
      if (given.includes('DATE')) expect(page.textContent).toContain('{ {DATE(2026-11-15T07:33:00Z, SHORT)}}')
      if (given.includes('[Sign in]')) expect(page.textContent).toContain('[Sign in](https://evil.example) **bold**')
    }
  })
})
