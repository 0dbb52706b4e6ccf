import { type ReactNode, useState } from 'react'
import { RecordView } from '../../components/record-view/record-view.tsx'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { Tag, type Tone } from '../../ui/tag.tsx'
import type { Preview } from './api.ts'
import { addressesWords, type Change, type ChangeGroup, changeGroups, resultWords } from './difference.ts'

interface Props {
  name: string
  preview: Preview
  /** Loads the published record into the form. */
  onTake: (record: string) => void
}

/** The published record, and the changes for senders when the new record replaces it. */
export function DifferencePart({ name, preview, onTake }: Props): ReactNode {
  const { published, difference } = preview
  switch (published.state) {
    case 'could_not_check':
      return (
        <Note look="unknown" title="The published record could not be checked">
          We can’t compare the new record with it. An SPF record may still exist.
        </Note>
      )
    case 'none':
      return (
        <Note look="info" title="No SPF record is published now">
          The servers in this record will pass SPF. The ending applies to all other servers.
        </Note>
      )
    case 'several':
      return (
        <Note look="bad" title="Several SPF records are published now">
          Receivers return permerror and ignore all of them. Replace all of them with the new record.
        </Note>
      )
    default:
      return (
        <div className="grid grid-cols-1 gap-4">
          {published.record !== null && (
            <RecordView name={name} type="TXT" ttl={published.ttl} text={published.record} grammar="spf" />
          )}
          {published.record === preview.dns_record ? (
            <Tag tone="excellent" bare>
              Identical to your published record
            </Tag>
          ) : (
            <>
              {difference !== null && <Difference difference={difference} />}
              {published.record !== null && <TakeOver record={published.record} onTake={onTake} />}
            </>
          )}
        </div>
      )
  }
}

function TakeOver({ record, onTake }: { record: string; onTake: (record: string) => void }): ReactNode {
  return (
    <div>
      <Button
        size="small"
        className="h-auto min-h-8 max-w-full py-1 text-start whitespace-normal"
        onClick={() => onTake(record)}
      >
        Start over from the published record
      </Button>
    </div>
  )
}

function Difference({ difference }: { difference: NonNullable<Preview['difference']> }): ReactNode {
  const { equivalent, more, not_comparable: notComparable } = difference
  const groups = changeGroups(difference)
  return (
    <div className="grid grid-cols-1 gap-4">
      {equivalent && (
        <Tag tone="excellent" bare>
          Same result for every address
        </Tag>
      )}
      {groups.map(group => (
        <Group key={group.kind} group={group} />
      ))}
      {more > 0 && (
        <p className="text-13 text-ink2">
          {more.toLocaleString('en')} more {more === 1 ? 'range is' : 'ranges are'} not shown.
        </p>
      )}
      {notComparable !== null && (
        <Note look="unknown" title="Some ranges could not be compared">
          {notComparable}
        </Note>
      )}
    </div>
  )
}

const tones: Record<Change['kind'], Tone> = { loses: 'poor', gains: 'info', changes: 'medium' }
/** Ranges beyond this number are behind a button. */
const shownAtOnce = 8

function Group({ group: { kind, sentence, changes } }: { group: ChangeGroup }): ReactNode {
  const [all, setAll] = useState(false)
  return (
    <div className="mb-2">
      <Tag tone={tones[kind]} bare>
        {sentence}
      </Tag>
      <ul className="text-13">
        {(all ? changes : changes.slice(0, shownAtOnce)).map(change => (
          <ChangeRow key={`${change.range} ${change.before} ${change.after}`} change={change} />
        ))}
      </ul>
      {changes.length > shownAtOnce && (
        <Button size="small" className="mt-2" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? `Show the first ${shownAtOnce}` : `Show all ${changes.length.toLocaleString('en')}`}
        </Button>
      )}
    </div>
  )
}

function ChangeRow({ change: { range, addresses, before, after } }: { change: Change }): ReactNode {
  const words = addressesWords(addresses)
  return (
    <li className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5 border-b border-line py-1.5">
      <span className="font-mono [overflow-wrap:anywhere]" dir="ltr">
        {range}
      </span>
      {words !== null && <span className="text-ink3">{words}</span>}
      <span className="ms-auto text-ink2">
        {resultWords[before]} <span aria-hidden>→</span>
        <span className="sr-only">, then</span> {resultWords[after]}
      </span>
    </li>
  )
}
