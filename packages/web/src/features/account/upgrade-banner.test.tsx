import { cleanup, render } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it } from 'vitest'
import { UpgradeBanner } from './upgrade-banner.tsx'

afterEach(cleanup)

it.each([
  ['free', /, from \$41 a month, billed annually\.$/],
  ['pro', /, from \$83 a month, billed annually\.$/],
  ['business', null],
] as const)('the banner of the plan %s gives the yearly price of the next one with its condition', (tier, price) => {
  const { container } = render(<UpgradeBanner tier={tier} />, { wrapper: MemoryRouter })
  const text = container.querySelector('p')?.textContent
  if (price === null) expect(text).toBeUndefined()
  else expect(text).toMatch(price)
})
