import { thousands } from '@waxseal/contract/wording'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import type { Status } from './arrange.ts'
import type { TagChoice } from './tags.ts'

interface Props {
  search: string
  status: Status
  tag: TagChoice
  /** The number of all domains. */
  all: number
  onClear: () => void
}

/** Shown when a search or a filter finds nothing: the search, the filters, and a button to clear them. */
export function NoMatch({ search, status, tag, all, onClear }: Props): ReactNode {
  const wanted = search.trim()
  const quoted = wanted.length > 60 ? `${wanted.slice(0, 60)}…` : wanted
  const conditions = [
    ...(wanted === '' ? [] : [`matches “${quoted}”`]),
    ...(status === 'All Status' ? [] : [status === 'Not scanned' ? 'is not scanned' : `is ${status}`]),
    ...(tag === null ? [] : [tag === '' ? 'has no tag' : `has the tag “${tag}”`]),
  ]
  return (
    <section aria-labelledby="no-match" className="border-b border-line py-12 text-center">
      <h2 id="no-match" className="text-16 font-[600] [overflow-wrap:anywhere]">
        No domain {conditions.join(' and ')}
      </h2>
      <p className="mx-auto mt-2 mb-6 max-w-prose text-balance text-ink2">
        {wanted !== '' && 'Search finds parts of names and tags. '}
        {status !== 'All Status' && meaning[status]}
      </p>
      <Button onClick={onClear}>{all === 1 ? 'Show your domain' : `Show all ${thousands(all)} domains`}</Button>
    </section>
  )
}

const meaning: Record<Exclude<Status, 'All Status'>, string> = {
  Healthy: 'Healthy domains have a health score of 70 or more.',
  Warning: 'Warning means a health score of 40 to 69.',
  Critical: 'Critical means a health score below 40.',
  'Not scanned': 'Not scanned means that no scan has finished yet.',
}
