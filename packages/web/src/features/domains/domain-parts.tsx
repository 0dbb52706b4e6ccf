import { bandOf } from '@waxseal/core/health'
import { Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { scanTexts, useScan } from '../../components/scan-run/use-scan.ts'
import { paths } from '../../lib/paths.ts'
import type { Domain } from '../../lib/queries.ts'
import { Button, buttonClass } from '../../ui/button.tsx'

/** What a row of the table and a card of the grid are given. Everything keeps its identity while nothing changes. */
export interface ItemProps {
  domain: Domain
  /** Among the first: shown whole at once. The others have only their name until they come near the window. */
  early: boolean
  selected: boolean
  /** The bulk scan is at this domain. */
  inBulk: boolean
  onSelect: (id: string, on: boolean) => void
  onDelete: (domain: Domain) => void
}

/** The part of them that is no matter of the selection. */
export type BodyProps = Pick<ItemProps, 'domain' | 'inBulk' | 'onDelete'>

/** A row or a card. Nothing in it gets the focus behind the bars at the top of the window. */
export const itemClass = 'relative border-b border-line [&_:is(a,button,input)]:scroll-mt-32'

/** The name, whose link lies over the whole row or card. */
export function NameLink({ domain }: { domain: Domain }): ReactNode {
  return (
    <>
      <Link
        to={paths.diagnostics(domain.id)}
        className="block truncate rounded font-[560] after:absolute after:inset-0"
        title={tooltip(domain)}
      >
        {domain.domain_unicode ?? domain.domain_name}
      </Link>
      {domain.domain_unicode !== null && (
        <span className="block truncate font-mono text-12 text-ink3">{domain.domain_name}</span>
      )}
    </>
  )
}

/** Pointing at it tells the whole name, and the exact band beside the wider one of the list. */
function tooltip({ domain_name: name, health_score: score }: Domain): string {
  return score === null ? name : `${name}: health score ${score} of 100, ${bandOf(score)}`
}

export function SelectBox({
  domain,
  selected,
  onSelect,
}: Pick<ItemProps, 'domain' | 'selected' | 'onSelect'>): ReactNode {
  return (
    <label className="relative z-10 -m-2 inline-flex size-8 items-center justify-center">
      <input
        type="checkbox"
        aria-label={`Select ${domain.domain_name}`}
        checked={selected}
        onChange={event => onSelect(domain.id, event.target.checked)}
        className="size-4 accent-accent"
      />
    </label>
  )
}

/** Is a scan of this domain running, and how is one started that leads to its report? */
export function useListScan(domain: Domain, inBulk: boolean): { scanning: boolean; start: () => void } {
  const scan = useScan(domain)
  const navigate = useNavigate()
  return {
    scanning: inBulk || scan.running || domain.scanning,
    start: () =>
      scan.start({
        text: scanTexts.starting(domain.domain_name),
        onDone: () => void navigate(paths.diagnostics(domain.id), { state: { fresh: true } }),
      }),
  }
}

interface ActionProps {
  domain: Domain
  scanning: boolean
  onScan: () => void
  onDelete: (domain: Domain) => void
}

export function Actions({ domain, scanning, onScan, onDelete }: ActionProps): ReactNode {
  const name = domain.domain_name
  return (
    <div className="relative z-10 inline-flex gap-1">
      <Button size="small" look="plain" busy={scanning} onClick={onScan} aria-label={`Scan ${name}`}>
        Scan
      </Button>
      <Link to={paths.diagnostics(domain.id)} className={buttonClass('quiet', 'small')} aria-label={`View ${name}`}>
        View
      </Link>
      <Button size="icon" look="quiet" onClick={() => onDelete(domain)} aria-label={`Delete ${name}`}>
        <Trash2 className="size-4" aria-hidden />
      </Button>
    </div>
  )
}
