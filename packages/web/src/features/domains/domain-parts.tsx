import { changeTagsRoute, deleteDomainRoute, setScheduleRoute, startScanRoute } from '@waxseal/contract/routes'
import { bandOf } from '@waxseal/core/health'
import {
  CalendarClock,
  Ellipsis,
  FilePenLine,
  FileText,
  Lock,
  type LucideIcon,
  Radar,
  Tag as TagIcon,
  Trash2,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { RoleButton } from '../../components/role-button.tsx'
import { scanTexts, useScan } from '../../components/scan-run/use-scan.ts'
import { notify } from '../../lib/notify.ts'
import { paths } from '../../lib/paths.ts'
import type { Domain } from '../../lib/queries.ts'
import { useRoleProblem } from '../../lib/use-role.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Menu, MenuButton, MenuLink } from '../../ui/menu.tsx'
import { domainTexts } from './wording.ts'

/** Opens the dialog that deletes a domain or changes its schedule or its tags. */
export type Act = (what: 'delete' | 'schedule' | 'tags', domain: Domain) => void

/** A row or a card. Focused elements in it scroll into view below the sticky bar of the list too. */
export const itemClass = 'relative border-b border-line [&_:is(a,button,input)]:scroll-mt-16'

/** The name; its link covers the whole row or card. */
export function NameLink({ domain, oneLine = false }: { domain: Domain; oneLine?: boolean }): ReactNode {
  return (
    <>
      <Link
        to={paths.diagnostics(domain.id)}
        className="block truncate rounded font-[560] after:absolute after:inset-0"
        title={tooltip(domain)}
        data-row-key="open"
      >
        {domain.domain_unicode ?? domain.domain_name}
      </Link>
      {!oneLine && domain.domain_unicode !== null && (
        <span className="block truncate font-mono text-12 text-ink3">{domain.domain_name}</span>
      )}
    </>
  )
}

/** The tooltip has the full name, the exact band beside the wider one of the list, and all tags. */
function tooltip({ domain_name: name, health_score: score, tags }: Domain): string {
  const health = score === null ? '' : `: health score ${score} of 100, ${bandOf(score)}`
  return `${name}${health}${tags.length === 0 ? '' : `\nTags: ${tags.join(', ')}`}`
}

interface SelectProps {
  domain: Domain
  selected: boolean
  onSelect: (id: string, on: boolean) => void
}

export function SelectBox({ domain, selected, onSelect }: SelectProps): ReactNode {
  return (
    <label className="relative z-10 -m-2 inline-flex size-8 items-center justify-center print:hidden">
      <input
        type="checkbox"
        aria-label={`Select ${domain.domain_name}`}
        checked={selected}
        onChange={event => onSelect(domain.id, event.target.checked)}
        data-row-key="select"
        className="size-4 accent-accent"
      />
    </label>
  )
}

/** Whether a scan of this domain is running, and a function that starts one and links to its report. */
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
  onAct: Act
}

export function Actions({ domain, scanning, onScan, onAct }: ActionProps): ReactNode {
  const name = domain.domain_name
  return (
    <div className="relative z-10 inline-flex gap-1 has-[[aria-expanded=true]]:z-30">
      <RoleButton
        needs={startScanRoute}
        size="small"
        look="plain"
        busy={scanning}
        onClick={onScan}
        aria-label={`Scan ${name}`}
        data-row-key="scan"
        {...(domain.read_only && { 'aria-disabled': true, className: 'opacity-55' })}
      >
        {/* The spinner takes the place of the word, so that the column keeps its width. */}
        {!scanning && 'Scan'}
      </RoleButton>
      <Link to={paths.diagnostics(domain.id)} className={buttonClass('quiet', 'small')} aria-label={`View ${name}`}>
        View
      </Link>
      <MoreMenu name={name}>
        <CommonEntries domain={domain} onAct={onAct} />
      </MoreMenu>
      <RoleButton
        needs={deleteDomainRoute}
        size="icon"
        look="quiet"
        onClick={() => onAct('delete', domain)}
        aria-label={`Delete ${name}`}
      >
        <Trash2 className="size-4" aria-hidden />
      </RoleButton>
    </div>
  )
}

/** The same actions in a menu, for a narrow screen. */
export function RowMenu({ domain, scanning, onScan, onAct }: ActionProps): ReactNode {
  return (
    <div className="relative z-10 has-[[aria-expanded=true]]:z-30">
      <MoreMenu name={domain.domain_name}>
        <RoleEntry needs={startScanRoute} icon={Radar} onChoose={() => !scanning && onScan()}>
          Scan
        </RoleEntry>
        <MenuLink to={paths.diagnostics(domain.id)}>
          <FileText className="size-4 text-ink3" aria-hidden />
          View
        </MenuLink>
        <CommonEntries domain={domain} onAct={onAct} />
        <RoleEntry needs={deleteDomainRoute} icon={Trash2} onChoose={() => onAct('delete', domain)}>
          Delete
        </RoleEntry>
      </MoreMenu>
      {/* The menu is closed mostly: this is what the key of the row presses. */}
      <RoleButton hidden needs={startScanRoute} busy={scanning} onClick={onScan} data-row-key="scan">
        Scan
      </RoleButton>
    </div>
  )
}

function MoreMenu({ name, children }: { name: string; children: ReactNode }): ReactNode {
  return (
    <Menu
      label={`More for ${name}`}
      trigger={<Ellipsis className="size-4" aria-hidden />}
      triggerClass={buttonClass('quiet', 'icon')}
      className="w-48"
    >
      {children}
    </Menu>
  )
}

function CommonEntries({ domain, onAct }: Pick<ActionProps, 'domain' | 'onAct'>): ReactNode {
  return (
    <>
      <RoleEntry needs={changeTagsRoute} icon={TagIcon} onChoose={() => onAct('tags', domain)}>
        Tags
      </RoleEntry>
      <RoleEntry needs={setScheduleRoute} icon={CalendarClock} onChoose={() => onAct('schedule', domain)}>
        Schedule
      </RoleEntry>
      <MenuLink to={paths.spfWizard(domain.id)}>
        <FilePenLine className="size-4 text-ink3" aria-hidden />
        {domainTexts.spfBuilder}
      </MenuLink>
      <MenuLink to={paths.dmarcWizard(domain.id)}>
        <FilePenLine className="size-4 text-ink3" aria-hidden />
        {domainTexts.dmarcBuilder}
      </MenuLink>
    </>
  )
}

interface EntryProps {
  needs: Parameters<typeof useRoleProblem>[0]
  icon: LucideIcon
  onChoose: () => void
  children: ReactNode
}

/** An action of the menu that not every role may take. */
function RoleEntry({ needs, icon: Icon, onChoose, children }: EntryProps): ReactNode {
  const problem = useRoleProblem(needs)
  return (
    <MenuButton locked={problem} onClick={problem === null ? onChoose : () => notify.error(problem)}>
      <Icon className="size-4 text-ink3" aria-hidden />
      {children}
    </MenuButton>
  )
}

/** The maximum number of tags in a line; further ones are counted. */
const tagsShown = 3

/** The tags of a domain in one line, whatever they are, after the mark of a read-only one. */
export function TagLine({ domain: { tags, read_only: isReadOnly } }: { domain: Domain }): ReactNode {
  if (tags.length === 0 && !isReadOnly) return null
  const more = tags.length - tagsShown
  return (
    <ul aria-label="Tags" className="flex h-[1.125rem] gap-1 text-12 leading-[1.125rem] text-ink2">
      {isReadOnly && (
        <li className="flex shrink-0 items-center gap-1 text-fair">
          <Lock className="size-3" aria-hidden />
          Read-only
        </li>
      )}
      {tags.slice(0, tagsShown).map(tag => (
        <li key={tag} className="min-w-6 truncate rounded bg-sunken px-1.5">
          {tag}
        </li>
      ))}
      {more > 0 && (
        <li className="shrink-0">
          +{more}
          <span className="sr-only"> more</span>
        </li>
      )}
    </ul>
  )
}
