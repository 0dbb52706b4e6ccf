import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { seeState } from '../../lib/see-state.fixture.ts'
import { anAnalysis } from './analysis.fixture.ts'
import { leave, opened } from './screen.fixture.tsx'

afterEach(leave)

describe('the threat assessment', () => {
  it.each([
    [0, 'Low'],
    [39, 'Low'],
    [40, 'Medium'],
    [69, 'Medium'],
    [70, 'High'],
    [100, 'High'],
  ])('of %i is %s, in words and as a bar', async (threat_score, word) => {
    await opened({ analysis: anAnalysis({ threat_score }) })
    const card = screen.getByRole('region', { name: 'Threat Assessment' })
    within(card).getByText(String(threat_score))
    within(card).getByText('out of 100')
    within(card).getByText(word)
    const bar = within(card).getByRole('meter', { name: 'Threat score' })
    expect(bar.getAttribute('aria-valuenow')).toBe(String(threat_score))
    expect((bar.firstChild as HTMLElement).style.width).toBe(`${threat_score}%`)
  })

  it('a high score is called so', async () => {
    await opened({ analysis: anAnalysis({ threat_score: 70 }) })
    await seeState('headers-high')
  })

  it('names each reason with its points and the line it rests on', async () => {
    await opened()
    const [reason] = within(screen.getByRole('list', { name: 'Reasons' })).getAllByRole('listitem')
    expect(reason?.textContent).toMatch(/^\+15 pointsReplies go to another organization/)
    within(screen.getByRole('list', { name: 'Reasons' })).getByText('helpdesk@elsewhere.example')
    expect(reason?.querySelector('summary')?.textContent).toBe('Evidence: Reply-To, line 20')
  })

  it('does not call a message safe because nothing was found', async () => {
    await opened({ analysis: anAnalysis({ threat_score: 0, findings: [] }) })
    screen.getByText(/does not prove that the message is safe/)
    expect(screen.queryByRole('list', { name: 'Reasons' })).toBeNull()
  })
})

describe('the tabs', () => {
  it('are four, and the keyboard moves between them', async () => {
    await opened()
    const tabs = screen.getAllByRole('tab')
    expect(tabs.map(({ textContent }) => textContent)).toEqual(['Headers', 'Routing', 'Authentication', 'VirusTotal'])
    tabs[0]?.focus()
    fireEvent.keyDown(tabs[0] as HTMLElement, { key: 'ArrowRight' })
    await vi.waitFor(() => expect(tabs[1]?.getAttribute('aria-selected')).toBe('true'))
    screen.getByRole('heading', { name: 'Delivery Path (3 hops)' })
  })
})
