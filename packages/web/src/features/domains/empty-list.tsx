import { addDomainRoute } from '@waxseal/contract/routes'
import { plans } from '@waxseal/core/plan'
import { Activity, Gauge, Sparkles } from 'lucide-react'
import type { ReactNode } from 'react'
import { RoleButton } from '../../components/role-button.tsx'
import { usePlan } from '../../lib/use-plan.ts'
import { domainTexts } from './wording.ts'

const features = [
  { icon: Activity, name: 'Real-Time Monitoring', text: '34 RBL checks and threat intel' },
  { icon: Gauge, name: 'Health Scores', text: 'From 0 to 100, with a reason for every point lost' },
  { icon: Sparkles, name: 'AI-Powered Insights', text: 'What each finding means and what to publish' },
]

/** The view of a new account: what the list will show, and a button to add the first domain. */
export function EmptyList({ onAdd }: { onAdd: () => void }): ReactNode {
  const { tier } = usePlan()
  const asked = tier === null ? plans.pro.blocklists : plans[tier].blocklists
  return (
    <section aria-labelledby="empty-title" className="border-t border-ink pt-12 text-center">
      <h2 id="empty-title" className="text-20 font-[600]">
        {domainTexts.emptyTitle}
      </h2>
      <p className="mx-auto mt-2 mb-6 max-w-prose text-balance text-ink2">
        Add a domain and scan it. A minute later you see how well its mail is protected and which records to publish.
      </p>
      <RoleButton needs={addDomainRoute} look="primary" size="large" onClick={onAdd}>
        {domainTexts.emptyButton}
      </RoleButton>
      <ul className="mt-12 grid text-start sm:grid-cols-3">
        {features.map(({ icon: Icon, name, text }) => (
          <li
            key={name}
            className="border-line px-0 py-4 max-sm:border-t sm:border-s sm:px-6 sm:first:border-s-0 sm:first:ps-0"
          >
            <p className="flex items-center gap-2 font-[560]">
              <Icon className="size-4 text-ink3" aria-hidden />
              {name}
            </p>
            <p className="mt-1 text-ink2">{text}</p>
            {Icon === Activity && asked < plans.pro.blocklists && (
              <p className="mt-1 text-13 text-ink2">
                {plans[tier ?? 'free'].label} asks {asked} of the {plans.pro.blocklists} lists
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
