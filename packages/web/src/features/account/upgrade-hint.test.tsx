import { cleanup, render } from '@testing-library/react'
import type { Tier } from '@waxseal/core/plan'
import { StrictMode } from 'react'
import { toast } from 'sonner'
import { afterEach, expect, it } from 'vitest'
import { keepPendingUpgrade, pendingUpgrade } from '../../lib/pending-upgrade.ts'
import { seeState } from '../../lib/see-state.fixture.ts'
import type { Billing } from './billing-api.ts'
import { useUpgradeHint } from './upgrade-hint.ts'

afterEach(() => {
  cleanup()
  toast.dismiss()
  localStorage.clear()
})

const ready: Billing = { state: 'ready', present: null, at: new Date() }

function Account({ tier, billing }: { tier?: Tier; billing: Billing | null }): null {
  useUpgradeHint(tier, billing)
  return null
}

const said = () => toast.getToasts().map(item => ('title' in item ? item.title : null))

it('reminds once of the plan that was chosen, when the plans are there', async () => {
  keepPendingUpgrade('business')
  const { rerender } = render(<Account billing={null} />, { wrapper: StrictMode })
  expect(pendingUpgrade()).toBe('business')
  rerender(<Account tier="free" billing={ready} />)
  expect(said()).toEqual(['Choose monthly or yearly billing to upgrade to Business'])
  await seeState('upgrade-hint')
  expect(pendingUpgrade()).toBeNull()
})

it('says nothing of a plan that the workspace has, or where nothing is sold, and forgets it', () => {
  keepPendingUpgrade('pro')
  render(<Account tier="pro" billing={ready} />)
  keepPendingUpgrade('pro')
  render(<Account tier="free" billing={{ state: 'off' }} />)
  expect(said()).toEqual([])
  expect(pendingUpgrade()).toBeNull()
})
