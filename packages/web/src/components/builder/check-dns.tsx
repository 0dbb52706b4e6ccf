import { checkRecordRoute, startScanRoute } from '@waxseal/contract/routes'
import { states } from '@waxseal/core/check'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { call } from '../../lib/api.ts'
import { paths } from '../../lib/paths.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { Tag, type Tone } from '../../ui/tag.tsx'
import { RecordView } from '../record-view/record-view.tsx'
import { RoleButton } from '../role-button.tsx'
import { type Checked, checkWords, othersOf, type ServerView, serverWords } from './check-words.ts'
import { type Target, targetFields } from './target.ts'
import { builderTexts } from './wording.ts'

interface Props {
  target: Target
  kind: 'spf' | 'dmarc'
  name: string
  record: string
}

/** Asks the zone's own name servers whether the record is live, and then offers the rescan. */
export function CheckDns({ target, kind, name, record }: Props): ReactNode {
  const [checked, setChecked] = useState<Checked | null>(null)
  const check = useAction({
    key: ['records', 'check', kind, name],
    run: () => call(checkRecordRoute, { body: { kind, record, ...targetFields(target) } }),
    failure: {
      failure: 'Failed to check DNS',
      preferDetail: true,
      failureByStatus: { 404: builderTexts.notFound },
    },
    onSuccess: setChecked,
  })
  return (
    <div className="mt-2 grid grid-cols-1 gap-3">
      <div>
        <Button busy={check.busy} onClick={() => check.start(undefined)}>
          {check.busy ? `${states.checking.word}...` : checked === null ? 'Check DNS now' : 'Check again'}
        </Button>
      </div>
      <div role="status">{checked !== null && <Result checked={checked} kind={kind} name={name} />}</div>
      {checked?.state === 'live' && target.own && <Rescan domainId={target.domain.id} />}
    </div>
  )
}

const looks: Record<Checked['state'], 'good' | 'info' | 'warning' | 'bad' | 'unknown'> = {
  live: 'good',
  partly: 'info',
  different: 'warning',
  several: 'bad',
  missing: 'info',
  could_not_check: 'unknown',
}

function Result({ checked, kind, name }: Pick<Props, 'kind' | 'name'> & { checked: Checked }): ReactNode {
  const { title, advice } = checkWords(checked, kind === 'spf' ? 'SPF' : 'DMARC')
  const { servers, more, asked, state } = checked
  const listed = asked === 'name_servers' && servers.some(server => server.state !== servers[0]?.state)
  return (
    <Note look={looks[state]} title={title}>
      <p>{advice}</p>
      {asked === 'resolvers' && state !== 'could_not_check' && (
        <p className="mt-1 text-13">
          We queried your configured resolvers, not the name servers. They may return an older answer until its TTL
          expires.
        </p>
      )}
      {othersOf(checked).map(text => (
        <div key={text} className="mt-2">
          <RecordView name={name} type="TXT" text={text} grammar={kind} />
        </div>
      ))}
      {(listed || more > 0) && (
        <ul className="mt-2 grid gap-1">
          {listed &&
            servers.map(server => (
              <li key={server.host}>
                <Tag tone={tones[server.state]} bare>
                  {server.host} {serverWords(server)}
                </Tag>
              </li>
            ))}
          {more > 0 && (
            <li className="text-13 text-ink3">
              We did not query {more} more {more === 1 ? 'name server' : 'name servers'}.
            </li>
          )}
        </ul>
      )}
    </Note>
  )
}

const tones: Record<ServerView['state'], Tone> = {
  live: 'excellent',
  different: 'fair',
  several: 'poor',
  missing: 'info',
  could_not_check: 'unknown',
}

/** Leads to the report, which starts the scan. */
function Rescan({ domainId }: { domainId: string }): ReactNode {
  const navigate = useNavigate()
  return (
    <div>
      <RoleButton
        needs={startScanRoute}
        look="primary"
        onClick={() => void navigate(paths.diagnostics(domainId), { state: { scan: true } })}
      >
        Rescan
      </RoleButton>
    </div>
  )
}
