import { failureWords, repeatLine } from '@waxseal/core/check'
import { type ReactNode, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { severityTone, severityWord } from '../../../components/bands.ts'
import { duration, exactTime } from '../../../lib/time.ts'
import { cx } from '../../../ui/class-names.ts'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { ScrollRegion } from '../../../ui/scroll-region.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { ActionControl } from '../action/action-control.tsx'
import { DecideButton, DecisionPart } from '../decisions/decision-control.tsx'
import type { DnsEvidence, Evidence, Finding } from '../report.ts'
import type { EvidenceRequest } from './evidence-context.ts'
import { outcomeWords } from './outcome-words.ts'

interface Props {
  request: EvidenceRequest
  evidence: readonly Evidence[]
  onClose: () => void
}

/** The query, the server, the answer, the time, and the command that repeats it. */
export function EvidenceDrawer({ request, evidence, onClose }: Props): ReactNode {
  const { key } = useLocation()
  const [openedAt] = useState(key)
  // A link in the drawer leads to a part of the report below it.
  useEffect(() => {
    if (key !== openedAt) onClose()
  }, [key, openedAt, onClose])
  const shown = evidence.filter(({ id }) => request.ids.includes(id))
  const dns = shown.every(({ kind }) => kind === 'dns') ? 'DNS ' : ''
  const questions = `${shown.length} ${dns}${shown.length === 1 ? 'lookup' : 'lookups'} with the answers`
  return (
    <Dialog open onOpenChange={open => !open && onClose()} shape="drawer" title={request.title} description={questions}>
      {request.finding && <FindingHead finding={request.finding} />}
      <ol>
        {shown.map((item, at) => (
          <li key={item.id} className="border-t border-ink py-4">
            <Question
              item={item}
              transcript={shown.length === 1 ? cameBack : `${cameBack}, ${at + 1} of ${shown.length}`}
            />
          </li>
        ))}
      </ol>
    </Dialog>
  )
}

function FindingHead({ finding }: { finding: Finding }): ReactNode {
  return (
    <div className="mb-6">
      <Tag tone={severityTone[finding.severity]}>{severityWord[finding.severity]}</Tag>
      <p className="mt-3">{finding.meaning}</p>
      <p className="mt-2">
        <span className="font-[560]">What to do: </span>
        {finding.advice}
      </p>
      {finding.clause !== '' && <p className="mt-2 text-13 text-ink3">{finding.clause}</p>}
      <ActionControl finding={finding} look="primary">
        <DecideButton place="evidence" finding={finding} />
      </ActionControl>
      <DecisionPart place="evidence" finding={finding} />
    </div>
  )
}

const cameBack = 'Answer'

/** `transcript`: the name of the answer for screen readers, different for each. */
function Question({ item, transcript }: { item: Evidence; transcript: string }): ReactNode {
  const line = repeatLine(item)
  const text = item.kind === 'dns' ? item.answers : item.lines
  return (
    <>
      <h3 className="font-mono text-13 [overflow-wrap:anywhere]" dir="ltr">
        {item.question.name} <span className="text-ink3">{item.question.type}</span>
      </h3>
      <dl className="mt-2 grid grid-cols-[6rem_1fr] gap-x-4 gap-y-0.5 text-13">
        <Fact name="Answer">{outcomeWords(item)}</Fact>
        {item.kind === 'dns' ? (
          <DnsFacts item={item} />
        ) : (
          <Fact name="When">{`${exactTime(new Date(item.askedAt))}, took ${Math.round(item.ms)} ms`}</Fact>
        )}
      </dl>
      <Transcript label={transcript} text={text.join('\n')} />
      <div className="mt-2 flex items-start gap-2">
        <code dir="ltr" className="grow rounded bg-sunken px-3 py-2 font-mono text-12 [overflow-wrap:anywhere]">
          {line}
        </code>
        <CopyButton text={line} what={item.kind === 'dns' ? 'the dig command' : 'the command that repeats it'} />
      </div>
    </>
  )
}

/** The original answer. Only a long one scrolls, and is then focusable. */
function Transcript({ label, text }: { label: string; text: string }): ReactNode {
  const look = 'mt-3 rounded bg-sunken px-3 py-2 font-mono text-12 [overflow-wrap:anywhere] whitespace-pre-wrap'
  if (text === '') return null
  return text.length > 400 || text.split('\n').length > 8 ? (
    <ScrollRegion label={label} dir="ltr" className={cx(look, 'max-h-72')}>
      {text}
    </ScrollRegion>
  ) : (
    <div dir="ltr" className={look}>
      {text}
    </div>
  )
}

function DnsFacts({ item }: { item: DnsEvidence }): ReactNode {
  const { via } = item
  return (
    <>
      <Fact name="Server">{askedWhom(item)}</Fact>
      <Fact name="When">
        {exactTime(new Date(via.askedAt))}
        {via.cached ? ', reused from an earlier lookup of this scan' : `, answered in ${Math.round(via.ms)} ms`}
      </Fact>
      {item.outcome === 'records' && <Fact name="TTL">{`${duration(via.ttl)} (${via.ttl} s)`}</Fact>}
      {item.outcome !== 'failed' && <Fact name="DNSSEC">{authenticWords[via.authentic]}</Fact>}
      {via.cnames.length > 0 && <Fact name="Aliases">{via.cnames.join(' → ')}</Fact>}
      {via.heldUntil !== undefined && (
        <Fact name="Resolvers">may give an older answer until {exactTime(new Date(via.heldUntil))}</Fact>
      )}
      {via.unconfirmed !== undefined && (
        <Fact name="Not confirmed">no answer from the zone’s own servers: {failureWords[via.unconfirmed]}</Fact>
      )}
      {via.ede.map(({ code, text }) => (
        <Fact key={`${code} ${text}`} name="Server’s note">
          {text === '' ? `extended error ${code}` : `${text} (extended error ${code})`}
        </Fact>
      ))}
    </>
  )
}

const authenticWords: Record<DnsEvidence['via']['authentic'], string> = {
  yes: 'validated',
  no: 'not signed, or not validated by this server',
  bogus: 'broken: read with checking disabled (CD)',
}

function askedWhom({ via }: DnsEvidence): string {
  if (via.server === null) return 'no server could be reached'
  return `${via.server}, ${via.authoritative ? 'one of the zone’s own servers' : 'a resolver'}`
}

function Fact({ name, children }: { name: string; children: ReactNode }): ReactNode {
  return (
    <>
      <dt className="text-ink3">{name}</dt>
      <dd className="min-w-0 [overflow-wrap:anywhere]">{children}</dd>
    </>
  )
}
