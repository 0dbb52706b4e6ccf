import { revokeShareRoute } from '@waxseal/contract/routes'
import { type ReactNode, useState } from 'react'
import { RoleButton } from '../../../components/role-button.tsx'
import { calendarDate } from '../../../lib/time.ts'
import { Button } from '../../../ui/button.tsx'
import { type Share, useRevokeShare } from './api.ts'

interface Props {
  domainId: string
  shares: readonly Share[]
  onRevoked: (id: string) => void
}

/** The share links of a domain that work, each with its end and its openings. */
export function ShareList({ domainId, shares, onRevoked }: Props): ReactNode {
  if (shares.length === 0) return <p className="text-ink2">No links yet.</p>
  return (
    <ul className="border-t border-line">
      {shares.map(share => (
        <ShareRow key={share.id} domainId={domainId} share={share} onRevoked={() => onRevoked(share.id)} />
      ))}
    </ul>
  )
}

/** The answer that a press of Revoke asks for takes its focus. */
const focused = (button: HTMLElement | null): void => button?.focus()

interface RowProps {
  domainId: string
  share: Share
  onRevoked: () => void
}

function ShareRow({ domainId, share, onRevoked }: RowProps): ReactNode {
  const [isAsked, setIsAsked] = useState(false)
  const revoke = useRevokeShare(domainId, share, onRevoked)
  const { created_at: at, created_by: by, expires_at: end } = share
  const created = `Created ${calendarDate(new Date(at))}${by === null ? '' : ` by ${by}`}`
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line py-2">
      <div className="min-w-0 grow basis-64">
        <p>Expires {calendarDate(new Date(end))}</p>
        <p className="text-13 text-ink3 [overflow-wrap:anywhere]">
          {created}. {openings(share)}.
        </p>
      </div>
      {isAsked ? (
        <div className="flex flex-wrap items-center gap-2">
          <span className="text-13">The link stops working at once.</span>
          <Button ref={focused} look="danger" size="small" busy={revoke.busy} onClick={() => revoke.start(undefined)}>
            Revoke link
          </Button>
          <Button look="quiet" size="small" onClick={() => setIsAsked(false)}>
            Keep
          </Button>
        </div>
      ) : (
        <RoleButton
          needs={revokeShareRoute}
          look="quiet"
          size="small"
          aria-label={`Revoke the link that expires ${calendarDate(new Date(end))}`}
          onClick={() => setIsAsked(true)}
        >
          Revoke
        </RoleButton>
      )}
    </li>
  )
}

/** "Opened 3 times, last on Nov 20, 2026". The day is one of UTC, and is shown as it is. */
function openings({ opened, last_opened_on: day }: Share): string {
  if (day === null) return 'Not opened yet'
  const last = new Date(`${day}T00:00:00Z`).toLocaleDateString('en', { dateStyle: 'medium', timeZone: 'UTC' })
  return `Opened ${opened === 1 ? 'once' : `${opened.toLocaleString('en')} times`}, last on ${last}`
}
