import { screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { seeState } from '../../lib/see-state.fixture.ts'
import { upgrade } from '../../lib/upgrade.ts'
import { anAnalysis } from './analysis.fixture.ts'
import { analyzer, button, leave, opened, press, refused, shown, toasts } from './screen.fixture.tsx'

let saved: { name: string; size: number }[] = []
const route = 'GET /headers/export/pdf/a1'

beforeEach(() => {
  saved = []
  let size = 0
  URL.createObjectURL = file => {
    size = (file as Blob).size
    return 'blob:pdf'
  }
  URL.revokeObjectURL = () => {}
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, size })
  })
})
afterEach(leave)

const pdf = (text: string) => () => new Response(text, { headers: { 'content-type': 'application/pdf' } })

describe('Export PDF', () => {
  it('saves the file under the name of the subject', async () => {
    const sent = await opened({ answers: { [route]: [pdf('%PDF-1.7')] } })
    press('Export PDF')
    await vi.waitFor(() => expect(saved).toEqual([{ name: 'Your_November_summary.pdf', size: 8 }]))
    expect(sent.filter(({ call }) => call === route)).toHaveLength(1)
    expect(toasts()).toEqual([])
  })

  it('names a file without a subject header_analysis', async () => {
    const { parsed_data } = anAnalysis()
    await opened({
      analysis: anAnalysis({ parsed_data: { ...parsed_data, subject: null } }),
      answers: { [route]: [pdf('%PDF-1.7')] },
    })
    press('Export PDF')
    await vi.waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['header_analysis.pdf']))
  })

  it.each([
    ['headers-export-gone', refused(404, 'not_found', 'Not found')],
    ['headers-export-failed', refused(500, 'internal', 'x')],
    ['headers-export-empty', pdf('')],
  ] as const)('says what failed: %s', async (state, answer) => {
    await opened({ answers: { [route]: [answer] } })
    press('Export PDF')
    await seeState(state)
    expect(saved).toEqual([])
    expect(button('Export PDF').hasAttribute('aria-disabled')).toBe(false)
  })

  it.each([
    ['Failed to export PDF: the server could not be reached', () => Promise.reject(new TypeError('fetch failed'))],
  ])('says "%s"', async (text, answer) => {
    await opened({ answers: { [route]: [answer] } })
    press('Export PDF')
    await shown(text)
    expect(saved).toEqual([])
    expect(button('Export PDF').hasAttribute('aria-disabled')).toBe(false)
  })

  it('opens the upgrade dialog when the server says that the plan lacks it', async () => {
    await opened({ answers: { [route]: [refused(403, 'feature_locked', 'Locked', { feature: 'exports' })] } })
    press('Export PDF')
    await vi.waitFor(() => expect(upgrade.current()).toEqual({ feature: 'exports', detail: 'Locked' }))
    expect(toasts()).toEqual([])
  })

  it('below Pro is locked, and opens the upgrade dialog at once', async () => {
    const sent = await opened({ tier: 'free' })
    await vi.waitFor(() => expect(button('Export PDF').querySelector('.lucide-lock')).not.toBeNull())
    press('Export PDF')
    expect(upgrade.current()?.feature).toBe('exports')
    expect(sent.filter(({ call }) => call === route)).toEqual([])
  })

  it('has no lock where no plans are sold', async () => {
    await opened({ tier: 'free', billing: 'off', answers: { [route]: [pdf('%PDF-1.7')] } })
    press('Export PDF')
    await vi.waitFor(() => expect(saved).toHaveLength(1))
    expect(upgrade.current()).toBeNull()
  })

  it('is not there before an analysis', () => {
    analyzer()
    expect(screen.queryByRole('button', { name: 'Export PDF' })).toBeNull()
  })
})
