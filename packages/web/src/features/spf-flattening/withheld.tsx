import { decideFlatteningRoute } from '@waxseal/contract/routes'
import type { ReactNode } from 'react'
import { RoleButton } from '../../components/role-button.tsx'
import { clockTime } from '../../lib/time.ts'
import { Note } from '../../ui/note.tsx'
import { type Configuration, useDecide } from './api.ts'
import { flatteningTexts } from './wording.ts'
import { amounts, counted } from './words.ts'

type WithheldChanges = NonNullable<Configuration['withheld']>
type Additions = NonNullable<WithheldChanges['additions']>

/** Upstream changes that are not in the hosted record: additions wait for a decision, removals for a day. */
export function Withheld({
  configuration,
  withheld,
}: {
  configuration: Configuration
  withheld: WithheldChanges
}): ReactNode {
  const { ipv4_addresses, ipv6_networks, kept, additions } = withheld
  return (
    <>
      {additions !== null && <AdditionsNote configuration={configuration} additions={additions} />}
      {(ipv4_addresses > 0 || ipv6_networks > 0 || kept.length > 0) && <Removals withheld={withheld} />}
    </>
  )
}

function Removals({ withheld }: { withheld: WithheldChanges }): ReactNode {
  const { ipv4_addresses, ipv6_networks, kept, applies_at } = withheld
  const amount = amounts(ipv4_addresses, ipv6_networks)
  const until = applies_at === null ? 'for your decision' : `until ${clockTime(new Date(applies_at))}`
  return (
    <Note look="warning" title={`Removals wait ${until}`}>
      {amount !== null && <p>Your services no longer list {amount}. These addresses still pass SPF.</p>}
      {kept.length > 0 && (
        <p>
          Your services no longer have <Mono>{kept.join(' ')}</Mono>.
        </p>
      )}
      {applies_at === null ? (
        <p>They wait as long as the additions of the same service, because both may be one error.</p>
      ) : (
        <p>We remove them then if they are still not listed, so an error at a service does not stop your mail.</p>
      )}
    </Note>
  )
}

interface AdditionsProps {
  configuration: Configuration
  additions: Additions
}

function AdditionsNote({ configuration, additions }: AdditionsProps): ReactNode {
  const { acceptable, sources, version } = additions
  const { original_domain } = configuration
  const decide = useDecide(configuration)
  return (
    <Note look="warning" title={flatteningTexts.changesWait}>
      <p>
        Your services now let many more servers send as {original_domain}. These additions do not pass SPF until you
        accept them. Everything else stays up to date.
      </p>
      <ul className="mt-2 grid grid-cols-1 gap-2" aria-label="Additions that wait">
        {sources.map(source => (
          <li key={source.term}>
            <Mono>{source.term}</Mono> {amounts(source.ipv4_addresses, source.ipv6_networks) ?? 'no addresses'}
            <span className="block">
              <Mono>{[...source.kept, ...source.addresses].join(' ')}</Mono>
              {source.more_addresses > 0 && ` and ${counted(source.more_addresses, 'more block')}`}
            </span>
          </li>
        ))}
      </ul>
      {!acceptable && (
        <p className="mt-2">
          A range wider than /8, or /16 for IPv6, is probably an error of the service. It can only be kept out.
        </p>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        {acceptable && (
          <RoleButton
            needs={decideFlatteningRoute}
            size="small"
            busy={decide.busy}
            onClick={() => decide.start({ decision: 'accept', version })}
            aria-label={`Accept the additions of ${original_domain}`}
          >
            Accept
          </RoleButton>
        )}
        <RoleButton
          needs={decideFlatteningRoute}
          size="small"
          busy={decide.busy}
          onClick={() => decide.start({ decision: 'keep_out', version })}
          aria-label={`Keep out the additions of ${original_domain}`}
        >
          Keep out
        </RoleButton>
      </div>
    </Note>
  )
}

/** What the owner decided to keep out, and how to decide again. */
export function KeptOut({ keptOut }: { keptOut: NonNullable<Configuration['kept_out']> }): ReactNode {
  const { ipv4_addresses, ipv6_networks, kept } = keptOut
  return (
    <Note look="info" title="You keep upstream additions out">
      <p>
        Even if your services list them, these do not pass SPF:{' '}
        {[amounts(ipv4_addresses, ipv6_networks), ...kept].filter(each => each !== null).join(', ')}. To decide again,
        edit the original SPF and save it.
      </p>
    </Note>
  )
}

function Mono({ children }: { children: string }): ReactNode {
  return <span className="font-mono text-13 [overflow-wrap:anywhere]">{children}</span>
}
