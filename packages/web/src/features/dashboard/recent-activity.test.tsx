import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it } from 'vitest'
import type { Activity } from './api.ts'
import { RecentActivity } from './recent-activity.tsx'

afterEach(cleanup)

type Item = Activity[number]

function scanned(name: string, health_score: number | null, score_before: number | null = null): Item['scans'][number] {
  return {
    domain_id: `id-${name}`,
    domain_name: name,
    domain_unicode: null,
    health_score,
    score_before,
    fixed: 0,
    added: 0,
    timestamp: '2026-11-20T09:00:00.000Z',
  }
}

function item(scan: Item['scans'][number], change: Partial<Item> = {}): Item {
  const message = `Scan completed for ${scan.domain_name}`
  return {
    ...scan,
    type: 'scan_completed',
    message,
    alert_type: null,
    alert_severity: null,
    resolved: false,
    scans: [],
    scans_total: 0,
    scans_more: false,
    scores_up: 0,
    scores_down: 0,
    ...change,
  }
}

function show(...items: Item[]): void {
  render(
    <MemoryRouter>
      <RecentActivity items={items} />
    </MemoryRouter>,
  )
}

const lines = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)

it('says that there is none', () => {
  show()
  expect(screen.getByText('No recent activity')).toBeTruthy()
})

it.each([
  ['60 → 83+23', scanned('up.example', 83, 60), 'Good'],
  ['95 → 93−2', scanned('down.example', 93, 95), 'Excellent'],
  ['50 → 50', scanned('same.example', 50, 50), 'Fair'],
  ['', scanned('first.example', 12), 'Poor'],
  ['', scanned('none.example', null), 'Not scored'],
])('shows the change "%s" and the band of the report', (change, scan, band) => {
  show(item(scan))
  const [text = ''] = lines()
  expect(text).toContain(`Scan completed for ${scan.domain_name}`)
  expect(text).toContain(`${change}${scan.health_score ?? '–'}${band}`)
  expect(screen.getByRole('link').getAttribute('href')).toBe(`/diagnostics/id-${scan.domain_name}`)
})

it('counts what was fixed and what is new', () => {
  show(item({ ...scanned('a.example', 83, 60), fixed: 2, added: 1 }))
  expect(lines()[0]).toContain('a.example · 2 fixed, 1 new')
})

it('shows an alert with its words, its domain and its sentence', () => {
  show(
    item(scanned('a.example', null), {
      type: 'alert',
      message: 'Listed by Spamhaus ZEN',
      alert_type: 'blacklist_detection',
      alert_severity: 'critical',
    }),
    item(scanned('192.0.2.1', null), {
      type: 'alert',
      domain_id: null,
      message: 'No longer listed',
      alert_type: 'dns_mx_change',
      alert_severity: 'info',
      resolved: true,
    }),
  )
  const [first = '', second = ''] = lines()
  expect(first).toContain('a.example: Listed by Spamhaus ZEN')
  expect(first).toContain('Blacklist detection')
  expect(second).toContain('192.0.2.1: No longer listed')
  expect(second).toContain('Resolved: DNS MX change')
  expect(screen.getAllByRole('link').map(link => link.getAttribute('href'))).toEqual(['/diagnostics/id-a.example'])
})

it('scrolls by the keyboard', () => {
  show(item(scanned('a.example', 83)))
  expect(screen.getByRole('region', { name: 'Scans and alerts' }).tabIndex).toBe(0)
})

it('says of a bulk scan that was not counted to its end that there are more', () => {
  const scan = scanned('a.example', 83)
  show(item(scan, { message: 'More than 300 domains scanned', scans: [scan], scans_total: 300, scans_more: true }))
  fireEvent.click(screen.getByRole('button', { name: /^More than 300 domains scanned/ }))
  expect(screen.getByText('More than 299 more')).toBeTruthy()
})

it.each([
  [3, 1, '3 scores up, 1 down'],
  [1, 0, '1 score up'],
  [0, 1, '1 score down'],
  [0, 2, '2 scores down'],
])('says of a bulk scan with %i better and %i worse scores "%s", without being opened', (up, down, words) => {
  const scan = scanned('a.example', 83, 60)
  show(item(scan, { message: '9 domains scanned', scans: [scan], scans_total: 9, scores_up: up, scores_down: down }))
  expect(screen.getByRole('button', { name: /^9 domains/ }).textContent).toBe(`9 domains scanned · ${words}`)
})

it('has a bulk scan as one line that opens to its domains', () => {
  const scans = [scanned('a.example', 83, 60), scanned('b.example', 40), scanned('c.example', null)]
  show(
    item(scans[0] ?? scanned('', 0), {
      message: '103 domains scanned',
      health_score: null,
      fixed: 1,
      scans,
      scans_total: 103,
    }),
  )
  const group = screen.getByRole('button', { name: /^103 domains scanned ?· 1 fixed$/ })
  expect(group.getAttribute('aria-expanded')).toBe('false')
  expect(screen.queryAllByRole('link')).toEqual([])
  fireEvent.click(group)
  expect(group.getAttribute('aria-expanded')).toBe('true')
  expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'a.example',
    'b.example',
    'c.example',
  ])
  expect(screen.getByText('100 more')).toBeTruthy()
})
