import { useQuery } from '@tanstack/react-query'
import { type Feature, features, type UpgradeText, upgradeText } from '@waxseal/core/plan'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../lib/paths.ts'
import { configQuery, meQuery } from '../lib/queries.ts'
import { type UpgradeRequest, upgrade } from '../lib/upgrade.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { unsoldText } from './unsold.ts'

/** Opens when a limit or a locked feature is hit, with the limits of this plan and of the next one. */
export function UpgradeDialog({ request }: { request: UpgradeRequest }): ReactNode {
  const { data: me } = useQuery(meQuery)
  const { data: config } = useQuery(configQuery)
  const navigate = useNavigate()
  const sellsPlans = config?.billing !== 'off'
  const text = sellsPlans ? textOf(request, me?.tier ?? 'free') : unsold

  function comparePlans(): void {
    upgrade.close()
    void navigate(paths.plans)
  }

  return (
    <Dialog open onOpenChange={open => !open && upgrade.close()} title={text.title} description={text.text}>
      <ul className="mb-6 grid gap-1.5">
        {text.features.map(feature => (
          <li key={feature} className="flex items-baseline gap-2">
            <Check className="size-3.5 shrink-0 translate-y-0.5 text-ink3" aria-hidden />
            {feature}
          </li>
        ))}
      </ul>
      <div className="flex justify-end gap-2">
        <Button look="quiet" onClick={upgrade.close}>
          {sellsPlans ? 'Not now' : 'Close'}
        </Button>
        {sellsPlans && (
          <Button look="primary" onClick={comparePlans}>
            Compare plans
          </Button>
        )}
      </div>
    </Dialog>
  )
}

const unsold: UpgradeText = {
  title: 'Not included',
  text: unsoldText,
  upgradeTo: null,
  features: [],
}

const limitTitles: Readonly<Record<string, string>> = {
  scans: 'Monthly scan limit reached',
  chat: 'Daily chat limit reached',
}

function textOf({ feature, detail }: UpgradeRequest, tier: Parameters<typeof upgradeText>[1]): UpgradeText {
  if (isFeature(feature)) return upgradeText(feature, tier)
  // A limit outside the feature table (scans per month, messages per day): the server's sentence names it.
  const { upgradeTo, features } = upgradeText('domains', tier)
  const title = limitTitles[feature] ?? 'Not included in your plan'
  const text = detail ?? 'Your plan does not include this.'
  // The title is not repeated as the first sentence.
  const repeated = `${title}. `
  return { title, text: text.startsWith(repeated) ? text.slice(repeated.length) : text, upgradeTo, features }
}

function isFeature(key: string): key is Feature {
  return features.some(feature => feature === key)
}
