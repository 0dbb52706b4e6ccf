import { type DnsEvidence, type Evidence, failureWords, repeatLine } from '@waxseal/core/check'
import { askedWhom, authenticWords, outcomeWords } from '@waxseal/core/health'
import type { ReactNode } from 'react'
import { duration, exactTime } from '../../lib/time.ts'
import { cx } from '../../ui/class-names.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { ScrollRegion } from '../../ui/scroll-region.tsx'

const cameBack = 'Answer'

/** Each query with its server, its answer, its time, and the command that repeats it. */
export function AskedQuestions({ evidence }: { evidence: readonly Evidence[] }): ReactNode {
  return (
    <ol>
      {evidence.map((item, at) => (
        <li key={item.id} className="border-t border-ink py-4">
          <AskedQuestion
            item={item}
            transcript={evidence.length === 1 ? cameBack : `${cameBack}, ${at + 1} of ${evidence.length}`}
          />
        </li>
      ))}
    </ol>
  )
}

/** "3 DNS lookups with the answers" */
export function questionsWords(evidence: readonly Evidence[]): string {
  const dns = evidence.every(({ kind }) => kind === 'dns') ? 'DNS ' : ''
  return `${evidence.length} ${dns}${evidence.length === 1 ? 'lookup' : 'lookups'} with the answers`
}

/** `transcript`: the name of the answer for screen readers, different for each. */
function AskedQuestion({ item, transcript }: { item: Evidence; transcript: string }): ReactNode {
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

function Fact({ name, children }: { name: string; children: ReactNode }): ReactNode {
  return (
    <>
      <dt className="text-ink3">{name}</dt>
      <dd className="min-w-0 [overflow-wrap:anywhere]">{children}</dd>
    </>
  )
}
