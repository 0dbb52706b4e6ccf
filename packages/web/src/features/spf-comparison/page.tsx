import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { PlanMark } from '../../components/plans/plan-mark.tsx'
import { paths } from '../../lib/paths.ts'
import { configQuery } from '../../lib/queries.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { useTitle } from '../../ui/title.ts'
import { comparisons, scenarios } from './approaches.ts'

/** Compares the two solutions for more than ten SPF lookups. */
export function SpfComparisonPage(): ReactNode {
  useTitle('SPF approaches compared')
  const { data: config } = useQuery(configQuery)
  const billing = config?.billing !== 'off'
  return (
    <>
      <h1 className="text-26 font-[600]">Over 10 SPF lookups? Two ways to fix it</h1>
      <p className="mt-1 mb-8 max-w-prose text-ink2">
        Receivers stop after 10 DNS lookups for one SPF record. Move each service to a subdomain, or replace includes
        with their addresses. (RFC 7208 section 4.6.4)
      </p>
      <div className="grid gap-x-12 gap-y-8 sm:grid-cols-2">
        <Approach name="Dedicated Subdomains" plan="FREE" to={paths.subdomainSpf} action="Open the generator">
          Each service sends from its own subdomain, with its own short SPF record. Use the main domain only for mail
          from people.
        </Approach>
        <Approach
          name="SPF Flattening Service"
          plan="PREMIUM"
          to={paths.spfFlattening}
          action="Open the flattening service"
        >
          Your record needs a single include, which we host. We monitor your original includes and keep their addresses
          up to date.
        </Approach>
      </div>
      <Sheet title="Feature by feature" className="mt-12">
        <ComparisonTable billing={billing} />
      </Sheet>
      <Sheet title="Which one is for you?" className="mt-12">
        <ul className="grid gap-x-12 gap-y-6 sm:grid-cols-2">
          {scenarios.map(({ who, situation, solution, why }) => (
            <li key={who} className="border-t border-line pt-3">
              <h3 className="font-[600]">{who}</h3>
              <p className="mt-1 text-ink2">{situation}</p>
              <p className="mt-2">
                <span className="text-ink3">Recommended:</span> <span className="font-[560]">{solution}</span>
              </p>
              <p className="text-ink2">{why}</p>
            </li>
          ))}
        </ul>
      </Sheet>
      <div className="mt-12 flex flex-wrap gap-3 border-t border-ink pt-6">
        <Link to={paths.subdomainSpf} className={buttonClass('primary', 'normal', 'max-sm:w-full')}>
          Start with Free Tool
        </Link>
        {billing && (
          <Link to={paths.plans} className={buttonClass('plain', 'normal', 'max-sm:w-full')}>
            View Premium Plans
          </Link>
        )}
      </div>
    </>
  )
}

interface ApproachProps {
  name: string
  plan: 'FREE' | 'PREMIUM'
  to: string
  action: string
  children: ReactNode
}

function Approach({ name, plan, to, action, children }: ApproachProps): ReactNode {
  return (
    <Sheet title={name} aside={<PlanMark plan={plan} />} className="relative">
      <p className="max-w-prose text-ink2">{children}</p>
      <Link to={to} className="prose-link mt-3 inline-block rounded after:absolute after:inset-0">
        {action}
      </Link>
    </Sheet>
  )
}

/** On a narrow screen a row becomes its name and two labeled values; for screen readers it stays a table. */
function ComparisonTable({ billing }: { billing: boolean }): ReactNode {
  return (
    <Table
      caption="The two approaches compared"
      roomy
      rows={comparisons(billing)}
      keyOf={({ name }) => name}
      columns={columns}
    />
  )
}

const columns: readonly Column<ReturnType<typeof comparisons>[number]>[] = [
  {
    title: 'Feature',
    names: true,
    className: 'w-44',
    cell: ({ name }) => <span className="font-[560]">{name}</span>,
  },
  {
    title: 'Dedicated Subdomains',
    label: 'Dedicated Subdomains',
    className: 'w-2/5',
    cell: ({ subdomains }) => <span className="text-ink2">{subdomains}</span>,
  },
  {
    title: 'SPF Flattening Service',
    label: 'SPF Flattening Service',
    className: 'w-2/5',
    cell: ({ flattening }) => <span className="text-ink2">{flattening}</span>,
  },
]
