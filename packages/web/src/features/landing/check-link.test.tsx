import { cleanup, configure, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { seeState } from '../../lib/see-state.fixture.ts'
import { CheckLink } from './check-link.tsx'

const scan = { domain_name: 'example.com', finished_at: '2026-11-28T09:00:00.000Z' }
const url = 'https://waxseal.example/check/AAAAAAAAAAAAAAAAAAAAAA'
const writeText = vi.fn(async () => {})

// A busy machine takes its time.
configure({ asyncUtilTimeout: 10_000 })

beforeEach(() => {
  writeText.mockClear()
  vi.stubGlobal('navigator', { clipboard: { writeText } })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** @returns the calls so far; the server gives these answers in turn */
function open(...answers: Response[]): unknown[] {
  const calls: unknown[] = []
  vi.stubGlobal('fetch', (path: string, { method, body }: { method: string; body?: string | null }) => {
    calls.push([method, path, ...(body == null ? [] : [JSON.parse(body)])])
    return Promise.resolve(answers.shift())
  })
  render(<CheckLink scan={scan} />)
  return calls
}

it('makes one link, copies it as often as asked, and deletes it', async () => {
  const { finished_at } = scan
  const made = Response.json({ url, expires_at: '2026-12-05T09:00:00.000Z', finished_at }, { status: 201 })
  const calls = open(made, new Response(null, { status: 204 }))
  fireEvent.click(screen.getByRole('button', { name: 'Copy link' }))
  await screen.findByText(url)
  expect(screen.getByRole('status').textContent).toContain(
    'Anyone with this link can read the report, until Dec 5, 2026 (7 days).',
  )
  fireEvent.click(screen.getAllByRole('button', { name: 'Copy link' })[0] as HTMLElement)
  await vi.waitFor(() => expect(writeText.mock.calls).toEqual([[url], [url]]))
  fireEvent.click(screen.getByRole('button', { name: 'Delete link' }))
  await screen.findByText('The link is deleted.')
  expect(calls).toEqual([
    ['POST', '/api/check/links', scan],
    ['DELETE', '/api/check/links/AAAAAAAAAAAAAAAAAAAAAA'],
  ])
})

it('says why there is none', async () => {
  const detail = 'You can create 20 links a day. Try again tomorrow.'
  open(Response.json({ code: 'rate_limited', detail }, { status: 429 }))
  fireEvent.click(screen.getByRole('button', { name: 'Copy link' }))
  await screen.findByText(detail)
  expect(writeText).not.toHaveBeenCalled()
})

it('offers to check again where the server no longer has the report, and says that it did', async () => {
  const gone = 'The server no longer has this report. Check the domain again to get a link.'
  const anew = { url, expires_at: '2026-12-05T10:00:00.000Z', finished_at: '2026-11-28T10:00:00.000Z' }
  const refused = Response.json({ code: 'gone', detail: gone }, { status: 410 })
  const calls = open(refused, Response.json(anew, { status: 201 }))
  fireEvent.click(screen.getByRole('button', { name: 'Copy link' }))
  await screen.findByText(gone)
  await seeState('landing-checked-link-failed')
  fireEvent.click(screen.getByRole('button', { name: 'Check again and copy link' }))
  await screen.findByText(url)
  expect(screen.getByText('The domain was checked again for this link.')).toBeTruthy()
  expect(calls.at(-1)).toEqual(['POST', '/api/check/links', { ...scan, check_again: true }])
  await vi.waitFor(() => expect(writeText.mock.calls).toEqual([[url]]))
})
