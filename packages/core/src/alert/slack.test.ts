import type { KnownBlock } from '@slack/types'
import { describe, expect, it } from 'vitest'
import { dropped, hostile, hostileTexts, messageOf, weakened } from './messages.fixture.ts'
import { renderSlack } from './slack.ts'

/** Every text of the blocks, with the limit that Slack has for it. */
function textsOf(blocks: readonly KnownBlock[]): { type: string; text: string; max: number }[] {
  return blocks.flatMap(block => {
    if (block.type === 'header') return [{ ...block.text, max: 150 }]
    if (block.type === 'context')
      return block.elements.flatMap(element => ('text' in element ? [{ ...element, max: 3000 }] : []))
    if (block.type !== 'section') throw new Error(`no limit is known for ${block.type}`)
    const text = block.text === undefined ? [] : [{ ...block.text, max: 3000 }]
    return [...text, ...(block.fields ?? []).map(field => ({ ...field, max: 2000 }))]
  })
}

describe('a message for Slack', () => {
  it('has the domain, what happened, both values and two links', () => {
    const { text, blocks } = renderSlack(messageOf(weakened))
    blocks satisfies KnownBlock[]
    expect(text).toBe('example.com: DMARC policy weakened from reject to none')
    expect(textsOf(blocks).map(each => each.text)).toEqual([
      'example.com',
      'DMARC policy weakened from reject to none',
      'Before\nv=DMARC1; p=reject; rua=mailto:reports@example.com',
      'Now\nv=DMARC1; p=none; rua=mailto:reports@example.com',
      'Critical · DNS/MX change · Nov 15, 2026, 07:33 UTC',
      '<https://waxseal.example/dns-history?domain=7|Open in Waxseal> · <https://waxseal.example/alerts|Change alert settings>',
    ])
  })

  it('of several alerts names the domain of each', () => {
    const { text, blocks } = renderSlack(messageOf(weakened, dropped))
    expect(text).toBe('2 alerts for 2 domains')
    expect(textsOf(blocks).map(each => each.text)).toEqual([
      '2 alerts for 2 domains',
      'example.com: DMARC policy weakened from reject to none',
      'Before\nv=DMARC1; p=reject; rua=mailto:reports@example.com',
      'Now\nv=DMARC1; p=none; rua=mailto:reports@example.com',
      'Critical · DNS/MX change · Nov 15, 2026, 07:33 UTC',
      'example.org: Health score dropped from 82 to 64',
      'Before\n82',
      'Now\n64',
      'Warning · Health score drop (below 70%) · Nov 15, 2026, 08:00 UTC',
      '<https://waxseal.example|Open in Waxseal> · <https://waxseal.example/alerts|Change alert settings>',
    ])
  })

  it('of a digest stays within the limits of Slack, and counts the rest', () => {
    const { text, blocks } = renderSlack({ ...messageOf(...Array.from({ length: 30 }, () => weakened)), more: 1000 })
    expect(text).toBe('1,030 alerts')
    expect(blocks.length).toBeLessThanOrEqual(50)
    expect(textsOf(blocks).map(each => each.text)).toContain('1,010 more alerts are in Waxseal.')
  })

  it('says that a cause is gone', () => {
    expect(renderSlack(messageOf({ ...weakened, state: 'resolved' })).text).toBe(
      'example.com: Resolved: DMARC policy weakened from reject to none',
    )
  })

  it.each(hostileTexts)('shows %s as text only', (_, given) => {
    for (const message of [messageOf(hostile(given)), messageOf(...Array.from({ length: 20 }, () => hostile(given)))]) {
      const { text, blocks } = renderSlack(message)
      const texts = textsOf(blocks)
      for (const { type, text, max } of texts) {
        expect(text.length).toBeLessThanOrEqual(max)
        expect(text).not.toBe('')
        // In markup only our own links remain; plain text is not read as markup, and is escaped all the same.
        if (type === 'mrkdwn')
          expect(text).toBe(
            '<https://waxseal.example|Open in Waxseal> · <https://waxseal.example/alerts|Change alert settings>',
          )
        else expect(text).not.toMatch(/[<>]|&(?!(?:amp|lt|gt);)/)
      }
      expect(text).not.toMatch(/[<>*_~`@#]|&(?!(?:amp|lt|gt);)/)
      expect(JSON.stringify({ text, blocks })).not.toMatch(/[\u202E\u200B\u2028]/)
      expect(JSON.stringify(blocks).length).toBeLessThan(40_000)
    }
  })
})
