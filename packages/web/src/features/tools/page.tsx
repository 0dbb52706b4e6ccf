import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { PlanMark } from '../../components/plans/plan-mark.tsx'
import { paths } from '../../lib/paths.ts'
import { buttonClass } from '../../ui/button.tsx'
import { useTitle } from '../../ui/title.ts'

interface Tool {
  name: string
  text: string
  to: string
  plan?: 'FREE' | 'PREMIUM'
  /** An additional link below the text. */
  also?: { text: string; to: string }
}

const tools: readonly Tool[] = [
  {
    name: 'Header Analyzer',
    text: 'Paste the header of a message to see its route, its authentication results and a threat score.',
    to: paths.headers,
  },
  {
    name: 'DNS Change History',
    text: 'See what changed in the DNS records of your domains, with the values before and after.',
    to: paths.dnsHistory,
  },
  {
    name: 'Analytics',
    text: 'See the scores, findings and blocklist listings of a domain over time.',
    to: paths.analytics,
    plan: 'PREMIUM',
  },
  {
    name: 'SPF Record Builder',
    text: 'Choose which servers may send mail for a domain. See the DNS lookups and the changed permissions before you publish.',
    to: paths.spfBuilder,
  },
  {
    name: 'Subdomain SPF Generator',
    text: 'Create a separate subdomain and SPF record for each sending service.',
    to: paths.subdomainSpf,
    plan: 'FREE',
    also: { text: 'Compare the two approaches', to: paths.spfComparison },
  },
  {
    name: 'SPF Flattening Service',
    text: 'Replace all includes of an SPF record with one that we host, prove and keep up to date.',
    to: paths.spfFlattening,
    plan: 'PREMIUM',
    also: { text: 'Compare the two approaches', to: paths.spfComparison },
  },
  {
    name: 'DMARC Record Builder',
    text: 'Choose what happens to mail that fails DMARC, and where reports go.',
    to: paths.dmarcBuilder,
  },
]

/** The tools in a list, each with a link to its screen. */
export function ToolsPage(): ReactNode {
  useTitle('Email Security Tools')
  return (
    <>
      <div className="mb-8 flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
        <div>
          <h1 className="text-26 font-[600]">Email Security Tools</h1>
          <p className="mt-1 max-w-prose text-ink2">
            Build the DNS records your domains need, and see when they change. Tools don’t use up scans.
          </p>
        </div>
        <Link to={paths.chat} className={buttonClass('plain')}>
          Ask AI Assistant
        </Link>
      </div>
      <ul className="border-t border-ink">
        {tools.map(tool => (
          <Row key={tool.to} tool={tool} />
        ))}
      </ul>
    </>
  )
}

function Row({ tool: { name, text, to, plan, also } }: { tool: Tool }): ReactNode {
  return (
    <li className="relative flex items-center gap-4 border-b border-line px-2 py-4 hover:bg-sunken/60">
      <div className="min-w-0 grow gap-x-6 sm:grid sm:grid-cols-[17rem_minmax(0,1fr)]">
        <h2 className="flex flex-wrap items-center gap-x-3 gap-y-1 self-start text-16 font-[600]">
          {/* The whole row is the link; other content in it lies above. */}
          <Link to={to} className="rounded after:absolute after:inset-0">
            {name}
          </Link>
          {plan && <PlanMark plan={plan} />}
        </h2>
        <div className="max-w-prose text-ink2 max-sm:mt-1">
          <p>{text}</p>
          {also && (
            <Link to={also.to} className="prose-link relative z-10 mt-1 inline-block rounded py-0.5">
              {also.text}
            </Link>
          )}
        </div>
      </div>
      <ChevronRight className="size-4 shrink-0 text-ink3" aria-hidden />
    </li>
  )
}
