import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { toast } from 'sonner'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { registerTokenGetter } from '../../lib/api.ts'
import { createQueryClient } from '../../lib/query.ts'
import { seeState } from '../../lib/see-state.fixture.ts'
import { upgrade } from '../../lib/upgrade.ts'
import { aDomain } from '../domains/domain.fixture.ts'
import { ExportReport } from './export-report.tsx'
import type { ReportFormat } from './save-report.ts'

let saved: string[] = []

beforeEach(() => {
  registerTokenGetter(() => Promise.resolve('t'))
  saved = []
  URL.createObjectURL = () => 'blob:csv'
  URL.revokeObjectURL = () => {}
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
  })
})
afterEach(() => {
  cleanup()
  toast.dismiss()
  upgrade.close()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** @returns the calls that are sent to the export */
async function shown(
  format: ReportFormat,
  { tier = 'pro', answer = () => new Response('Kind') } = {},
): Promise<string[]> {
  const sent: string[] = []
  const asked: string[] = []
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path)
    if (path === '/api/auth/me') return Response.json({ id: 'p1', tier, workspace: { role: 'owner' }, workspaces: [] })
    if (path === '/api/config') return Response.json({ billing: 'test' })
    sent.push(path)
    return answer()
  })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ExportReport domain={aDomain('example.com', { id: 'd1' })} format={format} />
    </QueryClientProvider>,
  )
  await vi.waitFor(() => expect(document.querySelector('.lucide-lock') !== null).toBe(tier === 'free'))
  await vi.waitFor(() => expect(asked).toContain('/api/config'))
  return sent
}

const press = () => fireEvent.click(screen.getByRole('button', { name: /^Export (PDF|CSV)$/ }))
const texts = () => toast.getToasts().map(each => ('title' in each ? each.title : null))
const refused = (status: number, body: object) => () => Response.json(body, { status })

describe.each(['PDF', 'CSV'] as const)('Export %s', format => {
  const extension = format.toLowerCase()

  it('saves the report under the name of the domain', async () => {
    const sent = await shown(format)
    press()
    await vi.waitFor(() => expect(saved).toEqual([`example.com_report.${extension}`]))
    expect(sent).toEqual([`/api/diagnostics/export/${extension}/d1`])
    await vi.waitFor(() => expect(texts()).toEqual([`${format} downloaded successfully`]))
  })

  it('says that it runs', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>()
    await shown(format, { answer: () => promise as unknown as Response })
    press()
    await vi.waitFor(() => expect(texts()).toEqual([`Generating ${format}...`]))
    await seeState(format === 'PDF' ? 'diagnostics-pdf-running' : 'diagnostics-csv-running')
    resolve(new Response('Kind'))
    await vi.waitFor(() => expect(saved).toHaveLength(1))
  })

  it('says that it failed', async () => {
    await shown(format, { answer: refused(500, { detail: 'x', code: 'internal' }) })
    press()
    await vi.waitFor(() => expect(texts()).toEqual([`Failed to generate ${format}`]))
    await seeState(format === 'PDF' ? 'diagnostics-pdf-failed' : 'diagnostics-csv-failed')
    expect(saved).toEqual([])
  })

  it('says that the domain is missing when it was deleted meanwhile', async () => {
    await shown(format, { answer: refused(404, { detail: 'Not found', code: 'not_found' }) })
    press()
    await vi.waitFor(() => expect(texts()).toEqual(['Domain not loaded']))
    await seeState('diagnostics-pdf-domain-gone')
  })

  it('opens the upgrade dialog when the server says that the plan lacks it', async () => {
    await shown(format, { answer: refused(403, { detail: 'Locked', code: 'feature_locked', feature: 'exports' }) })
    press()
    await vi.waitFor(() => expect(upgrade.current()).toEqual({ feature: 'exports', detail: 'Locked' }))
    expect(texts()).toEqual([])
  })

  it('below Pro is locked, and opens the upgrade dialog at once', async () => {
    const sent = await shown(format, { tier: 'free' })
    press()
    expect(upgrade.current()?.feature).toBe('exports')
    expect(sent).toEqual([])
  })
})
