import { screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { aHop, anAnalysis } from './analysis.fixture.ts'
import type { Hop } from './api.ts'
import { leave, opened, tab } from './screen.fixture.tsx'

afterEach(leave)

async function openPath(path: Hop[], hops = path.length): Promise<string[][]> {
  const { parsed_data } = anAnalysis()
  await opened({ analysis: anAnalysis({ parsed_data: { ...parsed_data, hops, delivery_path: path } }) })
  tab('Routing')
  return screen
    .queryAllByRole('row')
    .slice(1)
    .map(row => [...row.children].map(({ textContent }) => textContent ?? ''))
}

describe('Routing', () => {
  it('lists the hops, oldest first, with the total time', async () => {
    await opened()
    tab('Routing')
    screen.getByRole('heading', { name: 'Delivery Path (3 hops)' })
    screen.getByText('The message took 02:14 minutes. The longest delay was at hop 2: 02:12 minutes.')
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Hop',
      'Submitting host',
      'Receiving host',
      'Time',
      'Delay',
    ])
    const [, first] = screen.getAllByRole('row')
    expect(first?.textContent).toContain('app2.sender.example192.0.2.44')
    expect(first?.textContent).toContain('ESMTPSA, encrypted')
    expect(first?.textContent).toContain('2026-11-24 09:13:34 UTC')
  })

  it.each([
    [45, '45 seconds'],
    [132, '02:12 minutes'],
    [3900, '1 hour 5 minutes'],
    [-3, '0 seconds clock skew'],
    [null, '–'],
  ])('shows a delay of %s as "%s"', async (delay_seconds, text) => {
    const rows = await openPath([aHop(), aHop({ number: 2, delay_seconds })])
    expect(rows[1]?.[4]?.replace(/^Delay /, '').replace(/ ?slow$/, '')).toBe(text)
  })

  it('says with a word which hop was slow', async () => {
    const rows = await openPath([
      aHop(),
      aHop({ number: 2, delay_seconds: 60 }),
      aHop({ number: 3, delay_seconds: 61 }),
    ])
    expect(rows.map(cells => cells[4]?.endsWith('slow'))).toEqual([false, false, true])
  })

  it('shows what a hop does not name as a dash', async () => {
    const nothing = { from: null, by: null, address: null, protocol: null, encrypted: null, time: null }
    const [row] = await openPath([aHop(nothing)])
    expect(row?.[1]).toMatch(/–$/)
    expect(row?.[2]).toMatch(/–Evidence/)
    expect(row?.[3]).toMatch(/–$/)
    expect(row?.[4]).toMatch(/–$/)
    screen.getByRole('heading', { name: 'Delivery Path (1 hop)' })
  })

  it('does not give a total where clocks disagree', async () => {
    await openPath([aHop(), aHop({ number: 2, time: '2026-11-24T09:13:31Z', delay_seconds: -3 })])
    screen.getByText(/so the total time is unknown. One clock was behind/)
  })

  it('says that there is no path', async () => {
    await openPath([])
    screen.getByRole('heading', { name: 'Delivery Path (0 hops)' })
    screen.getByText(/has no Received field/)
    expect(screen.queryByRole('table', { name: 'Delivery path' })).toBeNull()
  })

  it('says that only the newest hops are shown', async () => {
    const rows = await openPath(
      Array.from({ length: 200 }, (_, index) => aHop({ number: 801 + index })),
      1_000,
    )
    expect(rows).toHaveLength(200)
    screen.getByRole('heading', { name: 'Delivery Path (1,000 hops)' })
    screen.getByText('Only the newest 200 hops are shown.')
  })
})
