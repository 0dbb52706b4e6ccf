import { confirmAddressRoute, unsubscribeRoute } from '@waxseal/contract/routes'
import type { ReactNode } from 'react'
import { call } from '../../lib/api.ts'
import { TokenPage } from './token-page.tsx'

/** Confirms an address that alerts will go to. */
export function ConfirmAddressPage(): ReactNode {
  return (
    <TokenPage
      ask={{
        title: 'Confirm your address',
        text: 'Alerts about the monitored domains will be sent to this address.',
        button: 'Confirm address',
      }}
      run={token => call(confirmAddressRoute, { body: { token } })}
      done={({ email, workspace }) => ({
        title: 'Address confirmed',
        text: `Alerts for ${workspace} are now sent to ${email}.`,
      })}
      failure="The address could not be confirmed"
    />
  )
}

/** Stops alert mail to an address. */
export function UnsubscribePage(): ReactNode {
  return (
    <TokenPage
      ask={{
        title: 'Unsubscribe from alerts',
        text: 'Press Unsubscribe to stop alerts to your address.',
        button: 'Unsubscribe',
      }}
      run={token => call(unsubscribeRoute, { params: { token } })}
      done={({ email }) => ({ title: 'You are unsubscribed', text: `No more alerts are sent to ${email}.` })}
      failure="You could not be unsubscribed"
    />
  )
}
