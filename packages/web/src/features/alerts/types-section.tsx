import { type AlertType, alertTypeLabels, alertTypes, mayPredateLaterTypes } from '@waxseal/core/alert'
import type { ReactNode } from 'react'
import { Sheet } from '../../ui/sheet.tsx'
import { SettingSwitch } from './lock.tsx'
import type { SettingsForm } from './use-settings.ts'

const explanations: Readonly<Record<AlertType, string>> = {
  health_score_drop: 'The health score of a domain falls below 70, or by 10 or more when it is below 70 already.',
  blacklist_detection: 'A blocklist lists a domain or one of its mail servers.',
  dmarc_fail: 'The DMARC record of a domain is missing, invalid, or weaker than before.',
  high_threat: 'Threat intelligence newly rates a domain as suspicious or malicious.',
  dns_mx_change: 'A change of a monitored DNS record may affect mail.',
  open_relay: 'Two tests confirm that a mail server relays for anyone.',
  domain_gone: 'A domain is no longer in DNS, or no name server serves it.',
  dnssec_broken: 'Receivers that validate DNSSEC get no answer about a domain.',
  certificate_expiring: 'A certificate that senders check expires soon.',
}

/** The types of alerts. */
export function TypesSection({ form: { settings, queue } }: { form: SettingsForm }): ReactNode {
  const chosen = settings.alert_types
  return (
    <Sheet title="Alert types">
      {mayPredateLaterTypes(chosen) && (
        // True whoever switched them off: what was on offer at the time of a choice is not stored.
        <p className="mb-3 max-w-prose text-ink2">
          The last four alert types came later. A workspace that had chosen its alert types before has them off until it
          switches them on.
        </p>
      )}
      <div className="grid max-w-xl gap-1">
        {alertTypes.map(type => (
          <SettingSwitch
            key={type}
            label={alertTypeLabels[type]}
            hint={explanations[type]}
            on={chosen.includes(type)}
            onChange={on =>
              queue.choose({ alert_types: alertTypes.filter(each => (each === type ? on : chosen.includes(each))) })
            }
          />
        ))}
      </div>
    </Sheet>
  )
}
