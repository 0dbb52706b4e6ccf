import { displayText } from '@waxseal/core/dns'
import { isAtLeast } from '@waxseal/core/plan'
import { withheldForMs } from '@waxseal/core/spf'
import type { Tx } from '../../db/store.ts'
import type { Deps } from '../../deps.ts'
import { enqueue } from '../../jobs/outbox.ts'
import { membersOf } from '../workspaces/member-store.ts'
import type { FlatteningRow } from './store.ts'

/** What the owners of a hosted record are informed of. */
export type Notice =
  /** Included records changed, and the hosted record with them. `withholds`: it keeps what they removed besides. `isCut`: it lacks additions. */
  | { kind: 'changed'; added: readonly string[]; removed: readonly string[]; withholds: boolean; isCut: boolean }
  /** What was withheld for a day is removed. */
  | { kind: 'applied'; removed: readonly string[] }
  | { kind: 'withheld'; addresses: readonly string[]; kept: readonly string[]; appliesAt: Date }
  /** Additions wait for a decision: at once, and again while they wait. */
  | { kind: 'growth'; sources: readonly { term: string; what: readonly string[] }[]; isWide: boolean }
  | { kind: 'failing'; problem: string }
  /** DNS does not have the record at the hosted name, so mail fails. */
  | { kind: 'unserved'; problem: string }
  | { kind: 'recovered' }
  | { kind: 'paused' }

/** The failures in a row after which the owners are informed. */
export const failuresTold = 3
const blocksShown = 20

/** Puts a mail to each owner and administrator of the workspace into the outbox. */
export async function inform(
  deps: Pick<Deps, 'queue' | 'now' | 'env'>,
  tx: Tx,
  row: FlatteningRow,
  notice: Notice,
): Promise<void> {
  const { workspaceId, domainId } = row
  if (workspaceId === null || domainId === null) return
  const members = await membersOf(tx, workspaceId)
  const { subject, lines } = noticeMail(row, notice)
  const text = [...lines, '', `${deps.env.publicUrl}/tools/spf-flattening`, ''].join('\n')
  for (const { email, role } of members) {
    if (!isAtLeast(role, 'admin')) continue
    await enqueue(deps, tx, { kind: 'mail', payload: { to: email, subject, text } }, { workspaceId })
  }
}

/** About the newest part of what is withheld. */
export function withheldNotice({ withheld }: FlatteningRow['memory']): Notice {
  const { addresses, kept, since } = withheld.at(-1) ?? { addresses: [], kept: [], since: new Date(0).toISOString() }
  return { kind: 'withheld', addresses, kept, appliesAt: new Date(Date.parse(since) + withheldForMs) }
}

/** About everything that waits for a decision. */
export function growthNotice({ sources }: FlatteningRow['memory']): Notice {
  const waiting = sources.flatMap(({ name, waiting }) => (waiting === null ? [] : [{ name, ...waiting }]))
  return {
    kind: 'growth',
    sources: waiting.map(({ name, kept, addresses }) => ({ term: name, what: [...kept, ...addresses] })),
    isWide: waiting.some(({ isWide }) => isWide),
  }
}

/** The subject and the lines of a notice. */
export function noticeMail(
  { originalDomain, hostedName }: Pick<FlatteningRow, 'originalDomain' | 'hostedName'>,
  notice: Notice,
): { subject: string; lines: string[] } {
  const record = `the hosted SPF record of ${originalDomain}${hostedName === null ? '' : ` (${hostedName})`}`
  switch (notice.kind) {
    case 'changed':
      return {
        subject: `${originalDomain}: hosted SPF record updated`,
        lines: [
          `The records that ${originalDomain} includes have changed. We updated ${record} and proved that ${
            notice.withholds ? 'it lets the same mail pass, and what is withheld' : 'both let the same mail pass'
          }${notice.isCut ? ', but for additions that you did not accept' : ''}.`,
          ...blocks('Added', notice.added),
          ...blocks('Removed', notice.removed),
          '',
          'You need not do anything.',
        ],
      }
    case 'applied':
      return {
        subject: `${originalDomain}: withheld addresses removed from your SPF record`,
        lines: [
          `The records that ${originalDomain} includes still lack the addresses that they lost a day ago. We removed them from ${record}.`,
          ...blocks('Removed', notice.removed),
        ],
      }
    case 'withheld':
      return {
        subject: `${originalDomain}: large removal from your SPF record withheld`,
        lines: [
          `The records that ${originalDomain} includes have lost many addresses at once. This may be an accident, so ${record} keeps them for a day.`,
          ...blocks('Withheld', [...notice.addresses, ...notice.kept]),
          '',
          `If the addresses are still missing then, we remove them at ${momentText(notice.appliesAt)}.`,
          'If a service of yours still sends from them, ask it about its SPF record.',
        ],
      }
    case 'growth':
      return {
        subject: `${originalDomain}: upstream changes wait for your decision`,
        lines: [
          `The records that ${originalDomain} includes now let many more servers send as ${originalDomain}. We did not publish these additions. Everything else in ${record} stays up to date.`,
          ...notice.sources.flatMap(({ term, what }) =>
            blocks(
              `Added by ${displayText(term)}`,
              what.map(each => displayText(each)),
            ),
          ),
          '',
          ...(notice.isWide
            ? [
                'A range wider than /8, or /16 for IPv6, is among them. It is probably an error of the service, and can only be kept out.',
              ]
            : [
                'Accept the additions if you know that this service sends mail from there. Keep them out if you do not.',
              ]),
        ],
      }
    case 'failing':
      return {
        subject: `${originalDomain}: SPF record could not be updated`,
        lines: [
          `We could not check the records that ${originalDomain} includes three times in a row. The last good record stays hosted, so mail that passed SPF still does.`,
          '',
          `Problem: ${notice.problem}`,
        ],
      }
    case 'unserved':
      return {
        subject: `${originalDomain}: hosted SPF record not found in DNS`,
        lines: [
          `We looked up ${record} three times in a row, and DNS does not have it. Mail of ${originalDomain} can fail SPF while its record includes it.`,
          '',
          `Problem: ${notice.problem}`,
        ],
      }
    case 'recovered':
      return {
        subject: `${originalDomain}: hosted SPF record works again`,
        lines: [`The problem with ${record} is over. It is up to date.`],
      }
    case 'paused':
      return {
        subject: `${originalDomain}: hosted SPF record paused`,
        lines: [
          `Your plan no longer has room for ${record}. It stays hosted and up to date while ${originalDomain} includes it, but you cannot change it.`,
          '',
          `To leave, publish an SPF record at ${originalDomain} that does not include it. The original record is on this page:`,
        ],
      }
    default:
      return notice satisfies never
  }
}

function blocks(title: string, all: readonly string[]): string[] {
  if (all.length === 0) return []
  const more = all.length - blocksShown
  return [
    '',
    `${title}:`,
    ...all.slice(0, blocksShown).map(block => `  ${block}`),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ]
}

/** "26 Nov 2026, 09:00 UTC". */
function momentText(at: Date): string {
  const day = at.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
  return `${day}, ${at.toISOString().slice(11, 16)} UTC`
}
