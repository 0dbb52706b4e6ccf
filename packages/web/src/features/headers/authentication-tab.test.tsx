import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { aLine, anAnalysis } from './analysis.fixture.ts'
import type { Analysis } from './api.ts'
import { button, leave, opened, press, refused, shown, tab } from './screen.fixture.tsx'

afterEach(leave)

async function openTab(fields: Partial<Analysis> = {}, world: Parameters<typeof opened>[0] = {}): Promise<HTMLElement> {
  await opened({ ...world, analysis: anAnalysis(fields) })
  tab('Authentication')
  return screen.getByRole('tabpanel')
}

const part = (title: string): HTMLElement =>
  screen.getByRole('heading', { name: title }).parentElement?.parentElement as HTMLElement

describe('Authentication', () => {
  it('shows SPF, DKIM and DMARC, each with its result and its line', async () => {
    await openTab()
    const rows = within(part('Results of the receiver')).getAllByRole('listitem')
    expect(rows.map(row => row.querySelector('h4')?.textContent).filter(Boolean)).toEqual(['SPF', 'DKIM', 'DMARC'])
    expect(rows[0]?.textContent).toContain('The receiving system reported spf=pass.')
    expect(rows[0]?.querySelector('summary')?.textContent).toBe('Evidence: Authentication-Results, line 6')
  })

  it('shows results that do not count, with the reason', async () => {
    await openTab({
      ignored_results: [
        {
          authserv_id: 'mx.elsewhere.example',
          rank: 'untrusted',
          words: 'It names another organization.',
          at: aLine(),
        },
        { authserv_id: null, rank: 'empty', words: 'It has no method.', at: aLine() },
        { authserv_id: 'mx.example.net', rank: 'history', words: 'It is older.', at: aLine() },
      ],
    })
    const ignored = part('Results that do not count')
    for (const tag of ['Untrusted', 'No result', 'Earlier system']) within(ignored).getByText(tag)
    within(ignored).getByText('mx.elsewhere.example')
    within(ignored).getByText('It names another organization.')
    within(ignored).getByText('No authserv-id')
  })

  it('draws the alignment, with a sentence and a table', async () => {
    await openTab()
    const alignment = part('DMARC alignment')
    within(alignment).getByText('Aligned')
    const sentence = 'SPF domain news.example.com and DKIM domain example.com passed and are aligned with example.com.'
    expect(within(alignment).getAllByText(sentence).length).toBeGreaterThan(0)
    within(alignment).getByText('pass, same organization')
    fireEvent.click(within(alignment).getByRole('button', { name: 'Show as table' }))
    within(alignment).getByRole('rowheader', { name: 'SPF' })
  })

  it.each<[Partial<Analysis['alignment']>, string, RegExp]>([
    [{ aligned: false }, 'Not aligned', /shows no identity that passed and is aligned with/],
    [{ aligned: null, identities: [] }, 'Unknown', /reports no SPF and no DKIM result/],
    [{ aligned: null, from_domain: null, identities: [] }, 'Unknown', /No domain can be read from From/],
  ])('for %j says %s', async (fields, word, sentence) => {
    await openTab({ alignment: { ...anAnalysis().alignment, ...fields } })
    const alignment = part('DMARC alignment')
    within(alignment).getByText(word)
    expect(within(alignment).getAllByText(sentence).length).toBeGreaterThan(0)
  })

  it('shows the beginning of long lists, and more at a press', async () => {
    const many = Array.from({ length: 5_000 }, (_, index) => index)
    await openTab({
      ignored_results: many.map(index => ({
        authserv_id: `mx${index}.elsewhere.example`,
        rank: 'untrusted' as const,
        words: 'x',
        at: aLine(),
      })),
      alignment: {
        ...anAnalysis().alignment,
        identities: many.map(index => ({
          kind: 'dkim',
          domain: `d${index}.example`,
          result: 'pass',
          alignment: 'none',
          at: aLine(),
        })),
      },
    })
    const ignored = part('Results that do not count')
    expect(within(ignored).getAllByText('Untrusted')).toHaveLength(20)
    fireEvent.click(within(ignored).getByRole('button', { name: 'Show 200 more of 4,980' }))
    expect(within(ignored).getAllByText('Untrusted')).toHaveLength(220)
    expect(within(part('DMARC alignment')).getAllByText('pass, another organization')).toHaveLength(20)
  })

  it('says that signatures of a header alone are not checked', async () => {
    await openTab()
    screen.getByText(/^Not checked: only a header was pasted/)
  })

  it('shows checked signatures, ARC, the filters and the sender rules', async () => {
    await openTab({
      signatures: [
        { kind: 'dkim', domain: 'example.com', selector: 's1', result: 'fail', words: 'The body has changed.' },
      ],
      arc: [{ instance: 1, seal: 'none', domain: 'relay.example', words: 'The first hop sealed it.', at: aLine() }],
      verdicts: [{ product: 'SpamAssassin', says: 'spam', words: 'It scored 7.1 of 5.', at: aLine() }],
      sender_rules: [
        {
          id: 'auth',
          receivers: ['Gmail', 'Yahoo'],
          title: 'SPF or DKIM passes',
          verdict: 'met',
          words: 'Both pass.',
          clause: 'Gmail sender guidelines',
        },
        {
          id: 'unsubscribe',
          receivers: ['Gmail'],
          title: 'One-click unsubscribe',
          verdict: 'not_met',
          words: 'There is no List-Unsubscribe-Post.',
          clause: 'RFC 8058',
        },
        { id: 'tls', receivers: ['Gmail'], title: 'TLS', verdict: 'unknown', words: '–', clause: 'RFC 3207' },
      ],
    })
    within(part('Signatures')).getByText('DKIM example.com (s1)')
    within(part('Signatures')).getByText('fail')
    within(part('ARC')).getByText('Set 1, relay.example')
    within(part('Filter verdicts')).getByText('Spam')
    const rules = part('Sender rules of Gmail, Yahoo, Microsoft and GMX/WEB.DE')
    within(rules).getByText('1 of 2 rules that this header shows are met.')
    const [, first] = within(rules).getAllByRole('row')
    expect(first?.textContent).toContain('Gmail, Yahoo')
    expect(
      within(rules)
        .getAllByText(/^(?:Met|Not met|Unknown)$/)
        .map(({ textContent }) => textContent),
    ).toEqual(['Met', 'Not met', 'Unknown'])
  })

  const selector = { domain_id: 'd1', domain_name: 'example.com', selector: 's1' }

  it('adds a selector that the message shows to its domain', async () => {
    const sent = await opened({ analysis: anAnalysis({ new_selectors: [selector] }) })
    tab('Authentication')
    press('Add selector s1 to example.com')
    await shown('Selector added. The next scan looks it up.')
    await screen.findByRole('button', { name: 'Added selector s1 to example.com' })
    press('Added selector s1 to example.com')
    const posts = sent.filter(({ call }) => call.startsWith('POST'))
    expect(posts).toEqual([{ call: 'POST /domains/d1/selectors', body: { selector: 's1' } }])
  })

  it('shows why a selector could not be added', async () => {
    await openTab(
      { new_selectors: [selector] },
      { answers: { 'POST /domains/d1/selectors': [refused(409, 'conflict', 'Selector already added')] } },
    )
    press('Add selector s1 to example.com')
    await shown('Selector already added')
    button('Add selector s1 to example.com')
  })
})
