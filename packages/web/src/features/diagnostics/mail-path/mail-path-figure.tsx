import type { ReactNode } from 'react'
import type { ScanReply } from '../../../lib/queries.ts'
import { cx } from '../../../ui/class-names.ts'
import { Figure } from '../../../ui/figure.tsx'
import { StatusTag } from '../status-tag.tsx'
import { hostsAtFirst, mailPathOf, type PathHost, pathRows, pathSentence } from './mail-path.ts'

/**
 * The mail path to the domain: senders, MX records, mail servers, and whether these relay for unauthenticated senders.
 */
export function MailPathFigure({ scan }: { scan: ScanReply }): ReactNode {
  const path = mailPathOf(scan)
  const { names, hosts, end } = path
  return (
    <Figure
      legible
      sentence={pathSentence(scan.domain_name, path)}
      columns={['Priority', 'Mail server', 'Addresses', 'Open relay']}
      rows={pathRows(path)}
      drawing={
        <ol className="grid text-13 md:grid-cols-[8rem_2.5rem_minmax(0,13rem)_2.5rem_minmax(0,1fr)]">
          <Stop name="Sender’s provider">looks up MX</Stop>
          <Arrow />
          <Stop name="DNS names">
            <span className="font-mono [overflow-wrap:anywhere]" dir="ltr">
              {scan.domain_name} MX
            </span>
            <span className="block text-ink2">{names}</span>
          </Stop>
          <Arrow broken={end !== null} />
          <Stop
            name={
              end === null ? (
                <span className={hostGrid}>
                  Mail servers
                  <span className="md:col-start-3 max-md:hidden">Open relay test</span>
                </span>
              ) : (
                'Mail servers'
              )
            }
          >
            {end === null ? (
              <Hosts hosts={hosts} />
            ) : (
              <>
                <StatusTag status={end.status} bare />
                <span className="block max-w-prose text-ink2">{end.words}</span>
              </>
            )}
          </Stop>
        </ol>
      }
    />
  )
}

/** A mail server, the arrow, and its test result; one below the other on a narrow screen. */
const hostGrid = 'grid gap-x-4 gap-y-0.5 md:grid-cols-[minmax(0,1fr)_1.75rem_9rem]'

function Stop({ name, children }: { name: ReactNode; children: ReactNode }): ReactNode {
  return (
    <li className="min-w-0">
      <span className="block text-12 text-ink3">{name}</span>
      {children}
    </li>
  )
}

/** An arrow to the next stop: to the side on a wide screen, else down. Broken where the path ends. */
function Arrow({ broken = false }: { broken?: boolean }): ReactNode {
  return (
    <li aria-hidden className="py-1 md:pt-4">
      <ArrowLine broken={broken} className="max-md:my-2 max-md:rotate-90" />
    </li>
  )
}

function ArrowLine({ broken = false, className }: { broken?: boolean; className: string }): ReactNode {
  return (
    <svg
      viewBox="0 0 28 12"
      aria-hidden
      className={cx('h-3 w-7', broken ? 'text-idle-fill' : 'text-ink2', className)}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {broken ? <path d="M1 6h16" strokeDasharray="2 4" /> : <path d="M1 6h25m-5-5 5 5-5 5" />}
      {broken && <path d="M22 1v10" />}
    </svg>
  )
}

function Hosts({ hosts }: { hosts: readonly PathHost[] }): ReactNode {
  const more = hosts.slice(hostsAtFirst)
  return (
    <>
      <HostList hosts={hosts.slice(0, hostsAtFirst)} />
      {more.length > 0 && (
        <details>
          <summary className="py-1 text-ink3 hover:text-ink">{`${more.length} more`}</summary>
          <HostList hosts={more} />
        </details>
      )}
    </>
  )
}

function HostList({ hosts }: { hosts: readonly PathHost[] }): ReactNode {
  return (
    <ul className="border-s border-ink2 ps-3">
      {hosts.map(({ host, priority, addresses, trouble, relay }) => (
        <li key={`${priority} ${host}`} className={cx(hostGrid, 'border-b border-line py-1.5 last:border-b-0')}>
          <div className="min-w-0">
            <span className="font-mono [overflow-wrap:anywhere]" dir="ltr">
              {host}
            </span>
            {priority !== null && <span className="text-ink3"> priority {priority}</span>}
            <span className="flex flex-wrap gap-x-3 text-ink2">
              {addresses.map(address => (
                <span key={address} className="font-mono text-12" dir="ltr">
                  {address}
                </span>
              ))}
              {trouble !== null && <StatusTag status={trouble} bare />}
            </span>
          </div>
          {relay !== null && (
            <>
              <ArrowLine className="mt-1 max-md:hidden" />
              <span>
                <StatusTag status={relay} bare />
              </span>
            </>
          )}
        </li>
      ))}
    </ul>
  )
}
